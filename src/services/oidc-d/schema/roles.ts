import { collection } from '#core/store.ts'

/** An admin role that a user or a group has; `id` is `<assignee>.<role id>`. One of `userId` and `groupId` is null. */
export interface RoleAssignment {
  readonly id: string
  readonly userId: string | null
  readonly groupId: string | null
  /** The id in the vendor's paths, which for a role with targets depends on its type only. */
  readonly roleId: string
  /** The vendor's name of the role: `APP_ADMIN`. */
  readonly type: string
  readonly created: number
  readonly lastUpdated: number
}

/**
 * A target limits a role to a group, to a kind of app of the catalog, or with `appId` to one app. A role without
 * targets applies to everything. `id` is `<assignment>.<group or app>`.
 */
export interface RoleTarget {
  readonly id: string
  readonly assignmentId: string
  readonly targetGroupId: string | null
  readonly appName: string | null
  readonly appId: string | null
}

/** The collections of admin roles. */
export const roleCollections = {
  roleAssignments: collection<RoleAssignment>()({
    indexes: { byUser: ['userId'], byGroup: ['groupId'] },
    references: {
      userId: { to: 'users', onDelete: 'cascade' },
      groupId: { to: 'groups', onDelete: 'cascade' },
    },
  }),
  roleTargets: collection<RoleTarget>()({
    indexes: { byAssignment: ['assignmentId'] },
    references: {
      assignmentId: { to: 'roleAssignments', onDelete: 'cascade' },
      targetGroupId: { to: 'groups', onDelete: 'cascade' },
      appId: { to: 'apps', onDelete: 'cascade' },
    },
  }),
}
