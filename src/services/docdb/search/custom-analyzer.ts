import { ownMember } from '#core/objects.ts'
import { stemmer } from 'stemmer'
import { languageNamed } from '#docdb/values/languages.ts'
import { linearSearch, type PatternSearch } from '#core/text/pattern-search.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import { InvalidSearch } from './invalid-search.ts'
import {
  gramsOf,
  numbered,
  shingles,
  standardTokens,
  tokensMatching,
  withoutDiacritics,
  withTerms,
  type Analyzer,
  type Token,
} from './tokens.ts'

/**
 * Makes an analyzer of the definition of an index.
 * https://www.mongodb.com/docs/atlas/atlas-search/analyzers/custom/
 *
 * @throws InvalidSearch for a part that does not exist.
 */
export function customAnalyzer({ charFilters, tokenizer, tokenFilters }: Document): Analyzer {
  const rewrite = partsOf(charFilters).map(charFilter)
  const tokenize = tokenizerOf(isDocument(tokenizer) ? tokenizer : {})
  const filters = partsOf(tokenFilters).map(tokenFilter)
  return (text) => {
    const read = rewrite.reduce((before, change) => change(before), text)
    return filters.reduce((tokens, filter) => filter(tokens), tokenize(read))
  }
}

function partsOf(list: Value | undefined): Document[] {
  return Array.isArray(list) ? list.filter(isDocument) : []
}

function textIn(part: Document, name: string): string {
  const value = part[name]
  return typeof value === 'string' ? value : ''
}

function numberIn(part: Document, name: string, absent: number): number {
  const value = part[name]
  return isNumber(value) ? toNumber(value) : absent
}

function unknown(kind: string, { type }: Document): InvalidSearch {
  return new InvalidSearch(`"${kind}.type" is not known: ${typeof type === 'string' ? type : 'missing'}`)
}

function charFilter(part: Document): (text: string) => string {
  switch (part['type']) {
    case 'htmlStrip':
      return (text) => text.replaceAll(/<[^<>]*>/g, ' ')
    case 'icuNormalize':
      return (text) => text.normalize('NFKC').toLowerCase()
    case 'persian':
      return (text) => text.replaceAll('\u200c', ' ')
    case 'mapping': {
      const mappings = isDocument(part['mappings']) ? Object.entries(part['mappings']) : []
      return (text) =>
        mappings.reduce((before, [from, to]) => before.replaceAll(from, typeof to === 'string' ? to : ''), text)
    }
    default:
      throw unknown('charFilters', part)
  }
}

function tokenizerOf(part: Document): (text: string) => Token[] {
  const [least, most] = [numberIn(part, 'minGram', 1), numberIn(part, 'maxGram', 2)]
  switch (part['type']) {
    case 'standard':
      return (text) => standardTokens(text, numberIn(part, 'maxTokenLength', 255))
    case 'whitespace':
      return (text) => tokensMatching(text, /\S+/gu)
    case 'keyword':
      return wholeText
    case 'uaxUrlEmail':
      return (text) =>
        numbered(
          tokensMatching(text, /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?:\/\/\S+|\S+/gu).flatMap((each) =>
            /@|:\/\//.test(each.term) ? [each] : moved(standardTokens(each.term), each.start),
          ),
        )
    case 'nGram':
    case 'edgeGram':
      return (text) =>
        gramsOf(text, least, most, part['type'] === 'edgeGram').map((term, position) => ({
          term,
          position,
          start: 0,
          end: text.length,
        }))
    case 'regexSplit': {
      const between = patternIn(part)
      return (text) => splitAt(text, between)
    }
    case 'regexCaptureGroup':
      return groupTokens(patternIn(part), numberIn(part, 'group', 0))
    default:
      throw unknown('tokenizer', part)
  }
}

/** Returns the text as one word. */
export function wholeText(text: string): Token[] {
  return text === '' ? [] : [{ term: text, position: 0, start: 0, end: text.length }]
}

function moved(tokens: readonly Token[], by: number): Token[] {
  return tokens.map((each) => ({ ...each, start: each.start + by, end: each.end + by }))
}

function splitAt(text: string, between: PatternSearch): Token[] {
  const tokens: Token[] = []
  let start = 0
  for (const match of between.matches(text)) {
    tokens.push({ term: text.slice(start, match.index), position: 0, start, end: match.index })
    start = match.index + match.text.length
  }
  tokens.push({ term: text.slice(start), position: 0, start, end: text.length })
  return numbered(tokens.filter(({ term }) => term !== ''))
}

