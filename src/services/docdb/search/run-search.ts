import type { DataContext } from '#docdb/call.ts'
import { readSort, sortKey } from '#docdb/expression/sort-order.ts'
import { compareValues } from '#docdb/values/compare.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { facetCollector } from './facets.ts'
import { highlighter, type Highlighter } from './highlights.ts'
import { queryableIndex } from './index-state.ts'
import { InvalidSearch } from './invalid-search.ts'
import { operatorName, runOnlyOperator, runOperator } from './operators.ts'
import { IndexReader } from './postings.ts'
import { constantScores, type Scores } from './scores.ts'
import { allRecords, documentOf, type SearchRun } from './search-run.ts'
import { Spec } from './spec.ts'
import { storedPart, type StoredPart } from './stored-source.ts'

/** A record that a search has found. */
export interface FoundRecord {
  readonly recordId: number
  readonly score: number
}

/** The result of a search. */
export interface SearchResult {
  /** In the order of the search. */
  readonly records: readonly FoundRecord[]
  /** The value of `$$SEARCH_META`. */
  readonly meta: Document
  readonly highlight: Highlighter | null
  /** Returns what the index itself has of a document; null where the documents of the collection are asked for. */
  readonly stored: StoredPart | null
  readonly hasScoreDetails: boolean
}

const NOTHING: Omit<SearchResult, 'meta'> = { records: [], highlight: null, stored: null, hasScoreDetails: false }

/** Returns the name of the index that a search names. */
function indexNameIn(spec: Spec): string {
  return spec.has('index') ? spec.text('index') : 'default'
}

/**
 * Runs a search. https://www.mongodb.com/docs/atlas/atlas-search/aggregation-stages/search/
 *
 * @throws InvalidSearch in the vendor's words.
 */
export function runSearch(data: DataContext, collection: CollectionRow | undefined, operand: Document): SearchResult {
  const spec = new Spec(operand)
  const count = countIn(spec)
  const index = collection === undefined ? undefined : queryableIndex(data, collection, indexNameIn(spec))
  // Where there is no index, nothing is counted by its type.
  if (collection === undefined || index === undefined) return { ...NOTHING, meta: { count: { total: 0n } } }
  const run: SearchRun = {
    data,
    collection,
    index: new IndexReader(data, index),
    hits: new Map(),
    operate: runOnlyOperator,
  }
  const { scores, facet } = found(spec, run)
  const highlightSpec = spec.part('highlight')
  const highlight = highlightSpec === undefined ? null : highlighter(highlightSpec, run)
  const records = ordered(spec, run, scores)
  const stored = spec.flag('returnStoredSource') ? storedPart(run.index.definition.source) : null
  const hasScoreDetails = spec.flag('scoreDetails')
  for (const name of ['index', 'tracking']) spec.optional(name)
  spec.flag('concurrent')
  checkScope(spec.part('returnScope'))
  const page = pageOf(spec, records)
  spec.end()
  const meta: Document = { count: count(scores.recordIds.length), ...(facet === null ? {} : { facet }) }
  return { records: page, meta, highlight, stored, hasScoreDetails }
}

/** Refuses the embedded documents that a search is to return, unless they are named by a path. */
function checkScope(scope: Spec | undefined): void {
  if (scope === undefined) return
  scope.text('path')
  scope.end()
}

/** Runs the operator of a search, or that of its collector. */
function found(spec: Spec, run: SearchRun): { scores: Scores; facet: Document | null } {
  const collector = spec.part('facet')
  const name = operatorName(spec)
  if (collector === undefined) {
    if (name === undefined) throw new InvalidSearch(withoutOperator(spec))
    return { scores: runOperator(spec, name, run), facet: null }
  }
  if (name !== undefined) throw spec.refusal('Top-level operator is not allowed to be used with collector')
  const operator = collector.part('operator')
  const scores = operator === undefined ? constantScores(allRecords(run)) : runOnlyOperator(operator, run)
  const collect = facetCollector(collector, run)
  collector.end()
  return { scores, facet: collect(scores) }
}

const OPTIONS = new Set(
  'index highlight count sort searchAfter searchBefore scoreDetails returnStoredSource returnScope concurrent tracking'.split(
    ' ',
  ),
)

function withoutOperator({ document }: Spec): string {
  const unknown = Object.keys(document).find((name) => !OPTIONS.has(name))
  return unknown === undefined
    ? 'Query should contain either an operator [autocomplete, compound, equals, exists, in, near, phrase, queryString, range, regex, text, wildcard] or a collector [facet]'
    : `unrecognized field "${unknown}"`
}

function countIn(parent: Spec): (found: number) => Document {
  const spec = parent.part('count')
  const type = spec?.oneOf('type', ['lowerBound', 'total'], 'lowerBound') ?? 'lowerBound'
  spec?.whole('threshold', 0, 1000)
  spec?.end()
  return (count) => ({ [type]: BigInt(count) })
}

