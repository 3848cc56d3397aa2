import { angleBetween, cross, dot, normalized, type Vector } from './vectors.ts'

/** Points that are nearer than this, in radians, are the same: six millimetres of the earth. */
export const TOLERANCE = 1e-9

/** An arc of a great circle, the shortest way between two points of the sphere. */
export type Arc = readonly [Vector, Vector]

/** Returns the distance of a point from an arc, in radians. */
export function angleToArc(point: Vector, [from, to]: Arc): number {
  const normal = cross(from, to)
  if (dot(cross(normal, from), point) > 0 && dot(cross(to, normal), point) > 0) {
    return Math.abs(Math.asin(Math.max(-1, Math.min(1, dot(normalized(normal), point)))))
  }
  return Math.min(angleBetween(point, from), angleBetween(point, to))
}

/** Returns whether two arcs cross at a point that is an end of neither. */
export function doArcsCross([a, b]: Arc, [c, d]: Arc): boolean {
  const first = cross(a, b)
  const sideOfC = dot(first, c)
  const sideOfD = dot(first, d)
  if (sideOfC * sideOfD >= 0) return false
  const second = cross(c, d)
  const sideOfA = dot(second, a)
  const sideOfB = dot(second, b)
  // The last sign tells the crossing from one on the other side of the sphere.
  return sideOfA * sideOfB < 0 && sideOfC * sideOfB > 0
}

/** Returns whether two arcs have a point in common. */
export function doArcsTouch(one: Arc, other: Arc): boolean {
  return (
    doArcsCross(one, other) ||
    angleToArc(one[0], other) < TOLERANCE ||
    angleToArc(one[1], other) < TOLERANCE ||
    angleToArc(other[0], one) < TOLERANCE ||
    angleToArc(other[1], one) < TOLERANCE
  )
}

/** Returns the arcs of a line through points. */
export function arcsOfLine(points: readonly Vector[]): Arc[] {
  return points.slice(1).map((point, at) => [points[at] as Vector, point]) // the point before
}
