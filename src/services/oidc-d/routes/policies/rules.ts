import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { orgPolicyRuleJson } from '#oidc-d/json/policy.ts'
import {
  createOrgPolicyRule,
  deleteOrgPolicyRule,
  replaceOrgPolicyRule,
  setRuleStatus,
} from '#oidc-d/rules/policies/policies.ts'
import { loadOrgPolicy, loadOrgPolicyRule } from '#oidc-d/steps/org.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.policies.read')
const manage = requireScope('okta.policies.manage')

const RULES = '/api/v1/policies/:policyId/rules'
const RULE = `${RULES}/:ruleId` as const

const members = v.optional(v.nullable(v.record(v.string(), v.unknown())))

const RuleInput = v.object({
  name: v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank'), v.maxLength(50)),
  status: v.optional(v.picklist(['ACTIVE', 'INACTIVE'])),
  priority: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))),
  conditions: members,
  actions: members,
})

/**
 * Rules of the policies of the organization.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Policy/
 */
export const orgPolicyRulesRoutes = [
  get('listPolicyRules', RULES, read, loadOrgPolicy, (call) => {
    const rules = call.rows.orgPolicyRules.list('byPriority', call.policy.id)
    return json(rules.map((rule) => orgPolicyRuleJson(call, call.policy, rule)))
  }),
  post('createPolicyRule', RULES, manage, loadOrgPolicy, body(RuleInput), (call) => {
    const status = call.query.get('activate') === 'false' ? 'INACTIVE' : call.body.status
    const rule = createOrgPolicyRule(call, call.policy, { ...call.body, status })
    return json(orgPolicyRuleJson(call, call.policy, rule))
  }),
  get('getPolicyRule', RULE, read, loadOrgPolicyRule, (call) => json(orgPolicyRuleJson(call, call.policy, call.rule))),
  put('replacePolicyRule', RULE, manage, loadOrgPolicyRule, body(RuleInput), (call) => {
    const { policy, rule, body } = call
    return json(orgPolicyRuleJson(call, policy, replaceOrgPolicyRule(call, policy, rule, body)))
  }),
  del('deletePolicyRule', RULE, manage, loadOrgPolicyRule, (call) => {
    deleteOrgPolicyRule(call, call.policy, call.rule)
    return empty()
  }),
  post('activatePolicyRule', `${RULE}/lifecycle/activate`, manage, loadOrgPolicyRule, (call) => {
    setRuleStatus(call, call.policy, call.rule, 'ACTIVE')
    return empty()
  }),
  post('deactivatePolicyRule', `${RULE}/lifecycle/deactivate`, manage, loadOrgPolicyRule, (call) => {
    setRuleStatus(call, call.policy, call.rule, 'INACTIVE')
    return empty()
  }),
]