/** One part of the order of a search. */
interface Order {
  compare(left: FoundRecord, right: FoundRecord): number
}

function ordered(spec: Spec, run: SearchRun, scores: Scores): FoundRecord[] {
  const sort = spec.part('sort')
  if (sort === undefined) return byScore(scores)
  const records = scores.recordIds.map((recordId, at) => ({ recordId, score: scores.values[at] ?? 0 }))
  const parts = Object.keys(sort.document).map((name) => orderOf(sort, name, run, records))
  if (parts.length === 0) throw spec.refusal('Sort spec must have at least one sort field defined', 'sort')
  return records.sort((left, right) => {
    for (const part of parts) {
      const compared = part.compare(left, right)
      if (compared !== 0) return compared
    }
    return left.recordId - right.recordId
  })
}

/** Returns the records by their scores, the best first. Many records have one score: they are compared once. */
function byScore({ recordIds, values }: Scores): FoundRecord[] {
  const equals = new Map<number, FoundRecord[]>()
  for (const [at, recordId] of recordIds.entries()) {
    const score = values[at] ?? 0
    const found = equals.get(score)
    if (found === undefined) equals.set(score, [{ recordId, score }])
    else found.push({ recordId, score })
  }
  const scores = Array.from(equals.keys()).toSorted((left, right) => right - left)
  return scores.flatMap((score) => equals.get(score) ?? [])
}

function orderOf(sort: Spec, name: string, run: SearchRun, records: readonly FoundRecord[]): Order {
  const option = sort.required(name)
  if (isDocument(option) && option['$meta'] !== undefined) {
    const isAscending = option['order'] === 1
    return { compare: (left, right) => (isAscending ? left.score - right.score : right.score - left.score) }
  }
  const direction = directionOf(sort, name, isDocument(option) ? (option['order'] ?? null) : option)
  const isMissingHighest = isDocument(option) && option['noData'] === 'highest'
  const types = run.index.definition.typesAt(name)
  const isSorted = types.some(({ type }) => SORTED.has(textOfAny(type)))
  const [part] = readSort({ [name]: direction })
  const keys = new Map(
    records.map(({ recordId }): [number, Value | undefined] => {
      const document = documentOf(run, recordId)
      if (document === undefined || part === undefined || !isSorted) return [recordId, undefined]
      const key = sortKey(document, part.path, part.descending) ?? undefined
      const isText = typeof key === 'string'
      return [recordId, isText && !types.some(({ type }) => type === 'token') ? undefined : key]
    }),
  )
  return {
    compare: (left, right) => {
      const [own, other] = [keys.get(left.recordId), keys.get(right.recordId)]
      if (own === undefined || other === undefined) {
        const missing = own === other ? 0 : (own === undefined ? -1 : 1) * (isMissingHighest ? -1 : 1)
        return missing * direction
      }
      return compareValues(own, other) * direction
    },
  }
}

/** The types of fields that have an order. */
const SORTED = new Set(['boolean', 'date', 'number', 'objectId', 'token', 'uuid'])

function directionOf(sort: Spec, name: string, value: Value): 1 | -1 {
  const direction = isNumber(value) ? toNumber(value) : Number.NaN
  if (direction !== 1 && direction !== -1) throw sort.refusal('sort order must be 1 or -1', name)
  return direction
}

/** Returns the token by which a client asks for the records after or before one. */
export function sequenceToken({ recordId, score }: FoundRecord): string {
  return Buffer.from(JSON.stringify([recordId, score])).toString('base64')
}

function pageOf(spec: Spec, records: readonly FoundRecord[]): readonly FoundRecord[] {
  const [after, before] = [spec.optional('searchAfter'), spec.optional('searchBefore')]
  if (after !== undefined && before !== undefined)
    throw spec.refusal('only one of [searchAfter, searchBefore] may be present')
  if (after === undefined && before === undefined) return records
  const name = after === undefined ? 'searchBefore' : 'searchAfter'
  const [recordId, score] = readToken(spec, name)
  const own = records.findIndex((each) => each.recordId === recordId)
  // A record that is gone was before those with a lower score.
  const at = own < 0 ? records.findIndex((each) => each.score < score) : own
  const place = at < 0 ? records.length : at
  if (name === 'searchAfter') return records.slice(own < 0 ? place : place + 1)
  return records.slice(0, place).toReversed()
}

function readToken(spec: Spec, name: string): readonly [recordId: number, score: number] {
  try {
    const read: unknown = JSON.parse(Buffer.from(spec.text(name), 'base64').toString())
    if (Array.isArray(read) && typeof read[0] === 'number' && typeof read[1] === 'number') return [read[0], read[1]]
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw spec.refusal('Invalid format for token value', name)
}
