import { cross, dot, normalized, positionOf, RADIANS, type Position, type Vector } from './vectors.ts'
import { isInLoop, type Loop } from './loops.ts'
import type { Shape } from './shape.ts'
import type { Arc } from './arcs.ts'

/** A part of the plane, or of the sphere by longitudes and latitudes. */
export interface Box {
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

/** The whole sphere. */
const WHOLE_SPHERE: Box = { west: -180, east: 180, south: -90, north: 90 }

/** The most boxes for one line. */
const MOST_BOXES = 16

/** A little more than the error of an angle, in degrees. */
const MARGIN = 1e-7

/** Returns boxes on the sphere that together hold a shape. */
export function boxesOf({ system, points, lines, polygons }: Shape): Box[] {
  if (system === 'strict sphere') return [WHOLE_SPHERE]
  return [
    ...points.map(([x, y]): Box => ({ west: x, east: x, south: y, north: y })),
    ...lines.flatMap(({ arcs }) => {
      const size = Math.ceil(arcs.length / MOST_BOXES)
      const groups: Arc[][] = []
      for (let at = 0; at < arcs.length; at += size) groups.push(arcs.slice(at, at + size))
      return groups.flatMap((group) => split(boundsOf(group).box))
    }),
    ...polygons.flatMap(({ outer }) => loopBoxes(outer)),
  ]
}

function loopBoxes(loop: Loop): Box[] {
  const { box, turn } = boundsOf(loop.arcs)
  const north = isInLoop(loop, [0, 0, 1]) ? 90 : box.north
  const south = isInLoop(loop, [0, 0, -1]) ? -90 : box.south
  // A loop around a pole has every longitude.
  const isAround = Math.abs(turn) > 180 || north === 90 || south === -90
  return split(isAround ? { ...WHOLE_SPHERE, north, south } : { ...box, north, south })
}

/**
 * Returns the box around arcs that follow each other, whose longitudes may go beyond 180, and the longitudes that they
 * turn by.
 */
function boundsOf(arcs: readonly Arc[]): { box: Box; turn: number } {
  let [south, north] = [90, -90]
  let [west, east, here] = [Infinity, -Infinity, 0]
  for (const [at, [from, to]] of arcs.entries()) {
    const [start, end] = [positionOf(from), positionOf(to)]
    if (at === 0) {
      here = start[0]
      west = here
      east = here
    }
    const turn = isPole(start) || isPole(end) ? 0 : ((end[0] - start[0] + 540) % 360) - 180
    // Beside a pole all longitudes are near.
    if (isPole(start) || isPole(end) || Math.abs(Math.abs(turn) - 180) < MARGIN)
      return { box: { ...WHOLE_SPHERE, ...latitudesOf(arcs) }, turn: 0 }
    here += turn
    west = Math.min(west, here)
    east = Math.max(east, here)
    const [low, high] = latitudesOfArc(from, to)
    south = Math.min(south, low)
    north = Math.max(north, high)
  }
  const [first] = arcs
  const start = first === undefined ? 0 : positionOf(first[0])[0]
  return {
    box: { west: west - MARGIN, east: east + MARGIN, south: south - MARGIN, north: north + MARGIN },
    turn: here - start,
  }
}

function isPole([, latitude]: Position): boolean {
  return Math.abs(latitude) > 90 - MARGIN
}

function latitudesOf(arcs: readonly Arc[]): Pick<Box, 'south' | 'north'> {
  const found = arcs.map(([from, to]) => latitudesOfArc(from, to))
  return {
    south: found.reduce((least, [low]) => Math.min(least, low), 90) - MARGIN,
    north: found.reduce((most, [, high]) => Math.max(most, high), -90) + MARGIN,
  }
}

/** Returns the least and the greatest latitude of an arc, which may be higher than its ends. */
function latitudesOfArc(from: Vector, to: Vector): readonly [number, number] {
  const [one, other] = [positionOf(from)[1], positionOf(to)[1]]
  const [low, high] = [Math.min(one, other), Math.max(one, other)]
  const normal = normalized(cross(from, to))
  // The highest point of the great circle is in the direction of the pole, as seen from the normal.
  const top = normalized(cross(cross(normal, [0, 0, 1]), normal))
  const isOn = (point: Vector): boolean => dot(cross(normal, from), point) > 0 && dot(cross(to, normal), point) > 0
  const [x, y, z] = top
  const height = positionOf(top)[1]
  return [isOn([-x, -y, -z]) ? Math.min(low, -height) : low, isOn(top) ? Math.max(high, height) : high]
}

/** Returns the boxes of one whose longitudes go beyond 180. */
function split(box: Box): Box[] {
  const { west, east } = box
  if (east - west >= 360) return [{ ...box, west: -180, east: 180 }]
  const turns = Math.floor((west + 180) / 360) * 360
  const [left, right] = [west - turns, east - turns]
  if (right <= 180) return [{ ...box, west: left, east: right }]
  return [
    { ...box, west: left, east: 180 },
    { ...box, west: -180, east: right - 360 },
  ]
}

/** Returns boxes that together hold what is within an angle of a point on the sphere, in radians. */
export function capBoxes([longitude, latitude]: Position, angle: number): Box[] {
  const degrees = angle / RADIANS + MARGIN
  const [south, north] = [latitude - degrees, latitude + degrees]
  if (south <= -90 || north >= 90) return [{ ...WHOLE_SPHERE, south: Math.max(-90, south), north: Math.min(90, north) }]
  // The meridians that touch the circle.
  const ratio = Math.sin(degrees * RADIANS) / Math.cos(latitude * RADIANS)
  const width = ratio >= 1 ? 180 : Math.asin(ratio) / RADIANS + MARGIN
  return split({ west: longitude - width, east: longitude + width, south, north })
}

/** Returns the box of what is within a distance of a point on the plane. */
export function discBox([x, y]: Position, radius: number): Box {
  return { west: x - radius, east: x + radius, south: y - radius, north: y + radius }
}

/** Returns the box around positions on the plane. */
export function boxAround(positions: readonly Position[]): Box {
  let box: Box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity }
  for (const [x, y] of positions) {
    box = {
      west: Math.min(box.west, x),
      east: Math.max(box.east, x),
      south: Math.min(box.south, y),
      north: Math.max(box.north, y),
    }
  }
  return box
}
