import { areNear } from './edit-distance.ts'
import type { FieldPath } from './definition.ts'
import { gramAnalyzer, gramField, gramLengths, gramTerm, textField } from './entries.ts'
import { InvalidSearch } from './invalid-search.ts'
import { allOf, anyOf, constantScores, phraseScores, termScores, type Scores } from './scores.ts'
import { fieldPaths, type SearchOperator, type SearchRun } from './search-run.ts'
import type { Spec } from './spec.ts'
import type { Token } from './tokens.ts'
import { wildcardTest, expressionTest } from './term-patterns.ts'

/** Notes words that were searched for, to highlight them. */
function noteHits({ hits }: SearchRun, field: string, terms: Iterable<string>): void {
  const own = hits.get(field) ?? new Set()
  for (const each of terms) own.add(each)
  hits.set(field, own)
}

/** Returns the words of a search in a field; none in a field that is not indexed for text. */
export function searchedTerms(run: SearchRun, path: FieldPath, query: string): string[] {
  return searchedWords(run, path, query).map(({ term }) => term)
}

function searchedWords({ index }: SearchRun, path: FieldPath, query: string): readonly Token[] {
  return index.definition.analyzerAt(path, 'search')?.(query) ?? []
}

/** https://www.mongodb.com/docs/atlas/atlas-search/text/ */
export const text: SearchOperator = (spec, run) => {
  const queries = spec.texts('query')
  const paths = fieldPaths(spec, run)
  const fuzzy = fuzzyIn(spec)
  const isAll = spec.oneOf('matchCriteria', ['any', 'all'], 'any') === 'all'
  if (spec.optional('synonyms') !== undefined) throw unknownSynonyms(spec)
  spec.end()
  return anyOf(
    paths.flatMap((path) =>
      queries.map((query) => {
        const found = searchedTerms(run, path, query).map((term) =>
          wordScores(run, textField(path.path, path.multi), term, fuzzy),
        )
        return isAll ? allOf(found) : anyOf(found)
      }),
    ),
  )
}

function unknownSynonyms(spec: Spec): InvalidSearch {
  return new InvalidSearch(`synonym mapping "${spec.text('synonyms')}" is not defined`)
}

/** Returns the scores of one word, or of the words that are near it. */
export function wordScores(run: SearchRun, field: string, term: string, fuzzy: Fuzzy | null): Scores {
  if (fuzzy === null) {
    noteHits(run, field, [term])
    return termScores(run.index, field, term)
  }
  const near = nearTerms(run, field, term, fuzzy)
  noteHits(
    run,
    field,
    near.map((each) => each.term),
  )
  // A rare misspelling is no better than the word itself.
  const found = near.reduce((most, each) => Math.max(most, run.index.count(field, each.term)), 0)
  return anyOf(near.map((each) => termScores(run.index, field, each.term, each.boost, found)))
}

/** How far words may be from the one that is searched for. */
export interface Fuzzy {
  readonly most: 1 | 2
  readonly prefixLength: number
  readonly maxExpansions: number
}

function fuzzyIn(parent: Spec): Fuzzy | null {
  const spec = parent.part('fuzzy')
  if (spec === undefined) return null
  const most = spec.whole('maxEdits', 1, 2)
  if (most > 2) throw spec.refusal('must be within bounds [1, 2]', 'maxEdits')
  const fuzzy: Fuzzy = {
    most: most === 1 ? 1 : 2,
    prefixLength: spec.whole('prefixLength', 0, 0),
    maxExpansions: spec.whole('maxExpansions', 1, 50),
  }
  spec.end()
  return fuzzy
}

/** Returns the words of a field near a word, the nearest first, with what each counts. */
function nearTerms(
  { index }: SearchRun,
  field: string,
  term: string,
  { most, prefixLength, maxExpansions }: Fuzzy,
): { readonly term: string; readonly boost: number }[] {
  return index
    .terms(field, term.slice(0, prefixLength))
    .flatMap((each) => {
      const edits = areNear(term, each, most)
      return edits === null ? [] : [{ term: each, boost: 1 - edits / Math.min(term.length, each.length) }]
    })
    .filter(({ boost }) => boost > 0)
    .toSorted((left, right) => right.boost - left.boost)
    .slice(0, maxExpansions)
}

