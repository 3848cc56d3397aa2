import { toEjson } from '#docdb/values/ejson.ts'
import { firstName, type Document, type Value } from '#docdb/values/value.ts'
import { decodeDocument } from '#docdb/values/decode.ts'
import { OP_MSG, readMessage } from './messages.ts'

/** Returns what a command is about, as a path: `/shop/orders`. */
function pathOf(name: string, command: Document): string {
  const database = typeof command['$db'] === 'string' ? command['$db'] : 'admin'
  const target = command[firstName(command)]
  const collection = name === 'getMore' ? command['collection'] : target
  return typeof collection === 'string' ? `/${database}/${collection}` : `/${database}`
}

/** Returns the paths of the commands of a connection, most of which are about the same collection as the one before. */
export class CommandPaths {
  #database: Value | undefined
  #collection: Value | undefined
  #path = ''

  of(name: string, command: Document): string {
    const database = command['$db']
    const collection = name === 'getMore' ? command['collection'] : command[firstName(command)]
    if (database !== this.#database || collection !== this.#collection || typeof collection !== 'string') {
      this.#path = pathOf(name, command)
      this.#database = database
      this.#collection = collection
    }
    return this.#path
  }
}

/** Returns the collection that a command is about, with its database: `shop.orders`. */
export function namespaceOf(name: string, command: Document): string {
  return namespaceAt(pathOf(name, command))
}

/** Returns the collection of a path, with its database. */
export function namespaceAt(path: string): string {
  return path.slice(1).replace('/', '.')
}

/** Returns a message as Extended JSON. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    // A reply may be of the old form.
    const document =
      buffer.readInt32LE(12) === 1 ? decodeDocument(buffer, 36) : readMessage(withoutChecksum(buffer)).command
    const { lsid: _lsid, $clusterTime: _time, ...shown } = document
    return JSON.stringify(toEjson(shown, 'relaxed'))
  } catch {
    return null
  }
}

function withoutChecksum(message: Buffer): Buffer {
  if (message.readInt32LE(12) !== OP_MSG || (message.readUInt32LE(16) & 1) === 0) return message
  const copy = Buffer.from(message.subarray(0, message.length - 4))
  copy.writeUInt32LE(0, 16)
  return copy
}
