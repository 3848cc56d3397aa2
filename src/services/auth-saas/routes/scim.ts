import { asRefusal, empty, json as jsonAnswer, type Answer } from '#core/answer.ts'
import { credentials } from '#core/auth.ts'
import { isRecord } from '#core/objects.ts'
import type { Route } from '#core/routes.ts'
import { del, get, patch, post, put, type AuthCall } from '#auth-saas/call.ts'
import { scimErrorJson, scimGroupJson, scimListJson, scimUserJson } from '#auth-saas/json/directory.ts'
import { commonFields, updatedNow } from '#auth-saas/rules/common-fields.ts'
import { directoryOf } from '#auth-saas/rules/directories/directories.ts'
import { patched } from '#auth-saas/rules/directories/patch.ts'
import {
  addressOf,
  assignRoles,
  changeProvisioned,
  deprovision,
  provisionUser,
  type ProvisionedUser,
} from '#auth-saas/rules/directories/provisioning.ts'
import type { Directory, DirectoryGroup, DirectoryUser } from '#auth-saas/schema/directories.ts'
import type { Metadata } from '#auth-saas/schema/people.ts'

// SCIM 2.0, by which a company's identity provider provisions users and groups. RFC 7644

const BASE = '/scim/v2/:directory_id'
const MOST = 100

/** The operations of SCIM. */
export const scimRoutes: readonly Route[] = [
  get(
    'scim/config',
    `${BASE}/ServiceProviderConfig`,
    open(() => scim(SERVICE)),
  ),

  get(
    'scim/listUsers',
    `${BASE}/Users`,
    open((call, directory) => listed(call, call.rows.directoryUsers.list('ofDirectory', directory.id), scimUserJson)),
  ),
  post(
    'scim/createUser',
    `${BASE}/Users`,
    open((call, directory) => {
      const input = userIn(resourceOf(call))
      if (input === null) return refusal(400, 'userName and an e-mail address are required.', 'invalidValue')
      if (isTaken(call, directory, input, null)) return refusal(409, 'The user already exists.', 'uniqueness')
      const user = provisionUser(call, directory, input)
      return scim(scimUserJson(call, user), 201)
    }),
  ),
  get(
    'scim/getUser',
    `${BASE}/Users/:id`,
    ofUser((call, _directory, user) => scim(scimUserJson(call, user))),
  ),
  put(
    'scim/replaceUser',
    `${BASE}/Users/:id`,
    ofUser((call, directory, user) => changed(call, directory, user, resourceOf(call))),
  ),
  patch(
    'scim/changeUser',
    `${BASE}/Users/:id`,
    ofUser((call, directory, user) => {
      const before = { ...user.resource, userName: user.userName, active: user.active, externalId: user.externalId }
      return changed(call, directory, user, patched(before, resourceOf(call)['Operations']))
    }),
  ),
  del(
    'scim/deleteUser',
    `${BASE}/Users/:id`,
    ofUser((call, _directory, user) => {
      deprovision(call, user)
      return empty()
    }),
  ),

  get(
    'scim/listGroups',
    `${BASE}/Groups`,
    open((call, directory) => listed(call, call.rows.directoryGroups.list('ofDirectory', directory.id), scimGroupJson)),
  ),
  post(
    'scim/createGroup',
    `${BASE}/Groups`,
    open((call, directory) => {
      const { displayName, externalId, members } = resourceOf(call)
      if (typeof displayName !== 'string') return refusal(400, 'displayName is required.', 'invalidValue')
      if (call.rows.directoryGroups.find('displayName', directory.id, displayName) !== undefined) {
        return refusal(409, 'The group already exists.', 'uniqueness')
      }
      const group = call.rows.directoryGroups.insert({
        directoryId: directory.id,
        externalId: typeof externalId === 'string' ? externalId : null,
        displayName,
        members: membersIn(members),
        ...commonFields(call, 'dirgrp'),
      })
      assignRoles(call, directory)
      return scim(scimGroupJson(call, group), 201)
    }),
  ),
  get(
    'scim/getGroup',
    `${BASE}/Groups/:id`,
    ofGroup((call, _directory, group) => scim(scimGroupJson(call, group))),
  ),
  put(
    'scim/replaceGroup',
    `${BASE}/Groups/:id`,
    ofGroup((call, directory, group) => changedGroup(call, directory, group, resourceOf(call))),
  ),
  patch(
    'scim/changeGroup',
    `${BASE}/Groups/:id`,
    ofGroup((call, directory, group) => {
      const before = { displayName: group.displayName, members: group.members.map((value) => ({ value })) }
      return changedGroup(call, directory, group, patched(before, resourceOf(call)['Operations']))
    }),
  ),
  del(
    'scim/deleteGroup',
    `${BASE}/Groups/:id`,
    ofGroup((call, directory, group) => {
      call.rows.directoryGroups.delete(group.id)
      assignRoles(call, directory)
      return empty()
    }),
  ),
]

const SERVICE = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'OAuth Bearer Token', description: 'The key of the directory' },
  ],
}

