import { canonicalUserId } from '../s3/owner.ts'
import { like, patternOf } from './wildcards.ts'

/** The `Principal` of a statement: ids by their kind (`AWS`, `Service`, `Federated`, `CanonicalUser`). `*` is `{AWS: ['*']}`. */
export type PrincipalElement = Readonly<Record<string, readonly string[]>>

/** Who a request acts for, in all the ways a policy of a resource can name them. */
export interface Requester {
  readonly type: 'root' | 'user' | 'assumed-role' | 'federated-user' | 'anonymous' | 'web-identity' | 'service'
  /** Twelve digits; null for those of no account. */
  readonly accountId: string | null
  /** Who acts: the user, the session; null for those without an ARN. */
  readonly arn: string | null
  /** Whose permissions a session has: its role, or the user who asked for the token; null for all but sessions. */
  readonly sourceArn: string | null
  /** The unique id of `arn` (`AIDA…`) or of the role (`AROA…`), which policies may name too; else null. */
  readonly uniqueId: string | null
  /** The identity provider (an ARN, or a name such as `accounts.google.com`) of a web identity; else null. */
  readonly provider: string | null
  /** `sqs.amazonaws.com` of a service; else null. */
  readonly service: string | null
}

/**
 * How closely a policy names the requester: `direct` who acts, or everybody; `source` the role or user whose permissions the
 * session has; `account` only the account, which leaves the decision to its own policies; `none`.
 */
export type Naming = 'direct' | 'source' | 'account' | 'none'

const RANK: readonly Naming[] = ['none', 'account', 'source', 'direct']

/** The closer of two. */
export function closer(left: Naming, right: Naming): Naming {
  return RANK.indexOf(left) >= RANK.indexOf(right) ? left : right
}

/** How closely a `Principal` names the requester. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html */
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
  // A canonical user is the account itself.
  if (kind === 'canonicaluser') return accountId !== null && id === canonicalUserId({ accountId }) ? 'account' : 'none'
  if (kind !== 'aws') return 'none'
  if (id === '*') return 'direct'
  if (id === arn) return 'direct'
  if (id === sourceArn) return 'source'
  if (id === uniqueId && uniqueId !== null) return requester.type === 'user' ? 'direct' : 'source'
  return accountId !== null && (id === accountId || id === `arn:aws:iam::${accountId}:root`) ? 'account' : 'none'
}

/** A provider is named by its ARN; a statement may also name one of the well-known by its host. */
function isProvider(id: string, provider: string): boolean {
  return id === provider || provider.endsWith(`:oidc-provider/${id}`)
}

/**
 * Whether a `NotPrincipal` spares the requester: it must name who acts, for a session also its role, and the account or its
 * root. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_notprincipal.html
 */
export function isSpared(element: PrincipalElement, requester: Requester): boolean {
  const { arn, sourceArn, accountId } = requester
  if (arn === null || accountId === null) return naming(element, requester) === 'direct'
  const named = new Set(element['AWS'])
  if (named.has('*')) return true
  const chain = requester.type === 'root' || sourceArn === null ? [arn] : [arn, sourceArn]
  const account = named.has(accountId) || named.has(`arn:aws:iam::${accountId}:root`)
  return account && chain.every((each) => each === `arn:aws:iam::${accountId}:root` || named.has(each))
}
