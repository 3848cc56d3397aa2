import type { CloudContext } from '#cloud/call.ts'
import { entityAlreadyExists, limitExceeded } from '#cloud/errors/iam.ts'
import type { Credential, Group, InstanceProfile, ManagedPolicy, Role, Tag, User } from '#cloud/schema/iam.ts'
import { policyArn } from './arns.ts'
import { secretAccessKey, uniqueId } from './unique-id.ts'

/** The properties of a new user. */
export interface NewUser {
  readonly account: string
  readonly name: string
  readonly path: string
  readonly permissionsBoundary: string | null
  readonly tags: readonly Tag[]
}

/**
 * Adds a user.
 *
 * @throws `EntityAlreadyExists`.
 */
export function addUser({ rows, clock, ids }: CloudContext, fields: NewUser): User {
  if (rows.users.find('name', fields.account, fields.name.toLowerCase()) !== undefined) {
    throw entityAlreadyExists(`User with name ${fields.name}`)
  }
  return rows.users.insert({ ...fields, uniqueId: uniqueId(ids, 'user'), createdAt: clock.now() })
}

/**
 * Adds a group.
 *
 * @throws `EntityAlreadyExists`.
 */
export function addGroup({ rows, clock, ids }: CloudContext, fields: Pick<Group, 'account' | 'name' | 'path'>): Group {
  if (rows.groups.find('name', fields.account, fields.name.toLowerCase()) !== undefined) {
    throw entityAlreadyExists(`Group with name ${fields.name}`)
  }
  return rows.groups.insert({ ...fields, uniqueId: uniqueId(ids, 'group'), createdAt: clock.now() })
}

/**
 * Adds a role; its trust policy must have been checked.
 *
 * @throws `EntityAlreadyExists`.
 */
export function addRole(
  { rows, clock, ids }: CloudContext,
  fields: Omit<Role, 'id' | 'uniqueId' | 'createdAt' | 'lastUsedAt'>,
): Role {
  if (rows.roles.find('name', fields.account, fields.name.toLowerCase()) !== undefined) {
    throw entityAlreadyExists(`Role with name ${fields.name}`)
  }
  return rows.roles.insert({ ...fields, uniqueId: uniqueId(ids, 'role'), createdAt: clock.now(), lastUsedAt: null })
}

/** The properties of a new managed policy. */
export interface NewPolicy {
  readonly account: string
  readonly name: string
  readonly path: string
  readonly description: string | null
  readonly document: string
  readonly tags: readonly Tag[]
}

/**
 * Adds a managed policy of the account with its document as the first version.
 *
 * @throws `EntityAlreadyExists`.
 */
export function addPolicy(context: CloudContext, { document, ...fields }: NewPolicy): ManagedPolicy {
  const { rows, clock, ids } = context
  if (rows.managedPolicies.find('name', fields.account, fields.name.toLowerCase()) !== undefined) {
    throw entityAlreadyExists(`A policy called ${fields.name}`, ' Duplicate names are not allowed.')
  }
  const now = clock.now()
  const policy = rows.managedPolicies.insert({
    ...fields,
    arn: policyArn(fields),
    uniqueId: uniqueId(ids, 'policy'),
    defaultVersion: 1,
    lastVersion: 1,
    createdAt: now,
    updatedAt: now,
  })
  rows.policyVersions.insert({ policyId: policy.id, number: 1, document, createdAt: now })
  return policy
}

/**
 * Adds an instance profile.
 *
 * @throws `EntityAlreadyExists`.
 */
export function addInstanceProfile(
  { rows, clock, ids }: CloudContext,
  fields: Pick<InstanceProfile, 'account' | 'name' | 'path' | 'tags'>,
): InstanceProfile {
  if (rows.instanceProfiles.find('name', fields.account, fields.name.toLowerCase()) !== undefined) {
    throw entityAlreadyExists(`Instance Profile ${fields.name}`)
  }
  return rows.instanceProfiles.insert({
    ...fields,
    uniqueId: uniqueId(ids, 'instanceProfile'),
    roleId: null,
    createdAt: clock.now(),
  })
}

/** The owner of access keys: a user, or for null the root user of the account. */
export interface KeyOwner {
  readonly account: string
  readonly userId: number | null
}

/** Returns the long-lived access keys of a user, or of root, oldest first. */
export function accessKeysOf({ rows }: Pick<CloudContext, 'rows'>, { account, userId }: KeyOwner): Credential[] {
  const all = userId === null ? rows.credentials.list('ofRoot', account) : rows.credentials.referring('userId', userId)
  return all.filter((key) => key.session === null).toSorted((left, right) => left.createdAt - right.createdAt)
}

/**
 * Adds an access key; a missing id or secret is generated.
 *
 * @throws `LimitExceeded` for the third key.
 */
export function addAccessKey(
  context: CloudContext,
  owner: KeyOwner,
  fixed: { readonly id?: string | undefined; readonly secret?: string | undefined } = {},
): Credential {
  const { rows, clock, ids } = context
  if (accessKeysOf(context, owner).length >= 2) throw limitExceeded('Cannot exceed quota for AccessKeysPerUser: 2')
  return rows.credentials.insert({
    id: fixed.id ?? uniqueId(ids, 'accessKey'),
    secret: fixed.secret ?? secretAccessKey(ids),
    status: 'Active',
    ...owner,
    roleId: null,
    session: null,
    token: null,
    expiresAt: null,
    createdAt: clock.now(),
    lastUsed: null,
  })
}
