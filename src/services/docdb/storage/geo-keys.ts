import { boxesOf } from '#docdb/geo/boxes.ts'
import { cellAt, cellsOver, SPHERE_WORLD, type World } from '#docdb/geo/cells.ts'
import { checkedPosition, storedShape } from '#docdb/geo/read-shape.ts'
import type { Shape } from '#docdb/geo/shape.ts'
import type { Position } from '#docdb/geo/vectors.ts'
import { someAt, type Path } from '#docdb/query/path.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { show } from '#docdb/values/show.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'

/** The most cells that an index has for one place. */
const MOST_CELLS = 20

/** Returns the square of an index for the plane. */
export function worldOf({ min, max }: Document): World {
  return { least: isNumber(min) ? toNumber(min) : -180, most: isNumber(max) ? toNumber(max) : 180 }
}

/**
 * Returns the cells of the places at a path that an index for the sphere holds.
 * https://www.mongodb.com/docs/manual/core/indexes/index-types/geospatial/2dsphere/
 *
 * @throws CommandError 16755 for a value that is no place.
 */
export function sphereCells(document: Document, path: Path): string[] {
  const cells = new Set<string>()
  someAt(document, path, 'whole', (value) => {
    if (value === undefined || value === null || isEmpty(value)) return false
    try {
      for (const cell of cellsOf(onSphere(storedShape(value)))) cells.add(cell)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      throw new CommandError(16755, `Can't extract geo keys: ${show(document)}  ${error.message}`)
    }
    return false
  })
  return [...cells]
}

function isEmpty(value: Value): boolean {
  return (Array.isArray(value) || isDocument(value)) && Object.keys(value).length === 0
}

function onSphere(shape: Shape): Shape {
  if (shape.system === 'plane' && shape.point !== null) checkedPosition(shape.point)
  if (shape.system === 'strict sphere')
    throw new CommandError('BadValue', "can't index geometry with strict winding order")
  return shape
}

function cellsOf(shape: Shape): string[] {
  if (shape.point !== null) return [cellAt(shape.point, SPHERE_WORLD)]
  return cellsOver(boxesOf(shape), SPHERE_WORLD, MOST_CELLS)
}

/**
 * Returns the cells of the points at a path that an index for the plane holds.
 * https://www.mongodb.com/docs/manual/core/indexes/index-types/geospatial/2d/
 *
 * @throws CommandError for a value that is no point, or one beyond the limits of the index.
 */
export function planeCells(document: Document, path: Path, world: World): string[] {
  const cells = new Set<string>()
  someAt(document, path, 'whole', (value) => {
    if (typeof value !== 'object' || value === null || isEmpty(value)) return false
    const members: Value[] = Array.isArray(value) ? value : isDocument(value) ? Object.values(value) : []
    for (const point of isNumber(members[0]) ? [value] : members) {
      if (!Array.isArray(point) && !isDocument(point))
        throw new CommandError(16804, 'location object expected, location array not in correct format')
      if (!isEmpty(point)) cells.add(cellAt(pointOf(point, world, document), world))
    }
    return false
  })
  return [...cells]
}

function pointOf(value: Value[] | Document, { least, most }: World, document: Document): Position {
  const members: Value[] = Array.isArray(value) ? value : Object.values(value)
  if (members.length === 1) throw new CommandError(13068, 'geo field only has 1 element')
  const [x, y] = members
  if (!isNumber(x) || !isNumber(y))
    throw new CommandError(13026, "geo values must be 'legacy coordinate pairs' for 2d indexes")
  const position: Position = [toNumber(x), toNumber(y)]
  if (position.every((each) => each >= least && each <= most)) return position
  throw new CommandError(13027, `point not in interval of [ ${least}, ${most} ] :: caused by :: ${show(document)}`)
}
