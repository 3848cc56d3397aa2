import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { validationFailed } from '#oidc-d/errors.ts'
import { appJson } from '#oidc-d/json/app.ts'
import { answerPage } from '#oidc-d/json/page.ts'
import { orgPolicyJson, orgPolicyRuleJson } from '#oidc-d/json/policy.ts'
import { filteredList, orderedList } from '#oidc-d/rules/lists/pages.ts'
import { assignPolicy, appsWithPolicy } from '#oidc-d/rules/policies/app-policies.ts'
import {
  cloneOrgPolicy,
  createOrgPolicy,
  deleteOrgPolicy,
  replaceOrgPolicy,
  setPolicyStatus,
} from '#oidc-d/rules/policies/policies.ts'
import { POLICY_TYPES, type OrgPolicy } from '#oidc-d/schema.ts'
import { loadOrgPolicy } from '#oidc-d/steps/org.ts'
import { loadApp } from '#oidc-d/steps/records.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.policies.read')
const manage = requireScope('okta.policies.manage')

const POLICIES = '/api/v1/policies'
const POLICY = `${POLICIES}/:policyId` as const

const members = v.optional(v.nullable(v.record(v.string(), v.unknown())))

const PolicyInput = v.object({
  type: v.picklist(POLICY_TYPES),
  name: v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank'), v.maxLength(50)),
  description: v.optional(v.nullable(v.string())),
  status: v.optional(v.picklist(['ACTIVE', 'INACTIVE'])),
  priority: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))),
  conditions: members,
  settings: members,
})

/**
 * Policies of the organization, and the app policies of apps.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Policy/
 */
export const orgPoliciesRoutes = [
  get('listPolicies', POLICIES, read, (call) =>
    answerPage(call, policiesOf(call), { byDefault: 200, most: 200 }, (each) => listedPolicyJson(call, each)),
  ),
  post('createPolicy', POLICIES, manage, body(PolicyInput), (call) => {
    const status = call.query.get('activate') === 'false' ? 'INACTIVE' : call.body.status
    return json(orgPolicyJson(call, createOrgPolicy(call, call.body.type, { ...call.body, status })))
  }),
  get('getPolicy', POLICY, read, loadOrgPolicy, (call) => json(policyJson(call, call.policy))),
  put('replacePolicy', POLICY, manage, loadOrgPolicy, body(PolicyInput), (call) => {
    const { body, policy } = call
    if (body.type !== policy.type) throw validationFailed('type', `type: ${policy.type} cannot be changed`)
    return json(orgPolicyJson(call, replaceOrgPolicy(call, policy, body)))
  }),
  del('deletePolicy', POLICY, manage, loadOrgPolicy, (call) => {
    deleteOrgPolicy(call, call.policy)
    return empty()
  }),
  post('activatePolicy', `${POLICY}/lifecycle/activate`, manage, loadOrgPolicy, (call) => {
    setPolicyStatus(call, call.policy, 'ACTIVE')
    return empty()
  }),
  post('deactivatePolicy', `${POLICY}/lifecycle/deactivate`, manage, loadOrgPolicy, (call) => {
    setPolicyStatus(call, call.policy, 'INACTIVE')
    return empty()
  }),
  post('clonePolicy', `${POLICY}/clone`, manage, loadOrgPolicy, (call) =>
    json(orgPolicyJson(call, cloneOrgPolicy(call, call.policy))),
  ),
  get('listPolicyApps', `${POLICY}/app`, read, loadOrgPolicy, (call) =>
    answerPage(
      call,
      orderedList(appsWithPolicy(call, call.policy), ({ id }) => id),
      { byDefault: 200, most: 200 },
      (app) => appJson(call, app),
    ),
  ),
  put('assignApplicationPolicy', '/api/v1/apps/:appId/policies/:policyId', manage, loadApp, loadOrgPolicy, (call) => {
    assignPolicy(call, call.app, call.policy)
    return empty()
  }),
]

/** Returns a policy of a list; that of apps embeds the kind of what it is for. */
function listedPolicyJson(call: OidcCall, policy: OrgPolicy) {
  const listed = policyJson(call, policy)
  if (policy.type !== 'ACCESS_POLICY') return listed
  const embedded = '_embedded' in listed ? listed['_embedded'] : {}
  return { ...listed, _embedded: { resourceType: 'APP', ...embedded } }
}

/** Returns a policy, with its rules where the request asks to embed them. */
function policyJson(call: OidcCall, policy: OrgPolicy) {
  const policyOnly = orgPolicyJson(call, policy)
  if (call.query.get('expand') !== 'rules') return policyOnly
  const rules = call.rows.orgPolicyRules.list('byPriority', policy.id)
  return { ...policyOnly, _embedded: { rules: rules.map((rule) => orgPolicyRuleJson(call, policy, rule)) } }
}

function policiesOf({ rows, query }: OidcCall) {
  const type = POLICY_TYPES.find((each) => each === query.get('type'))
  if (type === undefined) throw validationFailed('type', `type: expected one of ${POLICY_TYPES.join(', ')}`)
  const status = query.get('status')
  const isMatch = (policy: OrgPolicy): boolean => status === null || status === '' || policy.status === status
  return filteredList(rows.orgPolicies.list('byPriority', type), isMatch, ({ id }) => id)
}
