import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { readFlag } from '#oidc-d/rules/lists/flags.ts'
import { orderedList } from '#oidc-d/rules/lists/pages.ts'
import { loadUser } from '#oidc-d/steps/records.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { validationFailed } from '#oidc-d/errors.ts'
import { appLinkJson } from '#oidc-d/json/app-user.ts'
import { groupJson } from '#oidc-d/json/group.ts'
import { userJson, wholeUserJson, type Omitted } from '#oidc-d/json/user.ts'
import { answerPage } from '#oidc-d/json/page.ts'
import { recordEvent, userEntity } from '#oidc-d/rules/system-log/entries.ts'
import { deleteUser, endSessions } from '#oidc-d/rules/users/lifecycle.ts'
import { usersOf } from '#oidc-d/rules/users/list.ts'
import { mergedProfile, Profile } from '#oidc-d/rules/users/profiles.ts'
import { createUser, Credentials, updateUser } from '#oidc-d/rules/users/users.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const UserInput = v.object({
  profile: Profile,
  credentials: v.optional(Credentials),
  groupIds: v.optional(v.array(v.string())),
  type: v.optional(v.object({ id: v.string() })),
})

const UserChanges = v.object({ profile: v.optional(Profile), credentials: v.optional(Credentials) })

/** The users API. https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/ */
export const usersRoutes = [
  get('listUsers', '/api/v1/users', requireScope('okta.users.read'), (call) => {
    const asksNames = call.query.has('q') && !call.query.has('search') && !call.query.has('filter')
    const size = { byDefault: asksNames ? 10 : 200, most: 200 }
    return answerPage(call, usersOf(call), size, (each) => userJson(call, each, omittedIn(call)))
  }),
  post('createUser', '/api/v1/users', requireScope('okta.users.manage'), body(UserInput), (call) => {
    const { body } = call
    const nextLogin = call.query.get('nextLogin')
    if (nextLogin !== null && nextLogin !== '' && nextLogin !== 'changePassword') {
      throw validationFailed('nextLogin', `nextLogin: ${nextLogin} is not changePassword`)
    }
    if (readFlag(call, 'provider', false) && body.credentials?.provider === undefined) {
      throw validationFailed('provider', 'provider: The field cannot be left blank')
    }
    const made = createUser(call, {
      ...body,
      typeId: body.type?.id,
      activate: readFlag(call, 'activate', true),
      changePassword: nextLogin === 'changePassword',
    })
    return json(wholeUserJson(call, made))
  }),
  get('getUser', '/api/v1/users/:userId', requireScope('okta.users.read'), loadUser, (call) => {
    const user = wholeUserJson(call, call.user, omittedIn(call))
    const digest = createHash('sha256').update(JSON.stringify(user)).digest('hex')
    return json(user, 200, { etag: `W/"${digest}"` })
  }),
  post(
    'updateUser',
    '/api/v1/users/:userId',
    requireScope('okta.users.manage'),
    loadUser,
    body(UserChanges),
    (call) => {
      const { body, user } = call
      const profile = body.profile === undefined ? undefined : mergedProfile(user.profile, body.profile)
      return json(wholeUserJson(call, updateUser(call, user, { ...body, profile })))
    },
  ),
  put('replaceUser', '/api/v1/users/:userId', requireScope('okta.users.manage'), loadUser, body(UserChanges), (call) =>
    json(wholeUserJson(call, updateUser(call, call.user, call.body))),
  ),
  del('deleteUser', '/api/v1/users/:userId', requireScope('okta.users.manage'), loadUser, (call) => {
    deleteUser(call, call.user)
    return empty()
  }),
  get('listUserGroups', '/api/v1/users/:userId/groups', requireScope('okta.users.read'), loadUser, (call) => {
    const memberships = orderedList(call.rows.memberships.list('byUser', call.user.id), ({ groupId }) => groupId)
    return answerPage(call, memberships, { byDefault: 200, most: 200 }, ({ groupId }) =>
      groupJson(call, call.rows.groups.require(groupId)),
    )
  }),
  get('listAppLinks', '/api/v1/users/:userId/appLinks', requireScope('okta.users.read'), loadUser, (call) => {
    const assignments = call.rows.appUsers.list('byUser', call.user.id)
    const links = assignments.flatMap((assignment) => appLinkJson(call, assignment) ?? [])
    return json(links.map((link, sortOrder) => ({ ...link, sortOrder })))
  }),
  del('revokeUserSessions', '/api/v1/users/:userId/sessions', requireScope('okta.users.manage'), loadUser, (call) => {
    endSessions(call, call.user, { tokens: readFlag(call, 'oauthTokens', false) })
    recordEvent(call, 'user.session.clear', { target: [userEntity(call.user)] })
    return empty()
  }),
]

/**
 * Returns the members that the Content-Type header asks to omit: `application/json;
 * okta-response=omitCredentials,omitCredentialsLinks`.
 */
function omittedIn(call: Pick<OidcCall, 'header'>): Omitted {
  const [, list = ''] = /okta-response="?([^";]+)/.exec(call.header('content-type') ?? '') ?? []
  const words = list.split(',').map((word) => word.trim())
  return { credentials: words.includes('omitCredentials'), links: words.includes('omitCredentialsLinks') }
}
