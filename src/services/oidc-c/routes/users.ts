import { empty, json, text } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor, type Route } from '#core/routes.ts'
import type { OidcCall } from '#oidc-c/call.ts'
import { badRequest, graphFailure } from '#oidc-c/errors.ts'
import { pageJson, userJson } from '#oidc-c/json/user.ts'
import { pageOf } from '#oidc-c/rules/users/list.ts'
import {
  BASIC_PROPERTIES,
  hasPermission,
  READ_BASIC,
  READ_USERS,
  requirePermission,
} from '#oidc-c/rules/users/permissions.ts'
import { selected, skipToken, usersQuery, type Place } from '#oidc-c/rules/users/query.ts'
import { changesOf, createUser, UserChanges, UserInput } from '#oidc-c/rules/users/changes.ts'
import type { User } from '#oidc-c/schema.ts'
import { requireGraphAccess } from '#oidc-c/steps/graph-access.ts'
import { loadMe, loadUser, requireRead, requireWrite, requireWriteAll, type GraphCall } from '#oidc-c/steps/users.ts'

const { get, post, patch, del } = routesFor<OidcCall>()

/** The users of a tenant. https://learn.microsoft.com/graph/api/resources/users */
export const userRoutes: readonly Route[] = [
  get('user-get/me', '/v1.0/me', requireGraphAccess, loadMe, requireRead, (call) => entity(call, call.account)),
  patch('user-update/me', '/v1.0/me', requireGraphAccess, loadMe, requireWrite, body(UserChanges), (call) =>
    update(call),
  ),
  get('profilephoto-get/me', '/v1.0/me/photo/$value', requireGraphAccess, loadMe, requireRead, noPhoto),
  get('profilephoto-get/me-size', '/v1.0/me/photos/:size/$value', requireGraphAccess, loadMe, requireRead, noPhoto),

  get('user-list', '/v1.0/users', requireGraphAccess, (call) => {
    requirePermission(call.token, READ_BASIC)
    const query = usersQuery(call.query, isEventual(call))
    const { rows, total, next } = pageOf(call.rows, call.tenantId, query)
    const select = visible(call, query.select)
    return json(
      pageJson(rows, select, {
        context: call.urls.of(`/v1.0/$metadata#users${selection(query.select)}`),
        total: query.count ? total : null,
        nextLink: next === null ? null : nextLink(call, next),
      }),
    )
  }),

  get('user-count', '/v1.0/users/$count', requireGraphAccess, (call) => {
    requirePermission(call.token, READ_USERS)
    if (!isEventual(call))
      throw badRequest('$count is not currently supported. It needs the header ConsistencyLevel: eventual')
    const query = usersQuery(new URLSearchParams([...call.query, ['$count', 'true']]), true)
    return text(String(pageOf(call.rows, call.tenantId, query).total))
  }),

  post('user-post-users', '/v1.0/users', requireGraphAccess, requireWriteAll, body(UserInput), (call) => {
    const user = createUser(call, call.tenantId, call.body)
    const context = call.urls.of('/v1.0/$metadata#users/$entity')
    // Of a new user the id comes first.
    return json({ '@odata.context': context, id: user.id, ...userJson(user, null) }, 201, {
      location: call.urls.of(`/v1.0/users/${user.id}`),
    })
  }),

  get('user-get', '/v1.0/users/:id', requireGraphAccess, loadUser, requireRead, (call) => entity(call, call.account)),
  patch('user-update', '/v1.0/users/:id', requireGraphAccess, loadUser, requireWrite, body(UserChanges), (call) =>
    update(call),
  ),
  del('user-delete', '/v1.0/users/:id', requireGraphAccess, requireWriteAll, loadUser, ({ rows, account }) => {
    rows.users.delete(account.id)
    return empty()
  }),
  get('profilephoto-get', '/v1.0/users/:id/photo/$value', requireGraphAccess, loadUser, requireRead, noPhoto),
]

function entity(call: GraphCall, user: User) {
  const names = selected(call.query)
  const select = user.id === call.user?.id ? names : visible(call, names)
  const context = call.urls.of(`/v1.0/$metadata#users${selection(names)}/$entity`)
  return json({ '@odata.context': context, ...userJson(user, select) })
}

function update(call: GraphCall & { readonly account: User; readonly body: Parameters<typeof changesOf>[2] }) {
  const { rows, account, tenantId } = call
  rows.users.update(account.id, changesOf(rows, tenantId, call.body, account))
  return empty()
}

/** Refuses a request for a photo: the users here have none. */
function noPhoto(): never {
  throw graphFailure(
    404,
    'ImageNotFound',
    "Exception of type 'Microsoft.Fast.Profile.Core.Exception.ImageNotFoundException' was thrown.",
  )
}

/** Returns the selected properties of other users that the token can read; null when it can read all usual ones. */
function visible({ token }: GraphCall, select: readonly string[] | null): readonly string[] | null {
  if (hasPermission(token, READ_USERS)) return select
  return select === null ? BASIC_PROPERTIES : select.filter((name) => BASIC_PROPERTIES.some((each) => each === name))
}

function nextLink({ query, urls }: GraphCall, place: Place): string {
  const others = [...query].filter(([name]) => name !== '$skiptoken')
  const pairs = [...others, ['$skiptoken', skipToken(place)] as const]
  const search = pairs.map(([name, value]) => `${name.replaceAll('&', '%26')}=${encodeURIComponent(value)}`).join('&')
  return urls.of(`/v1.0/users?${search}`)
}

function selection(select: readonly string[] | null): string {
  return select === null ? '' : `(${select.join(',')})`
}

function isEventual(call: OidcCall): boolean {
  return call.header('consistencylevel')?.toLowerCase() === 'eventual'
}
