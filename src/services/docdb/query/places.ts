import { shapeOrNull } from '#docdb/geo/read-shape.ts'
import type { Shape } from '#docdb/geo/shape.ts'
import type { Document, Value } from '#docdb/values/value.ts'
import type { LeafTest } from './operators.ts'
import { someAt, type Path } from './path.ts'

/**
 * Returns a test of the places at a path. A pair of coordinates is an array, whose elements are no places; an array of
 * places is tested place by place.
 */
export function placeTest(test: (shape: Shape) => boolean): LeafTest {
  return {
    mode: 'whole',
    test: (value) => {
      const shape = shapeOrNull(value)
      if (shape !== null) return test(shape)
      return Array.isArray(value) && value.some((each) => isPlace(each, test))
    },
  }
}

function isPlace(value: Value, test: (shape: Shape) => boolean): boolean {
  const shape = shapeOrNull(value)
  return shape !== null && test(shape)
}

/** Calls a function with each place at a path of a document. */
export function eachPlace(document: Document, path: Path, visit: (shape: Shape, value: Value) => void): void {
  someAt(document, path, 'whole', (value) => {
    const shape = shapeOrNull(value)
    if (shape !== null && value !== undefined) visit(shape, value)
    else if (Array.isArray(value)) {
      for (const each of value) {
        const inner = shapeOrNull(each)
        if (inner !== null) visit(inner, each)
      }
    }
    return false
  })
}
