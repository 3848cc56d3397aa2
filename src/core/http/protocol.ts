import type { Duplex } from 'node:stream'
import type { ArmedFault, FaultOptions, Faults } from '../faults.ts'
import type { MessageFormat } from './message-format.ts'
import type { ListenerHost } from './listener.ts'
import type { CollectionDefinitions, Store } from '../store.ts'
import type { Urls } from '../vendor-hosts.ts'

/**
 * A protocol beside HTTP on the service's own port, told apart by the first bytes that a client sends, as TLS is. Over
 * TLS, the first bytes inside count.
 */
export interface ConnectionProtocol<C extends CollectionDefinitions> {
  /** The number of bytes that {@link recognize} looks at. */
  readonly bytes: number
  /** Returns whether a connection that begins with these bytes speaks the protocol. Requests of HTTP must not. */
  readonly recognize: (first: Buffer) => boolean
  /** The ids of the protocol's operations, which faults may name. */
  readonly operations: readonly string[]
  /** The error codes of the protocol, which faults may name without a status. */
  readonly codes: readonly string[]
  /** The codes with which a sweep lets an operation fail, as a server of the vendor does. */
  readonly failures: readonly string[]
  /** Returns whether a code that is not among {@link codes} is one of the protocol's too. */
  readonly isCode?: (code: string) => boolean
  /** Returns what is wrong with the option `protocol` of a fault; null when nothing is. */
  readonly checkFault: (options: Readonly<Record<string, unknown>>) => string | null
  /** Returns the messages of the protocol, by which tenants that share a connection are told apart. */
  readonly messageFormat: () => Promise<MessageFormat>
  /** Returns the function that serves the connections of an instance. Called with the first of them. */
  readonly open: (host: ProtocolHost<C>) => Promise<(connection: ProtocolConnection) => void>
}

/** A connection of a client that speaks the protocol. */
export interface ProtocolConnection {
  readonly socket: Duplex
  /** The place of its port: 0 for the port of the instance, 1 for the first that the protocol has opened. */
  readonly place: number
  /** The host of the vendor that the client called; null for a client that called the instance's own address. */
  readonly called: string | null
  /** The first messages of the client, where another instance has answered them, as the connection is shared. */
  readonly greetings: readonly Buffer[]
}

/** The part of an instance that its protocol works with. */
export interface ProtocolHost<C extends CollectionDefinitions> extends ListenerHost<C> {
  /** The state of the present epoch. A reset or restore replaces it, and ends the earlier one. */
  store(): Store<C>
  /** The URLs of the instance. */
  urls(): Urls
  /** Adds an operation that begins to the request log, and finds the fault that it matches. */
  begin(operation: ProtocolOperation): StartedOperation
  /** Returns the fault that an operation which is not logged matches: one that names it. Null when there is none. */
  faultFor(operation: ProtocolTarget): ArmedFault | null
  /**
   * Opens another port at the address of the instance, at which only the protocol is served, until the instance closes.
   * Resolves with its number; the system chooses it.
   */
  openPort(): Promise<number>
  /** The armed faults, for a protocol by which clients arm some too. */
  readonly faults: Faults
}

/** The part of an operation that faults are compared with. */
export interface ProtocolTarget {
  /** In the place of HTTP's method: `COMMAND`. */
  readonly method: string
  /** The record that the operation is about, as a path: `/shop/orders`. */
  readonly path: string
  /** The id of the operation. */
  readonly operation: string
  /** Returns whether the options of a fault that only the protocol knows let it match. Absent: always. */
  accepts?(fault: FaultOptions): boolean
}

/** One operation of a protocol, as the request log and the faults know it. */
export interface ProtocolOperation extends ProtocolTarget {
  readonly principal: string | null
  /** The bytes of the request; null for one whose content is secret. */
  readonly request: Uint8Array | null
  /** Returns the text of a request or response, given the first of its bytes; null when it has none. */
  readonly textOf: (body: Uint8Array) => string | null
}

/** An operation under way. */
export interface StartedOperation {
  /** The armed fault that the operation matches. */
  readonly fault: ArmedFault | null
  /** Completes the record. `status` is null when no response was sent. `error` is the stack of an unforeseen error. */
  end(status: number | null, response: Uint8Array | null, error?: string): void
}
