import type { CloudCall } from '#cloud/call.ts'
import type { HolderKind, ManagedPolicy } from '#cloud/schema/iam.ts'
import { accountOf } from '../account.ts'

/** An entity that a managed policy is attached to, or whose permissions boundary it is. */
export interface PolicyEntity {
  readonly kind: HolderKind
  /** The sort key in lists: by kind, then by name. */
  readonly order: string
  readonly name: string
  readonly uniqueId: string
}

/** The filters of ListEntitiesForPolicy. */
export interface EntityFilter {
  readonly EntityFilter?: string | undefined
  readonly PathPrefix: string
  readonly PolicyUsageFilter?: string | undefined
}

/**
 * Returns the groups, users and roles of the account that a policy is attached to, and its users and roles whose
 * permissions boundary the policy is.
 */
export function entitiesOf(call: CloudCall, policy: ManagedPolicy, filter: EntityFilter): PolicyEntity[] {
  const { rows } = call
  const account = accountOf(call)
  const holders = {
    group: new Set<number>(),
    user: new Set<number>(),
    role: new Set<number>(),
  }
  if (filter.PolicyUsageFilter !== 'PermissionsBoundary') {
    for (const { holderKind, holderId } of rows.attachments.list('byPolicy', policy.id, account))
      holders[holderKind].add(holderId)
  }
  if (filter.PolicyUsageFilter !== 'PermissionsPolicy') {
    for (const { id } of rows.users.list('byBoundary', policy.arn, account)) holders.user.add(id)
    for (const { id } of rows.roles.list('byBoundary', policy.arn, account)) holders.role.add(id)
  }
  return KINDS.flatMap(({ kind, word, table }) => {
    if (filter.EntityFilter !== undefined && filter.EntityFilter !== word) return []
    return [...holders[kind]]
      .map((id) => rows[table].require(id))
      .filter(({ path }) => path.startsWith(filter.PathPrefix))
      .map(({ name, uniqueId }) => ({
        kind,
        order: `${kind} ${name.toLowerCase()}`,
        name,
        uniqueId,
      }))
  })
}

const KINDS = [
  { kind: 'group', word: 'Group', table: 'groups' },
  { kind: 'user', word: 'User', table: 'users' },
  { kind: 'role', word: 'Role', table: 'roles' },
] as const

/** Counts the users, groups and roles of the account that a policy is attached to. */
export function attachmentCount(call: CloudCall, { id }: ManagedPolicy): number {
  return call.rows.attachments.count('byPolicy', id, accountOf(call))
}

/** Counts the users and roles of the account that have the policy as their permissions boundary. */
export function boundaryCount(call: CloudCall, { arn }: ManagedPolicy): number {
  const { users, roles } = call.rows
  return users.count('byBoundary', arn, accountOf(call)) + roles.count('byBoundary', arn, accountOf(call))
}
