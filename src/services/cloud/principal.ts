import type { Settings } from './settings.ts'

/** Who a request acts for. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html */
export interface Principal {
  /** How the request log names it: `root`, `user/ada`, `assumed-role/worker/session`. */
  readonly name: string
  readonly type: 'root' | 'user' | 'assumed-role' | 'federated-user'
  /** Twelve digits. */
  readonly accountId: string
  /** `arn:aws:iam::123456789012:user/ada`. */
  readonly arn: string
  /** What GetCallerIdentity gives as `UserId`: the account for root, `AIDA…` for a user, `AROA…:session` for a role. */
  readonly userId: string
  /** The access key that signed; null for a request that nobody signed. */
  readonly accessKeyId: string | null
}

/** The account itself, that may do everything. */
export function rootOf({ accountId }: Settings, accessKeyId: string | null): Principal {
  return {
    name: 'root',
    type: 'root',
    accountId,
    arn: `arn:aws:iam::${accountId}:root`,
    userId: accountId,
    accessKeyId,
  }
}
