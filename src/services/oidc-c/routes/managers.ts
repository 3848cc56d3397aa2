import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor, type Route } from '#core/routes.ts'
import type { OidcCall } from '#oidc-c/call.ts'
import { badRequest, noSuchObject } from '#oidc-c/errors.ts'
import { contextUrl } from '#oidc-c/json/objects.ts'
import { visibleJson } from '#oidc-c/json/views.ts'
import { referencedId } from '#oidc-c/rules/groups/groups.ts'
import { selected } from '#oidc-c/rules/lists/query.ts'
import { findObject } from '#oidc-c/rules/objects.ts'
import { READ_USERS, WRITE_USERS } from '#oidc-c/rules/users/permissions.ts'
import { USER_TYPE } from '#oidc-c/rules/users/properties.ts'
import type { User } from '#oidc-c/schema.ts'
import { requireAny } from '#oidc-c/steps/directory.ts'
import { requireGraphAccess } from '#oidc-c/steps/graph-access.ts'
import { loadMe, loadUser, type GraphCall } from '#oidc-c/steps/users.ts'
import { Reference } from './groups.ts'
import { referenceUrl } from './relations.ts'

const { get, put, del } = routesFor<OidcCall>()

const requireRead = requireAny(READ_USERS)
const requireWrite = requireAny(WRITE_USERS)

/** The managers of users. https://learn.microsoft.com/graph/api/user-list-manager */
export const managerRoutes: readonly Route[] = [
  get('user-get-manager/me', '/v1.0/me/manager', requireGraphAccess, requireRead, loadMe, managerOf),
  get('user-get-manager', '/v1.0/users/:id/manager', requireGraphAccess, requireRead, loadUser, managerOf),
  get('user-get-manager-ref', '/v1.0/users/:id/manager/$ref', requireGraphAccess, requireRead, loadUser, (call) => {
    const manager = findManager(call)
    const url = referenceUrl(call, { kind: 'user', row: manager })
    return json({ '@odata.context': contextUrl(call, '$ref'), '@odata.id': url })
  }),
  put(
    'user-put-manager',
    '/v1.0/users/:id/manager/$ref',
    requireGraphAccess,
    requireWrite,
    loadUser,
    body(Reference),
    ({ rows, tenantId, account, body: { '@odata.id': reference } }) => {
      const manager = findObject(rows, tenantId, referencedId(reference))
      if (manager.kind === 'group') throw badRequest('A manager must be a user.', 'Request_BadRequest')
      rows.users.update(account.id, { managerId: manager.row.id })
      return empty()
    },
  ),
  del(
    'user-delete-manager',
    '/v1.0/users/:id/manager/$ref',
    requireGraphAccess,
    requireWrite,
    loadUser,
    ({ rows, account }) => {
      rows.users.update(account.id, { managerId: null })
      return empty()
    },
  ),
]

type AccountCall = GraphCall & { readonly account: User }

function managerOf(call: AccountCall) {
  const manager = findManager(call)
  const select = selected(USER_TYPE, call.query.get('$select'))
  const context = contextUrl(call, 'directoryObjects/$entity')
  return json({ '@odata.context': context, ...visibleJson(call, { kind: 'user', row: manager }, select) })
}

function findManager({ rows, account }: AccountCall): User {
  const manager = rows.users.get(account.managerId)
  if (manager === undefined) throw noSuchObject('manager')
  return manager
}
