import { compileExpression } from '#docdb/expression/compile.ts'
import { isTruthy } from '#docdb/expression/truth.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import { EARTH_RADIUS, nearestPlace, nearClause } from '#docdb/query/near.ts'
import { checkedFieldPath } from '#docdb/query/path.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { findCollection, indexesOf } from '#docdb/storage/catalog.ts'
import { kindsOf } from '#docdb/storage/index-shape.ts'
import { execute, planOf } from '#docdb/storage/plan.ts'
import {
  copyOf,
  double,
  isDocument,
  isNumber,
  toNumber,
  typeOf,
  type Document,
  type Value,
} from '#docdb/values/value.ts'
import { documentIn, type PipelineContext } from './context.ts'
import { refuseInPipeline } from './shape.ts'
import { withValueAt } from './value-place.ts'

/** The documents near a point, and the context of the stages after them, which may read their distances. */
interface NearDocuments {
  readonly documents: Document[]
  readonly inner: PipelineContext
}

/**
 * Returns the documents of a collection near a point, the nearest first, with their distances: as many as the pipeline
 * takes. https://www.mongodb.com/docs/manual/reference/operator/aggregation/geoNear/
 */
export function geoNear(operand: Value, context: PipelineContext, taken: number): NearDocuments {
  const { data, clusterId, database, collection, environment } = context
  const spec = readSpec(documentIn('$geoNear', operand, 10065), context)
  const row = findCollection(data, { clusterId, database, name: collection })
  if (row === undefined)
    throw new CommandError(
      'NamespaceNotFound',
      `$geoNear requires a geo index to run, but ${database}.${collection} does not exist`,
    )
  const place: Document = { [spec.key ?? geoField(context, row)]: conditionOf(spec) }
  const filter = Object.keys(spec.query).length > 0 ? { $and: [spec.query, place] } : place
  const clause = nearClause(place)
  if (clause === null) throw new CommandError('BadValue', 'empty geo near query object') // not reached: it has one
  const plan = planOf(data, row, { filter, environment })
  const test = compileQuery(filter, environment)
  const unit = !isGeoJson(spec.near) && clause.near.isSphere ? EARTH_RADIUS : 1
  const documents: Document[] = []
  const metadata = new WeakMap<Document, (name: string) => Value | undefined>()
  for (const { document } of execute(data, row, plan, test, environment)) {
    if (documents.length >= taken) break
    const { distance, value } = nearestPlace(document, clause.path, clause.near, environment.time)
    const away = double((distance / unit) * spec.distanceMultiplier)
    let made = copyOf(document)
    if (spec.distanceField !== undefined) made = withValueAt(made, spec.distanceField.split('.'), away)
    if (spec.includeLocs !== undefined) made = withValueAt(made, spec.includeLocs.split('.'), value)
    metadata.set(made, (name) => (name === 'geoNearDistance' ? away : name === 'geoNearPoint' ? value : undefined))
    documents.push(made)
  }
  const meta = (document: Document, name: string): Value | undefined => metadata.get(document)?.(name)
  return { documents, inner: { ...context, metadata, environment: { ...environment, meta } } }
}

/** A `$geoNear` as its operand says it. */
interface GeoNear {
  readonly near: Value
  readonly key: string | undefined
  readonly query: Document
  readonly isSpherical: boolean
  readonly distanceField: string | undefined
  readonly includeLocs: string | undefined
  readonly distanceMultiplier: number
  /** The distances between which documents are found, as the operators of a query have them. */
  readonly limits: Document
}

const OPTIONS = new Set([
  'near',
  'distanceField',
  'spherical',
  'maxDistance',
  'query',
  'distanceMultiplier',
  'includeLocs',
  'minDistance',
  'key',
])

