import { collection, sequence, value } from '#core/store.ts'

/** A record that an entry of the System Log names: the actor, or a target. */
export interface LogEntity {
  readonly id: string
  /** The vendor's word: `User`, `UserGroup`, `AppInstance`, `AppUser`, `PublicClientApp`, `SystemPrincipal`. */
  readonly type: string
  readonly alternateId: string
  readonly displayName: string
}

/** An entry of the System Log; `id` is its number in digits, so that ids are in the order of the entries. */
export interface LogEvent {
  readonly id: string
  readonly uuid: string
  readonly published: number
  readonly eventType: string
  readonly displayMessage: string
  readonly severity: 'INFO' | 'WARN'
  readonly result: 'SUCCESS' | 'FAILURE'
  readonly reason: string | null
  readonly actor: LogEntity
  readonly target: readonly LogEntity[]
  /** The id of the request that the entry comes from. */
  readonly transactionId: string
  /** The path of the request; null for a change that no request made. */
  readonly requestUri: string | null
  readonly userAgent: string | null
  readonly ipAddress: string | null
}

/** The collections of the System Log. */
export const systemLogCollections = {
  logEvents: collection<LogEvent>()({ indexes: { all: [] } }),
  logNumbers: sequence(),
  /** True once the seed is applied, whose changes are no entries. */
  logStarted: value(false),
}
