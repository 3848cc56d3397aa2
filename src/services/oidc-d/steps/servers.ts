import type { OidcCall } from '#oidc-d/call.ts'
import { found } from '#oidc-d/rules/records.ts'
import type { AuthorizationServer, Claim, Policy, PolicyRule, Scope } from '#oidc-d/schema.ts'

// Steps that load what belongs to a custom authorization server.

type OfServer = OidcCall & { readonly server: AuthorizationServer }
type WithPolicy = OfServer & { readonly params: { readonly policyId: string } }

/**
 * A step that loads the scope of the path.
 *
 * @throws 404.
 */
export function loadScope({ rows, server, params }: OfServer & { params: { readonly scopeId: string } }): {
  readonly scope: Scope
} {
  const row = rows.scopes.get(params.scopeId)
  return { scope: found('OAuth2Scope', params.scopeId, row?.serverId === server.id ? row : undefined) }
}

/**
 * A step that loads the claim of the path.
 *
 * @throws 404.
 */
export function loadClaim({ rows, server, params }: OfServer & { params: { readonly claimId: string } }): {
  readonly claim: Claim
} {
  const row = rows.claims.get(params.claimId)
  return { claim: found('OAuth2Claim', params.claimId, row?.serverId === server.id ? row : undefined) }
}

/**
 * A step that loads the policy of the path.
 *
 * @throws 404.
 */
export function loadPolicy({ rows, server, params }: WithPolicy): { readonly policy: Policy } {
  const row = rows.policies.get(params.policyId)
  return { policy: found('Policy', params.policyId, row?.serverId === server.id ? row : undefined) }
}

/**
 * A step that loads the policy and the rule of the path.
 *
 * @throws 404.
 */
export function loadRule(call: WithPolicy & { readonly params: { readonly ruleId: string } }) {
  const { policy } = loadPolicy(call)
  const row = call.rows.policyRules.get(call.params.ruleId)
  const rule: PolicyRule = found('PolicyRule', call.params.ruleId, row?.policyId === policy.id ? row : undefined)
  return { policy, rule }
}
