import * as v from 'valibot'
import { defined } from '#core/objects.ts'
import type { OidcContext, Rows } from '#oidc-c/call.ts'
import { badRequest, conflict } from '#oidc-c/errors.ts'
import { findObject } from '#oidc-c/rules/objects.ts'
import type { Group, User } from '#oidc-c/schema.ts'
import { addToGroup, type Relation } from './memberships.ts'

const text = v.string()
const references = v.optional(v.array(text))
/** The most objects that one request may add to a group. */
const MOST_ADDED = 20

const common = {
  description: v.optional(v.nullable(text)),
  visibility: v.optional(v.nullable(v.picklist(['Private', 'Public', 'HiddenMembership']))),
  'members@odata.bind': references,
}

/** The body that creates a group. https://learn.microsoft.com/graph/api/group-post-groups#request-body */
export const GroupInput = v.strictObject({
  ...common,
  displayName: v.pipe(text, v.nonEmpty()),
  mailEnabled: v.boolean(),
  mailNickname: v.pipe(text, v.regex(/^[\x21-\x7e]{1,64}$/)),
  securityEnabled: v.boolean(),
  groupTypes: v.optional(v.array(v.picklist(['Unified'])), []),
  isAssignableToRole: v.optional(v.nullable(v.literal(false))),
  'owners@odata.bind': references,
})

/** The body that changes a group. https://learn.microsoft.com/graph/api/group-update#request-body */
export const GroupChanges = v.strictObject({
  ...common,
  displayName: v.optional(v.pipe(text, v.nonEmpty())),
  mailNickname: v.optional(v.pipe(text, v.regex(/^[\x21-\x7e]{1,64}$/))),
  securityEnabled: v.optional(v.boolean()),
})

type Context = Pick<OidcContext, 'rows' | 'ids' | 'clock'>

/**
 * Creates a group of a tenant. `creator` is the user who asks for it and becomes its owner unless it has others; null
 * for an application.
 *
 * @throws Failure for a kind of group that Graph does not create, and for a member that does not exist.
 */
export function createGroup(
  { rows, ids, clock }: Context,
  tenantId: string,
  input: v.InferOutput<typeof GroupInput>,
  creator: User | null,
): Group {
  const { displayName, description = null, mailEnabled, mailNickname, securityEnabled, groupTypes } = input
  const isUnified = groupTypes.includes('Unified')
  if (mailEnabled !== isUnified || (!isUnified && !securityEnabled)) throw unsupportedKind()
  if (isUnified) checkNickname(rows, tenantId, mailNickname, null)
  const group = rows.groups.insert({
    id: ids.uuid(),
    tenantId,
    displayName,
    description,
    mail: isUnified ? `${mailNickname}@${rows.tenants.require(tenantId).domains[0] ?? 'example.com'}` : null,
    mailEnabled,
    mailNickname,
    securityEnabled,
    groupTypes,
    visibility: input.visibility ?? (isUnified ? 'Public' : null),
    createdAt: clock.now(),
    position: nextPosition(rows),
  })
  addAll(rows, group, input['members@odata.bind'], 'members')
  const owners = input['owners@odata.bind'] ?? []
  addAll(rows, group, owners, 'owners')
  if (owners.length === 0 && creator !== null) addToGroup(rows, group, { kind: 'user', row: creator }, 'owners')
  return group
}

/**
 * Changes a group.
 *
 * @throws Failure for a name that another group has, and for a member that does not exist.
 */
export function updateGroup(rows: Rows, group: Group, changes: v.InferOutput<typeof GroupChanges>): void {
  const { displayName, description, visibility, mailNickname, securityEnabled } = changes
  const isUnified = group.groupTypes.includes('Unified')
  if (isUnified && mailNickname !== undefined) checkNickname(rows, group.tenantId, mailNickname, group)
  if (securityEnabled === false && !isUnified) throw unsupportedKind()
  rows.groups.update(group.id, defined({ displayName, description, visibility, mailNickname, securityEnabled }))
  addAll(rows, group, changes['members@odata.bind'], 'members')
}

/** Returns the object id at the end of a reference such as `https://graph.microsoft.com/v1.0/directoryObjects/…`. */
export function referencedId(reference: string): string {
  const [, id] = /\/(?:directoryObjects|users|groups)(?:\/|\(')([^/()']+)(?:'\))?\/?$/.exec(reference) ?? []
  if (id !== undefined) return id
  throw badRequest(`Invalid URL format specified in @odata.id: ${reference}`, 'Request_BadRequest')
}

/** Returns the position after all groups. */
export function nextPosition({ groups }: Rows): number {
  const last = groups.page('byPosition', [], { offset: 0, limit: 1, descending: true }).rows[0]
  return (last?.position ?? -1) + 1
}

function addAll(rows: Rows, group: Group, given: readonly string[] = [], relation: Relation): void {
  if (given.length > MOST_ADDED) {
    const message = `The number of elements in '${relation}@odata.bind' is ${given.length}; at most ${MOST_ADDED} can be added`
    throw badRequest(message, 'Request_BadRequest')
  }
  for (const each of given) {
    addToGroup(rows, group, findObject(rows, group.tenantId, referencedId(each)), relation)
  }
}

function checkNickname({ groups }: Rows, tenantId: string, nickname: string, before: Group | null): void {
  const others = groups.list('byTenant', tenantId).filter((group) => group.groupTypes.includes('Unified'))
  const same = others.find((group) => group.mailNickname.toLowerCase() === nickname.toLowerCase())
  if (same !== undefined && same.id !== before?.id) throw conflict('mailNickname')
}

function unsupportedKind() {
  return badRequest(
    'The service does not currently support writes of mail-enabled groups. Please ensure that the mail-enablement property is unset and the security-enablement property is set.',
    'Request_BadRequest',
  )
}
