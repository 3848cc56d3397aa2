import { empty, json, text } from '../../../core/answer.ts'
import { body } from '../../../core/input.ts'
import { routesFor, type Route } from '../../../core/routes.ts'
import { findUser } from '../accounts.ts'
import { graphAccess, type GraphAccess } from '../auth.ts'
import type { OidcCall } from '../call.ts'
import { badRequest, noSuchUser, refused } from '../errors.ts'
import { userJson } from '../json/user.ts'
import { listUsers } from '../rules/list-users.ts'
import {
  BASIC_PROPERTIES,
  may,
  READ_BASIC,
  READ_ME,
  READ_USERS,
  requirePermission,
  WRITE_ME,
  WRITE_USERS,
} from '../rules/permissions.ts'
import { selected, skipToken, usersQuery, type Place } from '../rules/query.ts'
import { ChangedUser, changesOf, NewUser } from '../rules/user-changes.ts'
import type { User } from '../schema.ts'

const { get, post, patch, del } = routesFor<OidcCall>()

type Access = OidcCall & GraphAccess

/** The directory of a tenant. https://learn.microsoft.com/graph/api/resources/users */
export const userRoutes: readonly Route[] = [
  get('user-get/me', '/v1.0/me', graphAccess, me, mayRead, (call) => entity(call, call.found)),
  patch('user-update/me', '/v1.0/me', graphAccess, me, mayWrite, body(ChangedUser), (call) => update(call)),
  get('profilephoto-get/me', '/v1.0/me/photo/$value', graphAccess, me, mayRead, noPhoto),
  get('profilephoto-get/me-size', '/v1.0/me/photos/:size/$value', graphAccess, me, mayRead, noPhoto),

  get('user-list', '/v1.0/users', graphAccess, (call) => {
    requirePermission(call.token, READ_BASIC)
    const query = usersQuery(call.query, isEventual(call))
    const { rows, total, next } = listUsers(call.rows, call.tenantId, query)
    const select = visible(call, query.select)
    return json({
      '@odata.context': `${call.origin}/v1.0/$metadata#users${selection(query.select)}`,
      ...(query.count ? { '@odata.count': total } : {}),
      ...(next === null ? {} : { '@odata.nextLink': nextLink(call, next) }),
      value: rows.map((user) => userJson(user, select)),
    })
  }),

  get('user-count', '/v1.0/users/$count', graphAccess, (call) => {
    requirePermission(call.token, READ_USERS)
    if (!isEventual(call))
      throw badRequest('$count is not currently supported. It needs the header ConsistencyLevel: eventual')
    const query = usersQuery(new URLSearchParams([...call.query, ['$count', 'true']]), true)
    return text(String(listUsers(call.rows, call.tenantId, query).total))
  }),

  post('user-post-users', '/v1.0/users', graphAccess, mayWriteAll, body(NewUser), (call) => {
    const { rows, ids, clock, tenantId } = call
    const changes = changesOf(rows, tenantId, call.body, null)
    const user = rows.users.insert({
      id: ids.uuid(),
      tenantId,
      mail: null,
      details: {},
      businessPhones: [],
      roles: [],
      groups: [],
      createdAt: clock.now(),
      position: (rows.users.page('byPosition', [], LAST).rows[0]?.position ?? -1) + 1,
      ...changes,
      displayName: call.body.displayName,
      userPrincipalName: call.body.userPrincipalName,
      mailNickname: call.body.mailNickname,
      accountEnabled: call.body.accountEnabled,
    })
    return json({ '@odata.context': `${call.origin}/v1.0/$metadata#users/$entity`, ...userJson(user, null) }, 201, {
      location: `${call.origin}/v1.0/users/${user.id}`,
    })
  }),

  get('user-get', '/v1.0/users/:id', graphAccess, find, mayRead, (call) => entity(call, call.found)),
  patch('user-update', '/v1.0/users/:id', graphAccess, find, mayWrite, body(ChangedUser), (call) => update(call)),
  del('user-delete', '/v1.0/users/:id', graphAccess, mayWriteAll, find, ({ rows, found }) => {
    rows.users.delete(found.id)
    return empty()
  }),
  get('profilephoto-get', '/v1.0/users/:id/photo/$value', graphAccess, find, mayRead, noPhoto),
]

const LAST = { offset: 0, limit: 1, descending: true } as const

/** A step: the person of the token. */
function me({ user }: Access): { found: User } {
  if (user === null) throw badRequest('/me request is only valid with delegated authentication flow.')
  return { found: user }
}

/** A step: the user of this tenant with the object id or user principal name of the path. */
function find({ rows, params, tenantId }: Access & { readonly params: { readonly id: string } }): { found: User } {
  const user = rows.users.get(params.id.toLowerCase()) ?? findUser(rows, params.id)
  const named = user !== undefined && [user.id, user.userPrincipalName.toLowerCase()].includes(params.id.toLowerCase())
  if (user === undefined || !named || user.tenantId !== tenantId) throw noSuchUser(params.id)
  return { found: user }
}

/** A step: the token may read this user. */
function mayRead({ token, user, found }: Access & { readonly found: User }): void {
  requirePermission(token, user?.id === found.id ? READ_ME : READ_BASIC)
}

/** A step: the token may change this user. */
function mayWrite({ token, user, found }: Access & { readonly found: User }): void {
  requirePermission(token, user?.id === found.id ? WRITE_ME : WRITE_USERS)
}

/** A step: the token may change everyone. */
function mayWriteAll({ token }: Access): void {
  requirePermission(token, WRITE_USERS)
}

function entity(call: Access, user: User) {
  const asked = selected(call.query)
  const select = user.id === call.user?.id ? asked : visible(call, asked)
  const context = `${call.origin}/v1.0/$metadata#users${selection(asked)}/$entity`
  return json({ '@odata.context': context, ...userJson(user, select) })
}

function update(call: Access & { readonly found: User; readonly body: Parameters<typeof changesOf>[2] }) {
  const { rows, found, tenantId } = call
  rows.users.update(found.id, changesOf(rows, tenantId, call.body, found))
  return empty()
}

/** The users of a seed have no photos. */
function noPhoto(): never {
  throw refused(
    404,
    'ImageNotFound',
    "Exception of type 'Microsoft.Fast.Profile.Core.Exception.ImageNotFoundException' was thrown.",
  )
}

/** What of others a token sees that may read their basic profiles only. */
function visible({ token }: Access, asked: readonly string[] | null): readonly string[] | null {
  if (may(token, READ_USERS)) return asked
  return asked === null ? BASIC_PROPERTIES : asked.filter((name) => BASIC_PROPERTIES.some((each) => each === name))
}

function nextLink({ query, origin }: Access, place: Place): string {
  const kept = [...query].filter(([name]) => name !== '$skiptoken')
  const pairs = [...kept, ['$skiptoken', skipToken(place)] as const]
  const search = pairs.map(([name, value]) => `${name.replaceAll('&', '%26')}=${encodeURIComponent(value)}`).join('&')
  return `${origin}/v1.0/users?${search}`
}

function selection(asked: readonly string[] | null): string {
  return asked === null ? '' : `(${asked.join(',')})`
}

function isEventual(call: OidcCall): boolean {
  return call.header('consistencylevel')?.toLowerCase() === 'eventual'
}
