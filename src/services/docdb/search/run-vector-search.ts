import type { DataContext } from '#docdb/call.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import { PLAIN_ENVIRONMENT } from '#docdb/storage/index-shape.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import type { SIMILARITIES } from './definition.ts'
import { queryableIndex } from './index-state.ts'
import { InvalidSearch } from './invalid-search.ts'
import { definitionOf } from './postings.ts'
import type { FoundRecord, SearchResult } from './run-search.ts'
import { Spec } from './spec.ts'
import { storedPart } from './stored-source.ts'
import { nearness, vectorAt, vectorOf, type Vector } from './vectors.ts'

/** The most candidates of a search that is not exact. */
const MOST_CANDIDATES = 10_000

/**
 * Runs a search for the vectors that are nearest to one, by their exact distances.
 * https://www.mongodb.com/docs/atlas/atlas-vector-search/vector-search-stage/
 *
 * @throws InvalidSearch in the vendor's words.
 */
export function runVectorSearch(
  data: DataContext,
  collection: CollectionRow | undefined,
  operand: Document,
): SearchResult {
  const spec = new Spec(operand)
  const [name, path] = [spec.text('index'), spec.text('path')]
  const wanted = vectorOf(spec.required('queryVector'))
  if (wanted === null) throw spec.refusal('must be a vector', 'queryVector')
  const limit = spec.whole('limit', 1)
  checkCandidates(spec, limit)
  const filter = spec.part('filter')?.document ?? {}
  const isStored = spec.flag('returnStoredSource')
  spec.optional('explainOptions')
  spec.end()
  const index = collection === undefined ? undefined : queryableIndex(data, collection, name)
  const nothing = { meta: {}, highlight: null, stored: null, hasScoreDetails: false }
  if (collection === undefined || index === undefined) return { ...nothing, records: [] }
  const definition = definitionOf(data, index)
  const fields = Array.isArray(definition['fields']) ? definition['fields'].filter(isDocument) : []
  const score = scoreIn(fields, path, wanted)
  checkFilter(filter, fields)
  const test = compileQuery(filter, PLAIN_ENVIRONMENT)
  const { start, end } = data.rows.documents.range([collection.id])
  const records: FoundRecord[] = []
  const parts = path.split('.')
  for (const { recordId, document } of data.rows.documents.slice(start, end)) {
    const vector = vectorAt(document, parts)
    if (vector?.length === wanted.length && test(document, {})) records.push({ recordId, score: score(vector) })
  }
  records.sort((left, right) => right.score - left.score || left.recordId - right.recordId)
  return { ...nothing, records: records.slice(0, limit), stored: isStored ? storedPart(definition) : null }
}

function checkCandidates(spec: Spec, limit: number): void {
  const isExact = spec.flag('exact')
  if (isExact) {
    if (spec.optional('numCandidates') !== undefined)
      throw spec.refusal('"numCandidates" must be omitted when "exact" is set to true')
    return
  }
  if (spec.optional('numCandidates') === undefined)
    throw spec.refusal('numCandidates is required for approximate vector search')
  const candidates = spec.whole('numCandidates', 1)
  if (candidates > MOST_CANDIDATES) throw spec.refusal(`must be within bounds [1, ${MOST_CANDIDATES}]`, 'numCandidates')
  if (limit > candidates) throw spec.refusal('limit should be less than or equal to numCandidates')
}

function scoreIn(fields: readonly Document[], path: string, wanted: Vector): (vector: Vector) => number {
  const field = fields.find((each) => each['type'] === 'vector' && each['path'] === path)
  if (field === undefined) throw new InvalidSearch(`${path} is not indexed as vector`)
  const size = isNumber(field['numDimensions']) ? toNumber(field['numDimensions']) : 0
  if (size !== wanted.length)
    throw new InvalidSearch(`vector field is indexed with ${size} dimensions but queried with ${wanted.length}`)
  return nearness(field['similarity'] as (typeof SIMILARITIES)[number], wanted) // the definition has been checked
}

/** The operators of a filter. */
const FILTERS = new Set([
  '$and',
  '$or',
  '$nor',
  '$not',
  '$eq',
  '$ne',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$nin',
  '$exists',
])

/** Refuses a filter by a field that is not indexed for it, and one with an operator that filters do not have. */
function checkFilter(filter: Value, fields: readonly Document[]): void {
  if (Array.isArray(filter)) for (const each of filter) checkFilter(each, fields)
  if (!isDocument(filter)) return
  for (const [name, condition] of Object.entries(filter)) {
    if (name.startsWith('$')) {
      if (!FILTERS.has(name)) throw new InvalidSearch(`"filter" unrecognized field "${name}"`)
      if (['$and', '$or', '$nor', '$not'].includes(name)) checkFilter(condition, fields)
      continue
    }
    if (!fields.some((each) => each['type'] === 'filter' && each['path'] === name))
      throw new InvalidSearch(`Path '${name}' needs to be indexed as filter`)
    if (isDocument(condition)) checkFilter(condition, fields)
  }
}
