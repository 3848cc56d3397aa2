import { collection, value } from '#core/store.ts'
import { oauthCollections } from '#oauth/collections.ts'

// Row types. Times are epoch milliseconds. The wire shapes are in json/.

/**
 * A row that lists are paged by: its creation in milliseconds, with a fraction that distinguishes rows of one
 * millisecond. See rules/page.ts.
 */
export interface Sortable {
  readonly sortKey: number
}

/** A user. https://vercel.com/docs/rest-api/reference/endpoints/user */
export interface User extends Sortable {
  /** 24 digits and letters. */
  readonly id: string
  readonly username: string
  readonly name: string | null
  readonly email: string
  /** The SHA1 of an uploaded picture. */
  readonly avatar: string | null
  /** True for the user of the default token, who is an owner of every team without being listed. */
  readonly admin: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

/** The roles of members in a team. https://vercel.com/docs/rbac/access-roles */
export const TEAM_ROLES = [
  'OWNER',
  'MEMBER',
  'DEVELOPER',
  'SECURITY',
  'BILLING',
  'VIEWER',
  'VIEWER_FOR_PLUS',
  'CONTRIBUTOR',
] as const

/** The role of a member in a team. */
export type TeamRole = (typeof TEAM_ROLES)[number]

/** The roles of contributors in a project. https://vercel.com/docs/rbac/access-roles/project-level-roles */
export const PROJECT_ROLES = ['ADMIN', 'PROJECT_DEVELOPER', 'PROJECT_VIEWER', 'PROJECT_GUEST'] as const

/** The role of a contributor in a project. */
export type ProjectRole = (typeof PROJECT_ROLES)[number]

/** A team. https://vercel.com/docs/rest-api/reference/endpoints/teams */
export interface Team extends Sortable {
  /** `team_` and 24 digits and letters. */
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly avatar: string | null
  readonly creatorId: string
  readonly emailDomain: string | null
  readonly previewDeploymentSuffix: string | null
  readonly inviteCode: string
  /** Settings that answers return as they were set, by their names on the wire. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly createdAt: number
  readonly updatedAt: number
}

/** A user's membership in a team. */
export interface Membership extends Sortable {
  readonly id: number
  readonly teamId: string
  readonly userId: string
  readonly role: TeamRole
  /** False until an invitation is accepted or a request to join is granted. */
  readonly confirmed: boolean
  readonly teamPermissions: readonly string[]
  /** Roles in projects, by project id. */
  readonly projects: Readonly<Record<string, ProjectRole>>
  readonly origin: string
  readonly createdAt: number
}

/** An access token: the Bearer value that a client sends. */
export interface Token extends Sortable {
  /** The public id; not the secret. */
  readonly id: string
  /** The secret that clients send. */
  readonly value: string
  readonly userId: string
  readonly name: string
  /** The token's origin: a seed or the tokens API (`manual`), or an integration (`oauth2-token`). */
  readonly type: 'manual' | 'oauth2-token'
  readonly scopes: readonly string[]
  /** The only team that the token is for; null: every account of the user. */
  readonly teamId: string | null
  /** The integration that the token was issued to; null for a personal token. */
  readonly clientId: string | null
  readonly expiresAt: number | null
  readonly activeAt: number
  readonly createdAt: number
}

/** An OAuth client. */
export interface Integration {
  readonly id: number
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  readonly redirectUris: readonly string[]
}

/** A webhook of a team or a user. https://vercel.com/docs/webhooks */
export interface Webhook extends Sortable {
  /** `hook_` and 24 digits and letters. */
  readonly id: string
  /** The id of the team or user that owns it. */
  readonly accountId: string
  readonly teamId: string | null
  readonly url: string
  readonly secret: string
  readonly events: readonly string[]
  /** The only projects whose events it gets; null: all. */
  readonly projectIds: readonly string[] | null
  readonly createdAt: number
  readonly updatedAt: number
}

const cascade = (to: string) => ({ to, onDelete: 'cascade' }) as const
const bySortKey = ['sortKey'] as const

/** The collections of users, teams and sign-in. */
export const accountCollections = {
  /** True when the seed asks to refuse requests without a token. */
  strictAuth: value(false),
  users: collection<User>()({
    unique: { username: [(user) => user.username.toLowerCase()], email: [(user) => user.email.toLowerCase()] },
    indexes: { bySortKey },
  }),
  teams: collection<Team>()({
    unique: { slug: ['slug'] },
    indexes: { bySortKey },
    references: { creatorId: { to: 'users', onDelete: 'restrict' } },
  }),
  memberships: collection<Membership>()({
    unique: { member: ['teamId', 'userId'] },
    indexes: { bySortKey, byTeam: ['teamId', 'sortKey'], byUser: ['userId', 'sortKey'] },
    references: { teamId: cascade('teams'), userId: cascade('users') },
  }),
  tokens: collection<Token>()({
    unique: { value: ['value'] },
    indexes: { bySortKey, byUser: ['userId', 'sortKey'] },
    references: { userId: cascade('users'), teamId: cascade('teams') },
  }),
  ...oauthCollections,
  integrations: collection<Integration>()({ unique: { clientId: ['clientId'] } }),
  webhooks: collection<Webhook>()({
    indexes: { bySortKey, byAccount: ['accountId', 'sortKey'] },
    references: { teamId: cascade('teams') },
  }),
}
