import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { groupRuleJson } from '#oidc-d/json/group.ts'
import { answerPage } from '#oidc-d/json/page.ts'
import {
  activateGroupRule,
  createGroupRule,
  deactivateGroupRule,
  deleteGroupRule,
  replaceGroupRule,
  type GroupRuleFields,
} from '#oidc-d/rules/groups/group-rules.ts'
import { readFlag } from '#oidc-d/rules/lists/flags.ts'
import { orderedList } from '#oidc-d/rules/lists/pages.ts'
import { loadGroupRule } from '#oidc-d/steps/records.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.groups.read')
const manage = requireScope('okta.groups.manage')

const RULE = '/api/v1/groups/rules/:groupRuleId'

const excluded = v.nullish(v.object({ exclude: v.nullish(v.array(v.string()), []) }), { exclude: [] })

const GroupRuleInput = v.object({
  type: v.optional(v.literal('group_rule')),
  name: v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank'), v.maxLength(50)),
  conditions: v.object({
    people: v.nullish(v.object({ users: excluded }), {}),
    expression: v.object({
      value: v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank')),
      type: v.optional(v.literal('urn:okta:expression:1.0')),
    }),
  }),
  actions: v.object({
    assignUserToGroups: v.object({ groupIds: v.pipe(v.array(v.string()), v.minLength(1)) }),
  }),
})

/** Group rules. https://developer.okta.com/docs/api/openapi/okta-management/management/tag/GroupRule/ */
export const groupRulesRoutes = [
  get('listGroupRules', '/api/v1/groups/rules', read, (call) => {
    const search = call.query.get('search')?.toLowerCase() ?? ''
    const rules = call.rows.groupRules.all().filter(({ name }) => name.toLowerCase().includes(search))
    const list = orderedList(rules, ({ id }) => id)
    return answerPage(call, list, { byDefault: 50, most: 200 }, (rule) => groupRuleJson(call, rule, expanded(call)))
  }),
  post('createGroupRule', '/api/v1/groups/rules', manage, body(GroupRuleInput), (call) =>
    json(groupRuleJson(call, createGroupRule(call, fieldsOf(call.body)))),
  ),
  get('getGroupRule', RULE, read, loadGroupRule, (call) => json(groupRuleJson(call, call.groupRule, expanded(call)))),
  put('replaceGroupRule', RULE, manage, loadGroupRule, body(GroupRuleInput), (call) =>
    json(groupRuleJson(call, replaceGroupRule(call, call.groupRule, fieldsOf(call.body)))),
  ),
  del('deleteGroupRule', RULE, manage, loadGroupRule, (call) => {
    deleteGroupRule(call, call.groupRule, readFlag(call, 'removeUsers', false))
    return json({}, 202)
  }),
  post('activateGroupRule', `${RULE}/lifecycle/activate`, manage, loadGroupRule, (call) => {
    activateGroupRule(call, call.groupRule)
    return empty()
  }),
  post('deactivateGroupRule', `${RULE}/lifecycle/deactivate`, manage, loadGroupRule, (call) => {
    deactivateGroupRule(call, call.groupRule)
    return empty()
  }),
]

function expanded({ query }: OidcCall) {
  return { groupNames: query.get('expand') === 'groupIdToGroupNameMap' }
}

function fieldsOf({ name, conditions, actions }: v.InferOutput<typeof GroupRuleInput>): GroupRuleFields {
  return {
    name,
    expression: conditions.expression.value,
    groupIds: actions.assignUserToGroups.groupIds,
    excludedUserIds: conditions.people.users?.exclude ?? [],
  }
}
