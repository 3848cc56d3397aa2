import { angleToArc, doArcsCross, TOLERANCE, type Arc } from './arcs.ts'
import { cross, dot, normalized, plus, type Vector } from './vectors.ts'

/** A closed line on the sphere. What lies to the left of its arcs is inside. */
export interface Loop {
  /** Its corners, each once. */
  readonly corners: readonly Vector[]
  readonly arcs: readonly Arc[]
  /** A point that is inside, right beside an arc. */
  readonly inner: Vector
}

/** The distance of the inner point of a loop from its first arc, in radians. */
const BESIDE = 1e-10

/** The part of the first arc after which the inner point lies: no middle, which is in line with too much. */
const ALONG = 0.381_966

/** Returns the loop of corners. Its inside is the smaller part of the sphere, unless it has to be to the left. */
export function loopOf(received: readonly Vector[], isStrict: boolean): Loop {
  const corners = isStrict || leftArea(received) <= 2 * Math.PI ? received : received.toReversed()
  const arcs = corners.map((corner, at): Arc => [corner, corners[(at + 1) % corners.length] as Vector]) // at a corner
  const [from, to] = arcs[0] as Arc // a loop has three corners
  const beside = plus(plus(from, plus(to, from, -1), ALONG), normalized(cross(from, to)), BESIDE)
  return { corners, arcs, inner: normalized(beside) }
}

/** Returns the area to the left of a loop, between 0 and 4 pi. */
function leftArea(corners: readonly Vector[]): number {
  const [a] = corners as readonly [Vector, ...Vector[]] // a loop has three corners
  let area = 0
  for (let at = 1; at + 1 < corners.length; at++) {
    const [b, c] = [corners[at] as Vector, corners[at + 1] as Vector] // at + 1 < length
    area += 2 * Math.atan2(dot(a, cross(b, c)), 1 + dot(a, b) + dot(b, c) + dot(c, a))
  }
  return area < 0 ? area + 4 * Math.PI : area
}

/** Returns whether a point is on the line of a loop. */
export function isOnLoop({ arcs }: Loop, point: Vector): boolean {
  return arcs.some((arc) => angleToArc(point, arc) < TOLERANCE)
}

/** Returns whether a point that is not on the line of a loop is inside. */
export function isInLoop({ arcs, inner }: Loop, point: Vector): boolean {
  let inside = true
  for (const arc of arcs) if (doArcsCross(arc, [point, inner])) inside = !inside
  return inside
}

/**
 * Returns what is wrong with corners as a loop, in the server's words; null for a proper one. Arcs are compared only
 * with those of the same heights.
 */
export function loopProblem(corners: readonly Vector[]): string | null {
  const places = new Map<string, number>()
  for (const [at, corner] of corners.entries()) {
    const first = places.get(corner.join())
    if (first !== undefined) return `Duplicate vertices: ${first} and ${at}`
    places.set(corner.join(), at)
  }
  const { length } = corners
  const edges = corners
    .map((from, at) => {
      const arc: Arc = [from, corners[(at + 1) % length] as Vector] // at a corner
      const [, to] = arc
      // An arc may be higher than its ends: a chord of this length is at most this far from its arc.
      const bulge = 1 - Math.sqrt(Math.max(0, (1 + dot(from, to)) / 2))
      return { at, arc, low: Math.min(from[2], to[2]) - bulge, high: Math.max(from[2], to[2]) + bulge }
    })
    .toSorted((left, right) => left.low - right.low)
  for (const [place, one] of edges.entries()) {
    for (let next = place + 1; next < length; next++) {
      const other = edges[next] as (typeof edges)[number] // next < length
      if (other.low > one.high) break
      const gap = Math.abs(one.at - other.at)
      if (gap <= 1 || gap === length - 1 || !doArcsCross(one.arc, other.arc)) continue
      return `Edges ${Math.min(one.at, other.at)} and ${Math.max(one.at, other.at)} cross`
    }
  }
  return null
}
