import { boxAround, boxesOf, capBoxes, discBox, type Box } from '#docdb/geo/boxes.ts'
import { geoJsonShape, invalidPlace, isPair, pairOf, checkedPosition } from '#docdb/geo/read-shape.ts'
import { doIntersect, isWithin, isWithinCap } from '#docdb/geo/relations.ts'
import { isOnSphere, pointShape, type Shape } from '#docdb/geo/shape.ts'
import { vectorAt, type Position } from '#docdb/geo/vectors.ts'
import { show } from '#docdb/values/show.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import { isNear, NEAR_OPERATORS, nearOf } from './near.ts'
import type { LeafTest } from './operators.ts'
import { placeTest } from './places.ts'
import type { TimeLimit } from './time-limit.ts'

/** An area that places are searched in, or a shape that they are to meet. */
export interface Area {
  /** Returns whether a place is in it, or meets it. */
  readonly test: (shape: Shape) => boolean
  /** Boxes around it, of longitudes and latitudes or of the plane. */
  readonly boxes: () => readonly Box[]
  /** Whether it is on the plane, where only points are found, and whether it is a circle on the sphere. */
  readonly kind: 'plane' | 'sphere' | 'cap'
  readonly isWithin: boolean
}

/**
 * Returns the test for a geospatial operator. https://www.mongodb.com/docs/manual/reference/operator/query-geospatial/
 *
 * @throws CommandError for an operand that the operator cannot have; the test throws one when the time is over.
 */
export function geoTest(name: string, operand: Value, siblings: Document, time: TimeLimit | undefined): LeafTest {
  if (NEAR_OPERATORS.has(name)) {
    const near = nearOf(name, operand, siblings)
    return placeTest((shape) => isNear(near, shape, time))
  }
  return placeTest(areaOf(name, operand, time).test)
}

/** Returns what `$geoWithin`, `$within` or `$geoIntersects` searches in. */
function areaOf(name: string, operand: Value, time: TimeLimit | undefined): Area {
  if (!isDocument(operand)) throw invalidPlace('geometry must be an object')
  const [first, second] = Object.entries(operand).filter(([each]) => each !== '$uniqueDocs')
  if (first === undefined) throw invalidPlace("geo query doesn't have any geometry")
  if (second !== undefined && name === '$geoWithin')
    throw invalidPlace(`$geoWithin doesn't accept multiple shapes ${show(operand)}`)
  const [specifier, value] = second ?? first
  const isIntersection = name === '$geoIntersects'
  const readFlat = FLAT[specifier]
  if (readFlat !== undefined || specifier === '$centerSphere') {
    const area = readFlat?.(membersOf(specifier, value), time) ?? capOf(membersOf(specifier, value), time)
    if (!isIntersection) return area
    throw invalidPlace(`$geoIntersect not supported with provided geometry: ${show({ [name]: operand })}`)
  }
  if (specifier !== '$geometry') throw invalidPlace(`unknown geo specifier: ${specifier}: ${show(value)}`)
  const shape = geometryOf(value)
  if (!isIntersection && shape.polygons.length === 0)
    throw invalidPlace(`$within not supported with provided geometry: ${show({ [name]: operand })}`)
  const relation = isIntersection
    ? (each: Shape): boolean => doIntersect(each, shape, time)
    : (each: Shape): boolean => isWithin(each, shape.polygons, time)
  return {
    test: (each) => isSpherical(each) && relation(each),
    ...areaKind('sphere', () => boxesOf(shape), !isIntersection),
  }
}

function areaKind(kind: Area['kind'], boxes: Area['boxes'], isWithin = true): Omit<Area, 'test'> {
  return { kind, boxes, isWithin }
}

/** Returns whether a stored place can be compared on the sphere: a polygon larger than half of it never matches. */
function isSpherical({ system, point }: Shape): boolean {
  return system === 'sphere' || (system === 'plane' && point !== null && isOnSphere(point))
}

