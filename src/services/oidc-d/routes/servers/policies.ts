import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import { loadServer } from '#oidc-d/steps/records.ts'
import { loadPolicy, loadRule } from '#oidc-d/steps/servers.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { accessDenied, alreadyExists, validationFailed } from '#oidc-d/errors.ts'
import { policyJson, policyRuleJson } from '#oidc-d/json/server.ts'
import { createPolicy, createRule } from '#oidc-d/rules/servers/servers.ts'
import { GRANT_TYPES, TOKEN_HOOK, type AuthorizationServer, type Policy, type PolicyRule } from '#oidc-d/schema.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.authorizationServers.read')
const manage = requireScope('okta.authorizationServers.manage')

const POLICIES = '/api/v1/authorizationServers/:authServerId/policies'
const POLICY = `${POLICIES}/:policyId` as const
const RULES = `${POLICY}/rules` as const
const RULE = `${RULES}/:ruleId` as const

const name = v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank'), v.maxLength(50))
const status = v.optional(v.picklist(['ACTIVE', 'INACTIVE']))
const priority = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)))
const names = v.optional(v.array(v.string()), [])
const users = v.object({ include: v.optional(v.array(v.string())), exclude: names })
const groups = v.object({ include: names, exclude: v.optional(v.array(v.string())) })
const minutes = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))
const DAY_IN_MINUTES = 24 * 60

const PolicyInput = v.object({
  type: v.optional(v.literal('OAUTH_AUTHORIZATION_POLICY')),
  name,
  description: v.string(),
  status,
  priority,
  conditions: v.object({ clients: v.object({ include: v.array(v.string()) }) }),
})

const RuleInput = v.object({
  type: v.optional(v.literal('RESOURCE_ACCESS')),
  name,
  status,
  priority,
  conditions: v.object({
    people: v.optional(v.object({ users: v.optional(users, { exclude: [] }), groups: v.optional(groups) }), {}),
    grantTypes: v.object({ include: v.array(v.picklist(GRANT_TYPES)) }),
    scopes: v.optional(v.object({ include: names }), { include: ['*'] }),
  }),
  actions: v.optional(
    v.object({
      token: v.optional(
        v.object({
          accessTokenLifetimeMinutes: v.optional(minutes(5, DAY_IN_MINUTES)),
          refreshTokenLifetimeMinutes: v.optional(minutes(0, Number.MAX_SAFE_INTEGER)),
          refreshTokenWindowMinutes: v.optional(minutes(10, 5 * 365 * DAY_IN_MINUTES)),
          inlineHook: v.nullish(v.object({ id: v.string() }), null),
        }),
        { inlineHook: null },
      ),
    }),
    { token: { inlineHook: null } },
  ),
})

/**
 * Access policies of custom authorization servers, and their rules.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/AuthorizationServerPolicies/
 */
