import { CommandError } from '#docdb/errors/command-error.ts'
import { invalidPlace, isPair, geoJsonShape, pairOf } from '#docdb/geo/read-shape.ts'
import { angleTo } from '#docdb/geo/relations.ts'
import { isOnSphere, type Shape } from '#docdb/geo/shape.ts'
import { vectorAt, type Position, type Vector } from '#docdb/geo/vectors.ts'
import { show } from '#docdb/values/show.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import type { Path } from './path.ts'
import { eachPlace } from './places.ts'
import type { TimeLimit } from './time-limit.ts'

/** The radius of the earth that the server uses, in metres. */
export const EARTH_RADIUS = 6_378_100

/** The operators that search near a point. */
export const NEAR_OPERATORS = new Set(['$near', '$nearSphere', '$geoNear'])

/** A point to search near, and the distances that count. */
export interface Near {
  readonly center: Position
  readonly vector: Vector
  readonly isSphere: boolean
  /** Whether the point is GeoJSON, which an index for the plane does not find. */
  readonly isGeoJson: boolean
  /** In metres on the sphere, in units of the coordinates on the plane. */
  readonly least: number
  readonly most: number
}

/** Reads `$near`, `$nearSphere` or `$geoNear` of a condition. */
export function nearOf(name: string, operand: Value, siblings: Document): Near {
  const geometry = isDocument(operand) ? operand['$geometry'] : undefined
  if (!isDocument(operand) && !Array.isArray(operand)) throw invalidPlace('geo near query argument is not an object')
  const isPoint = geometry === undefined && (isPair(operand) || (isDocument(operand) && operand['type'] !== undefined))
  return isPoint ? nearPoint(name, operand, siblings) : nearGeometry(operand, siblings)
}

/** Reads the form of old: the point is the operand, and the distances are beside it. */
function nearPoint(name: string, operand: Value, siblings: Document): Near {
  const isGeoJson = !isPair(operand)
  const members = Array.isArray(operand) ? operand : []
  const [, , own] = members
  const hasOwn = members.length === 3 && isNumber(own)
  const center = isGeoJson ? geoJsonPoint(operand) : pairOf(hasOwn ? members.slice(0, 2) : operand, false)
  if (hasOwn && toNumber(own) < 0) throw new CommandError(18522, 'max distance must be non-negative')
  const isSphere = isGeoJson || name === '$nearSphere'
  if (name === '$nearSphere' && !isOnSphere(center))
    throw new CommandError(17444, 'Legacy point is out of bounds for spherical query')
  for (const sibling of Object.keys(siblings)) {
    if (!NEAR_OPERATORS.has(sibling) && !['$minDistance', '$maxDistance', '$uniqueDocs'].includes(sibling))
      throw new CommandError(34413, `invalid argument in geo near query: ${sibling}`)
  }
  // Distances around a pair of coordinates are in radians on the sphere.
  const unit = isSphere && !isGeoJson ? EARTH_RADIUS : 1
  const limit = (member: '$minDistance' | '$maxDistance', absent: number): number => {
    const value = siblings[member]
    if (value === undefined) return absent
    const isLeast = member === '$minDistance'
    if (!isNumber(value)) throw new CommandError(isLeast ? 16893 : 16895, `${member} must be a number`)
    if (!(toNumber(value) >= 0)) throw new CommandError(isLeast ? 16894 : 16896, `${member} must be non-negative`)
    return toNumber(value) * unit
  }
  const most = limit('$maxDistance', hasOwn ? toNumber(own) * unit : Infinity)
  return { center, vector: vectorAt(center), isSphere, isGeoJson, least: limit('$minDistance', 0), most }
}

