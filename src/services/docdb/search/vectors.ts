import { valueAt } from '#docdb/query/path.ts'
import { Binary, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import type { SIMILARITIES } from './definition.ts'
import { InvalidSearch } from './invalid-search.ts'

/** The numbers of a vector. */
export type Vector = Float32Array

// Module state on purpose: what is read follows from the value alone, which never changes.
const vectors = new WeakMap<object, Vector | null>()

/** Returns the vector that a value is: a list of numbers, or the BSON type for vectors; null for any other. */
export function vectorOf(value: Value | undefined): Vector | null {
  if (!Array.isArray(value) && !(value instanceof Binary)) return null
  let vector = vectors.get(value)
  if (vector === undefined) vectors.set(value, (vector = Array.isArray(value) ? fromList(value) : fromBytes(value)))
  return vector
}

function fromList(list: readonly Value[]): Vector | null {
  if (!list.every(isNumber)) return null
  return Float32Array.from(list, (each) => toNumber(each))
}

/** The subtype of vectors. https://github.com/mongodb/specifications/blob/master/source/bson-binary-vector */
const VECTOR_SUBTYPE = 9

/** The types of the numbers of a vector. */
const [INT8, FLOAT32, BITS] = [0x03, 0x27, 0x10]

function fromBytes(binary: Binary): Vector | null {
  if (binary.sub_type !== VECTOR_SUBTYPE) return null
  const bytes = Uint8Array.from(binary.value())
  const [type, padding = 0] = bytes
  const view = new DataView(bytes.buffer, 2)
  switch (type) {
    case INT8:
      return Float32Array.from({ length: view.byteLength }, (_, at) => view.getInt8(at))
    case FLOAT32:
      return Float32Array.from({ length: view.byteLength >> 2 }, (_, at) => view.getFloat32(at * 4, true))
    case BITS:
      return Float32Array.from(
        { length: view.byteLength * 8 - padding },
        (_, at) => (view.getUint8(at >> 3) >> (7 - (at & 7))) & 1,
      )
    default:
      return null
  }
}

/** Returns the vector at a path of a document; null when there is none. */
export function vectorAt(document: Document, path: readonly string[]): Vector | null {
  return vectorOf(valueAt(document, path))
}

/**
 * Returns the score of vectors near another one, from 0 to 1.
 * https://www.mongodb.com/docs/atlas/atlas-vector-search/vector-search-stage/#atlas-vector-search-score
 *
 * @throws InvalidSearch for a vector without a direction where directions are compared.
 */
export function nearness(similarity: (typeof SIMILARITIES)[number], wanted: Vector): (vector: Vector) => number {
  if (similarity === 'euclidean') return (vector) => Math.fround(1 / (1 + squaredDistance(wanted, vector)))
  if (similarity === 'dotProduct') return (vector) => Math.fround((1 + product(wanted, vector)) / 2)
  const length = Math.sqrt(product(wanted, wanted))
  if (length === 0) throw new InvalidSearch('Cosine similarity cannot be calculated against a zero vector.')
  return (vector) => {
    const own = Math.sqrt(product(vector, vector))
    return own === 0 ? 0 : Math.fround((1 + product(wanted, vector) / (length * own)) / 2)
  }
}

function product(left: Vector, right: Vector): number {
  let sum = 0
  for (let at = 0; at < left.length; at++) sum += (left[at] ?? 0) * (right[at] ?? 0)
  return sum
}

function squaredDistance(left: Vector, right: Vector): number {
  let sum = 0
  for (let at = 0; at < left.length; at++) sum += ((left[at] ?? 0) - (right[at] ?? 0)) ** 2
  return sum
}
