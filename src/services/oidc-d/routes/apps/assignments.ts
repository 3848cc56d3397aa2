import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { found } from '#oidc-d/rules/records.ts'
import { loadAppGroup, loadAppUser } from '#oidc-d/steps/apps.ts'
import { loadApp, loadGroup } from '#oidc-d/steps/records.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { alreadyAssigned, notAllowedInStatus } from '#oidc-d/errors.ts'
import { appGroupJson, appUserJson } from '#oidc-d/json/app-user.ts'
import { answerPage } from '#oidc-d/json/page.ts'
import { listById, orderedList, listByCursor, type CursorList } from '#oidc-d/rules/lists/pages.ts'
import { assign, assignmentOf, updateMembersOfApp, unassign } from '#oidc-d/rules/apps/assignments.ts'
import { appEntity, groupEntity, recordEvent } from '#oidc-d/rules/system-log/entries.ts'
import { findUser } from '#oidc-d/rules/users/users.ts'
import type { App, AppGroup, AppUser } from '#oidc-d/schema.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.apps.read')
const manage = requireScope('okta.apps.manage')

const members = v.record(v.string(), v.unknown())

const AppUserChanges = v.object({
  scope: v.optional(v.picklist(['USER', 'GROUP'])),
  credentials: v.optional(
    v.nullable(
      v.object({ userName: v.optional(v.string()), password: v.optional(v.object({ value: v.optional(v.string()) })) }),
    ),
  ),
  profile: v.optional(v.nullable(members)),
})

const AppUserInput = v.object({ ...AppUserChanges.entries, id: v.string() })

const AppGroupInput = v.object({
  priority: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))),
  profile: v.optional(v.nullable(members)),
})

/**
 * The assignments of apps to users and groups.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/ApplicationUsers/
 */
export const appAssignmentsRoutes = [
  get('listApplicationUsers', '/api/v1/apps/:appId/users', read, loadApp, (call) => {
    const user = call.query.get('expand') === 'user'
    return answerPage(call, usersOf(call, call.app), { byDefault: 50, most: 500 }, (each) =>
      appUserJson(call, each, { user }),
    )
  }),
  post('assignUserToApplication', '/api/v1/apps/:appId/users', manage, loadApp, body(AppUserInput), (call) => {
    const { app, body, rows } = call
    const user = found('User', body.id, findUser(rows, body.id))
    if (user.status === 'DEPROVISIONED') throw notAllowedInStatus()
    if (assignmentOf(call, app.id, user.id)?.scope === 'USER') throw alreadyAssigned()
    return json(appUserJson(call, assign(call, app, user, assignmentFields(body, 'USER'))))
  }),
  get('getApplicationUser', '/api/v1/apps/:appId/users/:userId', read, loadApp, loadAppUser, (call) =>
    json(appUserJson(call, call.appUser, { user: call.query.get('expand') === 'user' })),
  ),
  post(
    'updateApplicationUser',
    '/api/v1/apps/:appId/users/:userId',
    manage,
    loadApp,
    loadAppUser,
    body(AppUserChanges),
    (call) => {
      const { app, appUser, body, rows } = call
      const user = rows.users.require(appUser.userId)
      return json(appUserJson(call, assign(call, app, user, assignmentFields(body, appUser.scope))))
    },
  ),
  del('unassignUserFromApplication', '/api/v1/apps/:appId/users/:userId', manage, loadApp, loadAppUser, (call) => {
    unassign(call, call.appUser)
    return empty()
  }),
  get('listApplicationGroupAssignments', '/api/v1/apps/:appId/groups', read, loadApp, (call) => {
    const withGroup = call.query.get('expand') === 'group'
    return answerPage(call, groupsOf(call, call.app), { byDefault: 20, most: 200, beyond: 'refused' }, (each) =>
      appGroupJson(call, each, { group: withGroup }),
    )
  }),
  get('getApplicationGroupAssignment', '/api/v1/apps/:appId/groups/:groupId', read, loadApp, loadAppGroup, (call) =>
    json(appGroupJson(call, call.appGroup, { group: call.query.get('expand') === 'group' })),
  ),
  put(
    'assignGroupToApplication',
    '/api/v1/apps/:appId/groups/:groupId',
    manage,
    loadApp,
    loadGroup,
    body(AppGroupInput),
    (call) => {
      const { app, group, body, rows, clock } = call
      const id = `${app.id}.${group.id}`
      const before = rows.appGroups.get(id)
      const fields = {
        priority: body.priority ?? before?.priority ?? nextPriority(call, app),
        profile: body.profile ?? before?.profile ?? {},
        lastUpdated: clock.now(),
      }
      const made =
        before === undefined
          ? rows.appGroups.insert({ id, appId: app.id, groupId: group.id, ...fields })
          : rows.appGroups.update(id, fields)
      const target = [appEntity(app), groupEntity(group)]
      if (before === undefined) recordEvent(call, 'group.application_assignment.add', { target })
      updateMembersOfApp(call, app.id, group.id)
      return json(appGroupJson(call, made))
    },
  ),
  del('unassignApplicationFromGroup', '/api/v1/apps/:appId/groups/:groupId', manage, loadApp, loadAppGroup, (call) => {
    const { rows, app, appGroup } = call
    rows.appGroups.delete(appGroup.id)
    const target = [appEntity(app), groupEntity(rows.groups.require(appGroup.groupId))]
    recordEvent(call, 'group.application_assignment.remove', { target })
    updateMembersOfApp(call, app.id, appGroup.groupId)
    return empty()
  }),
]

/** Returns the fields of an assignment that a body sets; `byDefault` is the scope of a body without one. */
function assignmentFields(
  { scope, credentials, profile }: v.InferOutput<typeof AppUserChanges>,
  byDefault: AppUser['scope'],
) {
  return {
    scope: scope ?? byDefault,
    userName: credentials?.userName,
    ...(credentials?.password === undefined ? {} : { hasPassword: credentials.password.value !== undefined }),
    ...(profile == null ? {} : { profile }),
  }
}

function usersOf({ rows, query }: OidcCall, app: App): CursorList<AppUser> {
  const q = query.get('q')?.toLowerCase() ?? ''
  if (q === '') return listById(viewOfIndex(rows.appUsers, 'byApp', [app.id]), `${app.id}.`)
  const found = rows.appUsers.list('byApp', app.id).filter(({ userId, userName }) => {
    const { firstName, lastName, email } = rows.users.require(userId).profile
    return [userName, firstName, lastName, email].some(
      (each) => typeof each === 'string' && each.toLowerCase().startsWith(q),
    )
  })
  return listByCursor(found, ({ userId }) => userId)
}

function groupsOf({ rows, query }: OidcCall, app: App): CursorList<AppGroup> {
  const q = query.get('q')?.toLowerCase() ?? ''
  const found = rows.appGroups
    .list('byPriority', app.id)
    .filter(({ groupId }) => rows.groups.require(groupId).profile.name.toLowerCase().startsWith(q))
  return orderedList(found, ({ groupId }) => groupId)
}

function nextPriority({ rows }: OidcCall, app: App): number {
  const { total } = rows.appGroups.page('byPriority', [app.id], { offset: 0, limit: 0 })
  const last = rows.appGroups.page('byPriority', [app.id], { offset: 0, limit: 1, descending: true }).rows[0]
  return total === 0 || last === undefined ? 0 : last.priority + 1
}
