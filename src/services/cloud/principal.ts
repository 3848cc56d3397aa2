/**
 * The identity that a request acts for.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html
 */
export interface Principal {
  /** The name in the request log: `root`, `user/ada`, `assumed-role/worker/session`. */
  readonly name: string
  readonly type: 'root' | 'user' | 'assumed-role' | 'federated-user'
  /** Twelve digits. */
  readonly accountId: string
  /** `arn:aws:iam::123456789012:user/ada`. */
  readonly arn: string
  /** The `UserId` of GetCallerIdentity: the account for root, `AIDA…` for a user, `AROA…:session` for a role. */
  readonly userId: string
  /** The access key that signed the request; null for an unsigned request. */
  readonly accessKeyId: string | null
}

/** Returns the account's root user, who may do everything. */
export function rootOf({ accountId }: { readonly accountId: string }, accessKeyId: string | null): Principal {
  return {
    name: 'root',
    type: 'root',
    accountId,
    arn: `arn:aws:iam::${accountId}:root`,
    userId: accountId,
    accessKeyId,
  }
}
