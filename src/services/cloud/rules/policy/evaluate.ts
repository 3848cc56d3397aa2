import { isMet } from './conditions.ts'
import type { ConditionContext } from './context.ts'
import type { Policy, Statement } from './document.ts'
import { closer, isSpared, naming, type Naming, type Requester } from './principals.ts'
import { expandedPattern } from './variables.ts'
import { actionMatches, arnMatches } from './wildcards.ts'

/** What is asked of policies: may the requester do this? */
export interface AccessRequest {
  readonly requester: Requester
  /** `s3:GetObject` */
  readonly action: string
  /** An ARN; `*` where the action is about no one thing. */
  readonly resource: string
  readonly context: ConditionContext
}

/** The policies that have a say. */
export interface ApplicablePolicies {
  /** Of the user and its groups, or of the role. */
  readonly identity: readonly Policy[]
  /** What the permissions of the identity may be at most; null where nothing is set. */
  readonly boundary: Policy | null
  /** Given when the session was asked for; null where none was. An empty list allows nothing. */
  readonly session: readonly Policy[] | null
  /** Of the resource; null where it has none. */
  readonly resource: Policy | null
}

/** Which policies a refusal comes from. */
export type PolicyKind = 'identity' | 'resource' | 'boundary' | 'session'

/** What the policies say: allowed; denied by a statement; or allowed by none where one had to. */
export type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly explicit: boolean; readonly by: PolicyKind }

/**
 * What the policies of one account say: an explicit deny wins; a policy of the resource that names who acts is enough;
 * otherwise the policies of the identity must allow, and so must its boundary and the policies of the session.
 *
 * A policy of the resource that names the role of a session stands in for the policies of the identity only; one that names
 * the account leaves the decision to them. The root user is held by the policies of resources alone.
 *
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic_policy-eval-basics-single-account.html
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
    if (each.some((policy) => says(policy, 'Deny', request))) return { allowed: false, explicit: true, by: kind }
  }
  if (request.requester.type === 'root') return { allowed: true }
  const grant = resource === null ? 'none' : grantOf(resource, request)
  if (grant === 'direct') return { allowed: true }
  if (isStranger(request.requester)) return { allowed: false, explicit: false, by: 'resource' }
  const allows = (policy: Policy): boolean => says(policy, 'Allow', request)
  if (grant !== 'source' && !identity.some(allows)) return { allowed: false, explicit: false, by: 'identity' }
  if (boundary !== null && !allows(boundary)) return { allowed: false, explicit: false, by: 'boundary' }
  if (session !== null && !session.some(allows)) return { allowed: false, explicit: false, by: 'session' }
  return { allowed: true }
}

/**
 * What a policy that must have its say, as the trust policy of a role, says by itself: `denied` by a statement, `allowed` to
 * whoever it names, be it the account; null where it says nothing.
 */
export function isNamed(policy: Policy, request: AccessRequest): 'allowed' | 'denied' | null {
  if (says(policy, 'Deny', request)) return 'denied'
  return says(policy, 'Allow', request) ? 'allowed' : null
}

/** Whether nobody but a resource can allow the requester anything. */
function isStranger({ type }: Requester): boolean {
  return type === 'anonymous' || type === 'web-identity' || type === 'service'
}

/** How closely the statements of a policy that allow the request name the requester. */
function grantOf(policy: Policy, request: AccessRequest): Naming {
  let grant: Naming = 'none'
  for (const statement of policy.statements) {
    if (statement.effect !== 'Allow' || !covers(statement, policy, request)) continue
    grant = closer(grant, nameOf(statement, request.requester))
  }
  return grant
}

/** Whether a policy has a statement of this effect that is about the request. */
function says(policy: Policy, effect: Statement['effect'], request: AccessRequest): boolean {
  return policy.statements.some(
    (statement) =>
      statement.effect === effect &&
      (statement.principal === null || nameOf(statement, request.requester) !== 'none') &&
      covers(statement, policy, request),
  )
}

function nameOf({ principal }: Statement, requester: Requester): Naming {
  if (principal === null) return 'none'
  if (!principal.negated) return naming(principal.element, requester)
  return isSpared(principal.element, requester) ? 'none' : 'direct'
}

/** Whether a statement is about the action and the resource, and its conditions are met. */
function covers({ actions, resources, conditions }: Statement, policy: Policy, request: AccessRequest): boolean {
  const { action, resource, context } = request
  const variables = policy.version === '2012-10-17'
  if (actions.patterns.some((pattern) => actionMatches(pattern, action)) === actions.negated) return false
  if (resources !== null) {
    const about = resources.patterns.some((text) => {
      const pattern = expandedPattern(text, variables ? context : null)
      return pattern !== null && arnMatches(pattern, resource)
    })
    if (about === resources.negated) return false
  }
  return conditions.every((condition) => isMet(condition, context, variables))
}
