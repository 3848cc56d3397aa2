import { json, text, type Answer } from '#core/answer.ts'
import { routesFor, type Route } from '#core/routes.ts'
import type { OidcCall, Rows } from '#oidc-c/call.ts'
import { badRequest } from '#oidc-c/errors.ts'
import { graphUrl, objectsPage, pageJson } from '#oidc-c/json/objects.ts'
import { asObject, visibleJson } from '#oidc-c/json/views.ts'
import { groupsOf, relatedTo, transitiveGroupsOf, transitiveMembersOf } from '#oidc-c/rules/groups/memberships.ts'
import { GROUP_TYPE } from '#oidc-c/rules/groups/properties.ts'
import { listQuery } from '#oidc-c/rules/lists/query.ts'
import { DIRECTORY_TYPE, type DirectoryObject } from '#oidc-c/rules/objects.ts'
import { READ_GROUPS, READ_USERS } from '#oidc-c/rules/users/permissions.ts'
import { USER_TYPE } from '#oidc-c/rules/users/properties.ts'
import {
  castOf,
  loadGroup,
  loadMySubject,
  loadUserSubject,
  requireAny,
  requireReadMemberships,
} from '#oidc-c/steps/directory.ts'
import { requireGraphAccess } from '#oidc-c/steps/graph-access.ts'
import type { GraphCall } from '#oidc-c/steps/users.ts'

const { get } = routesFor<OidcCall>()

type RelationCall = GraphCall & { readonly subject: DirectoryObject; readonly params: { readonly cast?: string } }

/** A relationship of an object with several others. */
interface Relationship {
  /** Its name in paths: `memberOf`. */
  readonly name: 'memberOf' | 'transitiveMemberOf' | 'members' | 'transitiveMembers' | 'owners' | 'directReports'
  readonly of: (rows: Rows, subject: DirectoryObject) => DirectoryObject[]
}

const MEMBER_OF: readonly Relationship[] = [
  { name: 'memberOf', of: (rows, { row }) => groupsOf(rows, row.id).map(asObject) },
  { name: 'transitiveMemberOf', of: (rows, { row }) => transitiveGroupsOf(rows, row.id).map(asObject) },
]

const MEMBERS: readonly Relationship[] = [
  { name: 'members', of: (rows, subject) => (subject.kind === 'group' ? relatedTo(rows, subject.row, 'members') : []) },
  {
    name: 'transitiveMembers',
    of: (rows, subject) => (subject.kind === 'group' ? transitiveMembersOf(rows, subject.row) : []),
  },
  { name: 'owners', of: (rows, subject) => (subject.kind === 'group' ? relatedTo(rows, subject.row, 'owners') : []) },
]

const REPORTS: Relationship = {
  name: 'directReports',
  of: (rows, { row }) => rows.users.list('byManager', row.id).map((user) => ({ kind: 'user', row: user })),
}

/**
 * The relationships of users and groups with others: the groups that they are in, the members of groups, and those who
 * report to a user. https://learn.microsoft.com/graph/api/user-list-memberof
 */
export const relationRoutes: readonly Route[] = [
  ...MEMBER_OF.flatMap((each) => [
    ...listRoutes('me', '/v1.0/me', each, [loadMySubject, requireReadMemberships]),
    ...listRoutes('user', '/v1.0/users/:id', each, [loadUserSubject, requireReadMemberships]),
    ...listRoutes('group', '/v1.0/groups/:id', each, [loadGroup, requireReadMemberships]),
  ]),
  ...MEMBERS.flatMap((each) => listRoutes('group', '/v1.0/groups/:id', each, [loadGroup, requireAny(READ_GROUPS)])),
  ...listRoutes('me', '/v1.0/me', REPORTS, [loadMySubject, requireReadMemberships]),
  ...listRoutes('user', '/v1.0/users/:id', REPORTS, [loadUserSubject, requireAny(READ_USERS)]),
]

type Loading = (call: GraphCall & { readonly params: { readonly id: string } }) => { subject: DirectoryObject }
type Guard = (call: GraphCall & { readonly subject: DirectoryObject }) => void

/** Returns the routes of one relationship: the list, its number, and the objects of one type. */
function listRoutes(
  owner: 'me' | 'user' | 'group',
  path: `/v1.0/${string}`,
  { name, of }: Relationship,
  [load, guard]: readonly [Loading, Guard],
): readonly Route[] {
  const list = (call: RelationCall): Answer => answerList(call, of(call.rows, call.subject))
  const count = (call: RelationCall): Answer => answerCount(call, of(call.rows, call.subject))
  // The id is among the parameters of every path with which `load` reads it.
  const loading = load as (call: GraphCall) => { subject: DirectoryObject }
  return [
    get(`${owner}-list-${name}` as const, `${path}/${name}`, requireGraphAccess, loading, guard, list),
    get(`${owner}-count-${name}` as const, `${path}/${name}/$count`, requireGraphAccess, loading, guard, count),
    get(`${owner}-list-${name}-cast` as const, `${path}/${name}/:cast`, requireGraphAccess, loading, guard, list),
  ]
}

function answerList(call: RelationCall, related: readonly DirectoryObject[]): Answer {
  const kind = castOf(call.params.cast)
  const type = kind === 'user' ? USER_TYPE : kind === 'group' ? GROUP_TYPE : DIRECTORY_TYPE
  const query = listQuery(type, call.query, isEventual(call))
  const page = objectsPage(kind === null ? related : related.filter((each) => each.kind === kind), query)
  return json(pageJson(call, { set: type.set, query, page, json: (each) => visibleJson(call, each, query.select) }))
}

function answerCount(call: RelationCall, related: readonly DirectoryObject[]): Answer {
  if (!isEventual(call)) throw countUnsupported()
  const query = listQuery(DIRECTORY_TYPE, new URLSearchParams([...call.query, ['$count', 'true']]), true)
  return text(String(objectsPage(related, query).total))
}

/** Returns the failure of a `$count` segment without the header that it needs. */
export function countUnsupported() {
  return badRequest('$count is not currently supported. It needs the header ConsistencyLevel: eventual')
}

/** Returns whether a request reads the directory with advanced queries. */
export function isEventual(call: Pick<OidcCall, 'header'>): boolean {
  return call.header('consistencylevel')?.toLowerCase() === 'eventual'
}

/** Returns the URL with which an object is referenced: `…/directoryObjects/{id}`. */
export function referenceUrl(call: GraphCall, object: DirectoryObject): string {
  return graphUrl(call, `/directoryObjects/${object.row.id}`)
}
