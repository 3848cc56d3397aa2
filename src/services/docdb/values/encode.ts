import { textOfAny } from '../values/show.ts'
import { bytesOfText, hasRawBytes, lengthInBytes } from './raw-bytes.ts'
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  isInt32,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  type Document,
  type Value,
} from './value.ts'

/** Returns a document as BSON. */
export function encodeDocument(document: Document): Buffer {
  const writer = new Writer()
  writer.document(document)
  // A copy of its own, as the memory of messages is for what is sent at once.
  return Buffer.from(writer.take())
}

/** Returns the number of bytes of a document as BSON. */
export function sizeOf(document: Document): number {
  let size = 5
  for (const name in document) size += 2 + lengthInBytes(name) + sizeOfValue(document[name] as Value) // its own field
  return size
}

function sizeOfValue(value: Value): number {
  switch (typeof value) {
    case 'string':
      return 5 + lengthInBytes(value)
    case 'number':
      return isInt32(value) ? 4 : 8
    case 'bigint':
      return 8
    case 'boolean':
      return 1
    default:
      if (value === null) return 0
      if (value instanceof ObjectId) return 12
      if (value instanceof Date || value instanceof Double || value instanceof Timestamp) return 8
      if (Array.isArray(value)) {
        let size = 5
        for (const [at, each] of value.entries()) size += 2 + String(at).length + sizeOfValue(each)
        return size
      }
      if (Object.getPrototypeOf(value) === Object.prototype) return sizeOf(value as Document)
      return encodeDocument({ '': value }).length - 7
  }
}

/** The size of the memory that messages share, and the part of it that is free when one begins, in bytes. */
const SLAB = 64 * 1024
const ROOM = 8 * 1024

// Module state on purpose: memory of which each message takes as much as it needs, so that none is made for each.
let slab: Buffer = Buffer.alloc(0)
/** The number of bytes that messages have taken. */
let used = 0
/** True while a message is written behind them. */
let isOpen = false

/** Writes a message into memory that grows as needed. */
export class Writer {
  #bytes: Buffer
  readonly #start: number
  #at: number

  constructor() {
    // Where another message is not finished, or could not be written, the rest of the memory is left to it.
    if (isOpen || slab.length - used < ROOM) {
      slab = Buffer.allocUnsafeSlow(SLAB)
      used = 0
    }
    isOpen = true
    this.#bytes = slab
    this.#start = used
    this.#at = used
  }

  /** The number of bytes so far. */
  get length(): number {
    return this.#at - this.#start
  }

  /** Returns the bytes so far. The writer must not be used afterwards. */
  take(): Buffer {
    if (this.#bytes === slab) {
      used = this.#at
      isOpen = false
    }
    return this.#bytes.subarray(this.#start, this.#at)
  }

  int32(value: number): void {
    this.#need(4)
    this.#at = this.#bytes.writeInt32LE(value, this.#at)
  }

  /** Replaces four bytes that were written before. */
  int32At(value: number, at: number): void {
    this.#bytes.writeInt32LE(value, this.#start + at)
  }

  byte(value: number): void {
    this.#need(1)
    this.#bytes[this.#at++] = value
  }

  document(document: Document): void {
    const start = this.#begin()
    for (const name in document) {
      const value = document[name]
      if (value !== undefined) this.#element(name, value)
    }
    this.#finish(start)
  }

