import { collection } from '#core/store.ts'
import type { ProjectRole, Sortable } from './accounts.ts'

/** A group of a team's members, who have a role in each of its projects. https://vercel.com/docs/rbac/access-groups */
export interface AccessGroup extends Sortable {
  /** `ag_` and 28 digits and letters. */
  readonly id: string
  readonly teamId: string
  readonly name: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** A user in a group. */
export interface AccessGroupMember extends Sortable {
  readonly id: number
  readonly groupId: string
  readonly userId: string
  readonly createdAt: number
}

/** The role of a group's members in a project. */
export interface AccessGroupProject extends Sortable {
  readonly id: number
  readonly groupId: string
  readonly projectId: string
  readonly role: ProjectRole
  readonly createdAt: number
  readonly updatedAt: number
}

const cascade = (to: string) => ({ to, onDelete: 'cascade' }) as const

/** The collections of access groups. */
export const accessGroupCollections = {
  accessGroups: collection<AccessGroup>()({
    unique: { name: ['teamId', 'name'] },
    indexes: { bySortKey: ['sortKey'], byTeam: ['teamId', 'sortKey'] },
    references: { teamId: cascade('teams') },
  }),
  accessGroupMembers: collection<AccessGroupMember>()({
    unique: { member: ['groupId', 'userId'] },
    indexes: { bySortKey: ['sortKey'], byGroup: ['groupId', 'sortKey'], byUser: ['userId'] },
    references: { groupId: cascade('accessGroups'), userId: cascade('users') },
  }),
  accessGroupProjects: collection<AccessGroupProject>()({
    unique: { project: ['groupId', 'projectId'] },
    indexes: { bySortKey: ['sortKey'], byGroup: ['groupId', 'sortKey'] },
    references: { groupId: cascade('accessGroups'), projectId: cascade('projects') },
  }),
}
