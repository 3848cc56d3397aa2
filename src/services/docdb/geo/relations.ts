import type { TimeLimit } from '#docdb/query/time-limit.ts'
import { angleToArc, doArcsCross, doArcsTouch, TOLERANCE, type Arc } from './arcs.ts'
import { isInLoop, isOnLoop } from './loops.ts'
import { loopsOf, type Line, type Polygon, type Shape } from './shape.ts'
import { angleBetween, normalized, plus, vectorAt, type Vector } from './vectors.ts'

type Time = TimeLimit | undefined

/** Returns whether a point is in a polygon or on its border. */
function isInPolygon(point: Vector, { outer, holes }: Polygon, time: Time): boolean {
  time?.step(outer.arcs.length)
  if (isOnLoop(outer, point)) return true
  if (!isInLoop(outer, point)) return false
  return !holes.some((hole) => {
    time?.step(hole.arcs.length)
    return isInLoop(hole, point) && !isOnLoop(hole, point)
  })
}

function arcsOf(polygon: Polygon): readonly Arc[] {
  return loopsOf(polygon).flatMap(({ arcs }) => arcs)
}

function somePair(
  ones: readonly Arc[],
  others: readonly Arc[],
  time: Time,
  test: (one: Arc, other: Arc) => boolean,
): boolean {
  return ones.some((one) => {
    time?.step(others.length)
    return others.some((other) => test(one, other))
  })
}

/** Returns whether a line lies in a polygon: all of its corners and the middles between them, without leaving it. */
function isLineIn(corners: readonly Vector[], arcs: readonly Arc[], polygon: Polygon, time: Time): boolean {
  return (
    corners.every((corner) => isInPolygon(corner, polygon, time)) &&
    arcs.every(([from, to]) => isInPolygon(normalized(plus(from, to)), polygon, time)) &&
    !somePair(arcs, arcsOf(polygon), time, doArcsCross)
  )
}

function isPolygonIn(inner: Polygon, polygon: Polygon, time: Time): boolean {
  const { corners, arcs } = inner.outer
  if (!isLineIn(corners, arcs, polygon, time)) return false
  // A hole of the larger one must be in a hole of the smaller one.
  return polygon.holes.every(
    (hole) =>
      !isInPolygon(hole.inner, inner, time) ||
      inner.holes.some((own) => hole.corners.every((corner) => isOnLoop(own, corner) || isInLoop(own, corner))),
  )
}

/** Returns whether each part of a shape lies in one of the polygons. */
export function isWithin(shape: Shape, polygons: readonly Polygon[], time: Time): boolean {
  const isInSome = (test: (polygon: Polygon) => boolean): boolean => polygons.some(test)
  return (
    shape.points.every((each) => isInSome((polygon) => isInPolygon(vectorAt(each), polygon, time))) &&
    shape.lines.every(({ corners, arcs }) => isInSome((polygon) => isLineIn(corners, arcs, polygon, time))) &&
    shape.polygons.every((each) => isInSome((polygon) => isPolygonIn(each, polygon, time)))
  )
}

/** Returns whether every corner of a shape is at most an angle away from a point, in radians. */
export function isWithinCap(shape: Shape, center: Vector, angle: number, time: Time): boolean {
  const isNear = (each: Vector): boolean => angleBetween(each, center) <= angle + TOLERANCE
  return (
    shape.points.every((each) => isNear(vectorAt(each))) &&
    shape.lines.every(({ corners }) => {
      time?.step(corners.length)
      return corners.every(isNear)
    }) &&
    shape.polygons.every((each) =>
      loopsOf(each).every(({ corners }) => {
        time?.step(corners.length)
        return corners.every(isNear)
      }),
    )
  )
}

/** Returns whether two shapes have a point in common. */
export function doIntersect(one: Shape, other: Shape, time: Time): boolean {
  return (
    one.points.some((point) => isAt(vectorAt(point), other, time)) ||
    other.points.some((point) => isAt(vectorAt(point), one, time)) ||
    one.lines.some((line) => touchesLine(line, other, time)) ||
    other.lines.some((line) => line.corners.length > 0 && touchesPolygons(line, one, time)) ||
    one.polygons.some((polygon) => other.polygons.some((each) => doPolygonsOverlap(polygon, each, time)))
  )
}

function isAt(point: Vector, { points, lines, polygons }: Shape, time: Time): boolean {
  time?.step(points.length)
  return (
    points.some((each) => angleBetween(vectorAt(each), point) < TOLERANCE) ||
    lines.some(({ arcs }) => {
      time?.step(arcs.length)
      return arcs.some((arc) => angleToArc(point, arc) < TOLERANCE)
    }) ||
    polygons.some((polygon) => isInPolygon(point, polygon, time))
  )
}

function touchesLine(line: Line, other: Shape, time: Time): boolean {
  return (
    other.lines.some(({ arcs }) => somePair(line.arcs, arcs, time, doArcsTouch)) || touchesPolygons(line, other, time)
  )
}

function touchesPolygons({ corners, arcs }: Line, { polygons }: Shape, time: Time): boolean {
  return polygons.some(
    (polygon) =>
      corners.some((corner) => isInPolygon(corner, polygon, time)) ||
      somePair(arcs, arcsOf(polygon), time, doArcsCross),
  )
}

function doPolygonsOverlap(one: Polygon, other: Polygon, time: Time): boolean {
  return (
    one.outer.corners.some((corner) => isInPolygon(corner, other, time)) ||
    other.outer.corners.some((corner) => isInPolygon(corner, one, time)) ||
    isInPolygon(one.outer.inner, other, time) ||
    somePair(arcsOf(one), arcsOf(other), time, doArcsCross)
  )
}

/** Returns the distance of a shape from a point, in radians; 0 when the point is in it. */
export function angleTo(point: Vector, { points, lines, polygons }: Shape, time: Time): number {
  let least = Infinity
  for (const each of points) least = Math.min(least, angleBetween(vectorAt(each), point))
  for (const { arcs } of lines) {
    time?.step(arcs.length)
    for (const arc of arcs) least = Math.min(least, angleToArc(point, arc))
  }
  for (const polygon of polygons) {
    if (isInPolygon(point, polygon, time)) return 0
    for (const arc of arcsOf(polygon)) least = Math.min(least, angleToArc(point, arc))
  }
  return least
}
