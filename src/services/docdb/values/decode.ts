import { textOfBytes } from './raw-bytes.ts'
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  double,
  MaxKey,
  MinKey,
  ObjectId,
  setField,
  Timestamp,
  type Document,
  type Value,
} from './value.ts'

/** The deepest nesting that is read: the server allows 180 levels. */
const DEEPEST = 200

/** Thrown for bytes that are not BSON. */
export class MalformedBson extends Error {
  override name = 'MalformedBson'
}

/**
 * Reads the BSON document that begins at `offset`. The result does not refer to the bytes.
 * https://bsonspec.org/spec.html
 *
 * @throws MalformedBson
 */
export function decodeDocument(bytes: Buffer, offset = 0, known: KnownParts | null = null): Document {
  return new Reader(bytes, offset, known).document(0)
}

/** The number of names, and of texts, that are kept. */
const TEXTS_KEPT = 1024

/** The number of binary values that are kept. */
const BINARIES_KEPT = 256

/** The longest text and binary value that is kept, in bytes. */
const LONGEST_KEPT = 32

/**
 * Keeps the short parts of messages, as most messages of a client repeat those of the ones before: the names of fields,
 * texts such as the name of a collection, the id of a session. A name that is made anew from its bytes has to be looked
 * up by its text when it becomes a field, and bytes of their own take longer to make than to compare.
 */
export class KnownParts {
  readonly #names: string[] = Array.from({ length: TEXTS_KEPT }, () => '')
  /** Apart from the names, which texts that no message repeats would replace. */
  readonly #texts: string[] = Array.from({ length: TEXTS_KEPT }, () => '')
  readonly #binaries: (Binary | null)[] = Array.from({ length: BINARIES_KEPT }, () => null)

