import { CommandError } from '#docdb/errors/command-error.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import type { LeafTest } from './operators.ts'
import { someAt, type Path } from './path.ts'
import type { TimeLimit } from './time-limit.ts'

/** Longitude and latitude, or x and y. */
type Point = readonly [number, number]

/** The radius of the earth that the server uses, in metres. */
export const EARTH_RADIUS = 6_378_100

const RADIANS = Math.PI / 180

/** Returns the distance of two points on the sphere, in metres. */
function sphereDistance([fromX, fromY]: Point, [toX, toY]: Point): number {
  const half = (degrees: number): number => Math.sin((degrees * RADIANS) / 2) ** 2
  const chord = half(toY - fromY) + Math.cos(fromY * RADIANS) * Math.cos(toY * RADIANS) * half(toX - fromX)
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Returns the distance of two points on the plane. */
function flatDistance([fromX, fromY]: Point, [toX, toY]: Point): number {
  return Math.hypot(toX - fromX, toY - fromY)
}

/** A shape: its points, lines, and the rings of its polygons (the first of each is the outer one). */
interface Shape {
  readonly points: readonly Point[]
  readonly lines: readonly (readonly Point[])[]
  readonly polygons: readonly (readonly (readonly Point[])[])[]
}

function bad(message: string): CommandError {
  return new CommandError('BadValue', message)
}

/** Returns a pair of coordinates: an array, or a document with two numbers; null for anything else. */
function legacyPoint(value: Value | undefined): Point | null {
  const numbers = Array.isArray(value) ? value : isDocument(value) ? Object.values(value) : []
  const [x, y] = numbers
  return isNumber(x) && isNumber(y) ? [toNumber(x), toNumber(y)] : null
}

function points(value: Value | undefined): Point[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((each) => {
    const point = legacyPoint(each)
    return point === null ? [] : [point]
  })
}

/** Returns the shape of GeoJSON or of a legacy pair of coordinates; null for anything else. */
function shapeOf(value: Value | undefined): Shape | null {
  if (isDocument(value) && typeof value['type'] === 'string') return geoJson(value)
  const point = legacyPoint(value)
  return point === null ? null : { points: [point], lines: [], polygons: [] }
}

function geoJson({ type, coordinates, geometries }: Document): Shape | null {
  const list = Array.isArray(coordinates) ? coordinates : []
  const none: Shape = { points: [], lines: [], polygons: [] }
  switch (type) {
    case 'Point': {
      const point = legacyPoint(coordinates)
      return point === null ? null : { ...none, points: [point] }
    }
    case 'MultiPoint':
      return { ...none, points: points(coordinates) }
    case 'LineString':
      return { ...none, lines: [points(coordinates)] }
    case 'MultiLineString':
      return { ...none, lines: list.map(points) }
    case 'Polygon':
      return { ...none, polygons: [list.map(points)] }
    case 'MultiPolygon':
      return { ...none, polygons: list.map((each) => (Array.isArray(each) ? each.map(points) : [])) }
    case 'GeometryCollection': {
      const shapes = (Array.isArray(geometries) ? geometries : []).flatMap((each) => shapeOf(each) ?? [])
      return {
        points: shapes.flatMap((each) => each.points),
        lines: shapes.flatMap((each) => each.lines),
        polygons: shapes.flatMap((each) => each.polygons),
      }
    }
    default:
      return null
  }
}

function cornersOf({ points: own, lines, polygons }: Shape): readonly Point[] {
  return [...own, ...lines.flat(), ...polygons.flat(2)]
}

function isInRing([x, y]: Point, ring: readonly Point[]): boolean {
  let inside = false
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
    const [x1, y1] = ring[at] as Point // at < ring.length
    const [x2, y2] = ring[before] as Point // before < ring.length
    if (isBetween([x, y], [x1, y1], [x2, y2])) return true
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
  }
  return inside
}

