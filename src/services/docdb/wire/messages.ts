import { deflateSync, inflateSync } from 'node:zlib'
import { crc32c } from '@aws-crypto/crc32c'
import { decodeDocument, MalformedBson, type KnownParts } from '#docdb/values/decode.ts'
import { Writer } from '#docdb/values/encode.ts'
import { isDocument, setField, type Document, type Value } from '#docdb/values/value.ts'

/** The operation codes. https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
export const OP_MSG = 2013
export const OP_QUERY = 2004
const OP_REPLY = 1
const OP_COMPRESSED = 2012

const CHECKSUM_PRESENT = 1
/** The flag of a message that another one follows before the answer. */
export const MORE_TO_COME = 2
const EXHAUST_ALLOWED = 1 << 16

/** The id that replies have. */
const REPLY_ID = 1

/** The compressor of zlib. */
const ZLIB = 2

/** The largest message, in bytes. */
export const LARGEST_MESSAGE = 48_000_000

/** A command that a driver has sent. */
export interface CommandMessage {
  readonly requestId: number
  readonly kind: 'OP_MSG' | 'OP_QUERY'
  readonly command: Document
  /** False for a write that asks for no reply. */
  readonly expectsReply: boolean
  /** True for a command that may be answered with several replies. */
  readonly allowsExhaust: boolean
  readonly hasChecksum: boolean
  readonly isCompressed: boolean
}

/**
 * Reads a message.
 *
 * @throws {@link MalformedBson} for one that is none.
 */
export function readMessage(bytes: Buffer, known: KnownParts | null = null): CommandMessage {
  const requestId = bytes.readInt32LE(4)
  const code = bytes.readInt32LE(12)
  if (code !== OP_COMPRESSED) return readBody(bytes, { requestId, code, isCompressed: false, known })
  const inner = bytes.readInt32LE(16)
  const size = bytes.readInt32LE(20)
  const compressor = bytes[24]
  const rest = bytes.subarray(25)
  if (size < 0 || size > LARGEST_MESSAGE) throw new MalformedBson('the message is too large')
  if (compressor !== ZLIB && compressor !== 0) throw new MalformedBson(`unknown compressor ${compressor ?? ''}`)
  const body = compressor === ZLIB ? inflateSync(rest, { maxOutputLength: Math.max(1, size) }) : rest
  if (body.length !== size) throw new MalformedBson('the message is not of the size that its header says')
  return readBody(Buffer.concat([Buffer.alloc(16), body]), { requestId, code: inner, isCompressed: true, known })
}

/** The facts about a message beside its bytes, which begin with a header of 16. */
interface Head {
  readonly requestId: number
  readonly code: number
  readonly isCompressed: boolean
  readonly known: KnownParts | null
}

/** The length of a header, in bytes. */
const HEADER = 16

function readBody(bytes: Buffer, { requestId, code, isCompressed, known }: Head): CommandMessage {
  const start = HEADER
  if (code === OP_QUERY) {
    const command = queryCommand(bytes, start)
    return {
      requestId,
      kind: 'OP_QUERY',
      command,
      expectsReply: true,
      allowsExhaust: false,
      hasChecksum: false,
      isCompressed,
    }
  }
  if (code !== OP_MSG) throw new MalformedBson(`the operation ${code} is not supported`)
  const flags = bytes.readUInt32LE(start)
  if ((flags & 0xffff & ~(CHECKSUM_PRESENT | MORE_TO_COME)) !== 0) throw new MalformedBson('unknown required flags')
  const hasChecksum = (flags & CHECKSUM_PRESENT) !== 0
  const end = hasChecksum ? bytes.length - 4 : bytes.length
  // A compressed message has no header to check.
  if (hasChecksum && !isCompressed && bytes.readUInt32LE(end) !== crc32c(bytes.subarray(0, end))) {
    throw new MalformedBson('the checksum is wrong')
  }
  return {
    requestId,
    kind: 'OP_MSG',
    command: readSections(bytes, start + 4, end, known),
    expectsReply: (flags & MORE_TO_COME) === 0,
    allowsExhaust: (flags & EXHAUST_ALLOWED) !== 0,
    hasChecksum,
    isCompressed,
  }
}

