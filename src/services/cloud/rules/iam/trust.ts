import type { CloudCall, Principal } from '#cloud/call.ts'
import { denied } from '#cloud/errors/iam.ts'
import type { Role, Session, Tag } from '#cloud/schema/iam.ts'
import { accountIdOf, accountOfArn } from '../account.ts'
import { settingsOf } from '../settings.ts'
import { conditionContext, mergedContext, type ConditionContext } from '../policy/context.ts'
import { storedPolicy } from '../policy/document.ts'
import { evaluate, trustDecision, type AccessRequest } from '../policy/evaluate.ts'
import { explain } from '../policy/explain.ts'
import type { Requester } from '../policy/principals.ts'
import { roleArn } from './arns.ts'
import { accessRequest } from './decide.ts'
import { requestContext } from './request-context.ts'
import { policiesOf } from './requester.ts'

/** The session that a request wants to create. */
export interface RoleRequest {
  /** The session as it will be stored. */
  readonly session: Omit<Session, 'kind'>
  /** The tags that the request itself sets, without inherited ones. */
  readonly tags: readonly Tag[]
  readonly externalId: string | null
}

/** An identity that a provider vouches for. */
interface FederatedIdentity {
  /** `sts:AssumeRoleWithWebIdentity` or `sts:AssumeRoleWithSAML`. */
  readonly action: string
  /** The ARN of the provider. */
  readonly provider: string
  /** The condition keys of the provider's claims. */
  readonly context: ConditionContext
}

/**
 * Finds a role by its ARN. A missing role gets the same failure as a forbidden one, because the vendor does not reveal
 * which roles exist.
 */
export function findRoleToAssume(call: CloudCall, arn: string, refuse: () => Error): Role {
  const name = /^arn:[\w-]+:iam::\d{12}:role\/(?:.*\/)?([^/]+)$/.exec(arn)?.[1] ?? ''
  const role = call.rows.roles.find('name', accountOfArn(arn), name.toLowerCase())
  if (role === undefined || roleArn(role) !== arn) throw refuse()
  return role
}

/**
 * Checks that a principal may assume a role. The role's trust policy must name the principal, or name the account while
 * the principal's own policies allow the action. Session tags and a source identity need permissions too. Does nothing
 * without `enforce_iam`.
 *
 * @throws `AccessDenied` with the vendor's message.
 */
export function checkTrust(call: CloudCall, role: Role, principal: Principal | null, request: RoleRequest): void {
  if (!settingsOf(call).enforceIam) return
  if (principal?.type === 'root') throw denied('Roles may not be assumed by root accounts.')
  const resource = roleArn(role)
  for (const action of actionsOf('sts:AssumeRole', request)) {
    const general = accessRequest(call, { principal, action, resource, context: {} })
    const access = { ...general, context: mergedContext(general.context, roleContext(role, request)) }
    checkAction(call, role, principal, access)
  }
}

/**
 * Checks that the trust policy of a role accepts what an identity provider says of a person, in a token or an
 * assertion. Does nothing without `enforce_iam`.
 *
 * @throws `AccessDenied` with the vendor's message.
 */
export function checkFederatedTrust(
  call: CloudCall,
  role: Role,
  { action: main, provider, context: claims }: FederatedIdentity,
  request: RoleRequest,
): void {
  if (!settingsOf(call).enforceIam) return
  const trust = storedPolicy(role.assumeRolePolicyDocument)
  const requester: Requester = { ...WEB_IDENTITY, provider }
  const general = mergedContext(requestContext(call, null, requester, accountIdOf(role.account)), claims)
  const federated = mergedContext(general, conditionContext({ 'aws:FederatedProvider': provider }))
  const context = mergedContext(federated, roleContext(role, request))
  for (const action of actionsOf(main, request)) {
    const access: AccessRequest = { requester, action, resource: roleArn(role), context, resourceAccountId: null }
    const verdict = evaluate(access, { identity: [], boundary: null, session: null, resource: trust })
    if (!verdict.allowed) throw denied(`Not authorized to perform ${action}`)
  }
}

const WEB_IDENTITY: Omit<Requester, 'provider'> = {
  type: 'web-identity',
  accountId: null,
  arn: null,
  sourceArn: null,
  uniqueId: null,
  service: null,
}

function actionsOf(action: string, { tags, session: { sourceIdentity } }: RoleRequest): string[] {
  const more = [
    ...(tags.length > 0 ? ['sts:TagSession'] : []),
    ...(sourceIdentity === null ? [] : ['sts:SetSourceIdentity']),
  ]
  return [action, ...more]
}

function checkAction(call: CloudCall, role: Role, principal: Principal | null, access: AccessRequest): void {
  const trust = storedPolicy(role.assumeRolePolicyDocument)
  const named = trust === null ? null : trustDecision(trust, access)
  if (named !== 'allowed') {
    const why =
      named === 'denied'
        ? 'with an explicit deny in the role trust policy'
        : `because no role trust policy allows the ${access.action} action`
    throw denied(`User: ${principal?.arn ?? 'anonymous'} is not authorized to perform: ${access.action} ${why}`)
  }
  const verdict = evaluate(access, { ...policiesOf(call, principal), resource: trust })
  if (!verdict.allowed) throw denied(explain(access, verdict))
}

function roleContext(role: Role, { session, tags, externalId }: RoleRequest): ConditionContext {
  const { transitiveTagKeys } = session
  return conditionContext({
    'sts:RoleSessionName': session.name,
    'sts:ExternalId': externalId,
    'sts:SourceIdentity': session.sourceIdentity,
    'sts:TransitiveTagKeys': transitiveTagKeys.length === 0 ? null : transitiveTagKeys,
    'aws:TagKeys': tags.length === 0 ? null : tags.map(({ key }) => key),
    ...Object.fromEntries(tags.map(({ key, value }) => [`aws:RequestTag/${key}`, value])),
    ...Object.fromEntries(role.tags.map(({ key, value }) => [`aws:ResourceTag/${key}`, value])),
    ...Object.fromEntries(role.tags.map(({ key, value }) => [`iam:ResourceTag/${key}`, value])),
    ...(session.multiFactor ? { 'aws:MultiFactorAuthPresent': true } : {}),
  })
}
