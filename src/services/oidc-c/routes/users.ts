import { empty, json, text } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor, type Route } from '#core/routes.ts'
import type { OidcCall } from '#oidc-c/call.ts'
import { countUnsupported, isEventual } from './relations.ts'
import { contextUrl, graphUrl, objectJson, pageJson, selectionText } from '#oidc-c/json/objects.ts'
import { expandedJson } from '#oidc-c/json/views.ts'
import { usersPage } from '#oidc-c/rules/lists/page.ts'
import { expansionOf, listQuery, selected } from '#oidc-c/rules/lists/query.ts'
import { deleteObject } from '#oidc-c/rules/objects.ts'
import {
  BASIC_PROPERTIES,
  hasPermission,
  READ_BASIC,
  READ_USERS,
  requirePermission,
} from '#oidc-c/rules/users/permissions.ts'
import { USER_TYPE } from '#oidc-c/rules/users/properties.ts'
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

  get('user-list', '/v1.0/users', requireGraphAccess, (call) => {
    requirePermission(call.token, READ_BASIC)
    const query = listQuery(USER_TYPE, call.query, isEventual(call))
    const page = usersPage(call.rows, call.tenantId, query)
    const select = visible(call, query.select)
    const related = (user: User) =>
      query.expand === null ? {} : expandedJson(call, { kind: 'user', row: user }, query.expand)
    const write = (user: User) => ({ ...objectJson(USER_TYPE, user, select), ...related(user) })
    return json(pageJson(call, { set: USER_TYPE.set, query, page, json: write }))
  }),

  get('user-count', '/v1.0/users/$count', requireGraphAccess, (call) => {
    requirePermission(call.token, READ_USERS)
    if (!isEventual(call)) throw countUnsupported()
    const query = listQuery(USER_TYPE, new URLSearchParams([...call.query, ['$count', 'true']]), true)
    return text(String(usersPage(call.rows, call.tenantId, query).total))
  }),

  post('user-post-users', '/v1.0/users', requireGraphAccess, requireWriteAll, body(UserInput), (call) => {
    const user = createUser(call, call.tenantId, call.body)
    const context = contextUrl(call, 'users/$entity')
    // Of a new user the id comes first.
    return json({ '@odata.context': context, id: user.id, ...objectJson(USER_TYPE, user, null) }, 201, {
      location: graphUrl(call, `/users/${user.id}`),
    })
  }),

  get('user-get', '/v1.0/users/:id', requireGraphAccess, loadUser, requireRead, (call) => entity(call, call.account)),
  patch('user-update', '/v1.0/users/:id', requireGraphAccess, loadUser, requireWrite, body(UserChanges), (call) =>
    update(call),
  ),
  del('user-delete', '/v1.0/users/:id', requireGraphAccess, requireWriteAll, loadUser, (call) => {
    deleteObject(call, { kind: 'user', row: call.account })
    return empty()
  }),
]

function entity(call: GraphCall, user: User) {
  const names = selected(USER_TYPE, call.query.get('$select'))
  const select = user.id === call.user?.id ? names : visible(call, names)
  const context = contextUrl(call, `users${selectionText(names)}/$entity`)
  const expand = expansionOf(USER_TYPE, call.query.get('$expand'))
  const related = expand === null ? {} : expandedJson(call, { kind: 'user', row: user }, expand)
  return json({ '@odata.context': context, ...objectJson(USER_TYPE, user, select), ...related })
}

function update(call: GraphCall & { readonly account: User; readonly body: Parameters<typeof changesOf>[2] }) {
  const { rows, account, tenantId } = call
  rows.users.update(account.id, changesOf(rows, tenantId, call.body, account))
  return empty()
}

/** Returns the selected properties of other users that the token can read; null when it can read all usual ones. */
function visible({ token }: GraphCall, select: readonly string[] | null): readonly string[] | null {
  if (hasPermission(token, READ_USERS)) return select
  return select === null ? BASIC_PROPERTIES : select.filter((name) => BASIC_PROPERTIES.some((each) => each === name))
}
