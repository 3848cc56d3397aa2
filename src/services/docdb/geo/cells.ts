import type { Box } from './boxes.ts'
import type { Position } from './vectors.ts'

/** The square that an index divides into cells, by its coordinates. */
export interface World {
  readonly least: number
  readonly most: number
}

/** The square of longitudes and latitudes. */
export const SPHERE_WORLD: World = { least: -180, most: 180 }

/** How often a square is divided: the smallest cells of the sphere are half a metre wide. */
const DEPTH = 26

/**
 * Returns the cell of a position: a digit for each quarter, from the largest to the smallest, so that the name of a
 * cell begins with the names of all that hold it.
 */
export function cellAt([x, y]: Position, { least, most }: World): string {
  let [west, south, size] = [least, least, most - least]
  let cell = ''
  for (let depth = 0; depth < DEPTH; depth++) {
    size /= 2
    const isEast = x >= west + size
    const isNorth = y >= south + size
    if (isEast) west += size
    if (isNorth) south += size
    cell += String((isEast ? 1 : 0) + (isNorth ? 2 : 0))
  }
  return cell
}

interface Cell extends Box {
  readonly name: string
}

function quartersOf({ name, west, east, south, north }: Cell): Cell[] {
  const [middleX, middleY] = [(west + east) / 2, (south + north) / 2]
  return [
    { name: `${name}0`, west, east: middleX, south, north: middleY },
    { name: `${name}1`, west: middleX, east, south, north: middleY },
    { name: `${name}2`, west, east: middleX, south: middleY, north },
    { name: `${name}3`, west: middleX, east, south: middleY, north },
  ]
}

function doOverlap(one: Box, other: Box): boolean {
  return one.west <= other.east && other.west <= one.east && one.south <= other.north && other.south <= one.north
}

function isInside(inner: Box, outer: Box): boolean {
  return (
    inner.west >= outer.west && inner.east <= outer.east && inner.south >= outer.south && inner.north <= outer.north
  )
}

/**
 * Returns cells that together hold boxes, as small ones as a number of them allows; none for boxes out of the world.
 */
export function cellsOver(boxes: readonly Box[], { least, most }: World, limit: number): string[] {
  const world: Cell = { name: '', west: least, east: most, south: least, north: most }
  const whole: Cell[] = []
  let open = [world].filter((each) => boxes.some((box) => doOverlap(each, box)))
  for (let depth = 0; depth < DEPTH && open.length > 0; depth++) {
    const inside = open.filter((each) => boxes.some((box) => isInside(each, box)))
    const rest = open.filter((each) => !inside.includes(each))
    const quarters = rest.flatMap(quartersOf).filter((each) => boxes.some((box) => doOverlap(each, box)))
    if (whole.length + inside.length + quarters.length > limit) break
    for (const each of inside) whole.push(each)
    open = quarters
  }
  return [...whole, ...open].map(({ name }) => name)
}