  #array(values: readonly Value[]): void {
    const start = this.#begin()
    for (let at = 0; at < values.length; at++) this.#element(String(at), values[at] ?? null)
    this.#finish(start)
  }

  #begin(): number {
    const start = this.#at
    this.int32(0)
    return start
  }

  #finish(start: number): void {
    this.byte(0)
    this.#bytes.writeInt32LE(this.#at - start, start)
  }

  #element(name: string, value: Value): void {
    const typeAt = this.#at
    this.byte(0)
    this.cstring(name)
    const type = this.#value(value)
    this.#bytes[typeAt] = type
  }

  /** Writes a value; returns the number of its type. */
  #value(value: Value): number {
    switch (typeof value) {
      case 'string':
        this.#string(value)
        return 0x02
      case 'number':
        if (isInt32(value)) {
          this.int32(value)
          return 0x10
        }
        this.#double(value)
        return 0x01
      case 'bigint':
        this.#int64(value)
        return 0x12
      case 'boolean':
        this.byte(value ? 1 : 0)
        return 0x08
      default:
        return value === null ? 0x0a : this.#object(value)
    }
  }

  #object(value: Exclude<Value, null | string | number | bigint | boolean>): number {
    if (Array.isArray(value)) {
      this.#array(value)
      return 0x04
    }
    if (value instanceof ObjectId) {
      this.#copy(value.id)
      return 0x07
    }
    if (value instanceof Date) {
      const time = value.getTime()
      this.#date(Number.isNaN(time) ? 0 : time)
      return 0x09
    }
    if (Object.getPrototypeOf(value) === Object.prototype) {
      this.document(value as Document)
      return 0x03
    }
    return this.#rare(value)
  }

  #rare(value: Exclude<Value, null | string | number | bigint | boolean>): number {
    if (value instanceof Double) {
      this.#double(value.value)
      return 0x01
    }
    if (value instanceof Decimal128) {
      this.#copy(value.bytes)
      return 0x13
    }
    if (value instanceof Binary) {
      this.#binary(value)
      return 0x05
    }
    if (value instanceof Timestamp) {
      this.#need(8)
      this.#bytes.writeUInt32LE(value.i, this.#at)
      this.#bytes.writeUInt32LE(value.t, this.#at + 4)
      this.#at += 8
      return 0x11
    }
    if (value instanceof BSONRegExp) {
      this.cstring(value.pattern)
      this.cstring(value.options)
      return 0x0b
    }
    if (value instanceof BSONSymbol) {
      this.#string(value.value)
      return 0x0e
    }
    if (value instanceof Code) return this.#code(value)
    if (value instanceof MinKey) return 0xff
    if (value instanceof MaxKey) return 0x7f
    throw new TypeError(`no BSON value: ${textOfAny(value)}`)
  }

  #binary(value: Binary): void {
    const bytes = value.value()
    const isOld = value.sub_type === Binary.SUBTYPE_BYTE_ARRAY
    this.int32(bytes.length + (isOld ? 4 : 0))
    this.byte(value.sub_type)
    if (isOld) this.int32(bytes.length)
    this.#copy(bytes)
  }

  #code(value: Code): number {
    if (value.scope === null) {
      this.#string(value.code)
      return 0x0d
    }
    const start = this.#begin()
    this.#string(value.code)
    this.document(value.scope) // decoded as a document
    this.#bytes.writeInt32LE(this.#at - start, start)
    return 0x0f
  }

  #double(value: number): void {
    this.#need(8)
    this.#at = this.#bytes.writeDoubleLE(value, this.#at)
  }

  #int64(value: bigint): void {
    // Most replies have zeros, such as the id of a cursor that has ended.
    if (value === 0n) {
      this.int32(0)
      this.int32(0)
      return
    }
    this.#need(8)
    this.#at = this.#bytes.writeBigInt64LE(value, this.#at)
  }

  #date(time: number): void {
    this.#need(8)
    const high = Math.floor(time / 2 ** 32)
    this.#at = this.#bytes.writeUInt32LE(time - high * 2 ** 32, this.#at)
    this.#at = this.#bytes.writeInt32LE(high, this.#at)
  }

  #string(value: string): void {
    const lengthAt = this.#at
    this.int32(0)
    this.#text(value)
    this.byte(0)
    this.#bytes.writeInt32LE(this.#at - lengthAt - 4, lengthAt)
  }

  /** Writes a text that ends with a zero. */
  cstring(value: string): void {
    this.#text(value)
    this.byte(0)
  }

  #text(value: string): void {
    this.#need(value.length * 3)
    const start = this.#at
    if (value.length > 24) return this.#longText(value, start)
    for (let at = 0; at < value.length; at++) {
      const unit = value.charCodeAt(at)
      if (unit > 127) {
        return this.#longText(value, start)
      }
      this.#bytes[this.#at++] = unit
    }
  }

  #longText(value: string, start: number): void {
    this.#at = start + this.#bytes.write(value, start)
    // A text of ASCII has as many bytes as characters.
    if (this.#at === start + value.length || !hasRawBytes(value)) return
    this.#at = start
    this.#copy(bytesOfText(value))
  }

  #copy(bytes: Uint8Array): void {
    const { length } = bytes
    this.#need(length)
    // A few bytes are copied without a call out of JavaScript.
    if (length > 32) this.#bytes.set(bytes, this.#at)
    else for (let at = 0; at < length; at++) this.#bytes[this.#at + at] = bytes[at] ?? 0
    this.#at += length
  }

  #need(length: number): void {
    if (this.#at + length > this.#bytes.length) this.#grow(length)
  }

  #grow(length: number): void {
    // Positions stay as they are, so that the beginnings of documents are found again.
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#at + length))
    this.#bytes.copy(grown, this.#start, this.#start, this.#at)
    if (this.#bytes === slab) isOpen = false
    this.#bytes = grown
  }
}