function readSections(bytes: Buffer, start: number, end: number, known: KnownParts | null): Document {
  let command: Document | undefined
  const sequences: [string, Value[]][] = []
  let at = start
  while (at < end) {
    const kind = bytes[at]
    at += 1
    const size = bytes.readInt32LE(at)
    if (size < 5 || at + size > end) throw new MalformedBson('a section is longer than its message')
    if (kind === 0) command = decodeDocument(bytes, at, known)
    else if (kind === 1) sequences.push(readSequence(bytes, at, at + size, known))
    else throw new MalformedBson(`unknown section ${kind ?? ''}`)
    at += size
  }
  if (command === undefined) throw new MalformedBson('the message has no command')
  for (const [name, documents] of sequences) setField(command, name, documents)
  return command
}

function readSequence(bytes: Buffer, start: number, end: number, known: KnownParts | null): [string, Value[]] {
  const zero = bytes.indexOf(0, start + 4)
  if (zero < 0 || zero >= end) throw new MalformedBson('the name of a sequence does not end')
  const name = bytes.toString('utf8', start + 4, zero)
  let documents: Value[] = []
  let at = zero + 1
  while (at < end) {
    const size = bytes.readInt32LE(at)
    if (size < 5 || at + size > end) throw new MalformedBson('a document crosses the end of its sequence')
    const document = decodeDocument(bytes, at, known)
    // Many have one document: an array that grows gets room for seventeen.
    if (documents.length === 0) documents = [document]
    else documents.push(document)
    at += size
  }
  return [name, documents]
}

/** The command of the old form, which drivers use for their first message only: `admin.$cmd`. */
function queryCommand(bytes: Buffer, start: number): Document {
  const zero = bytes.indexOf(0, start + 4)
  if (zero < 0) throw new MalformedBson('the name of the collection does not end')
  const name = bytes.toString('utf8', start + 4, zero)
  if (!name.endsWith('.$cmd')) throw new MalformedBson('OP_QUERY is only supported for commands')
  const command = decodeDocument(bytes, zero + 1 + 8)
  return { ...command, $db: name.slice(0, -5) }
}

/** Returns the command to which the reply after a reply belongs, where more are to come: it is sent by nobody. */
export function nextOf(message: CommandMessage, changes: Document): CommandMessage {
  return { ...message, requestId: REPLY_ID, command: { ...message.command, ...changes } }
}

/**
 * Returns the `getMore` that the server runs by itself after another, for a driver that takes a stream of batches; null
 * where the cursor is at its end, or the driver asks for each batch.
 * https://github.com/mongodb/specifications/blob/master/source/message/OP_MSG.md#exhaustallowed
 */
export function nextBatchOf(message: CommandMessage, { cursor }: Document): CommandMessage | null {
  if (!message.allowsExhaust || message.command['getMore'] === undefined) return null
  return isDocument(cursor) && typeof cursor['id'] === 'bigint' && cursor['id'] !== 0n ? nextOf(message, {}) : null
}

/** Returns the message that replies to another. `moreToCome` announces another reply, to this one. */
export function replyMessage(to: CommandMessage, reply: Document, moreToCome = false): Buffer {
  const writer = new Writer()
  for (const each of [0, REPLY_ID, to.requestId, to.kind === 'OP_QUERY' ? OP_REPLY : OP_MSG]) writer.int32(each)
  if (to.kind === 'OP_QUERY') {
    for (const each of [8, 0, 0, 0, 1]) writer.int32(each)
  } else {
    writer.int32((to.hasChecksum && !to.isCompressed ? CHECKSUM_PRESENT : 0) | (moreToCome ? MORE_TO_COME : 0))
    writer.byte(0)
  }
  writer.document(reply)
  const isChecked = to.kind === 'OP_MSG' && to.hasChecksum && !to.isCompressed
  const length = writer.length + (isChecked ? 4 : 0)
  writer.int32At(length, 0)
  const message = writer.take()
  if (isChecked) {
    const sum = Buffer.alloc(4)
    sum.writeUInt32LE(crc32c(message))
    return Buffer.concat([message, sum])
  }
  return to.isCompressed ? compressed(message) : message
}

function compressed(message: Buffer): Buffer {
  const body = deflateSync(message.subarray(16))
  const head = Buffer.alloc(25)
  head.writeInt32LE(25 + body.length, 0)
  message.copy(head, 4, 4, 12)
  head.writeInt32LE(OP_COMPRESSED, 12)
  head.writeInt32LE(message.readInt32LE(12), 16)
  head.writeInt32LE(message.length - 16, 20)
  head[24] = ZLIB
  return Buffer.concat([head, body])
}
