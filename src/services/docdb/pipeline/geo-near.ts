import { compileQuery } from '#docdb/query/compile.ts'
import { EARTH_RADIUS, nearestPlace, nearClause } from '#docdb/query/near.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { findCollection, indexesOf } from '#docdb/storage/catalog.ts'
import { kindsOf } from '#docdb/storage/index-shape.ts'
import { execute, planOf } from '#docdb/storage/plan.ts'
import { changeable, targetAt } from '#docdb/update/target.ts'
import { double, isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import { documentIn, type PipelineContext } from './context.ts'

/**
 * Returns the documents of a collection near a point, the nearest first, with their distances: as many as the pipeline
 * takes. https://www.mongodb.com/docs/manual/reference/operator/aggregation/geoNear/
 */
export function geoNear(operand: Value, context: PipelineContext, taken: number): Document[] {
  const { data, clusterId, database, collection, environment } = context
  const spec = documentIn('$geoNear', operand, 10065)
  const { near, distanceField, query, key, distanceMultiplier, includeLocs, spherical } = spec
  if (near === undefined) throw new CommandError(5860400, "$geoNear requires a 'near' option as an Array")
  const row = findCollection(data, { clusterId, database, name: collection })
  if (row === undefined)
    throw new CommandError(
      'NamespaceNotFound',
      `$geoNear requires a geo index to run, but ${database}.${collection} does not exist`,
    )
  const field = typeof key === 'string' ? key : geoField(context, row)
  const isGeoJson = isDocument(near) && near['type'] !== undefined
  const operator = isGeoJson || spherical === true ? '$nearSphere' : '$near'
  const limits = {
    ...(spec['minDistance'] === undefined ? {} : { $minDistance: spec['minDistance'] }),
    ...(spec['maxDistance'] === undefined ? {} : { $maxDistance: spec['maxDistance'] }),
  }
  const condition = isGeoJson ? { [operator]: { $geometry: near, ...limits } } : { [operator]: near, ...limits }
  const place: Document = { [field]: condition }
  const filter = isDocument(query) && Object.keys(query).length > 0 ? { $and: [query, place] } : place
  const clause = nearClause(place)
  if (clause === null) throw new CommandError('BadValue', 'empty geo near query object') // not reached: it has one
  const plan = planOf(data, row, { filter, environment })
  const test = compileQuery(filter, environment)
  const factor = isNumber(distanceMultiplier) ? toNumber(distanceMultiplier) : 1
  const unit = !isGeoJson && clause.near.isSphere ? EARTH_RADIUS : 1
  const documents: Document[] = []
  for (const { document } of execute(data, row, plan, test, environment)) {
    if (documents.length >= taken) break
    const { distance, value } = nearestPlace(document, clause.path, clause.near, environment.time)
    const made = changeable(document)
    if (typeof distanceField === 'string')
      targetAt(made, distanceField.split('.')).set(double((distance / unit) * factor))
    if (typeof includeLocs === 'string') targetAt(made, includeLocs.split('.')).set(value)
    documents.push(made)
  }
  return documents
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
