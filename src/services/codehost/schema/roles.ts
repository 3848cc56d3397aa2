import { collection } from '#core/store.ts'
import { cascade } from './keys.ts'

/** A role of an organization that a user or a team has. */
export interface RoleAssignment {
  readonly id: number
  readonly orgId: number
  /** The id of a role that the vendor defines. */
  readonly roleId: number
  /** Null for an assignment to a team. */
  readonly userId: number | null
  /** Null for an assignment to a user. */
  readonly teamId: number | null
}

/** The collection of assigned roles. */
export const roleCollections = {
  roleAssignments: collection<RoleAssignment>()({
    unique: { user: ['orgId', 'userId', 'roleId'], team: ['orgId', 'teamId', 'roleId'] },
    indexes: { byRole: ['orgId', 'roleId'] },
    references: { orgId: cascade('accounts'), userId: cascade('accounts'), teamId: cascade('teams') },
  }),
}