function readSpec(spec: Document, context: PipelineContext): GeoNear {
  const unknown = Object.keys(spec).find((name) => !OPTIONS.has(name))
  if (unknown !== undefined)
    throw new CommandError('IDLUnknownField', `BSON field '$geoNear.${unknown}' is an unknown field.`)
  if (spec['near'] === undefined) throw new CommandError(5860400, "$geoNear requires a 'near' option as an Array")
  const near = constantOf('near', 5_860_402, spec['near'], context)
  if (!isDocument(near) && !Array.isArray(near))
    throw new CommandError(5_860_401, "$geoNear requires a 'near' argument that is an array or an object")
  const { query = {}, spherical } = spec
  if (!isDocument(query)) throw wrongType('query', query, 'object')
  refuseInPipeline(query)
  return {
    near,
    query,
    isSpherical: spherical !== undefined && isTruthy(spherical),
    key: readKey(spec['key']),
    distanceField: fieldIn(spec, 'distanceField', 16_606),
    includeLocs: fieldIn(spec, 'includeLocs', 16_607),
    distanceMultiplier: multiplierIn(spec),
    limits: {
      ...distanceIn(spec, 'minDistance', 7_555_701, context),
      ...distanceIn(spec, 'maxDistance', 7_555_702, context),
    },
  }
}

function wrongType(name: string, value: Value, expected: string): CommandError {
  return new CommandError('TypeMismatch', `$geoNear parameter '${name}' must be ${expected}, but is ${typeOf(value)}`)
}

/** Returns the value of an option that may be an expression of the variables of the pipeline. */
function constantOf(name: string, code: number, value: Value, { environment }: PipelineContext): Value {
  const found = compileExpression(value, environment)({}, environment.variables)
  if (found !== undefined) return found
  throw new CommandError(code, `$geoNear requires '${name}' to be a constant`)
}

function readKey(key: Value | undefined): string | undefined {
  if (key === undefined) return undefined
  if (typeof key !== 'string') throw wrongType('key', key, 'a string')
  if (key === '') throw new CommandError('BadValue', "$geoNear parameter 'key' cannot be the empty string")
  checkedFieldPath(key)
  return key
}

function fieldIn(spec: Document, name: string, code: number): string | undefined {
  const field = spec[name]
  if (field === undefined) return undefined
  if (typeof field !== 'string')
    throw new CommandError(code, `$geoNear requires that '${name}' option is a String, but is ${typeOf(field)}`)
  checkedFieldPath(field)
  return field
}

function multiplierIn({ distanceMultiplier = 1 }: Document): number {
  if (!isNumber(distanceMultiplier)) throw wrongType('distanceMultiplier', distanceMultiplier, 'a number')
  const multiplier = toNumber(distanceMultiplier)
  if (!(multiplier >= 0)) throw new CommandError('BadValue', 'distanceMultiplier must be nonnegative')
  return multiplier
}

/** Returns a limit of the distance as the operator of a query that has it; nothing where there is none. */
function distanceIn(
  spec: Document,
  name: 'minDistance' | 'maxDistance',
  code: number,
  context: PipelineContext,
): Document {
  if (spec[name] === undefined) return {}
  const distance = constantOf(name, code, spec[name], context)
  if (!isNumber(distance)) throw wrongType(name, distance, 'a number')
  if (!(toNumber(distance) >= 0)) throw new CommandError('BadValue', `${name} must be nonnegative`)
  return { [`$${name}`]: distance }
}

function isGeoJson(near: Value): near is Document {
  return isDocument(near) && near['type'] !== undefined
}

/** Returns the condition of a query for the documents near the point. */
function conditionOf({ near, isSpherical, limits }: GeoNear): Document {
  const operator = isGeoJson(near) || isSpherical ? '$nearSphere' : '$near'
  return isGeoJson(near) ? { [operator]: { $geometry: near, ...limits } } : { [operator]: near, ...limits }
}

/** Returns the field of the only index for the plane, else of the only one for the sphere. */
function geoField({ data, database, collection }: PipelineContext, row: CollectionRow): string {
  for (const kind of ['2d', '2dsphere']) {
    const fields = indexesOf(data, row).flatMap((index) =>
      index.fields.filter((_field, at) => kindsOf(index)[at] === kind),
    )
    const [only] = fields
    if (fields.length > 1)
      throw new CommandError(
        'IndexNotFound',
        `There is more than one ${kind} index on ${database}.${collection}; unsure which to use for $geoNear`,
      )
    if (only !== undefined) return only
  }
  throw new CommandError('IndexNotFound', '$geoNear requires a 2d or 2dsphere index, but none were found')
}