/** Returns the shape of `$geometry`: GeoJSON, or a pair of coordinates. */
function geometryOf(value: Value): Shape {
  if (isPair(value)) return pointShape(checkedPosition(pairOf(value, false)), 'sphere')
  if (!isDocument(value)) throw invalidPlace(`unknown geo specifier: $geometry: ${show(value)}`)
  return geoJsonShape(value)
}

function membersOf(specifier: string, value: Value): Value[] {
  if (Array.isArray(value)) return value
  if (isDocument(value)) return Object.values(value)
  throw invalidPlace(`unknown geo specifier: ${specifier}: ${show(value)}`)
}

type AreaReader = (members: readonly Value[], time: TimeLimit | undefined) => Area

/** The areas of the plane, in which only single points are found. */
const FLAT: Readonly<Record<string, AreaReader>> = {
  $box: ([first, second]) => {
    const box = boxAround([pairOf(first, false), pairOf(second, false)])
    return flatArea(box, ([x, y]) => x >= box.west && x <= box.east && y >= box.south && y <= box.north)
  },
  $center: (members) => {
    const { center, radius } = circleOf(members)
    return flatArea(discBox(center, radius), ([x, y]) => Math.hypot(x - center[0], y - center[1]) <= radius)
  },
  $polygon: (members, time) => {
    const corners = members.map((each) => pairOf(each, false))
    if (corners.length < 3) throw invalidPlace('Polygon must have at least 3 points')
    return flatArea(boxAround(corners), (point) => {
      time?.step(corners.length)
      return isInRing(point, corners)
    })
  },
}

function flatArea(box: Box, test: (point: Position) => boolean): Area {
  return { test: ({ point }) => point !== null && test(point), ...areaKind('plane', () => [box]) }
}

function circleOf(members: readonly Value[]): { center: Position; radius: number } {
  const [center, radius, ...others] = members
  const position = pairOf(center, false)
  if (!isNumber(radius) || !(toNumber(radius) >= 0)) throw invalidPlace('radius must be a non-negative number')
  if (others.length > 0) throw invalidPlace('Only 2 fields allowed for circular region')
  return { center: position, radius: toNumber(radius) }
}

/** Returns the area of `$centerSphere`, whose radius is in radians. */
function capOf(members: readonly Value[], time: TimeLimit | undefined): Area {
  const { center, radius } = circleOf(members)
  const vector = vectorAt(checkedPosition(center))
  return {
    test: (shape) => isSpherical(shape) && isWithinCap(shape, vector, radius, time),
    ...areaKind('cap', () => capBoxes(center, radius)),
  }
}

function isInRing([x, y]: Position, ring: readonly Position[]): boolean {
  let inside = false
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
    const [x1, y1] = ring[at] as Position // at < ring.length
    const [x2, y2] = ring[before] as Position // before < ring.length
    if (isBetween([x, y], [x1, y1], [x2, y2])) return true
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
  }
  return inside
}

function isBetween([x, y]: Position, [x1, y1]: Position, [x2, y2]: Position): boolean {
  const side = (x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)
  if (Math.abs(side) > 1e-12) return false
  return x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && y >= Math.min(y1, y2) && y <= Math.max(y1, y2)
}

/** A condition of a filter on the places of a field. */
export interface AreaClause {
  readonly field: string
  readonly area: Area
}

const AREA_OPERATORS = ['$geoWithin', '$within', '$geoIntersects']

/** Returns the conditions on places that every document must meet. */
export function areaClauses(filter: Document): AreaClause[] {
  return Object.entries(filter).flatMap(([field, condition]) => {
    if (field === '$and' && Array.isArray(condition))
      return condition.flatMap((each) => (isDocument(each) ? areaClauses(each) : []))
    if (field.startsWith('$') || !isDocument(condition)) return []
    return AREA_OPERATORS.flatMap((name) => {
      const operand = condition[name]
      return operand === undefined ? [] : [{ field, area: areaOf(name, operand, undefined) }]
    })
  })
}
