import type { Answering } from '#core/http/answering.ts'
import type { DnsRecords, VendorHost } from '#core/vendor-hosts.ts'
import type { RecordedRefusal } from './refused-call.ts'

/** The treatment of calls to a host for which nothing stands in. */
export type Unhandled = 'error' | 'warn' | 'bypass'

/** An instance that answers for hosts. */
export interface Answerer {
  /** The ways to have it answer in this process; null for one that runs elsewhere. */
  readonly answering: Answering | null
  /** The port of 127.0.0.1 at which it listens. */
  readonly port: number
  /** The id of its service. */
  readonly service: string
  /** The tag that a request without one gets. Absent: none */
  readonly tenant?: string
}

/** The hosts that one interception answers for, and what it decides about the others. */
export interface Layer {
  readonly unhandled: Unhandled
  /** Returns whether the layer answers for some path of a host. */
  has(host: string): boolean
  /** Returns the records of a host that it answers for; undefined when the host has none. */
  recordsOf(host: string): DnsRecords | undefined
  /**
   * Returns the instance that answers for a host and path, where it can be reached from this process; else null.
   * `tenant` is the tag of the request; null for one without.
   */
  find(host: string, path: string, tenant: string | null): Answerer | null
  /** Returns every instance that answers for the root of a host, whatever the tenant. Absent: that of `find` */
  all?(host: string): readonly Answerer[]
  /**
   * Returns the reason why a call to a host of the layer is refused when it names no tenant; null where it may. Absent:
   * it may
   */
  withoutTenant?(host: string): string | null
  /** Returns whether every instance that answers for a host can be reached without a connection. */
  answersInProcess(host: string): boolean
  /** Returns whether calls to a host that nothing stands in for may leave the machine; at any port for null. */
  allows(host: string, port: number | null): boolean
  /** The port of the server to which connections to the hosts are redirected; null for the server of this process. */
  readonly steeringPort: number | null
  /** The path of the file that this layer was read from; null for a layer of this thread. */
  readonly file: string | null
  /** The declarations, for child processes. */
  readonly patterns: { readonly hosts: readonly VendorHost[]; readonly allow: readonly string[] }
  /** Records a refused call. */
  record(refusal: RecordedRefusal): void
}

/**
 * The destination of a call: an instance, nowhere, or the host itself. `warn` goes to the host itself with a warning.
 */
export type Decision = 'steer' | 'refuse' | 'pass' | 'warn'
