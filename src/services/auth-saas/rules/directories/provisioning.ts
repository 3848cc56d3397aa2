import { isRecord } from '#core/objects.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import type { Directory, DirectoryGroup, DirectoryUser } from '#auth-saas/schema/directories.ts'
import type { EnterpriseConnection } from '#auth-saas/schema/enterprise.ts'
import type { Metadata } from '#auth-saas/schema/people.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { addMembership, changeRole } from '../organizations/memberships.ts'
import { settingsOf } from '../settings.ts'
import { addEmailAddress, addUser, revokeSessions, updateUser, VERIFIED_BY_ADMIN } from '../users/users.ts'

// A directory creates, renames and deactivates users, and gives them roles by their groups.

/** Returns the address of a user in a resource of SCIM: the primary one of `emails`, or `userName`. Lower case. */
export function addressOf(resource: Metadata): string | null {
  const emails: readonly unknown[] = Array.isArray(resource['emails']) ? resource['emails'] : []
  const known = emails.filter(isRecord)
  const primary = known.find((each) => each['primary'] === true) ?? known[0]
  const address = [primary?.['value'], resource['userName']].find((each) => isAddress(each))
  return typeof address === 'string' ? address.toLowerCase() : null
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value)
}

/** Returns the value at a path such as `name.givenName`; null where there is no text. */
function textAt(resource: Metadata, path: string | undefined): string | null {
  const found = (path ?? '').split('.').reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), resource)
  return typeof found === 'string' ? found : null
}

/** A user as a directory describes it. */
export interface ProvisionedUser {
  readonly userName: string
  readonly address: string
  readonly externalId: string | null
  readonly active: boolean
  readonly resource: Metadata
}

/** Provisions a user: makes one, or takes over the one with the address, and makes them a member. */
export function provisionUser(context: AuthContext, directory: Directory, input: ProvisionedUser): DirectoryUser {
  const { rows } = context
  const connection = rows.enterpriseConnections.require(directory.connectionId)
  const userId = rows.emailAddresses.find('emailAddress', input.address)?.userId ?? createUser(context, input.address)
  const user = rows.directoryUsers.insert({
    directoryId: directory.id,
    userId,
    externalId: input.externalId,
    userName: input.userName,
    active: input.active,
    resource: input.resource,
    ...commonFields(context, 'diruser'),
  })
  nameUser(context, directory, user)
  join(context, connection, userId)
  return user
}

function createUser(context: AuthContext, address: string): string {
  const user = addUser(context, {})
  addEmailAddress(context, user.id, address, { verification: VERIFIED_BY_ADMIN })
  context.emit({ event: 'user.created', user: context.rows.users.require(user.id) })
  return user.id
}

/** Changes a provisioned user; a deactivated one loses the sessions. */
export function changeProvisioned(
  context: AuthContext,
  directory: Directory,
  before: DirectoryUser,
  input: ProvisionedUser,
): DirectoryUser {
  const { userName, externalId, active, resource } = input
  const fields = { userName, externalId, active, resource, ...updatedNow(context) }
  const user = context.rows.directoryUsers.update(before.id, fields)
  if (before.active && !active) revokeSessions(context, user.userId)
  nameUser(context, directory, user)
  return user
}

/** Takes a user out of a directory: the user stays, deactivated. */
export function deprovision(context: AuthContext, user: DirectoryUser): void {
  const { rows } = context
  revokeSessions(context, user.userId)
  for (const group of rows.directoryGroups.list('ofDirectory', user.directoryId)) {
    if (group.members.includes(user.id)) {
      rows.directoryGroups.update(group.id, { members: group.members.filter((id) => id !== user.id) })
    }
  }
  rows.directoryUsers.delete(user.id)
  updateUser(context, user.userId, { deprovisioned: true })
}

function nameUser(context: AuthContext, { attributeMapping }: Directory, user: DirectoryUser): void {
  const { resource, userId, active } = user
  updateUser(context, userId, {
    firstName: textAt(resource, attributeMapping['first_name']),
    lastName: textAt(resource, attributeMapping['last_name']),
    deprovisioned: !active,
  })
}

function join(context: AuthContext, { organizationId }: EnterpriseConnection, userId: string): void {
  const { rows } = context
  const organization = rows.organizations.get(organizationId)
  if (organization === undefined || rows.memberships.find('member', organization.id, userId) !== undefined) return
  addMembership(context, { organization, userId, role: settingsOf(rows).domainsDefaultRole })
}

/**
 * Gives the members of a directory the roles of their groups: that of the mapping with the lowest precedence. Others
 * keep theirs.
 */
export function assignRoles(context: AuthContext, directory: Directory): void {
  const { rows } = context
  const { organizationId } = rows.enterpriseConnections.require(directory.connectionId)
  if (!directory.mapsGroups || organizationId === null) return
  const groups = rows.directoryGroups.list('ofDirectory', directory.id)
  const mappings = rows.groupMappings.list('byPrecedence', directory.id)
  for (const { id, userId } of rows.directoryUsers.list('ofDirectory', directory.id)) {
    const membership = rows.memberships.find('member', organizationId, userId)
    const mapping = mappings.find(({ groupId }) => groups.some((group) => isGroup(group, groupId, id)))
    const role = rows.roles.get(mapping?.roleId)?.key
    if (role !== undefined && membership !== undefined && membership.role !== role) {
      changeRole(context, membership, role)
    }
  }
}

function isGroup({ id, externalId, members }: DirectoryGroup, groupId: string, member: string): boolean {
  return (id === groupId || externalId === groupId) && members.includes(member)
}
