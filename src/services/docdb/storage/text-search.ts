import type { DataContext } from '../call.ts'
import { indexedValues } from '../query/path.ts'
import type { Environment, TextSearch } from '../query/predicate.ts'
import { CommandError } from '../rules/command-error.ts'
import type { CollectionRow } from '../schema/data.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '../values/value.ts'
import { indexesOf } from './catalog.ts'
import type { IndexShape } from './index-shape.ts'

/** English words that a text index leaves out. */
const STOP_WORDS = new Set(
  'a about above after again against all am an and any are as at be because been before being below between both but by can did do does doing don down during each few for from further had has have having he her here hers herself him himself his how i if in into is it its itself just me more most my myself no nor not now of off on once only or other our ours ourselves out over own s same she should so some such t than that the their theirs them themselves then there these they this those through to too under until up very was we were what when where which while who whom why will with you your yours yourself yourselves'.split(
    ' ',
  ),
)

/** Returns the search of a collection's text index; undefined when it has none. */
export function textSearchOf(context: DataContext, collection: CollectionRow): Environment['text'] {
  const index = indexesOf(context, collection).find(({ row }) => row.kind === 'text')
  return index === undefined ? undefined : (search) => textSearch(index, search)
}

function textSearch(
  index: IndexShape,
  { $search: given, $language, $caseSensitive, $diacriticSensitive }: Document,
): TextSearch {
  if (typeof given !== 'string') throw new CommandError('TypeMismatch', '"$search" had the wrong type. Expected string')
  const language = typeof $language === 'string' ? $language : (index.spec['default_language'] ?? 'english')
  const options = {
    isStemmed: language !== 'none',
    isCase: $caseSensitive === true,
    isDiacritic: $diacriticSensitive === true,
  }
  const phrases: string[] = []
  const bare = given.replaceAll(/(-?)"([^"]*)"/g, (_, minus: string, phrase: string) => {
    if (minus === '') phrases.push(phrase)
    return minus === '' ? ` ${phrase} ` : ' '
  })
  const negated = [...given.matchAll(/(?:^|\s)-(?:"([^"]+)"|(\S+))/g)].map((match) => match[1] ?? match[2] ?? '')
  const terms = new Set(words(bare.replaceAll(/(^|\s)-\S+/g, ' '), options))
  const excluded = new Set(negated.filter((each) => !each.includes(' ')).flatMap((each) => words(each, options)))
  const weights = weightsOf(index)
  const folded = (text: string): string => fold(text, options)
  return {
    score(document) {
      let score = 0
      let whole = ''
      for (const [path, weight] of weights) {
        for (const text of textsAt(document, path)) {
          const found = words(text, options)
          whole += `${folded(text)}\n`
          if (found.some((each) => excluded.has(each))) return 0
          const counts = new Map<string, number>()
          for (const each of found) if (terms.has(each)) counts.set(each, (counts.get(each) ?? 0) + 1)
          // Each further occurrence of a term counts half of the one before.
          for (const count of counts.values())
            score += weight * (2 - 2 ** (1 - count)) * (0.5 + 0.5 / Math.max(1, found.length))
        }
      }
      if (negated.some((each) => each.includes(' ') && whole.includes(folded(each)))) return 0
      return phrases.every((each) => whole.includes(folded(each))) ? score : 0
    },
  }
}

interface WordOptions {
  readonly isStemmed: boolean
  readonly isCase: boolean
  readonly isDiacritic: boolean
}

function fold(text: string, { isCase, isDiacritic }: WordOptions): string {
  const plain = isDiacritic ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return isCase ? plain : plain.toLowerCase()
}

function words(text: string, options: WordOptions): string[] {
  const found = fold(text, options).match(/[\p{L}\p{N}_']+/gu) ?? []
  if (!options.isStemmed) return found
  return found.filter((each) => !STOP_WORDS.has(each.toLowerCase())).map(stem)
}

/** Cuts the endings of English words that differ most: plural, past and progressive forms. */
function stem(word: string): string {
  let cut = word.replace(/'s?$/, '')
  cut = cut
    .replace(/sses$/, 'ss')
    .replace(/ies$/, 'i')
    .replace(/([^s])s$/, '$1')
  const before = cut
  cut = cut.replace(/(.*[aeiouy].*)(?:ed|ing)$/, '$1')
  if (cut !== before) cut = cut.replace(/([^aeioulsz])\1$/, '$1').replace(/(at|bl|iz)$/, '$1e')
  return cut.replace(/(.*[aeiou].*)y$/, '$1i').replace(/e$/, '')
}

function weightsOf({ spec }: IndexShape): (readonly [readonly string[], number])[] {
  const key = isDocument(spec['key']) ? spec['key'] : {}
  const given = isDocument(spec['weights']) ? spec['weights'] : {}
  const weight = (name: string): number => {
    const value = given[name]
    return isNumber(value) ? toNumber(value) : 1
  }
  const fields = Object.entries(key).filter(([name, type]) => type === 'text' && name !== '_fts')
  const names = new Set([...fields.map(([name]) => name), ...Object.keys(given)])
  return [...names].map((name) => [name === '$**' ? [] : name.split('.'), weight(name)] as const)
}

function textsAt(document: Document, path: readonly string[]): string[] {
  if (path.length === 0) return allTexts(document)
  return indexedValues(document, path).values.filter((value) => typeof value === 'string')
}

function allTexts(value: Value): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(allTexts)
  return isDocument(value) ? Object.values(value).flatMap(allTexts) : []
}