export const serverPoliciesRoutes = [
  get('listAuthorizationServerPolicies', POLICIES, read, loadServer, (call) =>
    json(call.rows.policies.list('byPriority', call.server.id).map((each) => policyJson(call, each))),
  ),
  post('createAuthorizationServerPolicy', POLICIES, manage, loadServer, body(PolicyInput), (call) => {
    refuseTakenPolicy(call, call.body.name, null)
    return json(policyJson(call, createPolicy(call, call.server, policyFields(call.body))), 201)
  }),
  get('getAuthorizationServerPolicy', POLICY, read, loadServer, loadPolicy, (call) =>
    json(policyJson(call, call.policy)),
  ),
  put('replaceAuthorizationServerPolicy', POLICY, manage, loadServer, loadPolicy, body(PolicyInput), (call) => {
    const { rows, policy, body, clock } = call
    refuseTakenPolicy(call, body.name, policy)
    return json(policyJson(call, rows.policies.update(policy.id, { ...policyFields(body), lastUpdated: clock.now() })))
  }),
  del('deleteAuthorizationServerPolicy', POLICY, manage, loadServer, loadPolicy, (call) => {
    if (call.policy.system) throw accessDenied()
    call.rows.policies.delete(call.policy.id)
    return empty()
  }),
  post('activateAuthorizationServerPolicy', `${POLICY}/lifecycle/activate`, manage, loadServer, loadPolicy, (call) => {
    call.rows.policies.update(call.policy.id, { status: 'ACTIVE', lastUpdated: call.clock.now() })
    return empty()
  }),
  post(
    'deactivateAuthorizationServerPolicy',
    `${POLICY}/lifecycle/deactivate`,
    manage,
    loadServer,
    loadPolicy,
    (call) => {
      call.rows.policies.update(call.policy.id, { status: 'INACTIVE', lastUpdated: call.clock.now() })
      return empty()
    },
  ),
  get('listAuthorizationServerPolicyRules', RULES, read, loadServer, loadPolicy, (call) =>
    json(
      call.rows.policyRules.list('byPriority', call.policy.id).map((each) => policyRuleJson(call, call.policy, each)),
    ),
  ),
  post('createAuthorizationServerPolicyRule', RULES, manage, loadServer, loadPolicy, body(RuleInput), (call) => {
    refuseTakenRule(call, call.body.name, null)
    return json(policyRuleJson(call, call.policy, createRule(call, call.policy, ruleFields(call, call.body))), 201)
  }),
  get('getAuthorizationServerPolicyRule', RULE, read, loadServer, loadRule, (call) =>
    json(policyRuleJson(call, call.policy, call.rule)),
  ),
  put('replaceAuthorizationServerPolicyRule', RULE, manage, loadServer, loadRule, body(RuleInput), (call) => {
    const { rows, policy, rule, body, clock } = call
    refuseTakenRule(call, body.name, rule)
    const changes = { ...ruleFields(call, body), lastUpdated: clock.now() }
    return json(policyRuleJson(call, policy, rows.policyRules.update(rule.id, changes)))
  }),
  del('deleteAuthorizationServerPolicyRule', RULE, manage, loadServer, loadRule, (call) => {
    if (call.rule.system) throw accessDenied()
    call.rows.policyRules.delete(call.rule.id)
    return empty()
  }),
  post('activateAuthorizationServerPolicyRule', `${RULE}/lifecycle/activate`, manage, loadServer, loadRule, (call) => {
    call.rows.policyRules.update(call.rule.id, { status: 'ACTIVE', lastUpdated: call.clock.now() })
    return empty()
  }),
  post(
    'deactivateAuthorizationServerPolicyRule',
    `${RULE}/lifecycle/deactivate`,
    manage,
    loadServer,
    loadRule,
    (call) => {
      call.rows.policyRules.update(call.rule.id, { status: 'INACTIVE', lastUpdated: call.clock.now() })
      return empty()
    },
  ),
]

type OfServer = OidcCall & { readonly server: AuthorizationServer }
function policyFields({ name, description, status, priority, conditions }: v.InferOutput<typeof PolicyInput>) {
  return { name, description, clients: conditions.clients.include, ...defined({ status, priority }) }
}

function ruleFields({ rows }: OidcCall, input: v.InferOutput<typeof RuleInput>) {
  const { name, status, priority, conditions, actions } = input
  const { token } = actions
  const hook = token.inlineHook === null ? null : rows.inlineHooks.get(token.inlineHook.id)
  if (hook === undefined || (hook !== null && hook.type !== TOKEN_HOOK)) {
    throw validationFailed(
      'inlineHook',
      `inlineHook: ${token.inlineHook?.id} is no inline hook of the type ${TOKEN_HOOK}`,
    )
  }
  return {
    name,
    conditions,
    inlineHookId: hook?.id ?? null,
    ...defined({
      status,
      priority,
      accessTokenLifetime: token.accessTokenLifetimeMinutes,
      refreshTokenLifetime: token.refreshTokenLifetimeMinutes,
      refreshTokenWindow: token.refreshTokenWindowMinutes,
    }),
  }
}

function refuseTakenPolicy({ rows, server }: OfServer, name: string, policy: Policy | null): void {
  const others = rows.policies.list('byPriority', server.id)
  if (others.some((each) => each.name === name && each.id !== policy?.id)) throw alreadyExists('name')
}

function refuseTakenRule(
  { rows, policy }: OidcCall & { readonly policy: Policy },
  name: string,
  rule: PolicyRule | null,
): void {
  const others = rows.policyRules.list('byPriority', policy.id)
  if (others.some((each) => each.name === name && each.id !== rule?.id)) throw alreadyExists('name')
}