function isBetween([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): boolean {
  const cross = (x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)
  if (Math.abs(cross) > 1e-12) return false
  return x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && y >= Math.min(y1, y2) && y <= Math.max(y1, y2)
}

function isInPolygon(point: Point, [outer = [], ...holes]: readonly (readonly Point[])[]): boolean {
  return isInRing(point, outer) && !holes.some((hole) => isInRing(point, hole))
}

function segmentsOf({ lines, polygons }: Shape): (readonly [Point, Point])[] {
  return [...lines, ...polygons.flat()].flatMap(
    (line) => line.slice(1).map((point, at) => [line[at] as Point, point] as const), // the point before
  )
}

function cross([[ax, ay], [bx, by]]: readonly [Point, Point], [[cx, cy], [dx, dy]]: readonly [Point, Point]): boolean {
  const side = (px: number, py: number, qx: number, qy: number, rx: number, ry: number): number =>
    Math.sign((qx - px) * (ry - py) - (qy - py) * (rx - px))
  return (
    side(ax, ay, bx, by, cx, cy) !== side(ax, ay, bx, by, dx, dy) &&
    side(cx, cy, dx, dy, ax, ay) !== side(cx, cy, dx, dy, bx, by)
  )
}

function touches(one: Shape, other: Shape, time: TimeLimit | undefined): boolean {
  const segments = segmentsOf(other)
  const size = segments.length + other.points.length
  return cornersOf(one).some((point) => {
    time?.step(size)
    return (
      other.polygons.some((polygon) => isInPolygon(point, polygon)) ||
      other.points.some((each) => flatDistance(each, point) < 1e-9) ||
      segments.some(([from, to]) => isBetween(point, from, to))
    )
  })
}

function intersect(left: Shape, right: Shape, time: TimeLimit | undefined): boolean {
  if (touches(left, right, time) || touches(right, left, time)) return true
  const others = segmentsOf(right)
  return segmentsOf(left).some((segment) => {
    time?.step(others.length)
    return others.some((other) => cross(segment, other))
  })
}

/**
 * Returns the test for a geospatial operator. https://www.mongodb.com/docs/manual/reference/operator/query-geospatial/
 *
 * @throws CommandError for an operand that the operator cannot have; the test throws one when the time is over.
 */
export function geoTest(name: string, operand: Value, siblings: Document, time: TimeLimit | undefined): LeafTest {
  // A pair of coordinates is an array: its elements are not looked at one by one.
  const whole = (test: (shape: Shape) => boolean): LeafTest => ({
    mode: 'whole',
    test: (value) => {
      const shape = shapeOf(value)
      if (shape !== null) return test(shape)
      return Array.isArray(value) && value.some((each) => someShape(each, test))
    },
  })
  if (name === '$geoIntersects') {
    const shape = isDocument(operand) ? shapeOf(operand['$geometry']) : null
    if (shape === null) throw bad('$geoIntersects requires a $geometry')
    return whole((each) => intersect(each, shape, time))
  }
  if (name === '$geoWithin' || name === '$within') return whole(within(operand, time))
  const near = nearOf(name, operand, siblings)
  return whole((each) => isNear(near, each, time))
}

function someShape(value: Value, test: (shape: Shape) => boolean): boolean {
  const shape = shapeOf(value)
  return shape !== null && test(shape)
}

function within(operand: Value, time: TimeLimit | undefined): (shape: Shape) => boolean {
  const fields = isDocument(operand) ? operand : {}
  const center = fields['$center'] ?? fields['$centerSphere']
  if (Array.isArray(center)) {
    const [middle, radius] = [legacyPoint(center[0]), center[1]]
    if (middle === null || !isNumber(radius)) throw bad('$center needs a point and a radius')
    const isSphere = '$centerSphere' in fields
    const most = toNumber(radius) * (isSphere ? EARTH_RADIUS : 1)
    const distance = isSphere ? sphereDistance : flatDistance
    return (shape) => cornersOf(shape).every((point) => distance(middle, point) <= most)
  }
  const corners = fields['$box'] === undefined ? points(fields['$polygon']) : boxOf(points(fields['$box']))
  const area =
    fields['$geometry'] === undefined ? { points: [], lines: [], polygons: [[corners]] } : shapeOf(fields['$geometry'])
  if (area === null || area.polygons.every(([outer = []]) => outer.length === 0)) {
    throw bad('$geoWithin not supported with provided geometry')
  }
  const size = cornersOf(area).length
  return (shape) => {
    const corners = cornersOf(shape)
    return (
      corners.length > 0 &&
      corners.every((point) => {
        time?.step(size)
        return area.polygons.some((polygon) => isInPolygon(point, polygon))
      })
    )
  }
}

function boxOf([low, high]: readonly Point[]): Point[] {
  if (low === undefined || high === undefined) throw bad('$box needs two corners')
  return [low, [high[0], low[1]], high, [low[0], high[1]]]
}

/** A point to search near, and the distances that count. */
export interface Near {
  readonly center: Point
  readonly isSphere: boolean
  /** In metres on the sphere, in units of the coordinates on the plane. */
  readonly least: number
  readonly most: number
}

/** Reads `$near`, `$nearSphere` or `$geoNear` of a condition. */
export function nearOf(name: string, operand: Value, siblings: Document): Near {
  const geometry = isDocument(operand) ? operand['$geometry'] : undefined
  const options = isDocument(operand) && geometry !== undefined ? operand : siblings
  const center =
    geometry === undefined ? legacyPoint(operand) : legacyPoint(isDocument(geometry) ? geometry['coordinates'] : null)
  if (center === null) throw bad('invalid point in geo near query $geometry argument')
  const isSphere = geometry !== undefined || name === '$nearSphere'
  // Distances around a legacy pair of coordinates are in radians on the sphere.
  const unit = isSphere && geometry === undefined ? EARTH_RADIUS : 1
  const limit = (value: Value | undefined, absent: number): number =>
    isNumber(value) ? toNumber(value) * unit : absent
  return { center, isSphere, least: limit(options['$minDistance'], 0), most: limit(options['$maxDistance'], Infinity) }
}

/** Returns the distance of a shape, by the nearest of its corners. */
function distanceTo({ center, isSphere }: Near, shape: Shape, time: TimeLimit | undefined): number {
  const distance = isSphere ? sphereDistance : flatDistance
  const corners = cornersOf(shape)
  time?.step(corners.length)
  return corners.reduce((least, point) => Math.min(least, distance(center, point)), Infinity)
}

function isNear(near: Near, shape: Shape, time: TimeLimit | undefined): boolean {
  const distance = distanceTo(near, shape, time)
  return distance >= near.least && distance <= near.most
}

/** Returns the distance from a point to the nearest value at a path of a document; Infinity when there is none. */
export function distanceOf(document: Document, path: Path, near: Near, time: TimeLimit | undefined): number {
  let best = Infinity
  someAt(document, path, 'whole', (value) => {
    const shapes = shapeOf(value)
    for (const shape of shapes === null && Array.isArray(value) ? value.map(shapeOf) : [shapes]) {
      if (shape !== null) best = Math.min(best, distanceTo(near, shape, time))
    }
    return false
  })
  return best
}

/** A `$near` of a filter: the path of the places, and the point. */
export interface NearClause {
  readonly path: Path
  readonly near: Near
}

/** Returns the `$near` of a filter, by whose distance results are in order; null when it has none. */
export function nearClause(filter: Document): NearClause | null {
  for (const [name, condition] of Object.entries(filter)) {
    if (name === '$and' && Array.isArray(condition)) {
      for (const each of condition) {
        const found = isDocument(each) ? nearClause(each) : null
        if (found !== null) return found
      }
    }
    if (!isDocument(condition)) continue
    for (const operator of ['$near', '$nearSphere', '$geoNear']) {
      if (condition[operator] !== undefined) {
        return { path: name.split('.'), near: nearOf(operator, condition[operator], condition) }
      }
    }
  }
  return null
}
