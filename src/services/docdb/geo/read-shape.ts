import { CommandError } from '#docdb/errors/command-error.ts'
import { show } from '#docdb/values/show.ts'
import { isDocument, isNumber, toNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { isInLoop, isOnLoop, loopOf, loopProblem, type Loop } from './loops.ts'
import { isOnSphere, lineThrough, pointShape, sphereShape, type Line, type Polygon, type Shape } from './shape.ts'
import { vectorAt, type Position } from './vectors.ts'

/** Returns the error for a place that is none, in the server's words. */
export function invalidPlace(message: string): CommandError {
  return new CommandError('BadValue', message)
}

/**
 * Returns the shape of a stored value: a pair of coordinates, or GeoJSON.
 * https://www.mongodb.com/docs/manual/geospatial-queries/
 *
 * @throws CommandError in the server's words for anything else.
 */
export function storedShape(value: Value): Shape {
  if (isPair(value)) return pointShape(pairOf(value, true), 'plane')
  if (!isDocument(value)) throw invalidPlace(`geo element must be an array or object: ${show(value)}`)
  return geoJsonShape(value)
}

/** Returns the shape of a stored value; null for one that is no place. */
export function shapeOrNull(value: Value | undefined): Shape | null {
  if (typeof value !== 'object' || value === null) return null
  try {
    return storedShape(value)
  } catch (error) {
    if (error instanceof CommandError) return null
    throw error
  }
}

/** Returns whether a value is read as a pair of coordinates. */
export function isPair(value: Value): boolean {
  return Array.isArray(value) || (isDocument(value) && isNumber(Object.values(value)[0]))
}

/** Returns the position of a pair of coordinates; a stored one may have more members. */
export function pairOf(value: Value | undefined, isLonger: boolean): Position {
  if (!Array.isArray(value) && !isDocument(value)) {
    const type = value === undefined ? 'missing' : typeOf(value)
    throw invalidPlace(`Point must be an array or object, instead got type ${type}`)
  }
  const members = Object.values(value)
  const [x, y] = members
  if (!isNumber(x) || !isNumber(y)) throw invalidPlace('Point must only contain numeric elements')
  if (!isLonger && members.length > 2) throw invalidPlace('Point must only contain two numeric elements')
  const position: Position = [toNumber(x), toNumber(y)]
  if (!position.every(Number.isFinite)) throw invalidPlace('Point coordinates must be finite numbers')
  return position
}

/** @throws CommandError for a position that is not on the sphere. Returns one that is. */
export function checkedPosition(position: Position): Position {
  if (isOnSphere(position)) return position
  throw invalidPlace(`longitude/latitude is out of bounds, lng: ${position[0]} lat: ${position[1]}`)
}

/** Returns the shape of GeoJSON. https://www.mongodb.com/docs/manual/reference/geojson/ */
export function geoJsonShape(value: Document): Shape {
  const { type, coordinates, geometries } = value
  const isStrict = type !== 'GeometryCollection' && isStrictSystem(value, type === 'Polygon')
  switch (type) {
    case 'Point':
      return pointShape(checkedPosition(pairOf(coordinates, true)), 'sphere')
    case 'MultiPoint':
      return sphereShape({ points: manyOf('MultiPoint', positionsOf(coordinates)) })
    case 'LineString':
      return sphereShape({ lines: [lineOf(coordinates)] })
    case 'MultiLineString':
      return sphereShape({ lines: manyOf(type, listOf(type, coordinates).map(lineOf)) })
    case 'Polygon':
      return sphereShape({
        system: isStrict ? 'strict sphere' : 'sphere',
        polygons: [isStrict ? strictPolygonOf(coordinates) : polygonOf(coordinates)],
      })
    case 'MultiPolygon':
      return sphereShape({ polygons: manyOf(type, listOf(type, coordinates).map(polygonOf)) })
    case 'GeometryCollection':
      return collectionShape(geometries)
    default:
      throw invalidPlace(`unknown GeoJSON type: ${show(value)}`)
  }
}

function collectionShape(geometries: Value | undefined): Shape {
  if (!Array.isArray(geometries)) throw invalidPlace('GeometryCollection geometries must be an array')
  if (geometries.length === 0) throw invalidPlace('GeometryCollection geometries must have at least 1 element')
  const shapes = geometries.map((each, at) => {
    if (!isDocument(each)) throw invalidPlace(`Element ${at} of "geometries" is not an object`)
    if (each['type'] === 'GeometryCollection') throw invalidPlace(`GeometryCollections cannot be nested: ${show(each)}`)
    return geoJsonShape(each)
  })
  return sphereShape({
    points: shapes.flatMap(({ points }) => points),
    lines: shapes.flatMap(({ lines }) => lines),
    polygons: shapes.flatMap(({ polygons }) => polygons),
  })
}

const SYSTEMS = new Set(['urn:ogc:def:crs:OGC:1.3:CRS84', 'EPSG:4326'])

/**
 * Returns whether the coordinate system of GeoJSON takes the order of corners literally; only a polygon may have it.
 */
function isStrictSystem({ crs }: Document, isAllowed: boolean): boolean {
  if (crs === undefined) return false
  if (!isDocument(crs)) throw invalidPlace('GeoJSON CRS must be an object')
  if (crs['type'] !== 'name') throw invalidPlace('GeoJSON CRS must have field "type": "name"')
  const { properties } = crs
  if (!isDocument(properties)) throw invalidPlace('CRS must have field "properties" which is an object')
  const { name } = properties
  if (typeof name !== 'string') throw invalidPlace('In CRS, "properties.name" must be a string')
  if (SYSTEMS.has(name)) return false
  if (name !== 'urn:x-mongodb:crs:strictwinding:EPSG:4326') throw invalidPlace(`Unknown CRS name: ${name}`)
  if (!isAllowed) throw invalidPlace('Strict winding order is only supported by polygon')
  return true
}

function listOf(type: string, value: Value | undefined): Value[] {
  if (!Array.isArray(value)) throw invalidPlace(`${type} coordinates must be an array`)
  return value
}

function manyOf<T>(type: string, parts: readonly T[]): readonly T[] {
  if (parts.length === 0) throw invalidPlace(`${type} coordinates must have at least 1 element`)
  return parts
}

function positionsOf(value: Value | undefined): Position[] {
  if (!Array.isArray(value)) throw invalidPlace('GeoJSON coordinates must be an array of coordinates')
  return value.map((each) => {
    if (!Array.isArray(each)) throw invalidPlace('GeoJSON coordinates must be an array')
    return checkedPosition(pairOf(each, true))
  })
}

function isSame([ax, ay]: Position, [bx, by]: Position): boolean {
  return ax === bx && ay === by
}

function withoutRepeats(positions: readonly Position[]): Position[] {
  return positions.filter((each, at) => at === 0 || !isSame(each, positions[at - 1] as Position)) // at > 0
}

function lineOf(value: Value | undefined): Line {
  const positions = withoutRepeats(positionsOf(value))
  if (positions.length < 2) throw invalidPlace(`GeoJSON LineString must have at least 2 vertices: ${show(value)}`)
  return lineThrough(positions)
}

function polygonOf(value: Value | undefined): Polygon {
  const loops = listOf('Polygon', value)
  const [first, ...others] = loops
  if (first === undefined) throw invalidPlace('Polygon has no loops.')
  const outer = loopIn(first, false)
  const holes = others.map((each) => {
    const hole = loopIn(each, false)
    if (!hole.corners.every((corner) => isOnLoop(outer, corner) || isInLoop(outer, corner)))
      throw invalidPlace(
        `Secondary loops not contained by first exterior loop - secondary loops must be holes: ${show(each)} first loop: ${show(first)}`,
      )
    return hole
  })
  return { outer, holes }
}

function strictPolygonOf(value: Value | undefined): Polygon {
  if (!Array.isArray(value)) throw invalidPlace('Coordinates of polygon must be an array')
  const [only, ...others] = value
  if (only === undefined || others.length > 0)
    throw invalidPlace(`Only one simple loop is allowed in a big polygon: ${show(value)}`)
  return { outer: loopIn(only, true), holes: [] }
}

function loopIn(value: Value, isStrict: boolean): Loop {
  const positions = positionsOf(value)
  const [first] = positions
  if (first === undefined) throw invalidPlace(`Loop has no vertices: ${show(value)}`)
  if (!isSame(first, positions.at(-1) as Position)) throw invalidPlace(`Loop is not closed: ${show(value)}`) // not empty
  const corners = withoutRepeats(positions).slice(0, -1).map(vectorAt)
  if (corners.length < 3) throw invalidPlace(`Loop must have at least 3 different vertices: ${show(value)}`)
  const problem = loopProblem(corners)
  if (problem !== null) throw invalidPlace(`Loop is not valid: ${show(value)} ${problem}`)
  return loopOf(corners, isStrict)
}
