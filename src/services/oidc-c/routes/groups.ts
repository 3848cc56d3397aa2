import * as v from 'valibot'
import { empty, json, text } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor, type Route } from '#core/routes.ts'
import type { OidcCall } from '#oidc-c/call.ts'
import { contextUrl, graphUrl, objectJson, pageJson, selectionText } from '#oidc-c/json/objects.ts'
import { expandedJson } from '#oidc-c/json/views.ts'
import { createGroup, GroupChanges, GroupInput, referencedId, updateGroup } from '#oidc-c/rules/groups/groups.ts'
import { addToGroup, removeFromGroup, relatedTo, type Relation } from '#oidc-c/rules/groups/memberships.ts'
import { GROUP_TYPE } from '#oidc-c/rules/groups/properties.ts'
import { pageOf } from '#oidc-c/rules/lists/page.ts'
import { expansionOf, listQuery, selected, type Expansion } from '#oidc-c/rules/lists/query.ts'
import { deleteObject, findObject } from '#oidc-c/rules/objects.ts'
import { CREATE_GROUPS, READ_GROUPS, WRITE_GROUPS, WRITE_MEMBERS } from '#oidc-c/rules/users/permissions.ts'
import type { Group } from '#oidc-c/schema.ts'
import { loadGroup, requireAny } from '#oidc-c/steps/directory.ts'
import { requireGraphAccess } from '#oidc-c/steps/graph-access.ts'
import type { GraphCall } from '#oidc-c/steps/users.ts'
import { countUnsupported, isEventual, referenceUrl } from './relations.ts'

const { get, post, patch, del } = routesFor<OidcCall>()

const requireRead = requireAny(READ_GROUPS)
const requireWrite = requireAny(WRITE_GROUPS)
const requireMembers = requireAny(WRITE_MEMBERS)

/** The body that names an object: `{ "@odata.id": "https://graph.microsoft.com/v1.0/directoryObjects/…" }`. */
export const Reference = v.object({ '@odata.id': v.string() })

/** The groups of a tenant. https://learn.microsoft.com/graph/api/resources/groups-overview */
export const groupRoutes: readonly Route[] = [
  get('group-list', '/v1.0/groups', requireGraphAccess, requireRead, list),
  get('group-count', '/v1.0/groups/$count', requireGraphAccess, requireRead, (call) => {
    if (!isEventual(call)) throw countUnsupported()
    const query = listQuery(GROUP_TYPE, new URLSearchParams([...call.query, ['$count', 'true']]), true)
    return text(String(pageOf(GROUP_TYPE, groupsIn(call), query, byPosition).total))
  }),
  post('group-post-groups', '/v1.0/groups', requireGraphAccess, requireAny(CREATE_GROUPS), body(GroupInput), (call) => {
    const group = createGroup(call, call.tenantId, call.body, call.user)
    const created = { '@odata.context': contextUrl(call, 'groups/$entity'), ...objectJson(GROUP_TYPE, group, null) }
    return json(created, 201, { location: graphUrl(call, `/groups/${group.id}`) })
  }),
  get('group-get', '/v1.0/groups/:id', requireGraphAccess, requireRead, loadGroup, (call) => {
    const select = selected(GROUP_TYPE, call.query.get('$select'))
    const context = contextUrl(call, `groups${selectionText(select)}/$entity`)
    const expand = expansionOf(GROUP_TYPE, call.query.get('$expand'))
    return json({ '@odata.context': context, ...groupJson(call, call.group, select, expand) })
  }),
  patch('group-update', '/v1.0/groups/:id', requireGraphAccess, requireWrite, loadGroup, body(GroupChanges), (call) => {
    updateGroup(call.rows, call.group, call.body)
    return empty()
  }),
  del('group-delete', '/v1.0/groups/:id', requireGraphAccess, requireWrite, loadGroup, (call) => {
    deleteObject(call, call.subject)
    return empty()
  }),
  ...referenceRoutes('members'),
  ...referenceRoutes('owners'),
]

/** Returns the routes that read, add and remove the references of a group. */
function referenceRoutes(relation: Relation): readonly Route[] {
  const path = `/v1.0/groups/:id/${relation}` as const
  const add = (call: GraphCall & { group: Group; body: v.InferOutput<typeof Reference> }) => {
    const id = referencedId(call.body['@odata.id'])
    addToGroup(call.rows, call.group, findObject(call.rows, call.tenantId, id), relation)
    return empty()
  }
  return [
    get(`group-list-${relation}-ref` as const, `${path}/$ref`, requireGraphAccess, requireRead, loadGroup, (call) =>
      json({
        '@odata.context': contextUrl(call, 'Collection($ref)'),
        value: relatedTo(call.rows, call.group, relation).map((each) => ({ '@odata.id': referenceUrl(call, each) })),
      }),
    ),
    post(
      `group-post-${relation}` as const,
      `${path}/$ref`,
      requireGraphAccess,
      requireMembers,
      loadGroup,
      body(Reference),
      (call) => add(call),
    ),
    del(
      `group-delete-${relation}` as const,
      `${path}/:object/$ref`,
      requireGraphAccess,
      requireMembers,
      loadGroup,
      ({ rows, tenantId, group, params }) => {
        removeFromGroup(rows, group, findObject(rows, tenantId, params.object), relation)
        return empty()
      },
    ),
  ]
}

function list(call: GraphCall) {
  const query = listQuery(GROUP_TYPE, call.query, isEventual(call))
  const page = pageOf(GROUP_TYPE, groupsIn(call), query, byPosition)
  const write = (group: Group) => groupJson(call, group, query.select, query.expand)
  return json(pageJson(call, { set: GROUP_TYPE.set, query, page, json: write }))
}

function groupsIn({ rows, tenantId }: GraphCall): Group[] {
  return rows.groups.list('byTenant', tenantId)
}

function byPosition({ position }: Group): number {
  return position
}

function groupJson(call: GraphCall, group: Group, select: readonly string[] | null, expand: Expansion | null) {
  const related = expand === null ? {} : expandedJson(call, { kind: 'group', row: group }, expand)
  return { ...objectJson(GROUP_TYPE, group, select), ...related }
}
