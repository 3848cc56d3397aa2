import { collection, sequence, value } from '#core/store.ts'
import type { FactorType } from './factor-types.ts'

// The rows of users and groups. Times are epoch milliseconds. The wire shapes are in json/.

/** A JSON object whose members are the vendor's. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The lifecycle statuses of users. https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/ */
export const USER_STATUSES = [
  'STAGED',
  'PROVISIONED',
  'ACTIVE',
  'RECOVERY',
  'PASSWORD_EXPIRED',
  'LOCKED_OUT',
  'SUSPENDED',
  'DEPROVISIONED',
] as const

/** The lifecycle status of a user. */
export type UserStatus = (typeof USER_STATUSES)[number]

/** The provider that checks a user's password. */
export const PROVIDERS = ['OKTA', 'ACTIVE_DIRECTORY', 'LDAP', 'FEDERATION', 'SOCIAL', 'IMPORT'] as const

/** The hash of an imported password. */
export interface PasswordHash {
  readonly algorithm: string
  readonly value: string
  readonly salt: string | null
  readonly saltOrder: string | null
  readonly iterationCount: number | null
  readonly keySize: number | null
  readonly digestAlgorithm: string | null
}

/** A user; `id` is the vendor's, and the `sub` of the user's tokens. Ids are in the order of creation. */
export interface User {
  readonly id: string
  readonly status: UserStatus
  /** Absent for the type that always exists. */
  readonly typeId?: string
  /** `login` and `email` always exist; members without a value are absent or null. */
  readonly profile: JsonObject & { readonly login: string; readonly email: string }
  /** The password in plain text; null when there is none or only its hash is known. */
  readonly password: string | null
  readonly passwordHash: PasswordHash | null
  /** The plain passwords that the user had before, the last one first. */
  readonly passwordHistory?: readonly string[]
  readonly recoveryQuestion: { readonly question: string; readonly answer: string } | null
  readonly provider: { readonly type: (typeof PROVIDERS)[number]; readonly name: string }
  /** The number of consecutive wrong passwords. */
  readonly failedSignIns: number
  readonly created: number
  readonly activated: number | null
  readonly statusChanged: number | null
  readonly lastLogin: number | null
  readonly lastUpdated: number
  readonly passwordChanged: number | null
}

/** A group. The only one of the type `BUILT_IN` contains all users. */
export interface Group {
  readonly id: string
  readonly type: 'OKTA_GROUP' | 'APP_GROUP' | 'BUILT_IN'
  readonly profile: JsonObject & { readonly name: string }
  readonly created: number
  readonly lastUpdated: number
  readonly lastMembershipUpdated: number
}

/** The membership of a user in a group; `id` is `<group>.<user>`. */
export interface Membership {
  readonly id: string
  readonly groupId: string
  readonly userId: string
}

/** The ownership of a group by a user or another group; `id` is `<group>.<owner>`. */
export interface GroupOwner {
  readonly id: string
  readonly groupId: string
  readonly ownerId: string
  readonly type: 'USER' | 'GROUP'
  readonly lastUpdated: number
}

/** A rule that makes users whose profile satisfies its expression members of groups, while it is active. */
export interface GroupRule {
  readonly id: string
  readonly name: string
  /** INVALID once one of its groups is deleted. */
  readonly status: 'ACTIVE' | 'INACTIVE' | 'INVALID'
  /** An expression in the vendor's language. */
  readonly expression: string
  readonly groupIds: readonly string[]
  readonly excludedUserIds: readonly string[]
  readonly created: number
  readonly lastUpdated: number
}

/** A membership that a group rule made; `id` is `<rule>.<membership>`. A membership without one was made by hand. */
export interface RuleMembership {
  readonly id: string
  readonly ruleId: string
  readonly membershipId: string
}

