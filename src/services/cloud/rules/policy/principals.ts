import { canonicalUserId } from '../s3/access/owner.ts'
import { like, patternOf } from './wildcards.ts'

/**
 * The `Principal` of a statement: ids by their kind (`AWS`, `Service`, `Federated`, `CanonicalUser`). `*` is `{AWS:
 * ['*']}`.
 */
export type PrincipalElement = Readonly<Record<string, readonly string[]>>

/** A principal with all the names by which a resource policy can refer to it. */
export interface Requester {
  readonly type: 'root' | 'user' | 'assumed-role' | 'federated-user' | 'anonymous' | 'web-identity' | 'service'
  /** Twelve digits; null for principals without an account. */
  readonly accountId: string | null
  /** The ARN of the user or session; null for principals without one. */
  readonly arn: string | null
  /**
   * The ARN of the identity whose permissions a session has: its role, or the user who created it; null for principals
   * other than sessions.
   */
  readonly sourceArn: string | null
  /** The unique id of `arn` (`AIDA…`) or of the role (`AROA…`), which policies may name too; otherwise null. */
  readonly uniqueId: string | null
  /** The identity provider of a web identity (an ARN, or a name such as `accounts.google.com`); otherwise null. */
  readonly provider: string | null
  /** The name of an AWS service, `sqs.amazonaws.com`; otherwise null. */
  readonly service: string | null
}

/**
 * The closeness with which a policy names the requester: `direct` the requester itself, or everyone; `source` the role
 * or user whose permissions the session has; `account` only the account, which leaves the decision to its own policies;
 * `none`.
 */
export type Naming = 'direct' | 'source' | 'account' | 'none'

const RANK: readonly Naming[] = ['none', 'account', 'source', 'direct']

/** Returns the closer of two. */
export function closer(left: Naming, right: Naming): Naming {
  return RANK.indexOf(left) >= RANK.indexOf(right) ? left : right
}

/**
 * Returns how closely a `Principal` names the requester.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html
 */
export function naming(element: PrincipalElement, requester: Requester): Naming {
  let closest: Naming = 'none'
  for (const [kind, ids] of Object.entries(element)) {
    for (const id of ids) closest = closer(closest, namingOf(kind.toLowerCase(), id, requester))
  }
  return closest
}

function namingOf(kind: string, id: string, requester: Requester): Naming {
  const { arn, sourceArn, accountId, uniqueId, provider, service } = requester
  if (kind === 'federated') return provider !== null && (id === '*' || isProvider(id, provider)) ? 'direct' : 'none'
  if (kind === 'service') return service !== null && (id === '*' || like(patternOf(id), service)) ? 'direct' : 'none'
  // A canonical user id stands for the account.
  if (kind === 'canonicaluser') return accountId !== null && id === canonicalUserId({ accountId }) ? 'account' : 'none'
  if (kind !== 'aws') return 'none'
  if (id === '*') return 'direct'
  if (id === arn) return 'direct'
  if (id === sourceArn) return 'source'
  if (id === uniqueId && uniqueId !== null) return requester.type === 'user' ? 'direct' : 'source'
  return accountId !== null && isAccount(id, accountId) ? 'account' : 'none'
}

/** Returns whether an id names an account: by its digits, or by the ARN of its root user. */
function isAccount(id: string, accountId: string): boolean {
  return id === accountId || (id.startsWith('arn:') && id.endsWith(`:iam::${accountId}:root`))
}

/** Returns whether an id names the provider: by its ARN or, for well-known providers, by its host. */
function isProvider(id: string, provider: string): boolean {
  return id === provider || provider.endsWith(`:oidc-provider/${id}`)
}

/**
 * Returns whether a `NotPrincipal` exempts the requester: it must name the requester, the role of a session, and the
 * account or its root. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_notprincipal.html
 */
export function isExempt(element: PrincipalElement, requester: Requester): boolean {
  const { arn, sourceArn, accountId } = requester
  if (arn === null || accountId === null) return naming(element, requester) === 'direct'
  const named = new Set(element['AWS'])
  if (named.has('*')) return true
  const chain = requester.type === 'root' || sourceArn === null ? [arn] : [arn, sourceArn]
  const account = [...named].some((each) => isAccount(each, accountId))
  return account && chain.every((each) => isAccount(each, accountId) || named.has(each))
}
