import { collection } from '#core/store.ts'
import { cascade, lower } from './keys.ts'

// Accounts: users and organizations, and the relations between them.

/** A user or an organization. Both share one space of logins and ids. */
export interface Account {
  readonly id: number
  readonly type: 'User' | 'Organization' | 'Bot'
  readonly login: string
  readonly name: string | null
  /** The public e-mail address. */
  readonly email: string | null
  readonly bio: string | null
  readonly company: string | null
  readonly location: string | null
  readonly blog: string
  readonly twitterUsername: string | null
  readonly hireable: boolean | null
  readonly siteAdmin: boolean
  /** Organizations only. */
  readonly description: string | null
  /** Organizations only. */
  readonly billingEmail: string | null
  /** Organizations only: the permission of every member on every repository. */
  readonly defaultRepositoryPermission: 'read' | 'write' | 'admin' | 'none'
  /** Organizations only. */
  readonly settings: OrganizationSettings
  readonly createdAt: number
  readonly updatedAt: number
}

/** The settings of an organization under their wire names. Most of them have no effect. */
export interface OrganizationSettings {
  readonly has_organization_projects: boolean
  readonly has_repository_projects: boolean
  readonly members_can_create_public_repositories: boolean
  readonly members_can_create_private_repositories: boolean
  readonly members_can_fork_private_repositories: boolean
  readonly web_commit_signoff_required: boolean
  readonly members_can_create_public_pages: boolean
  readonly members_can_create_private_pages: boolean
  readonly advanced_security_enabled_for_new_repositories: boolean
  readonly dependabot_alerts_enabled_for_new_repositories: boolean
  readonly dependabot_security_updates_enabled_for_new_repositories: boolean
  readonly dependency_graph_enabled_for_new_repositories: boolean
  readonly secret_scanning_enabled_for_new_repositories: boolean
  readonly secret_scanning_push_protection_enabled_for_new_repositories: boolean
  readonly secret_scanning_push_protection_custom_link_enabled: boolean
  readonly secret_scanning_push_protection_custom_link: string | null
  readonly deploy_keys_enabled_for_repositories: boolean
}

/** An e-mail address of a user. */
export interface Email {
  readonly id: number
  readonly userId: number
  readonly email: string
  readonly primary: boolean
  readonly verified: boolean
  readonly visibility: 'public' | 'private' | null
}

/** A user who follows another account. */
export interface Follow {
  readonly id: number
  readonly followerId: number
  readonly followedId: number
}

/** A user's membership in an organization. */
export interface Membership {
  readonly id: number
  readonly orgId: number
  readonly userId: number
  readonly role: 'admin' | 'member'
  readonly state: 'active' | 'pending'
  /** True when people outside the organization can see the membership. */
  readonly public: boolean
}

/** The collections of users, organizations and bots. */
export const accountCollections = {
  accounts: collection<Account>()({
    unique: { login: [lower('login')] },
    // Users and organizations in the order of creation, without bots.
    indexes: { byType: ['type'], listed: [({ type }) => type !== 'Bot'] },
  }),
  emails: collection<Email>()({
    unique: { email: [(row) => row.email.toLowerCase()] },
    references: { userId: cascade('accounts') },
  }),
  follows: collection<Follow>()({
    unique: { pair: ['followerId', 'followedId'] },
    references: { followerId: cascade('accounts'), followedId: cascade('accounts') },
  }),
  memberships: collection<Membership>()({
    unique: { member: ['orgId', 'userId'] },
    indexes: {
      byState: ['orgId', 'state', 'userId'],
      byRole: ['orgId', 'state', 'role', 'userId'],
      byVisibility: ['orgId', 'state', 'public', 'userId'],
    },
    references: { orgId: cascade('accounts'), userId: cascade('accounts') },
  }),
}
