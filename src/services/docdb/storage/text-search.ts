import type { DataContext } from '#docdb/call.ts'
import type { Environment, TextSearch } from '#docdb/query/predicate.ts'
import { readTextOperand } from '#docdb/query/text-operand.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import type { Document } from '#docdb/values/value.ts'
import { indexesOf } from './catalog.ts'
import type { IndexShape } from './index-shape.ts'
import { phraseSearch } from './phrase-search.ts'
import { parseTextQuery } from './text-query.ts'
import {
  fold,
  FOLDED,
  textFieldsOf,
  textLanguage,
  textsOf,
  wordKeys,
  words,
  type IndexedText,
  type TextLanguage,
  type WordOptions,
} from './text-words.ts'

/** Returns the search of a collection's text index; undefined when it has none. */
export function textSearchOf(context: DataContext, collection: CollectionRow): Environment['text'] {
  const index = indexesOf(context, collection).find(({ row }) => row.kind === 'text')
  return index === undefined ? undefined : (search) => textSearch(index, search)
}

/** @throws CommandError for a language that no text index knows. */
function searchLanguage(name: string | undefined, ofIndex: TextLanguage): TextLanguage {
  const language = name === undefined ? ofIndex : textLanguage(name)
  if (language !== undefined) return language
  throw new CommandError('BadValue', `unsupported language: "${name ?? ''}" for text index version 3`)
}

function textSearch(index: IndexShape, operand: Document): TextSearch {
  const { search, language: name, ...options } = readTextOperand(operand)
  const fields = textFieldsOf(index.spec)
  const language = searchLanguage(name, fields.language)
  const query = parseTextQuery(search)
  const terms = new Set(words(query.words.join(' '), language, FOLDED))
  const isAccepted = termTest(query, language, options)
  const phrases = phraseTest(query, options)
  return {
    keys: wordKeys([...terms]),
    score(document) {
      const texts = textsOf(fields, document)
      if (!isAccepted(texts) || !phrases(texts)) return 0
      let score = 0
      for (const each of texts) score += scoreIn(each, terms)
      return score
    },
  }
}

/** Returns the test of the words of a document: it has one that is searched for, and none that is excluded. */
function termTest(
  { words: wanted, excludedWords }: { readonly words: readonly string[]; readonly excludedWords: readonly string[] },
  language: TextLanguage,
  options: WordOptions,
): (texts: readonly IndexedText[]) => boolean {
  const needed = new Set(words(wanted.join(' '), language, options))
  const excluded = new Set(words(excludedWords.join(' '), language, options))
  const isExact = options.isCase || options.isDiacritic
  // Without differences that count, the score tells whether a word is there.
  if (!isExact && excluded.size === 0) return () => true
  return (texts) => {
    const found = texts.flatMap(({ text, language: own }) => words(text, own, options))
    return !found.some((word) => excluded.has(word)) && (!isExact || found.some((word) => needed.has(word)))
  }
}

/** Returns the test of the phrases of a document: it has all that are searched for, and none that is excluded. */
function phraseTest(
  query: { readonly phrases: readonly string[]; readonly excludedPhrases: readonly string[] },
  options: WordOptions,
): (texts: readonly IndexedText[]) => boolean {
  const excluded = query.excludedPhrases.map((each) => fold(each, options))
  const needed = query.phrases.map((each) => fold(each, options))
  if (excluded.length + needed.length === 0) return () => true
  const phrasesIn = phraseSearch([...excluded, ...needed])
  return (texts) => {
    const present = phrasesIn(texts.map(({ text }) => fold(text, options)).join('\n'))
    const isFound = (each: string): boolean => present.has(each)
    return !excluded.some(isFound) && needed.every(isFound)
  }
}

/** The factor for a text that is the term itself. */
const EXACT = 1.1

/** Returns the score of terms in a text. */
function scoreIn({ text, weight, language }: IndexedText, terms: ReadonlySet<string>): number {
  const found = words(text, language, FOLDED)
  const counts = new Map<string, number>()
  for (const each of found) if (terms.has(each)) counts.set(each, (counts.get(each) ?? 0) + 1)
  let score = 0
  for (const [term, count] of counts)
    score +=
      weight * scoreOf(count, found.length) * (text.length === term.length && text.toLowerCase() === term ? EXACT : 1)
  return score
}

/** Returns the score of a term in a text, of which each further occurrence counts half of the one before. */
function scoreOf(count: number, length: number): number {
  return (2 - 2 ** (1 - count)) * (0.5 + (0.5 * count) / length)
}