/** A token for the management API, sent as `SSWS` or `Bearer`; `id` is the token. */
export interface ApiToken {
  readonly id: string
  readonly userId: string
  /** `all` stands for every scope. */
  readonly scopes: readonly string[] | 'all'
}

/** The use of a one-time token, which a user gets by mail or during sign-in. */
export type OneTimeUse = 'activation' | 'recovery' | 'state' | 'session'

/** How a person who cannot sign in proves who they are. */
export type RecoveryFactor = 'EMAIL' | 'SMS' | 'CALL'

/** The recovery of a password or of an account that a token is about. */
export interface Recovery {
  readonly type: 'PASSWORD' | 'UNLOCK'
  /** Null where an application that is trusted hands the token over itself. */
  readonly factor: RecoveryFactor | null
  /** The code that was sent to a phone; null for none, and once it is used. */
  readonly code: string | null
}

/** A one-time token; `id` is the token. */
export interface OneTimeToken {
  readonly id: string
  readonly use: OneTimeUse
  readonly userId: string
  /** For the use `state`, the status of the sign-in: `PASSWORD_EXPIRED`. */
  readonly status: string | null
  /** The factor that a sign-in is about, or that was verified for a session token. */
  readonly factorId?: string | null
  /** The token by which the client knows the device of a sign-in. */
  readonly deviceToken?: string | null
  /** Absent for a sign-in. */
  readonly recovery?: Recovery
  readonly expiresAt: number
}

/** A session of a user at the organization. */
export interface Session {
  readonly id: string
  readonly userId: string
  readonly createdAt: number
  readonly lastPasswordVerification: number
  /** The type of the factor that was verified; absent for none. */
  readonly verifiedFactor?: FactorType | null
  readonly expiresAt: number
}

const ofUser = { userId: { to: 'users', onDelete: 'cascade' } } as const

/** The collections of users, groups and API tokens. */
export const directoryCollections = {
  /** True when requests without a token are refused. */
  strictAuth: value(false),
  /** Counts the ids of each prefix. */
  idNumbers: sequence<[prefix: string]>(),
  /** Counts the requests that were answered. */
  answeredRequests: sequence(),
  /** The number of requests by rate limit and minute since 1970. */
  requestCounts: value<number, [limit: string, minute: number]>(0),
  users: collection<User>()({
    unique: { login: [(user) => user.profile.login.toLowerCase()] },
    indexes: {
      all: [],
      byShortname: [(user) => shortnameOf(user.profile.login)],
      /** Lists without a filter leave out the deprovisioned users. */
      byLife: [(user) => (user.status === 'DEPROVISIONED' ? 'deprovisioned' : 'live')],
    },
  }),
  groups: collection<Group>()({
    indexes: { all: [], byName: [(group) => group.profile.name.toLowerCase()], byType: ['type'] },
  }),
  memberships: collection<Membership>()({
    indexes: { byGroup: ['groupId'], byUser: ['userId'] },
    references: { ...ofUser, groupId: { to: 'groups', onDelete: 'cascade' } },
  }),
  groupOwners: collection<GroupOwner>()({
    indexes: { byGroup: ['groupId'] },
    references: { groupId: { to: 'groups', onDelete: 'cascade' } },
  }),
  groupRules: collection<GroupRule>()({ indexes: { all: [] } }),
  ruleMemberships: collection<RuleMembership>()({
    indexes: { byRule: ['ruleId'], byMembership: ['membershipId'] },
    references: {
      ruleId: { to: 'groupRules', onDelete: 'cascade' },
      membershipId: { to: 'memberships', onDelete: 'cascade' },
    },
  }),
  apiTokens: collection<ApiToken>()({ references: ofUser }),
  oneTimeTokens: collection<OneTimeToken>()({ references: ofUser }),
  sessions: collection<Session>()({ references: ofUser }),
}

/** Returns the part of a login before the @. */
export function shortnameOf(login: string): string {
  return login.toLowerCase().split('@', 1)[0] ?? ''
}
