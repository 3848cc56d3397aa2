import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor, type Route } from '#core/routes.ts'
import type { OidcCall } from '#oidc-c/call.ts'
import { badRequest } from '#oidc-c/errors.ts'
import { contextUrl } from '#oidc-c/json/objects.ts'
import { visibleJson } from '#oidc-c/json/views.ts'
import { transitiveGroupsOf } from '#oidc-c/rules/groups/memberships.ts'
import { objectsOf, type DirectoryObject } from '#oidc-c/rules/objects.ts'
import { READ_GROUPS, READ_MEMBERSHIPS } from '#oidc-c/rules/users/permissions.ts'
import {
  loadGroup,
  loadMySubject,
  loadSubject,
  loadUserSubject,
  requireAny,
  requireReadMemberships,
} from '#oidc-c/steps/directory.ts'
import { requireGraphAccess } from '#oidc-c/steps/graph-access.ts'
import type { GraphCall } from '#oidc-c/steps/users.ts'

const { get, post } = routesFor<OidcCall>()

type SubjectCall = GraphCall & { readonly subject: DirectoryObject }

/** The most ids that a check takes. */
const MOST_CHECKED = 20
/** The most ids of `getByIds`. */
const MOST_IDS = 1000

const Which = v.object({ securityEnabledOnly: v.optional(v.nullable(v.boolean()), false) })
const GroupIds = v.object({ groupIds: v.array(v.string()) })
const Ids = v.object({ ids: v.array(v.string()), types: v.optional(v.array(v.string()), []) })

const SUBJECTS = [
  ['me', '/v1.0/me', loadMySubject],
  ['user', '/v1.0/users/:id', loadUserSubject],
  ['group', '/v1.0/groups/:id', loadGroup],
  ['directoryobject', '/v1.0/directoryObjects/:id', loadSubject],
] as const

/**
 * The questions which groups an object is in, directly or through others.
 * https://learn.microsoft.com/graph/api/directoryobject-getmembergroups
 */
export const membershipCheckRoutes: readonly Route[] = [
  ...SUBJECTS.flatMap(([name, path, load]) => checkRoutes(name, path, load as (call: GraphCall) => WithSubject)),
  get(
    'directoryobject-get',
    '/v1.0/directoryObjects/:id',
    requireGraphAccess,
    loadSubject,
    requireReadMemberships,
    (call) =>
      json({
        '@odata.context': contextUrl(call, 'directoryObjects/$entity'),
        ...visibleJson(call, call.subject, null),
      }),
  ),
  post(
    'directoryobject-getbyids',
    '/v1.0/directoryObjects/getByIds',
    requireGraphAccess,
    requireAny(READ_MEMBERSHIPS),
    body(Ids),
    (call) => {
      const { ids, types } = call.body
      if (ids.length > MOST_IDS) throw tooMany(MOST_IDS)
      const found = objectsOf(call.rows, call.tenantId, ids).filter(
        ({ kind }) => types.length === 0 || types.includes(kind) || types.includes('directoryObject'),
      )
      const value = found.map((object) => visibleJson(call, object, null))
      return json({ '@odata.context': contextUrl(call, 'directoryObjects'), value })
    },
  ),
]

interface WithSubject {
  readonly subject: DirectoryObject
}

/** Returns the routes of one kind of subject. The id is among the parameters of every path whose `load` reads it. */
function checkRoutes(
  name: (typeof SUBJECTS)[number][0],
  path: `/v1.0/${string}`,
  load: (call: GraphCall) => WithSubject,
): readonly Route[] {
  const all = (call: SubjectCall & { readonly body: v.InferOutput<typeof Which> }) =>
    answerIds(call, groupIds(call, call.body.securityEnabledOnly === true))
  const requireRead = name === 'group' ? requireAny(READ_GROUPS) : requireReadMemberships
  return [
    post(
      `${name}-getmembergroups` as const,
      `${path}/getMemberGroups`,
      requireGraphAccess,
      load,
      requireRead,
      body(Which),
      (call) => all(call),
    ),
    post(
      `${name}-getmemberobjects` as const,
      `${path}/getMemberObjects`,
      requireGraphAccess,
      load,
      requireRead,
      body(Which),
      (call) => all(call),
    ),
    post(
      `${name}-checkmembergroups` as const,
      `${path}/checkMemberGroups`,
      requireGraphAccess,
      load,
      requireRead,
      body(GroupIds),
      (call) => answerIds(call, among(call, call.body.groupIds)),
    ),
    post(
      `${name}-checkmemberobjects` as const,
      `${path}/checkMemberObjects`,
      requireGraphAccess,
      load,
      requireRead,
      body(Ids),
      (call) => answerIds(call, among(call, call.body.ids)),
    ),
  ]
}

function groupIds({ rows, subject }: SubjectCall, securityOnly: boolean): string[] {
  const groups = transitiveGroupsOf(rows, subject.row.id)
  return groups.filter(({ securityEnabled }) => securityEnabled || !securityOnly).map(({ id }) => id)
}

function among(call: SubjectCall, ids: readonly string[]): string[] {
  if (ids.length > MOST_CHECKED) throw tooMany(MOST_CHECKED)
  const own = groupIds(call, false)
  return ids.filter((id) => own.some((each) => each.toLowerCase() === id.toLowerCase()))
}

function answerIds(call: GraphCall, value: readonly string[]) {
  return json({ '@odata.context': contextUrl(call, 'Collection(Edm.String)'), value })
}

function tooMany(most: number) {
  return badRequest(`The number of ids exceeds the maximum of ${most}.`, 'Request_BadRequest')
}
