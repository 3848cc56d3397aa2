import { createHash } from 'node:crypto'
import type { DataContext } from '#docdb/call.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import type { Collation } from '#docdb/values/collation.ts'
import { isDocument, type Document, type Value } from '#docdb/values/value.ts'
import { indexesOf } from './catalog.ts'

/** A query, as far as index filters tell queries apart. */
export interface FilteredQuery {
  readonly filter: Document
  readonly sort: Document
  readonly projection: Document
  readonly collation: Collation | undefined
}

/**
 * Returns the shape of a query: two queries have the same one where they differ in values only.
 * https://www.mongodb.com/docs/manual/core/query-plans/#plan-cache-query-shape
 */
export function queryShape({ filter, sort, projection, collation }: FilteredQuery): string {
  return JSON.stringify([
    filterShape(filter),
    Object.entries(sort),
    Object.entries(projection),
    collation?.spec ?? null,
  ])
}

function filterShape(filter: Document): unknown {
  return Object.entries(filter)
    .filter(([name]) => name !== '$comment')
    .map(([name, condition]) => {
      if (Array.isArray(condition)) return [name, condition.map((each) => (isDocument(each) ? filterShape(each) : '?'))]
      return [name, conditionShape(condition)]
    })
    .toSorted(([left], [right]) => (String(left) < String(right) ? -1 : 1))
}

function conditionShape(condition: Value): unknown {
  if (!isDocument(condition) || Object.keys(condition)[0]?.startsWith('$') !== true) return ['$eq']
  return Object.entries(condition)
    .map(([operator, operand]) =>
      isDocument(operand) && (operator === '$not' || operator === '$elemMatch')
        ? [operator, filterShape(operand)]
        : [operator],
    )
    .toSorted(([left], [right]) => (String(left) < String(right) ? -1 : 1))
}

/** The hashes by which plans are told apart, as explain and the statistics show them. */
type PlanHashes = Readonly<Record<'queryHash' | 'planCacheShapeHash' | 'planCacheKey', string>>

/**
 * Returns the hashes of the shape of a query, and of the shape with the indexes of the collection.
 * https://www.mongodb.com/docs/manual/core/query-plans/#queryhash-and-plancachekey
 */
export function planHashes(data: DataContext, row: CollectionRow, query: FilteredQuery): PlanHashes {
  const shape = queryShape(query)
  const planCacheShapeHash = hashOf(shape)
  const names = indexesOf(data, row).map((each) => each.row.name)
  const planCacheKey = hashOf(JSON.stringify([shape, names]))
  return { queryHash: planCacheShapeHash, planCacheShapeHash, planCacheKey }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase()
}

/** Returns whether a client has set which indexes some queries of a collection may use. */
export function hasIndexFilters({ rows }: DataContext, { id }: Pick<CollectionRow, 'id'>): boolean {
  return rows.indexFilters.first([id]) !== undefined
}

/**
 * Returns the indexes that a client lets a query use, by their names and keys; undefined where it has set no filter.
 * https://www.mongodb.com/docs/manual/core/query-plans/#index-filters
 */
export function allowedIndexes(
  data: DataContext,
  row: Pick<CollectionRow, 'id'>,
  query: FilteredQuery,
): readonly Value[] | undefined {
  if (!hasIndexFilters(data, row)) return undefined
  const indexes = data.rows.indexFilters.get(row.id, queryShape(query))?.['indexes']
  return Array.isArray(indexes) ? indexes : undefined
}
