import type { DataContext } from '#docdb/call.ts'
import type { Environment, TextSearch } from '#docdb/query/predicate.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import type { Document, Value } from '#docdb/values/value.ts'
import { show } from '#docdb/values/show.ts'
import { indexesOf } from './catalog.ts'
import type { IndexShape } from './index-shape.ts'
import { phraseSearch } from './phrase-search.ts'
import { fold, isLanguage, isStemmed, textsAt, weightsOf, wordKeys, words } from './text-words.ts'

/** Returns the search of a collection's text index; undefined when it has none. */
export function textSearchOf(context: DataContext, collection: CollectionRow): Environment['text'] {
  const index = indexesOf(context, collection).find(({ row }) => row.kind === 'text')
  return index === undefined ? undefined : (search) => textSearch(index, search)
}

/** @throws CommandError for a language that no text index knows. */
function languageOf(language: Value): Value {
  if (isLanguage(language)) return language
  throw new CommandError('BadValue', `unsupported language: ${show(language)} for text index version 3`)
}

function textSearch(
  index: IndexShape,
  { $search: searchText, $language, $caseSensitive, $diacriticSensitive }: Document,
): TextSearch {
  if (typeof searchText !== 'string')
    throw new CommandError('TypeMismatch', '"$search" had the wrong type. Expected string')
  const language = languageOf($language ?? index.spec['default_language'] ?? 'english')
  const options = {
    isStemmed: isStemmed(language),
    isCase: $caseSensitive === true,
    isDiacritic: $diacriticSensitive === true,
  }
  const phrases: string[] = []
  const bare = searchText.replaceAll(/(-?)"([^"]*)"/g, (_, minus: string, phrase: string) => {
    if (minus === '') phrases.push(phrase)
    return minus === '' ? ` ${phrase} ` : ' '
  })
  const negated = Array.from(searchText.matchAll(/(?<!\S)-(?:"([^"]+)"|(\S+))/g), (match) => match[1] ?? match[2] ?? '')
  const terms = new Set(words(bare.replaceAll(/(^|\s)-\S+/g, ' '), options))
  const excluded = new Set(negated.filter((each) => !each.includes(' ')).flatMap((each) => words(each, options)))
  const weights = weightsOf(index.spec)
  const folded = (text: string): string => fold(text, options)
  const excludedPhrases = negated.filter((each) => each.includes(' ')).map(folded)
  const neededPhrases = phrases.map(folded)
  const phrasesIn = phraseSearch([...excludedPhrases, ...neededPhrases])
  const withoutCase = { ...options, isCase: false, isDiacritic: false }
  const isIndexed = isStemmed(language) === isStemmed(index.spec['default_language'])
  return {
    keys: isIndexed ? wordKeys(words(bare.replaceAll(/(^|\s)-\S+/g, ' '), withoutCase)) : null,
    score(document) {
      let score = 0
      let whole = ''
      for (const [path, weight] of weights) {
        for (const text of textsAt(document, path)) {
          const found = words(text, options)
          const plain = folded(text)
          whole += `${plain}\n`
          if (found.some((each) => excluded.has(each))) return 0
          const counts = new Map<string, number>()
          for (const each of found) if (terms.has(each)) counts.set(each, (counts.get(each) ?? 0) + 1)
          for (const [term, count] of counts)
            score += weight * scoreOf(count, found.length) * (plain === term ? EXACT : 1)
        }
      }
      const present = phrasesIn(whole)
      const isFound = (each: string): boolean => present.has(each)
      return !excludedPhrases.some(isFound) && neededPhrases.every(isFound) ? score : 0
    },
  }
}

/** The factor for a text that is the term itself. */
const EXACT = 1.1

/** Returns the score of a term in a text, of which each further occurrence counts half of the one before. */
function scoreOf(count: number, length: number): number {
  return (2 - 2 ** (1 - count)) * (0.5 + (0.5 * count) / length)
}
