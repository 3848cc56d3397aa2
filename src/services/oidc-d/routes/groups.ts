import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { loadGroup, loadUser } from '#oidc-d/steps/records.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { appJson } from '#oidc-d/json/app.ts'
import { groupJson } from '#oidc-d/json/group.ts'
import { userJson } from '#oidc-d/json/user.ts'
import { answerPage } from '#oidc-d/json/page.ts'
import { listById, orderedList } from '#oidc-d/rules/lists/pages.ts'
import { addMember, createGroup, deleteGroup, replaceGroup, requireOwn } from '#oidc-d/rules/groups/groups.ts'
import { groupsOf } from '#oidc-d/rules/groups/list.ts'
import { applyGroupRules, removeByHand } from '#oidc-d/rules/groups/group-rules.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.groups.read')
const manage = requireScope('okta.groups.manage')

const GroupInput = v.object({ profile: v.record(v.string(), v.unknown()) })

/** Groups and their members. https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Group/ */
export const groupsRoutes = [
  get('listGroups', '/api/v1/groups', read, (call) => {
    const stats = call.query.get('expand')?.split(',').includes('stats') === true
    const most = 10_000
    const size = { byDefault: most, most, beyond: 'refused' } as const
    return answerPage(call, groupsOf(call), size, (each) => groupJson(call, each, { stats }))
  }),
  post('addGroup', '/api/v1/groups', manage, body(GroupInput), (call) =>
    json(groupJson(call, createGroup(call, call.body.profile))),
  ),
  get('getGroup', '/api/v1/groups/:groupId', read, loadGroup, (call) => json(groupJson(call, call.group))),
  put('replaceGroup', '/api/v1/groups/:groupId', manage, loadGroup, body(GroupInput), (call) =>
    json(groupJson(call, replaceGroup(call, call.group, call.body.profile))),
  ),
  del('deleteGroup', '/api/v1/groups/:groupId', manage, loadGroup, (call) => {
    deleteGroup(call, call.group)
    return empty()
  }),
  get('listGroupUsers', '/api/v1/groups/:groupId/users', read, loadGroup, (call) => {
    const { rows, group } = call
    const members = listById(viewOfIndex(rows.memberships, 'byGroup', [group.id]), `${group.id}.`)
    return answerPage(call, members, { byDefault: 1000, most: 1000 }, ({ userId }) =>
      userJson(call, rows.users.require(userId)),
    )
  }),
  put('assignUserToGroup', '/api/v1/groups/:groupId/users/:userId', manage, loadGroup, loadUser, (call) => {
    requireOwn(call.group)
    addMember(call, call.group, call.user)
    applyGroupRules(call, call.user.id)
    return empty()
  }),
  del('unassignUserFromGroup', '/api/v1/groups/:groupId/users/:userId', manage, loadGroup, loadUser, (call) => {
    requireOwn(call.group)
    removeByHand(call, call.group, call.user.id)
    return empty()
  }),
  get('listAssignedApplicationsForGroup', '/api/v1/groups/:groupId/apps', read, loadGroup, (call) => {
    const { rows, group } = call
    const apps = rows.appGroups.list('byGroup', group.id).map(({ appId }) => rows.apps.require(appId))
    return answerPage(
      call,
      orderedList(apps, ({ id }) => id),
      { byDefault: 20, most: 200 },
      (app) => appJson(call, app),
    )
  }),
]
