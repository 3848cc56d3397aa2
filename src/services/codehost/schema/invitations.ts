import { collection } from '#core/store.ts'
import type { Membership } from './accounts.ts'
import { cascade } from './keys.ts'
import type { Permission } from './repos.ts'

/** An invitation of a user to a repository, until the user accepts or declines it. */
export interface RepositoryInvitation {
  readonly id: number
  readonly repoId: number
  readonly userId: number
  readonly inviterId: number
  readonly permission: Permission
  readonly createdAt: number
}

/** An invitation to an organization. A pending membership holds the invited user. */
export interface OrganizationInvitation {
  readonly id: number
  readonly orgId: number
  /** Null for an invitation by an e-mail address that belongs to no user. */
  readonly membershipId: number | null
  readonly email: string | null
  readonly role: Membership['role']
  readonly inviterId: number
  readonly createdAt: number
}

/** The collections of invitations. */
export const invitationCollections = {
  repositoryInvitations: collection<RepositoryInvitation>()({
    unique: { user: ['repoId', 'userId'] },
    references: { repoId: cascade('repos'), userId: cascade('accounts'), inviterId: cascade('accounts') },
  }),
  organizationInvitations: collection<OrganizationInvitation>()({
    references: { orgId: cascade('accounts'), membershipId: cascade('memberships'), inviterId: cascade('accounts') },
  }),
}
