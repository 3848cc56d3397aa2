import type { Posting } from '#docdb/schema/data.ts'
import type { IndexReader } from './postings.ts'
import type { Token } from './tokens.ts'

/**
 * The scores of the records that a search finds: each record once, in the order of the ids. Two lists, as a map of
 * thousands of records takes several times as long to make.
 */
export class Scores {
  /** In ascending order. */
  readonly recordIds: readonly number[]
  /** The scores, at the places of their records. */
  readonly values: readonly number[]

  constructor(recordIds: readonly number[], values: readonly number[]) {
    this.recordIds = recordIds
    this.values = values
  }

  /** Returns the records with the scores that a function gives them, without those for which it returns null. */
  changed(change: (score: number, recordId: number) => number | null): Scores {
    const recordIds: number[] = []
    const values: number[] = []
    for (const [at, recordId] of this.recordIds.entries()) {
      const score = change(this.values[at] ?? 0, recordId)
      if (score === null) continue
      recordIds.push(recordId)
      values.push(score)
    }
    return new Scores(recordIds, values)
  }

  /** Returns a function that reads the scores of records, undefined for others; it is called with ascending ids. */
  ascending(): (recordId: number) => number | undefined {
    const { recordIds, values } = this
    let at = 0
    return (recordId) => {
      while (at < recordIds.length && (recordIds[at] ?? 0) < recordId) at += 1
      return recordIds[at] === recordId ? values[at] : undefined
    }
  }
}

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
  return new Scores(
    postings.map((posting) => posting[0]),
    postings.map((posting) => relevance(rarity, posting.length - BEFORE_POSITIONS, posting[1], mean)),
  )
}

/**
 * Returns the scores of the documents with several words in a field as a phrase, with up to `slop` moves of words. A
 * phrase has gaps where the analyzer has left out words.
 */
export function phraseScores(index: IndexReader, field: string, words: readonly Token[], slop: number): Scores {
  const lists = words.map(({ term }) => new Map(index.postings(field, term).map((each) => [each[0], each])))
  const { documents, mean } = index.extent(field)
  const rarity = lists.reduce((sum, { size }) => sum + rarityOf(documents, size), 0)
  return constantScores([...(lists[0]?.keys() ?? [])]).changed((_score, recordId) => {
    const places = lists.map((list) => list.get(recordId)).filter((each) => each !== undefined)
    const occurrences = places.length === lists.length ? phraseOccurrences(places, words, slop) : 0
    return occurrences > 0 ? relevance(rarity, occurrences, places[0]?.[1] ?? 0, mean) : null
  })
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
  const [first, second] = all
  if (first === undefined) return NOTHING
  if (second === undefined) return first
  // By halves, so that of many lists each record is copied a few times only.
  const middle = all.length >> 1
  return eitherOf(anyOf(all.slice(0, middle)), anyOf(all.slice(middle)))
}

function eitherOf(left: Scores, right: Scores): Scores {
  const recordIds: number[] = []
  const values: number[] = []
  let [at, other] = [0, 0]
  while (at < left.recordIds.length || other < right.recordIds.length) {
    const [one, two] = [left.recordIds[at] ?? Infinity, right.recordIds[other] ?? Infinity]
    recordIds.push(Math.min(one, two))
    values.push((one <= two ? (left.values[at] ?? 0) : 0) + (two <= one ? (right.values[other] ?? 0) : 0))
    if (one <= two) at += 1
    if (two <= one) other += 1
  }
  return new Scores(recordIds, values)
}

/** Returns the sum of scores: of the records that all of them have. */
export function allOf([first = NOTHING, ...others]: readonly Scores[]): Scores {
  return others.reduce((sum, each) => {
    const scoreOf = each.ascending()
    return sum.changed((total, recordId) => {
      const score = scoreOf(recordId)
      return score === undefined ? null : total + score
    })
  }, first)
}

const NOTHING = new Scores([], [])

/** Returns records, which may be in any order and there several times, that all have one score. */
export function constantScores(recordIds: readonly number[], score = 1): Scores {
  const isInOrder = recordIds.every((each, at) => at === 0 || (recordIds[at - 1] ?? 0) < each)
  // A typed array sorts numbers without a call for each two of them.
  const sorted = isInOrder ? recordIds : Array.from(Float64Array.from(recordIds).sort())
  const once = isInOrder ? sorted : sorted.filter((each, at) => at === 0 || each !== sorted[at - 1])
  return new Scores(
    once,
    once.map(() => score),
  )
}
