import type { Socket } from 'node:net'
import type { DnsRecords } from '#core/vendor-hosts.ts'
import type { FakeAddresses } from './fake-addresses.ts'
import type { Answerer, Decision } from './layer.ts'
import type { RecordedRefusal, Requested } from './refused-call.ts'
import type { SteeringServer } from './steering-server.ts'
import type { Trust } from './trust.ts'

/** A call of `fetch` that has not connected yet. */
export interface PendingCall extends Requested {
  readonly host: string
  readonly port: number
  readonly stack: string
}

/** A connection that is redirected to an instance or leaves the machine. */
export interface OpenConnection {
  readonly host: string
  readonly port: number
  readonly decision: Decision
}

/** The interceptions of a process, as the replacements of `fetch`, sockets and DNS use them. */
export interface Interceptor {
  /** True while there is an interception. */
  readonly isOn: boolean
  readonly trust: Trust
  readonly addresses: FakeAddresses
  /** The calls of `fetch` that have not connected yet. */
  readonly pending: Set<PendingCall>
  /** The server of this process to which connections are redirected. */
  readonly server: SteeringServer
  /** Returns whether a port of this machine is that of the server. */
  isServerPort(port: number): boolean
  /** Returns the path of the file by which worker threads steer their calls. */
  hostsFile(): string
  /** Returns the port to which a connection to a host is redirected. */
  steeringPort(host: string): number
  /** Returns the destination of a call; `null` as the port means any port. */
  decide(host: string, port: number | null): Decision
  /** Returns whether instances of this process answer for a host, given with its port or without. */
  answersInProcess(host: string): boolean
  /**
   * Returns the instance that answers for a host and path; null when none does, or it is reached through a connection
   * only.
   */
  find(host: string, path: string, tenant?: string | null): Answerer | null
  /** Returns the reason why a call to a host is refused when it names no tenant; null where it may. */
  withoutTenant(host: string): string | null
  /** Returns the records of a host that instances answer for; undefined when it has none. */
  recordsOf(host: string): DnsRecords | undefined
  /** Records a refused call. */
  record(refusal: RecordedRefusal): void
  /** Returns the name that a client calls: an address may stand for one, and TLS may name another. */
  nameFor(host: string, servername: string | undefined): string
  /** Watches a connection until it closes. */
  watch(socket: Socket, connection: OpenConnection): void
  /** Writes a warning about a call that leaves the machine, once for each host. */
  warn(host: string, message: string): void
}
