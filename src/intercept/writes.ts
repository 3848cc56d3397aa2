import type { Socket } from 'node:net'
import { currentTenant } from '#core/tenants/tenant-context.ts'

/** The bytes of a connection that were written for one tenant. */
export interface Written {
  /** The tag of the tenant; null for work that belongs to none. */
  readonly tag: string | null
  /** The stack of the code that wrote them; empty where it was not asked for. */
  readonly stack: string
}

type Write = (this: Socket, chunk: unknown, encoding?: unknown, ...rest: unknown[]) => boolean

/** Notes for which tenant each byte of a connection is written: a client lends its connections to all that call it. */
export class Writes {
  readonly #entries: (Written & { readonly until: number })[] = []
  readonly #first: Written
  #length = 0

  /** @param stackOf returns the stack for work that belongs to no tenant, given the function that it has called */
  constructor(socket: Socket, stackOf: (above: (...parameters: never[]) => unknown) => string) {
    const written = (): Written => {
      const tag = currentTenant()
      return { tag, stack: tag === null ? stackOf(write) : '' }
    }
    const note = (chunk: unknown, encoding: unknown): void => this.#note(lengthOf(chunk, encoding), written())
    const isFirst = (): boolean => this.#length === 0
    // The connection's own writes are those of its client; HTTP's requests are marked one by one, by their headers.
    const original = Reflect.get(socket, 'write') as Write // of a socket
    function write(this: Socket, ...parameters: Parameters<Write>): boolean {
      if (isFirst() && startsWithMethod(parameters[0])) Object.assign(socket, { write: original })
      else note(parameters[0], parameters[1])
      return original.apply(this, parameters)
    }
    Object.defineProperty(socket, 'write', { value: write, writable: true, configurable: true })
    this.#first = { tag: currentTenant(), stack: '' }
  }

  #note(length: number, written: Written): void {
    this.#length += length
    const last = this.#entries.at(-1)
    if (last?.tag === written.tag && last.stack === written.stack) this.#entries.pop()
    this.#entries.push({ ...written, until: this.#length })
  }

  /** Returns what is known of the byte at a place, and forgets what is before it. */
  at(offset: number): Written {
    while ((this.#entries[0]?.until ?? Infinity) <= offset) this.#entries.shift()
    // Bytes that did not pass here count as those of the work which has opened the connection.
    return this.#entries[0] ?? this.#first
  }
}

function lengthOf(chunk: unknown, encoding: unknown): number {
  if (typeof chunk === 'string')
    return Buffer.byteLength(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8') // as the socket does
  return ArrayBuffer.isView(chunk) ? chunk.byteLength : 0
}

/** Returns whether a write begins with a method of HTTP, in upper case. */
function startsWithMethod(chunk: unknown): boolean {
  const text = typeof chunk === 'string' ? chunk.slice(0, 3) : ArrayBuffer.isView(chunk) ? textOf(chunk) : ''
  return /^[A-Z]{3}$/.test(text)
}

function textOf({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return Buffer.from(buffer, byteOffset, Math.min(3, byteLength)).toString('latin1')
}