  /** Returns the name between two positions. */
  nameBetween(bytes: Buffer, start: number, end: number): string {
    return keptText(this.#names, bytes, start, end)
  }

  /** Returns the text between two positions. */
  textBetween(bytes: Buffer, start: number, end: number): string {
    return keptText(this.#texts, bytes, start, end)
  }

  /** Returns the binary value that begins at a position. */
  binaryAt(bytes: Buffer, start: number, length: number, subtype: number): Binary {
    if (length > LONGEST_KEPT) return new Binary(copyOf(bytes, start, length), subtype)
    const place = hashOf(bytes, start, start + length) & (BINARIES_KEPT - 1)
    const kept = this.#binaries[place] ?? null
    if (kept !== null && kept.sub_type === subtype && areBytesAt(kept.buffer, bytes, start, length)) return kept
    return (this.#binaries[place] = new Binary(copyOf(bytes, start, length), subtype))
  }
}

function keptText(all: string[], bytes: Buffer, start: number, end: number): string {
  const length = end - start
  if (length > LONGEST_KEPT) return textOfBytes(bytes, start, end)
  const place = hashOf(bytes, start, end) & (TEXTS_KEPT - 1)
  const kept = all[place] ?? ''
  return isTextOf(kept, bytes, start, length) ? kept : (all[place] = textBetween(bytes, start, end))
}

function hashOf(bytes: Buffer, start: number, end: number): number {
  let hash = end - start
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0
  return hash ^ (hash >>> 15)
}

/** Returns whether bytes are those of a text; false for any that is not ASCII. */
function isTextOf(text: string, bytes: Buffer, start: number, length: number): boolean {
  if (text.length !== length) return false
  for (let at = 0; at < length; at++) {
    const byte = bytes[start + at] ?? 0
    if (byte > 127 || text.charCodeAt(at) !== byte) return false
  }
  return true
}

function areBytesAt(kept: Uint8Array, bytes: Buffer, start: number, length: number): boolean {
  if (kept.length !== length) return false
  for (let at = 0; at < length; at++) if (kept[at] !== bytes[start + at]) return false
  return true
}

function copyOf(bytes: Buffer, start: number, length: number): Buffer {
  // A slice of a Buffer would share its memory with the whole message.
  const copied = Buffer.allocUnsafeSlow(length)
  bytes.copy(copied, 0, start, start + length)
  return copied
}

// Module state on purpose: used within one call only. An ObjectId keeps numbers made of the bytes.
const objectIdBytes = Buffer.alloc(12)

class Reader {
  readonly #bytes: Buffer
  readonly #known: KnownParts | null
  #at: number

  constructor(bytes: Buffer, at: number, known: KnownParts | null) {
    this.#bytes = bytes
    this.#known = known
    this.#at = at
  }

  document(depth: number): Document {
    const end = this.#begin(depth)
    const made: Document = {}
    while (this.#at < end) {
      const type = this.#byte()
      setField(made, this.#name(), this.#value(type, depth))
    }
    this.#finish(end)
    return made
  }

  #array(depth: number): Value[] {
    const end = this.#begin(depth)
    let made: Value[] | null = null
    while (this.#at < end) {
      const type = this.#byte()
      // The names are positions, which the order tells too.
      while (this.#byte() !== 0);
      const value = this.#value(type, depth)
      if (made === null) made = [value]
      else made.push(value)
    }
    this.#finish(end)
    if (made === null) return []
    // V8 gives an array that grows room for 17 elements: a short one is stored without it.
    return made.length > 1 && made.length < 12 ? made.slice() : made
  }

  /** Reads the length of a document; returns the position of its last byte. */
  #begin(depth: number): number {
    if (depth > DEEPEST) throw new MalformedBson('nested too deeply')
    const start = this.#at
    const length = this.#int32()
    const end = start + length - 1
    if (length < 5 || end >= this.#bytes.length || this.#bytes[end] !== 0) throw new MalformedBson('invalid length')
    return end
  }

  #finish(end: number): void {
    if (this.#at !== end) throw new MalformedBson('a value crosses the end of its document')
    this.#at += 1
  }

  #value(type: number, depth: number): Value {
    switch (type) {
      case 0x01:
        return double(this.#bytes.readDoubleLE(this.#advance(8)))
      case 0x02:
        return this.#string()
      case 0x03:
        return this.document(depth + 1)
      case 0x04:
        return this.#array(depth + 1)
      case 0x05:
        return this.#binary()
      case 0x06: // undefined, which no driver sends any more
      case 0x0a:
        return null
      case 0x07:
        return this.#objectId()
      case 0x08:
        return this.#byte() !== 0
      case 0x09:
        return new Date(this.#date())
      case 0x0b:
        return new BSONRegExp(this.#cstring(), this.#cstring())
      case 0x0d:
        return new Code(this.#string())
      case 0x0e:
        return new BSONSymbol(this.#string())
      case 0x0f: {
        this.#int32()
        const code = this.#string()
        return new Code(code, this.document(depth + 1))
      }
      case 0x10:
        return this.#int32()
      case 0x11: {
        const i = this.#bytes.readUInt32LE(this.#advance(4))
        return new Timestamp({ t: this.#bytes.readUInt32LE(this.#advance(4)), i })
      }
      case 0x12:
        return this.#int64()
      case 0x13:
        return new Decimal128(copyOf(this.#bytes, this.#advance(16), 16))
      case 0x7f:
        return new MaxKey()
      case 0xff:
        return new MinKey()
      default:
        throw new MalformedBson(`unknown type 0x${type.toString(16)}`)
    }
  }

  #objectId(): ObjectId {
    const start = this.#advance(12)
    for (let at = 0; at < 12; at++) objectIdBytes[at] = this.#bytes[start + at] ?? 0
    return new ObjectId(objectIdBytes)
  }

  /** Reads an Int64 as a number, which may round it: a date has far less than 53 bits. */
  #date(): number {
    const low = this.#bytes.readUInt32LE(this.#advance(4))
    return this.#bytes.readInt32LE(this.#advance(4)) * 2 ** 32 + low
  }

  #binary(): Binary {
    const length = this.#int32()
    const subtype = this.#byte()
    if (length < 0) throw new MalformedBson('invalid length of binary data')
    if (subtype !== Binary.SUBTYPE_BYTE_ARRAY) return this.#binaryOf(length, subtype)
    // The old form has its length twice.
    const inner = this.#int32()
    if (inner !== length - 4 || inner < 0) throw new MalformedBson('invalid length of binary data')
    return this.#binaryOf(inner, subtype)
  }

  #binaryOf(length: number, subtype: number): Binary {
    const start = this.#advance(length)
    return (
      this.#known?.binaryAt(this.#bytes, start, length, subtype) ??
      new Binary(copyOf(this.#bytes, start, length), subtype)
    )
  }

  /** Reads an Int64. Most are small, and made of one number then. */
  #int64(): bigint {
    const start = this.#advance(8)
    const low = this.#bytes.readUInt32LE(start)
    if (this.#bytes.readInt32LE(start + 4) !== 0) return this.#bytes.readBigInt64LE(start)
    return low === 0 ? 0n : BigInt(low)
  }

  #string(): string {
    const length = this.#int32()
    if (length < 1) throw new MalformedBson('invalid length of a string')
    const start = this.#advance(length)
    if (this.#bytes[start + length - 1] !== 0) throw new MalformedBson('a string does not end')
    const end = start + length - 1
    return this.#known?.textBetween(this.#bytes, start, end) ?? textBetween(this.#bytes, start, end)
  }

  #name(): string {
    const start = this.#at
    const end = this.#endOfText()
    return this.#known?.nameBetween(this.#bytes, start, end) ?? textBetween(this.#bytes, start, end)
  }

  #cstring(): string {
    const start = this.#at
    return textBetween(this.#bytes, start, this.#endOfText())
  }

  /** Moves on behind the zero that ends a text; returns its position. */
  #endOfText(): number {
    const start = this.#at
    let end = start
    while (this.#bytes[end] !== 0) {
      end += 1
      if (end >= this.#bytes.length) throw new MalformedBson('a name does not end')
    }
    this.#at = end + 1
    return end
  }

  #int32(): number {
    return this.#bytes.readInt32LE(this.#advance(4))
  }

  #byte(): number {
    return this.#bytes[this.#advance(1)] ?? 0
  }

  /** Moves on; returns the position before. */
  #advance(length: number): number {
    const start = this.#at
    this.#at += length
    if (this.#at > this.#bytes.length) throw new MalformedBson('it ends within a value')
    return start
  }
}

/** Short texts of ASCII are read without a call out of JavaScript. */
function textBetween(bytes: Buffer, start: number, end: number): string {
  if (end - start > 24) return textOfBytes(bytes, start, end)
  let text = ''
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0
    if (byte > 127) return textOfBytes(bytes, start, end)
    text += String.fromCharCode(byte)
  }
  return text
}
