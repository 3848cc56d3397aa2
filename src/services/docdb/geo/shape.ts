import { arcsOfLine, type Arc } from './arcs.ts'
import { type Loop } from './loops.ts'
import { vectorAt, type Position, type Vector } from './vectors.ts'

/** A line on the sphere. */
export interface Line {
  readonly positions: readonly Position[]
  readonly corners: readonly Vector[]
  readonly arcs: readonly Arc[]
}

/** An area on the sphere: its outer loop, and the holes in it. */
export interface Polygon {
  readonly outer: Loop
  readonly holes: readonly Loop[]
}

/** Points, lines and areas of one place. */
export interface Shape {
  /**
   * The coordinates that it is given in: a pair is on the plane, and on the sphere too when it is in its range. A
   * strict polygon may be larger than half of the sphere.
   */
  readonly system: 'plane' | 'sphere' | 'strict sphere'
  /** The point, for a shape that is a single one; null for any other, and for several points. */
  readonly point: Position | null
  readonly points: readonly Position[]
  readonly lines: readonly Line[]
  readonly polygons: readonly Polygon[]
}

const NOTHING = { point: null, points: [], lines: [], polygons: [] } as const

/** Returns the shape of a single point. */
export function pointShape(point: Position, system: 'plane' | 'sphere'): Shape {
  return { ...NOTHING, system, point, points: [point] }
}

/** Returns a shape on the sphere. */
export function sphereShape(parts: Partial<Omit<Shape, 'point'>>): Shape {
  return { ...NOTHING, system: 'sphere', ...parts }
}

/** Returns the line through positions. */
export function lineThrough(positions: readonly Position[]): Line {
  const corners = positions.map(vectorAt)
  return { positions, corners, arcs: arcsOfLine(corners) }
}

/** Returns whether a position is one of the sphere. */
export function isOnSphere([longitude, latitude]: Position): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
}

/** Returns the loops of a polygon, the outer one first. */
export function loopsOf({ outer, holes }: Polygon): readonly Loop[] {
  return [outer, ...holes]
}
