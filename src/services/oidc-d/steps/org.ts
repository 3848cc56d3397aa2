import type { OidcCall } from '#oidc-d/call.ts'
import { notFound } from '#oidc-d/errors.ts'
import { found } from '#oidc-d/rules/records.ts'
import {
  CONTACT_TYPES,
  type Authenticator,
  type ContactType,
  type NetworkZone,
  type OrgPolicy,
  type OrgPolicyRule,
  type TrustedOrigin,
} from '#oidc-d/schema.ts'

// Steps that load what belongs to the organization: its policies, their rules, its network zones.

type With<Name extends string> = OidcCall & { readonly params: { readonly [N in Name]: string } }

/**
 * A step that loads the policy of the path.
 *
 * @throws 404.
 */
export function loadOrgPolicy({ rows, params }: With<'policyId'>): { readonly policy: OrgPolicy } {
  return { policy: found('Policy', params.policyId, rows.orgPolicies.get(params.policyId)) }
}

/**
 * A step that loads the policy and the rule of the path.
 *
 * @throws 404.
 */
export function loadOrgPolicyRule(call: With<'policyId' | 'ruleId'>): {
  readonly policy: OrgPolicy
  readonly rule: OrgPolicyRule
} {
  const { policy } = loadOrgPolicy(call)
  const row = call.rows.orgPolicyRules.get(call.params.ruleId)
  return { policy, rule: found('PolicyRule', call.params.ruleId, row?.policyId === policy.id ? row : undefined) }
}

/**
 * A step that loads the network zone of the path.
 *
 * @throws 404.
 */
export function loadZone({ rows, params }: With<'zoneId'>): { readonly zone: NetworkZone } {
  return { zone: found('NetworkZone', params.zoneId, rows.networkZones.get(params.zoneId)) }
}

/**
 * A step that loads the trusted origin of the path.
 *
 * @throws 404.
 */
export function loadTrustedOrigin({ rows, params }: With<'trustedOriginId'>): {
  readonly trustedOrigin: TrustedOrigin
} {
  const { trustedOriginId: id } = params
  return { trustedOrigin: found('TrustedOrigin', id, rows.trustedOrigins.get(id)) }
}

/**
 * A step that loads the kind of contact of the path.
 *
 * @throws 404.
 */
export function loadContactType({ params }: With<'contactType'>): { readonly contactType: ContactType } {
  const name = params.contactType.toUpperCase()
  const contactType = CONTACT_TYPES.find((each) => each === name)
  if (contactType === undefined) throw notFound('OrgContactType', params.contactType)
  return { contactType }
}

/**
 * A step that loads the authenticator of the path.
 *
 * @throws 404.
 */
export function loadAuthenticator({ rows, params }: With<'authenticatorId'>): {
  readonly authenticator: Authenticator
} {
  const { authenticatorId: id } = params
  return { authenticator: found('Authenticator', id, rows.authenticators.get(id)) }
}