/** Returns a handler for the directory whose key the request has; any other request is refused with 401. */
function open<T>(handle: (call: AuthCall, directory: Directory) => Answer<T>): (call: AuthCall) => Answer<T> {
  return (call) => {
    const credential = credentials(call.header('authorization') ?? '')
    const key = credential?.scheme === 'token' ? credential.value : ''
    const directory = directoryOf(call, key)
    if (directory === undefined || directory.id !== call.params['directory_id']) {
      return refusal(401, 'The key of the directory is missing, unknown or of another directory.')
    }
    return handle(call, directory)
  }
}

function ofUser<T>(handle: (call: AuthCall, directory: Directory, user: DirectoryUser) => Answer<T>) {
  return open((call, directory) => {
    const user = call.rows.directoryUsers.get(call.params['id'])
    if (user?.directoryId !== directory.id) return refusal(404, 'The user does not exist.')
    return handle(call, directory, user)
  })
}

function ofGroup<T>(handle: (call: AuthCall, directory: Directory, group: DirectoryGroup) => Answer<T>) {
  return open((call, directory) => {
    const group = call.rows.directoryGroups.get(call.params['id'])
    if (group?.directoryId !== directory.id) return refusal(404, 'The group does not exist.')
    return handle(call, directory, group)
  })
}

function scim<T extends object>(value: T, status = 200): Answer<T> {
  return jsonAnswer(value, status, { 'content-type': 'application/scim+json' })
}

function refusal(status: number, detail: string, type?: string): Answer<never> {
  return asRefusal(scim(scimErrorJson(status, detail, type), status))
}

function resourceOf(call: AuthCall): Metadata {
  const value: unknown = call.json() ?? {}
  return isRecord(value) ? value : {}
}

/** Returns a user of a request; null for one without a name or an address. */
function userIn(resource: Metadata): ProvisionedUser | null {
  const { userName, externalId, active = true, id: _id, meta: _meta, ...rest } = resource
  const address = addressOf(resource)
  if (typeof userName !== 'string' || userName === '' || address === null) return null
  return {
    userName,
    address,
    externalId: typeof externalId === 'string' ? externalId : null,
    // Some providers send the word.
    active: active === true || String(active).toLowerCase() === 'true',
    resource: rest,
  }
}

/** Returns true when another user has the name in the directory, or is provisioned with the address. */
function isTaken({ rows }: AuthCall, directory: Directory, input: ProvisionedUser, own: DirectoryUser | null): boolean {
  const named = rows.directoryUsers.find('userName', directory.id, input.userName)
  const owner = rows.emailAddresses.find('emailAddress', input.address)?.userId
  const addressed = owner === undefined ? undefined : rows.directoryUsers.find('user', owner)
  return [named, addressed].some((user) => user !== undefined && user.id !== own?.id)
}

function changed(call: AuthCall, directory: Directory, user: DirectoryUser, resource: Metadata) {
  const input = userIn(resource)
  if (input === null) return refusal(400, 'userName and an e-mail address are required.', 'invalidValue')
  if (isTaken(call, directory, input, user)) return refusal(409, 'The user already exists.', 'uniqueness')
  return scim(scimUserJson(call, changeProvisioned(call, directory, user, input)))
}

function changedGroup(call: AuthCall, directory: Directory, group: DirectoryGroup, resource: Metadata) {
  const { displayName, members } = resource
  const changedRow = call.rows.directoryGroups.update(group.id, {
    displayName: typeof displayName === 'string' ? displayName : group.displayName,
    members: membersIn(members),
    ...updatedNow(call),
  })
  assignRoles(call, directory)
  return scim(scimGroupJson(call, changedRow))
}

function membersIn(members: unknown): readonly string[] {
  const known: readonly unknown[] = Array.isArray(members) ? members : []
  return [
    ...new Set(known.flatMap((each) => (isRecord(each) && typeof each['value'] === 'string' ? [each['value']] : []))),
  ]
}

/** Answers the resources that a filter such as `userName eq "ada@example.com"` leaves, from `startIndex`. */
function listed<R extends DirectoryUser | DirectoryGroup, J extends Metadata>(
  call: AuthCall,
  rows: readonly R[],
  write: (call: AuthCall, row: R) => J,
) {
  const { query } = call
  const all = rows.map((row) => write(call, row))
  const filter = query.get('filter')
  const [, name = '', value = ''] = /^\s*([\w.]+)\s+eq\s+"?([^"]*)"?\s*$/i.exec(filter ?? '') ?? []
  if (filter !== null && name === '') return refusal(400, `The filter ${filter} is not supported.`, 'invalidFilter')
  const left = filter === null ? all : all.filter((each) => isEqual(each, name, value))
  const start = Math.max(Number.parseInt(query.get('startIndex') ?? '1', 10) || 1, 1)
  const count = Math.min(Number.parseInt(query.get('count') ?? String(MOST), 10) || 0, MOST)
  return scim(scimListJson(left.slice(start - 1, start - 1 + Math.max(count, 0)), left.length, start))
}

/** Names and addresses are compared without case. */
function isEqual(resource: Metadata, name: string, value: string): boolean {
  const [, found] = Object.entries(resource).find(([each]) => each.toLowerCase() === name.toLowerCase()) ?? []
  const text = name.toLowerCase() === 'emails.value' ? addressOf(resource) : found
  if (typeof text === 'boolean') return String(text) === value.toLowerCase()
  return typeof text === 'string' && text.toLowerCase() === value.toLowerCase()
}
