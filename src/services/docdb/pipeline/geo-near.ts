import { compileQuery } from '#docdb/query/compile.ts'
import { distanceOf, EARTH_RADIUS, nearOf } from '#docdb/query/geo.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { findCollection, indexesOf } from '#docdb/storage/catalog.ts'
import { changeable, targetAt } from '#docdb/update/target.ts'
import { double, isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import { documentIn, type PipelineContext } from './context.ts'

/** Returns the documents of a collection near a point, the nearest first, with their distances. */
export function geoNear(operand: Value, context: PipelineContext, documents: readonly Document[]): Document[] {
  const spec = documentIn('$geoNear', operand, 10065)
  const { near, distanceField, query, key, distanceMultiplier, includeLocs, spherical } = spec
  if (near === undefined) throw new CommandError(5860400, "$geoNear requires a 'near' option as an Array")
  const path = (typeof key === 'string' ? key : geoField(context)).split('.')
  const geometry = isDocument(near) && near['type'] !== undefined
  const found = nearOf(
    geometry || spherical === true ? '$nearSphere' : '$near',
    geometry ? { $geometry: near } : near,
    geometry ? {} : { $minDistance: spec['minDistance'] ?? 0, $maxDistance: spec['maxDistance'] ?? Number.MAX_VALUE },
  )
  const limits = geometry
    ? { least: limitOf(spec['minDistance'], 0), most: limitOf(spec['maxDistance'], Infinity) }
    : found
  const test = compileQuery(isDocument(query) ? query : {}, context.environment)
  const factor = isNumber(distanceMultiplier) ? toNumber(distanceMultiplier) : 1
  const unit = !geometry && found.isSphere ? EARTH_RADIUS : 1
  return documents
    .filter((each) => test(each, context.environment.variables))
    .map((document) => ({ document, distance: distanceOf(document, path, found, context.environment.time) }))
    .filter(({ distance }) => Number.isFinite(distance) && distance >= limits.least && distance <= limits.most)
    .toSorted((left, right) => left.distance - right.distance)
    .map(({ document, distance }) => {
      const made = changeable(document)
      if (typeof distanceField === 'string')
        targetAt(made, distanceField.split('.')).set(double((distance / unit) * factor))
      if (typeof includeLocs === 'string') {
        targetAt(made, includeLocs.split('.')).set(
          path.reduce<Value>((at, part) => (isDocument(at) ? (at[part] ?? null) : null), document),
        )
      }
      return made
    })
}

function limitOf(value: Value | undefined, absent: number): number {
  return isNumber(value) ? toNumber(value) : absent
}

/** Returns the field of the only geospatial index. */
function geoField({ data, clusterId, database, collection }: PipelineContext): string {
  const row = findCollection(data, { clusterId, database, name: collection })
  const fields = (row === undefined ? [] : indexesOf(data, row))
    .filter((index) => index.row.kind === 'geo')
    .map(
      ({ spec }) =>
        Object.entries(isDocument(spec['key']) ? spec['key'] : {}).find(([, type]) => typeof type === 'string')?.[0] ??
        '',
    )
  const [only] = fields
  if (only === undefined)
    throw new CommandError('IndexNotFound', '$geoNear requires a 2d or 2dsphere index, but none were found')
  if (fields.length > 1)
    throw new CommandError(
      'IndexNotFound',
      `There is more than one 2dsphere index on ${database}.${collection}; unsure which to use for $geoNear`,
    )
  return only
}
