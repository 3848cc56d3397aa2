import { conditionHolds } from './conditions.ts'
import type { ConditionContext } from './context.ts'
import type { Policy, Statement } from './document.ts'
import { closer, isExempt, naming, type Naming, type Requester } from './principals.ts'
import { expandedPattern } from './variables.ts'
import { actionMatches, arnMatches } from './wildcards.ts'

/** The question that policies answer: may the requester perform this action on this resource? */
export interface AccessRequest {
  readonly requester: Requester
  /** `s3:GetObject` */
  readonly action: string
  /** An ARN; `*` for actions without a resource. */
  readonly resource: string
  readonly context: ConditionContext
  /** The account that owns the resource, twelve digits; null for a resource without an owner. */
  readonly resourceAccountId: string | null
}

/** The policies that decide about a request. */
export interface ApplicablePolicies {
  /** The policies of the user and its groups, or of the role. */
  readonly identity: readonly Policy[]
  /** The permissions boundary; null when there is none. */
  readonly boundary: Policy | null
  /** The session policies; null when the session has none. An empty list allows nothing. */
  readonly session: readonly Policy[] | null
  /** The policy of the resource; null when it has none. */
  readonly resource: Policy | null
  /** True when an ACL grants the action to the account of the requester. Default: false */
  readonly grantedByAcl?: boolean
}

/** The kind of policy that denies a request. */
export type PolicyKind = 'identity' | 'resource' | 'boundary' | 'session'

/** The decision: allowed, denied by a statement (`explicit`), or allowed by no statement. */
export type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly explicit: boolean; readonly by: PolicyKind }

/**
 * Decides about a request. An explicit deny wins. Within one account, a resource policy that names the requester is
 * enough to allow; otherwise the identity-based policies must allow, and so must the permissions boundary and the
 * session policies. A resource policy that names the role of a session replaces only the identity-based policies; one
 * that names the account leaves the decision to them. Only resource policies limit root. For a resource of another
 * account both must allow: the policies of the requester, and the resource's policy or ACL.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic_policy-eval-basics-single-account.html
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic-cross-account.html
 */
export function evaluate(request: AccessRequest, policies: ApplicablePolicies): Verdict {
  const { identity, boundary, session, resource } = policies
  const kinds: readonly (readonly [PolicyKind, readonly Policy[]])[] = [
    ['resource', resource === null ? [] : [resource]],
    ['identity', identity],
    ['boundary', boundary === null ? [] : [boundary]],
    ['session', session ?? []],
  ]
  for (const [kind, each] of kinds) {
    if (each.some((policy) => hasStatement(policy, 'Deny', request)))
      return { allowed: false, explicit: true, by: kind }
  }
  const isForeign = isOfAnotherAccount(request)
  const isRoot = request.requester.type === 'root'
  if (isRoot && !isForeign) return { allowed: true }
  const grant = resource === null ? 'none' : grantOf(resource, request)
  if (isForeign) {
    if (grant === 'none' && policies.grantedByAcl !== true) return { allowed: false, explicit: false, by: 'resource' }
    if (isRoot) return { allowed: true }
  } else if (grant === 'direct') return { allowed: true }
  if (needsResourcePolicy(request.requester)) return { allowed: false, explicit: false, by: 'resource' }
  const allows = (policy: Policy): boolean => hasStatement(policy, 'Allow', request)
  if ((grant !== 'source' || isForeign) && !identity.some(allows))
    return { allowed: false, explicit: false, by: 'identity' }
  if (boundary !== null && !allows(boundary)) return { allowed: false, explicit: false, by: 'boundary' }
  if (session !== null && !session.some(allows)) return { allowed: false, explicit: false, by: 'session' }
  return { allowed: true }
}

/**
 * Returns the decision of a policy that must allow by itself, such as a role's trust policy: `denied` by a statement,
 * `allowed` for the requester or its account, or null when no statement matches.
 */
export function trustDecision(policy: Policy, request: AccessRequest): 'allowed' | 'denied' | null {
  if (hasStatement(policy, 'Deny', request)) return 'denied'
  return hasStatement(policy, 'Allow', request) ? 'allowed' : null
}

function isOfAnotherAccount({ requester, resourceAccountId }: AccessRequest): boolean {
  return requester.accountId !== null && resourceAccountId !== null && requester.accountId !== resourceAccountId
}

/** Returns whether only a resource policy can allow the requester anything. */
function needsResourcePolicy({ type }: Requester): boolean {
  return type === 'anonymous' || type === 'web-identity' || type === 'service'
}

/** Returns how closely the statements that allow the request name the requester. */
function grantOf(policy: Policy, request: AccessRequest): Naming {
  let grant: Naming = 'none'
  for (const statement of policy.statements) {
    if (statement.effect !== 'Allow' || !statementMatches(statement, policy, request)) continue
    grant = closer(grant, statementNaming(statement, request.requester))
  }
  return grant
}

/** Returns whether a policy has a statement of this effect that matches the request. */
function hasStatement(policy: Policy, effect: Statement['effect'], request: AccessRequest): boolean {
  return policy.statements.some(
    (statement) =>
      statement.effect === effect &&
      (statement.principal === null || statementNaming(statement, request.requester) !== 'none') &&
      statementMatches(statement, policy, request),
  )
}

function statementNaming({ principal }: Statement, requester: Requester): Naming {
  if (principal === null) return 'none'
  if (!principal.negated) return naming(principal.element, requester)
  return isExempt(principal.element, requester) ? 'none' : 'direct'
}

/** Returns whether a statement matches the action and the resource and its conditions hold. */
function statementMatches(
  { actions, resources, conditions }: Statement,
  policy: Policy,
  request: AccessRequest,
): boolean {
  const { action, resource, context } = request
  const variables = policy.version === '2012-10-17'
  if (actions.patterns.some((pattern) => actionMatches(pattern, action)) === actions.negated) return false
  if (resources !== null) {
    const matches = resources.patterns.some((text) => {
      const pattern = expandedPattern(text, variables ? context : null)
      return pattern !== null && arnMatches(pattern, resource)
    })
    if (matches === resources.negated) return false
  }
  return conditions.every((condition) => conditionHolds(condition, context, variables))
}