/** https://www.mongodb.com/docs/atlas/atlas-search/phrase/ */
export const phrase: SearchOperator = (spec, run) => {
  const queries = spec.texts('query')
  const paths = fieldPaths(spec, run)
  const slop = spec.whole('slop', 0, 0)
  if (spec.optional('synonyms') !== undefined) throw unknownSynonyms(spec)
  spec.end()
  return anyOf(paths.flatMap((path) => queries.map((query) => phraseIn(run, path, query, slop))))
}

/** Returns the scores of a text whose words follow one another in a field. */
export function phraseIn(run: SearchRun, path: FieldPath, query: string, slop: number): Scores {
  const words = searchedWords(run, path, query)
  const field = textField(path.path, path.multi)
  noteHits(
    run,
    field,
    words.map(({ term }) => term),
  )
  const [only] = words
  if (only !== undefined && words.length === 1) return termScores(run.index, field, only.term)
  return phraseScores(run.index, field, words, slop)
}

/** https://www.mongodb.com/docs/atlas/atlas-search/autocomplete/ */
export const autocomplete: SearchOperator = (spec, run) => {
  const path = spec.text('path')
  const queries = spec.texts('query')
  const fuzzy = fuzzyIn(spec)
  const isSequential = spec.oneOf('tokenOrder', ['any', 'sequential'], 'any') === 'sequential'
  spec.end()
  const { definition } = run.index
  const type = definition.typesAt(path).find((each) => each['type'] === 'autocomplete')
  if (type === undefined) throw new InvalidSearch(`autocomplete index field definition not present at path ${path}`)
  const [, most] = gramLengths(type)
  if (fuzzy !== null && most < fuzzy.prefixLength)
    throw new InvalidSearch('minimum fuzzy prefix length must be less than the maximum indexed token length')
  const analyze = gramAnalyzer(definition, type)
  const words = isSequential ? [] : queries.flatMap((query) => analyze(query).map(({ term }) => term))
  const wholes = queries.map((query) =>
    analyze(query)
      .map(({ term }) => term)
      .join(' '),
  )
  const terms = new Set([...words, ...wholes].filter((each) => each !== '').map((each) => gramTerm(type, each)))
  const begun = anyOf([...terms].map((term) => wordScores(run, gramField(path), term, fuzzy)))
  // A word that is there as a whole counts more, where the field is one for text too.
  const whole = anyOf(
    queries.map((query) => {
      const field = { path, multi: null }
      if (isSequential) return phraseIn(run, field, query, 0)
      return anyOf(searchedTerms(run, field, query).map((term) => termScores(run.index, textField(path), term)))
    }),
  )
  const wholeScore = whole.ascending()
  return begun.changed((score, recordId) => score + (wholeScore(recordId) ?? 0))
}

function patternOperator(compile: (query: string) => (term: string) => boolean): SearchOperator {
  return (spec, run) => {
    const queries = spec.texts('query')
    const paths = fieldPaths(spec, run)
    const mayBeAnalyzed = spec.flag('allowAnalyzedField')
    spec.end()
    return anyOf(
      paths.map((path) => {
        const analyze = run.index.definition.analyzerAt(path, 'search')
        if (analyze === null) return constantScores([])
        if (!mayBeAnalyzed && analyze('a b, c').length !== 1)
          throw new InvalidSearch(
            `Field ${path.path} is analyzed. Use a keyword analyzed field or set allowAnalyzedField to true.`,
          )
        // Of a pattern only the case is changed, as the analyzer changes it.
        const isLowered = analyze('A')[0]?.term === 'a'
        const field = textField(path.path, path.multi)
        return anyOf(
          queries.map((query) => patternScores(run, field, compile(isLowered ? query.toLowerCase() : query))),
        )
      }),
    )
  }
}

/** Returns the records with a word in a field that passes a test. */
export function patternScores(run: SearchRun, field: string, test: (term: string) => boolean): Scores {
  const terms = run.index.terms(field).filter(test)
  noteHits(run, field, terms)
  return constantScores(terms.flatMap((term) => run.index.postings(field, term).map(([recordId]) => recordId)))
}

/** https://www.mongodb.com/docs/atlas/atlas-search/wildcard/ */
export const wildcard = patternOperator(wildcardTest)

/** https://www.mongodb.com/docs/atlas/atlas-search/regex/ */
export const regex = patternOperator(expressionTest)
