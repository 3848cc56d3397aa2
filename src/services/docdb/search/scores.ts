import type { Posting } from '#docdb/schema/data.ts'
import type { IndexReader } from './postings.ts'
import type { Token } from './tokens.ts'

/** The scores of the records that a search finds. */
export type Scores = ReadonlyMap<number, number>

/** The members of a posting before the places of its word. */
const BEFORE_POSITIONS = 2

/** The settings of the formula: how soon more occurrences of a word count less, and how much the length counts. */
const [SATURATION, LENGTH] = [1.2, 0.75]

/**
 * Returns the score of a word with this rarity for its occurrences in a text, by the formula BM25.
 * https://www.mongodb.com/docs/atlas/atlas-search/scoring/
 */
function relevance(rarity: number, occurrences: number, length: number, mean: number): number {
  const norm = SATURATION * (1 - LENGTH + (LENGTH * keptLength(length)) / mean)
  return Math.fround(rarity * (occurrences / (occurrences + norm)))
}

/** Returns the length of a text as an index keeps it: exact up to 40, then by its first four bits. */
function keptLength(length: number): number {
  if (length < 24) return length
  const over = length - 24
  const shift = Math.max(0, 28 - Math.clz32(over))
  return 24 + ((over >> shift) << shift)
}

/** Returns how rare a word is that `found` of so many documents have. */
function rarityOf(documents: number, found: number): number {
  return Math.log(1 + (documents - found + 0.5) / (found + 0.5))
}

/** Returns the scores of the documents with a word in a field. `found` is the number of documents that count for it. */
export function termScores(index: IndexReader, field: string, term: string, boost = 1, found?: number): Scores {
  const postings = index.postings(field, term)
  const { documents, mean } = index.extent(field)
  const rarity = boost * rarityOf(documents, found ?? postings.length)
  const scores = new Map<number, number>()
  for (const posting of postings) {
    const [recordId, length] = posting
    scores.set(recordId, relevance(rarity, posting.length - BEFORE_POSITIONS, length, mean))
  }
  return scores
}

/**
 * Returns the scores of the documents with several words in a field as a phrase, with up to `slop` moves of words. A
 * phrase has gaps where the analyzer has left out words.
 */
export function phraseScores(index: IndexReader, field: string, words: readonly Token[], slop: number): Scores {
  const lists = words.map(({ term }) => new Map(index.postings(field, term).map((each) => [each[0], each])))
  const { documents, mean } = index.extent(field)
  const rarity = lists.reduce((sum, { size }) => sum + rarityOf(documents, size), 0)
  const scores = new Map<number, number>()
  const [first, ...others] = lists
  for (const [recordId, posting] of first ?? []) {
    const places = [posting, ...others.map((list) => list.get(recordId)).filter((each) => each !== undefined)]
    const occurrences = places.length === lists.length ? phraseOccurrences(places, words, slop) : 0
    if (occurrences > 0) scores.set(recordId, relevance(rarity, occurrences, posting[1], mean))
  }
  return scores
}

/** Returns how often words follow one another; an occurrence with words out of their place counts less. */
function phraseOccurrences(places: readonly Posting[], words: readonly Token[], slop: number): number {
  // The place where the phrase would begin, by each occurrence of each of its words.
  const begins = places
    .flatMap(([, , ...positions], word) =>
      positions.map((position) => ({ word, at: position - (words[word]?.position ?? 0) })),
    )
    .toSorted((left, right) => left.at - right.at)
  let occurrences = 0
  const latest: (number | undefined)[] = places.map(() => undefined)
  for (const { word, at } of begins) {
    latest[word] = at
    if (latest.includes(undefined)) continue
    const moves = at - latest.reduce<number>((least, each) => Math.min(least, each ?? at), at)
    if (moves > slop) continue
    occurrences += 1 / (1 + moves)
    latest.fill(undefined)
  }
  return occurrences
}

/** Returns the sum of scores: of the records that one of them has. */
export function anyOf(all: readonly Scores[]): Scores {
  const [only, ...others] = all
  if (only !== undefined && others.length === 0) return only
  const sum = new Map(only)
  for (const each of others) for (const [recordId, score] of each) sum.set(recordId, (sum.get(recordId) ?? 0) + score)
  return sum
}

/** Returns the sum of scores: of the records that all of them have. */
export function allOf([first, ...others]: readonly Scores[]): Scores {
  let sum = first ?? NOTHING
  for (const each of others) {
    const both = new Map<number, number>()
    for (const [recordId, total] of sum) {
      const score = each.get(recordId)
      if (score !== undefined) both.set(recordId, total + score)
    }
    sum = both
  }
  return sum
}

const NOTHING: Scores = new Map()

/** Returns records that all have one score. */
export function constantScores(recordIds: Iterable<number>, score = 1): Scores {
  const scores = new Map<number, number>()
  for (const each of recordIds) scores.set(each, score)
  return scores
}
