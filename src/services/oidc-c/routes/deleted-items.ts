import { empty, json } from '#core/answer.ts'
import { routesFor, type Route } from '#core/routes.ts'
import type { OidcCall } from '#oidc-c/call.ts'
import { noSuchObject } from '#oidc-c/errors.ts'
import { contextUrl, directoryObjectJson, objectsPage, pageJson } from '#oidc-c/json/objects.ts'
import { dateText } from '#oidc-c/rules/lists/object-type.ts'
import { listQuery } from '#oidc-c/rules/lists/query.ts'
import { deletedObjects, DIRECTORY_TYPE, restoreObject } from '#oidc-c/rules/objects.ts'
import {
  hasPermission,
  READ_GROUPS,
  READ_USERS,
  requirePermission,
  WRITE_GROUPS,
  WRITE_USERS,
} from '#oidc-c/rules/users/permissions.ts'
import type { DeletedObject } from '#oidc-c/schema.ts'
import { castOf } from '#oidc-c/steps/directory.ts'
import { requireGraphAccess } from '#oidc-c/steps/graph-access.ts'
import type { GraphCall } from '#oidc-c/steps/users.ts'
import { isEventual } from './relations.ts'

const { get, post, del } = routesFor<OidcCall>()

/** The deleted users and groups. https://learn.microsoft.com/graph/api/resources/directory */
export const deletedItemRoutes: readonly Route[] = [
  get('directory-deleteditems-list', '/v1.0/directory/deletedItems/:id', requireGraphAccess, (call) => {
    const { id } = call.params
    return id.startsWith('microsoft.graph.') ? list(call, id) : json(entityJson(call, findDeleted(call, id, READ)))
  }),
  post('directory-deleteditems-restore', '/v1.0/directory/deletedItems/:id/restore', requireGraphAccess, (call) => {
    const deleted = findDeleted(call, call.params.id, WRITE)
    restoreObject(call, deleted)
    const context = contextUrl(call, 'directoryObjects/$entity')
    return json({ '@odata.context': context, ...directoryObjectJson(deleted.object, null) })
  }),
  del('directory-deleteditems-delete', '/v1.0/directory/deletedItems/:id', requireGraphAccess, (call) => {
    call.rows.deletedObjects.delete(findDeleted(call, call.params.id, WRITE).id)
    return empty()
  }),
]

const READ = { user: READ_USERS, group: READ_GROUPS } as const
const WRITE = { user: WRITE_USERS, group: WRITE_GROUPS } as const

function list(call: GraphCall, cast: string) {
  const kind = castOf(cast)
  requirePermission(call.token, READ[kind === 'group' ? 'group' : 'user'])
  const query = listQuery(DIRECTORY_TYPE, call.query, isEventual(call))
  const found = deletedObjects(call, call.tenantId).filter(({ object }) => object.kind === kind)
  const dates = new Map(found.map(({ id, deletedAt }) => [id, dateText(deletedAt)]))
  const page = objectsPage(
    found.map(({ object }) => object),
    query,
  )
  return json(
    pageJson(call, {
      set: kind === 'user' || kind === 'group' ? `${kind}s` : 'directoryObjects',
      query,
      page,
      json: (object) => ({
        ...directoryObjectJson(object, query.select),
        deletedDateTime: dates.get(object.row.id) ?? null,
      }),
    }),
  )
}

function entityJson(call: GraphCall, { object, deletedAt }: DeletedObject) {
  const context = contextUrl(call, 'directoryObjects/$entity')
  return { '@odata.context': context, ...directoryObjectJson(object, null), deletedDateTime: dateText(deletedAt) }
}

function findDeleted(
  call: GraphCall,
  id: string,
  accepted: Readonly<Record<'user' | 'group', readonly string[]>>,
): DeletedObject {
  if (!hasPermission(call.token, accepted.group)) requirePermission(call.token, accepted.user)
  const found = deletedObjects(call, call.tenantId).find((each) => each.id === id.toLowerCase())
  if (found === undefined) throw noSuchObject(id)
  requirePermission(call.token, accepted[found.object.kind])
  return found
}
