import type { Changes } from './calls/changes.ts'
import type { JsonValue, OperationTypes, ReceivedCall } from './calls/received-call.ts'
import type { Clock, Webhooks } from './controls.ts'
import type { Faults } from './faults.ts'
import type { RequestRecord } from './request-log/requests.ts'
import type { Snapshot } from './store.ts'
import type { VendorHost } from './vendor-hosts.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string>>

declare const operations: unique symbol
declare const answers: unique symbol

/** The body of an operation's answer; any JSON where its handler declares no type. */
type AnswerOf<A, N> = N extends keyof A ? A[N] : JsonValue

/**
 * A running stand-in, as far as all services have it in common. `O` has the types of the service's operations, and
 * `A` those of their answers.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- operations that are not known fit all others
export interface EmulatorBase<Id extends string = string, O extends object = any, A extends object = any> {
  /** Only a type: the operations, which the matchers of the runners read. */
  readonly [operations]?: O
  /** Only a type: the answers of the operations. */
  readonly [answers]?: A
  /** The id of the service. */
  readonly service: Id
  /** The base URL, without a slash at the end. */
  readonly url: string
  /** The port that the instance listens at. */
  readonly port: number
  /** The variables that point an application, and the vendor's own client, at this instance. */
  readonly env: Environment
  /** The vendor's hosts that the instance answers for and advertises; empty without `hosts: 'real'`. */
  readonly hosts: readonly VendorHost[]
  /** The requests since the last reset, oldest first: the latest 1000. */
  readonly requests: readonly RequestRecord[]
  /**
   * Returns the calls of an operation since the last reset, or all calls, oldest first: those among the latest 1000
   * requests. `codehost.calls('issues/create')[0]?.body.title`
   *
   * @throws TypeError for an operation that the service does not have.
   */
  calls(): ReceivedCall[]
  calls<N extends keyof O & string>(operation: N): ReceivedCall<Extract<O[N], OperationTypes>, AnswerOf<A, N>>[]
  /** Names an operation by its method and path: `codehost.calls('POST /repos/:owner/:repo/issues')`. */
  calls(operation: `${Uppercase<string>} /${string}`): ReceivedCall[]
  /**
   * Returns what differs from the seed: the rows that were added, changed and removed, by collection. In a snapshot
   * (`expect(codehost.changes()).toMatchInlineSnapshot()`) it is a short text that is the same in every run.
   *
   * @throws Error for an application of your own, whose state backlot does not hold.
   */
  changes(): Changes
  /**
   * Describes each wait that has not ended, such as `webhooks.next` or `mail.inbox.next`: what it waits for and what
   * came instead. The runners add it to the report of a failed test.
   */
  readonly waiting: readonly string[]
  /** The webhooks that the instance sent since the last reset. */
  readonly webhooks: Webhooks
  /** The faults that the instance answers requests with. */
  readonly faults: Faults
  /** The clock that expiry, retries and timestamps follow. */
  readonly clock: Clock
  /** The id of the tenant that this is; null for an instance of its own. */
  readonly tenantId: string | null
  /** The headers by which a request to the instance's own URL reaches this tenant; none for an instance of its own. */
  readonly tenantHeaders: Readonly<Record<string, string>>
  /**
   * Returns an isolated copy of the seeded state behind the same port: rows, clock, faults, request log, webhooks and
   * reset of its own. Requests reach it at its `url`, below a path of the instance; at the instance's URL with its
   * `tenantHeaders`; and with a token or session that it has issued. `close` ends it: later requests that name it are
   * refused. With the `id` of an open tenant, that one is returned. Default: a new one
   *
   * @throws TypeError for an id that a header cannot have, and Error for an application of `defineService({ app })`.
   */
  tenant(options?: { readonly id?: string }): this
  /** Puts all state back to the seed. Work that was under way cannot change the state afterwards. */
  reset(): void
  /** Ends every connection and frees the port. May be called again. */
  close(): Promise<void>
  /** Returns the state as it is now: records, tokens, timers, clock and ids. */
  snapshot(): Snapshot
  /** Goes back to a snapshot of this instance. */
  restore(snapshot: Snapshot): void
  /**
   * Answers a request in process, without a port. The host of its URL does not matter, but with `hosts: 'real'`: then a
   * URL of a vendor's host is answered as that host does.
   */
  fetch(request: Request | string | URL, init?: RequestInit): Promise<Response>
  /** Closes the instance at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void>
}