function groupTokens(search: PatternSearch, group: number): (text: string) => Token[] {
  return (text) =>
    numbered(
      Array.from(search.matches(text), (match) => {
        const term = (group === 0 ? match.text : match.groups[group - 1]) ?? ''
        const start = match.index + match.text.indexOf(term)
        return { term, position: 0, start, end: start + term.length }
      }).filter(({ term }) => term !== ''),
    )
}

/** The filters that change each word by itself. */
const TERM_CHANGES: Readonly<Record<string, (term: string) => string>> = {
  lowercase: (term) => term.toLowerCase(),
  asciiFolding: withoutDiacritics,
  icuFolding: (term) => withoutDiacritics(term).toLowerCase(),
  icuNormalizer: (term) => term.normalize('NFC'),
  trim: (term) => term.trim(),
  reverse: (term) => Array.from(term).toReversed().join(''),
  englishPossessive: withoutPossessive,
  kStemming: stemmer,
  porterStemming: stemmer,
}

type Filter = (tokens: readonly Token[]) => Token[]

/** Returns the filter that cuts endings as one of Snowball's stemmers; none of a language that is not known here. */
function withStems(name: string): Filter {
  const stem = name === 'porter' ? stemmer : languageNamed(name)?.stem
  return (tokens) => (stem === undefined ? [...tokens] : withTerms(tokens, stem))
}

function tokenFilter(part: Document): Filter {
  const type = textIn(part, 'type')
  const change = ownMember(TERM_CHANGES, type)
  if (change !== undefined) return (tokens) => withTerms(tokens, change)
  switch (type) {
    case 'snowballStemming':
      return withStems(textIn(part, 'stemmerName'))
    case 'length': {
      const [shortest, longest] = [numberIn(part, 'min', 0), numberIn(part, 'max', 255)]
      return (tokens) => tokens.filter(({ term }) => term.length >= shortest && term.length <= longest)
    }
    case 'stopword': {
      const isCase = part['ignoreCase'] === false
      const fold = (word: string): string => (isCase ? word : word.toLowerCase())
      const listed = Array.isArray(part['tokens']) ? part['tokens'] : []
      const words = new Set(listed.map((each) => fold(textOfAny(each))))
      return (tokens) => tokens.filter(({ term }) => !words.has(fold(term)))
    }
    case 'regex': {
      const search = patternIn(part)
      const most = part['matches'] === 'first' ? 1 : Infinity
      return (tokens) => withTerms(tokens, (term) => replaced(term, search, textIn(part, 'replacement'), most))
    }
    case 'shingle':
      return (tokens) =>
        shingles(tokens, numberIn(part, 'minShingleSize', 2), numberIn(part, 'maxShingleSize', 2), true)
    case 'edgeGram':
    case 'nGram':
      return (tokens) => tokens.flatMap((each) => gramsOfToken(part, each))
    default:
      throw unknown('tokenFilters', part)
  }
}

function gramsOfToken(part: Document, token: Token): Token[] {
  const [least, most] = [numberIn(part, 'minGram', 1), numberIn(part, 'maxGram', 2)]
  const grams = gramsOf(token.term, least, most, part['type'] === 'edgeGram').map((term) => ({ ...token, term }))
  const isLeftOut = token.term.length < least || token.term.length > most
  return part['termNotInBounds'] === 'include' && isLeftOut ? [...grams, token] : grams
}

/** Returns a text with the first matches replaced. */
function replaced(text: string, search: PatternSearch, replacement: string, most: number): string {
  let [result, at, count] = ['', 0, 0]
  for (const match of search.matches(text)) {
    if (count++ >= most) break
    result += text.slice(at, match.index) + replacement
    at = match.index + match.text.length
  }
  return result + text.slice(at)
}

function patternIn(part: Document): PatternSearch {
  const pattern = textIn(part, 'pattern')
  const search = linearSearch(pattern, '')
  if (search === null) throw new InvalidSearch(`the pattern is not supported: ${pattern}`)
  return search
}

/** Returns a word without the `'s` at its end. */
export function withoutPossessive(word: string): string {
  return word.replace(/['’][sS]$/, '')
}
