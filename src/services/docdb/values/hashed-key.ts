import { createHash, type Hash } from 'node:crypto'
import { typeOrder } from './compare.ts'
import { encodeDocument } from './encode.ts'
import { Decimal128, isDocument, isNumber, toNumber, type Value } from './value.ts'

const LEAST = -(2n ** 63n)
const MOST = 2n ** 63n - 1n

/** Returns the key that a hashed index has for a value. Numbers that are equal as whole numbers have the same key. */
export function hashedKey(value: Value): bigint {
  const hash = createHash('md5').update(int32(0))
  addValue(hash, value)
  return hash.digest().readBigInt64LE(0)
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

function addValue(hash: Hash, value: Value, name?: string): void {
  hash.update(int32(typeOrder(value)))
  if (name !== undefined) hash.update(`${name}\0`)
  if (isNumber(value)) {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64LE(wholePart(value))
    hash.update(bytes)
  } else if (Array.isArray(value) || isDocument(value)) {
    for (const [key, each] of Object.entries(value)) addValue(hash, each, key)
    // The end of a document is hashed as the type 0.
    hash.update(int32(0))
  } else {
    // The bytes of the value follow the length of the document, its type and its empty name.
    hash.update(encodeDocument({ '': value }).subarray(6, -1))
  }
}

function wholePart(value: Parameters<typeof toNumber>[0]): bigint {
  if (typeof value === 'bigint') return value
  const number = value instanceof Decimal128 ? Number(value.toString()) : toNumber(value)
  if (Number.isNaN(number)) return 0n
  if (!Number.isFinite(number)) return number > 0 ? MOST : LEAST
  const whole = BigInt(Math.trunc(number))
  return whole > MOST ? MOST : whole < LEAST ? LEAST : whole
}