/** Reads the form with `$geometry`: GeoJSON, and distances in metres. */
function nearGeometry(operand: Value, siblings: Document): Near {
  const options = isDocument(operand) ? operand : {}
  const other = Object.keys(siblings).find((name) => !NEAR_OPERATORS.has(name))
  if (other !== undefined)
    throw invalidPlace(
      `geo near accepts just one argument when querying for a GeoJSON point. Extra field found: ${other}: ${show(siblings[other])}`,
    )
  const limit = (member: string, absent: number): number => {
    const value = options[member]
    if (value === undefined) return absent
    if (!isNumber(value)) throw invalidPlace(`${member} must be a number`)
    const number = toNumber(value)
    if (!(number >= 0 && Number.isFinite(number))) throw invalidPlace(`${member} must be non-negative`)
    return number
  }
  const unknown = Object.keys(options).find((name) => !['$geometry', '$minDistance', '$maxDistance'].includes(name))
  if (unknown !== undefined) throw invalidPlace(`invalid argument in geo near query: ${unknown}`)
  const { $geometry: geometry } = options
  if (!isDocument(geometry) && !Array.isArray(geometry)) throw invalidPlace('$geometry is required for geo near query')
  if (isPair(geometry)) throw invalidPlace(`$near requires geojson point, given ${show(geometry)}`)
  const center = geoJsonPoint(geometry)
  const [least, most] = [limit('$minDistance', 0), limit('$maxDistance', Infinity)]
  return { center, vector: vectorAt(center), isSphere: true, isGeoJson: true, least, most }
}

function geoJsonPoint(value: Value): Position {
  const prefix = `invalid point in geo near query $geometry argument: ${show(value)}  `
  if (!isDocument(value)) throw invalidPlace(`${prefix}Point must be an array or object`)
  let shape: Shape
  try {
    shape = geoJsonShape({ ...value, type: 'Point' })
  } catch (error) {
    throw error instanceof CommandError ? invalidPlace(prefix + error.message) : error
  }
  return shape.point as Position // a point has one
}

/** Returns the distance of a place in metres, or in units of the plane; Infinity for one that is not on the plane. */
function distanceTo({ center, vector, isSphere }: Near, shape: Shape, time: TimeLimit | undefined): number {
  if (!isSphere) {
    const { point } = shape
    return point === null ? Infinity : Math.hypot(point[0] - center[0], point[1] - center[1])
  }
  if (shape.system === 'strict sphere') return Infinity
  if (shape.system === 'plane' && shape.point !== null && !isOnSphere(shape.point)) return Infinity
  return angleTo(vector, shape, time) * EARTH_RADIUS
}

/** Returns whether a place is at a distance that counts. */
export function isNear(near: Near, shape: Shape, time: TimeLimit | undefined): boolean {
  const distance = distanceTo(near, shape, time)
  return distance >= near.least && distance <= near.most && distance < Infinity
}

/** The place of a document that is the nearest to a point. */
export interface NearestPlace {
  /** In metres on the sphere, in units of the coordinates on the plane; Infinity for a document without a place. */
  readonly distance: number
  readonly value: Value
}

/** Returns the nearest place at a path of a document. */
export function nearestPlace(document: Document, path: Path, near: Near, time: TimeLimit | undefined): NearestPlace {
  let best: NearestPlace = { distance: Infinity, value: null }
  eachPlace(document, path, (shape, value) => {
    const distance = distanceTo(near, shape, time)
    if (distance < best.distance) best = { distance, value }
  })
  return best
}

/** A `$near` of a filter: the path of the places, and the point. */
export interface NearClause {
  readonly path: Path
  readonly near: Near
}

/**
 * Returns the `$near` of a filter, by whose distance results are in order; null when it has none.
 *
 * @throws CommandError for one within another operator, or for several.
 */
export function nearClause(filter: Document): NearClause | null {
  const found = nearClauses(filter)
  if (found.length > 1) throw invalidPlace('Too many geoNear expressions')
  return found[0] ?? null
}

function nearClauses(filter: Document): NearClause[] {
  const found: NearClause[] = []
  for (const name in filter) {
    const condition = filter[name] ?? null
    if (typeof condition !== 'object' || condition === null) continue
    if (Array.isArray(condition)) {
      if (name !== '$and' && name !== '$or' && name !== '$nor') continue
      const inner = condition.flatMap((each) => (isDocument(each) ? nearClauses(each) : []))
      if (inner.length > 0 && name !== '$and') throw invalidPlace('geo $near must be top-level expr')
      for (const each of inner) found.push(each)
    } else if (isDocument(condition)) {
      for (const operator of NEAR_OPERATORS) {
        const operand = condition[operator]
        if (operand !== undefined) found.push({ path: name.split('.'), near: nearOf(operator, operand, condition) })
      }
    }
  }
  return found
}
