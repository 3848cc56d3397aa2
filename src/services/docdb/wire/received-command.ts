import type { FaultOptions } from '#core/faults.ts'
import type { ProtocolOperation } from '#core/http/protocol.ts'
import type { Runtime } from '#docdb/server-commands/runtime.ts'
import type { Document } from '#docdb/values/value.ts'
import { acceptsFault, type FaultTarget } from './faults.ts'
import { applicationOf, type Connection } from './greeting.ts'
import { textOf } from './shown.ts'

/** A command, and its bytes; null where the request log must not have them. */
interface Sent {
  readonly command: Document
  readonly request: Buffer | null
}

/** A command that a driver has sent, as the request log and the faults know it. */
export class ReceivedCommand implements ProtocolOperation, FaultTarget {
  readonly method = 'COMMAND'
  readonly textOf = textOf
  readonly name: string
  readonly path: string
  readonly command: Document
  readonly request: Buffer | null
  readonly runtime: Runtime
  readonly #connection: Connection

  constructor(name: string, path: string, { command, request }: Sent, connection: Connection, runtime: Runtime) {
    this.name = name
    this.path = path
    this.command = command
    this.request = request
    this.runtime = runtime
    this.#connection = connection
  }

  get operation(): string {
    return this.name
  }

  get principal(): string | null {
    return this.#connection.username
  }

  get application(): string | null {
    return this.#connection.application ?? applicationOf(this.command)
  }

  get member(): number {
    return this.#connection.member
  }

  accepts(fault: FaultOptions): boolean {
    return acceptsFault(fault, this)
  }
}
