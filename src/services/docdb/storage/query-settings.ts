import { createHash } from 'node:crypto'
import type { DataContext } from '#docdb/call.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { toEjson } from '#docdb/values/ejson.ts'
import { isDocument, isNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { allowedIndexes, hasIndexFilters, type FilteredQuery } from './index-filters.ts'
import { planOf, type Plan, type PlanRequest } from './plan.ts'

/** A query that settings may be about: a `find`, a `distinct` or an `aggregate`. */
export interface ShapedQuery {
  readonly name: string
  readonly command: Document
  readonly database: string
}

/** The members of a query that are part of its shape as they are. */
const PLAIN = [
  'sort',
  'projection',
  'collation',
  'key',
  'min',
  'max',
  'singleBatch',
  'returnKey',
  'tailable',
  'awaitData',
]

/**
 * Returns the shape of a query: that of another one differs in more than its values.
 * https://www.mongodb.com/docs/manual/core/query-shapes/
 */
export function shapeOf({ name, command, database }: ShapedQuery): Document {
  const shape: Document = { cmdNs: { db: database, coll: command[name] ?? '' }, command: name }
  const filter = name === 'find' ? command['filter'] : command['query']
  if (name !== 'aggregate') shape[name === 'find' ? 'filter' : 'query'] = isDocument(filter) ? filterShape(filter) : {}
  if (Array.isArray(command['pipeline'])) shape['pipeline'] = command['pipeline'].map(stageShape)
  for (const member of PLAIN) {
    const value = command[member]
    if (value !== undefined && !(isDocument(value) && Object.keys(value).length === 0)) shape[member] = value
  }
  for (const member of ['skip', 'limit', 'let']) {
    const value = command[member]
    if (value !== undefined) shape[member] = literalShape(value)
  }
  return shape
}

function filterShape(filter: Document): Document {
  const clauses = Object.entries(filter).flatMap(([name, condition]): Document[] => {
    if (name === '$comment') return []
    if (Array.isArray(condition) && name.startsWith('$'))
      return [{ [name]: condition.map((each) => (isDocument(each) ? filterShape(each) : valueShape(each))) }]
    if (name === '$expr') return [{ $expr: literalShape(condition) }]
    if (name.startsWith('$')) return [{ [name]: valueShape(condition) }]
    return [{ [name]: conditionShape(condition) }]
  })
  const [only, ...others] = clauses
  return others.length > 0 ? { $and: clauses } : (only ?? {})
}

function conditionShape(condition: Value): Document {
  if (!isDocument(condition) || Object.keys(condition)[0]?.startsWith('$') !== true)
    return { $eq: valueShape(condition) }
  return Object.fromEntries(
    Object.entries(condition).map(([operator, operand]) => {
      const isNested = isDocument(operand) && (operator === '$not' || operator === '$elemMatch')
      if (!isNested) return [operator, valueShape(operand)]
      return [
        operator,
        Object.keys(operand)[0]?.startsWith('$') === true ? conditionShape(operand) : filterShape(operand),
      ]
    }),
  )
}

function stageShape(stage: Value): Value {
  if (!isDocument(stage)) return valueShape(stage)
  return Object.fromEntries(
    Object.entries(stage).map(([name, operand]) => {
      if (name === '$match' && isDocument(operand)) return [name, filterShape(operand)]
      return [name, name === '$sort' || name === '$project' ? operand : literalShape(operand)]
    }),
  )
}

/** Returns an expression, or the operand of a stage, without its literals. Texts are taken for names of fields. */
function literalShape(value: Value): Value {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(literalShape)
  if (!isDocument(value)) return valueShape(value)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, literalShape(each)]))
}

/** Returns what stands for a value in a shape: its type. */
function valueShape(value: Value): string {
  if (isNumber(value)) return '?number'
  if (!Array.isArray(value)) return `?${typeOf(value)}`
  const [type, ...others] = new Set(value.map(valueShape))
  return others.length === 0 && type !== undefined ? `?array<${type}>` : '?array<>'
}

/** Returns the hash of a shape: 64 hexadecimal digits, in capitals. It is not the one of the vendor's server. */
export function shapeHash(shape: Document): string {
  return createHash('sha256')
    .update(JSON.stringify(toEjson(shape, 'canonical')))
    .digest('hex')
    .toUpperCase()
}

/** Returns the settings of a query; undefined where a client has set none for its shape. */
export function settingsOfQuery({ rows }: DataContext, clusterId: string, query: ShapedQuery): Document | undefined {
  if (rows.querySettings.size === 0) return undefined
  const settings = rows.querySettings.get(clusterId, shapeHash(shapeOf(query)))?.['settings']
  return isDocument(settings) ? settings : undefined
}

/** Returns the settings of all queries of a cluster, as `$querySettings` shows them. */
export function shownQuerySettings({ rows }: DataContext, clusterId: string, hasShapes: boolean): Document[] {
  const { start, end } = rows.querySettings.range([clusterId])
  return rows.querySettings.slice(start, end).map(({ debugQueryShape, ...shown }) => ({
    ...shown,
    ...(hasShapes ? { debugQueryShape: debugQueryShape ?? {} } : {}),
  }))
}

/** Returns the indexes of a collection that settings let a query use; undefined where they say nothing about it. */
function hintedIndexes(settings: Document, { database, name }: CollectionRow): readonly Value[] | undefined {
  const hints = settings['indexHints']
  for (const { ns, allowedIndexes: allowed } of Array.isArray(hints) ? hints.filter(isDocument) : []) {
    if (isDocument(ns) && ns['db'] === database && ns['coll'] === name && Array.isArray(allowed)) return allowed
  }
  return undefined
}

/** A plan, and whether an index filter has narrowed the choice of it. */
export interface RuledPlan {
  readonly plan: Plan
  readonly isFiltered: boolean
}

/** Chooses the way to find documents, among the indexes that settings and index filters let the query use. */
export function planByRules(
  data: DataContext,
  row: CollectionRow,
  request: PlanRequest,
  query: Pick<FilteredQuery, 'sort' | 'projection'>,
  settings: Document | undefined,
): RuledPlan {
  const hinted = settings === undefined ? undefined : hintedIndexes(settings, row)
  if (hinted !== undefined) {
    const plan = planOf(data, row, { ...request, hint: undefined }, hinted)
    // Where no hinted index serves, the server plans as if there were no settings.
    if (plan.kind !== 'scan' || hinted.some((each) => isDocument(each) && '$natural' in each))
      return { plan, isFiltered: false }
  }
  const { filter, environment } = request
  const { sort, projection } = query
  const allowed = hasIndexFilters(data, row)
    ? allowedIndexes(data, row, { filter, sort, projection, collation: environment.collation })
    : undefined
  return { plan: planOf(data, row, request, allowed), isFiltered: allowed !== undefined }
}
