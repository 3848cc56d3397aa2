import { collection } from '#core/store.ts'
import { cascade, lower, setNull } from './keys.ts'
import type { Permission } from './repos.ts'

// Teams of organizations.

/** A team of an organization. */
export interface Team {
  readonly id: number
  readonly orgId: number
  readonly parentId: number | null
  readonly name: string
  readonly slug: string
  readonly description: string | null
  readonly privacy: 'closed' | 'secret'
  readonly notificationSetting: 'notifications_enabled' | 'notifications_disabled'
  readonly permission: Permission
  readonly createdAt: number
  readonly updatedAt: number
}

/** A user's membership in a team. It is pending while the user is only invited to the organization. */
export interface TeamMember {
  readonly id: number
  readonly teamId: number
  readonly userId: number
  readonly role: 'member' | 'maintainer'
  readonly state: 'active' | 'pending'
}

/** The permission of a team on a repository. */
export interface TeamRepo {
  readonly id: number
  readonly teamId: number
  readonly repoId: number
  readonly permission: Permission
}

/** The collections of teams. */
export const teamCollections = {
  teams: collection<Team>()({
    unique: { slug: ['orgId', lower('slug')] },
    indexes: { bySlug: ['orgId', lower('slug')], byPrivacy: ['orgId', 'privacy'] },
    references: { orgId: cascade('accounts'), parentId: setNull('teams') },
  }),
  teamMembers: collection<TeamMember>()({
    unique: { member: ['teamId', 'userId'] },
    indexes: { byState: ['teamId', 'state'] },
    references: { teamId: cascade('teams'), userId: cascade('accounts') },
  }),
  teamRepos: collection<TeamRepo>()({
    unique: { repo: ['teamId', 'repoId'] },
    references: { teamId: cascade('teams'), repoId: cascade('repos') },
  }),
}
