import type { CallOf, ContextOf } from '#core/service.ts'
import type { Collections } from '#core/store.ts'
import type { collections } from './schema.ts'

/**
 * The identity that a request acts for.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html
 */
export interface Principal {
  /** The name in the request log: `root`, `user/ada`, `assumed-role/worker/session`. */
  readonly name: string
  readonly type: 'root' | 'user' | 'assumed-role' | 'federated-user'
  /** The account, with its partition: `arn:aws:iam::123456789012`. */
  readonly account: string
  /** Twelve digits. */
  readonly accountId: string
  /** `arn:aws:iam::123456789012:user/ada`. */
  readonly arn: string
  /** The `UserId` of GetCallerIdentity: the account for root, `AIDA…` for a user, `AROA…:session` for a role. */
  readonly userId: string
  /** The access key that signed the request; null for an unsigned request. */
  readonly accessKeyId: string | null
}

/** A request to cloud. */
export type CloudCall = CallOf<typeof collections, Principal>

/** The context of decisions and changes: a call, or the context of a seed, a timer or a command. */
export type CloudContext = Pick<
  ContextOf<typeof collections>,
  'store' | 'rows' | 'clock' | 'ids' | 'origin' | 'urls' | 'schedule'
>

/** The collections of the service, as a call or a context has them. */
export type Rows = Collections<typeof collections>
