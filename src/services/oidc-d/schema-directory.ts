import { collection, sequence, value } from '../../core/store.ts'

// Row types: what the service remembers of people and groups. Times are epoch milliseconds. The wire shapes are in json/.

/** Members as the vendor has them, whatever they are. JSON. */
export type JsonObject = Readonly<Record<string, unknown>>

/** https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/ */
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

/** Where a user is in their life. */
export type UserStatus = (typeof USER_STATUSES)[number]

/** Who checks a user's password. */
export const PROVIDERS = ['OKTA', 'ACTIVE_DIRECTORY', 'LDAP', 'FEDERATION', 'SOCIAL', 'IMPORT'] as const

/** A password that was imported as its hash. */
export interface PasswordHash {
  readonly algorithm: string
  readonly value: string
  readonly salt: string | null
  readonly saltOrder: string | null
  readonly iterationCount: number | null
  readonly keySize: number | null
  readonly digestAlgorithm: string | null
}

/** A user; `id` is the vendor's, and the `sub` of their tokens. Ids are in the order in which they were made. */
export interface User {
  readonly id: string
  readonly status: UserStatus
  /** `login` and `email` are always there; members that have no value are not, or are null. */
  readonly profile: JsonObject & { readonly login: string; readonly email: string }
  /** As it was set; null where there is none or only its hash is known. */
  readonly password: string | null
  readonly passwordHash: PasswordHash | null
  readonly recoveryQuestion: { readonly question: string; readonly answer: string } | null
  readonly provider: { readonly type: (typeof PROVIDERS)[number]; readonly name: string }
  /** How often in a row a wrong password came. */
  readonly failedSignIns: number
  readonly created: number
  readonly activated: number | null
  readonly statusChanged: number | null
  readonly lastLogin: number | null
  readonly lastUpdated: number
  readonly passwordChanged: number | null
}

/** A group. There is one of the type `BUILT_IN`, in which everybody is. */
export interface Group {
  readonly id: string
  readonly type: 'OKTA_GROUP' | 'APP_GROUP' | 'BUILT_IN'
  readonly profile: JsonObject & { readonly name: string }
  readonly created: number
  readonly lastUpdated: number
  readonly lastMembershipUpdated: number
}

/** That a user is in a group; `id` is `<group>.<user>`. */
export interface Membership {
  readonly id: string
  readonly groupId: string
  readonly userId: string
}

/** A rule that puts users in groups. They are kept, and not applied. */
export interface GroupRule {
  readonly id: string
  readonly name: string
  readonly status: 'ACTIVE' | 'INACTIVE' | 'INVALID'
  /** In the vendor's expression language. */
  readonly expression: string
  readonly groupIds: readonly string[]
  readonly excludedUserIds: readonly string[]
  readonly created: number
  readonly lastUpdated: number
}

/** A token for the management API, sent as `SSWS` or `Bearer`; `id` is the token. */
export interface ApiToken {
  readonly id: string
  readonly userId: string
  /** `all`: whatever there is. */
  readonly scopes: readonly string[] | 'all'
}

/** What a token is good for that a person gets once: by mail, or while they sign in. */
export type OneTimeUse = 'activation' | 'recovery' | 'state' | 'session'

/** A token that a person gets once; `id` is the token. */
export interface OneTimeToken {
  readonly id: string
  readonly use: OneTimeUse
  readonly userId: string
  /** Where a sign-in stands, of those for `state`: `PASSWORD_EXPIRED`. */
  readonly status: string | null
  readonly expiresAt: number
}

/** That someone is signed in at the organization. */
export interface Session {
  readonly id: string
  readonly userId: string
  readonly createdAt: number
  readonly lastPasswordVerification: number
  readonly expiresAt: number
}

const ofUser = { userId: { to: 'users', onDelete: 'cascade' } } as const

/** The password policy of all users. */
export interface PasswordPolicy {
  /** How many wrong passwords in a row lock a user out; 0: any number. */
  readonly maxAttempts: number
  /** True when a locked-out user who signs in gets the answer that the account is locked. */
  readonly showLockoutFailures: boolean
}

export const directoryCollections = {
  /** True when the seed has requests without a token refused. */
  strictAuth: value(false),
  passwordPolicy: value<PasswordPolicy>({ maxAttempts: 10, showLockoutFailures: false }),
  /** Counts the ids of each prefix. */
  idNumbers: sequence<[prefix: string]>(),
  /** Counts the requests that were answered. */
  answeredRequests: sequence(),
  /** Requests by rate limit and minute of the epoch. */
  requestCounts: value<number, [limit: string, minute: number]>(0),
  users: collection<User>()({
    unique: { login: [(user) => user.profile.login.toLowerCase()] },
    indexes: {
      all: [],
      byShortname: [(user) => shortnameOf(user.profile.login)],
      /** The parts are 'live' or 'gone': those without a filter omit the latter. */
      byLife: [(user) => (user.status === 'DEPROVISIONED' ? 'gone' : 'live')],
    },
  }),
  groups: collection<Group>()({
    indexes: { all: [], byName: [(group) => group.profile.name.toLowerCase()], byType: ['type'] },
  }),
  memberships: collection<Membership>()({
    indexes: { byGroup: ['groupId'], byUser: ['userId'] },
    references: { ...ofUser, groupId: { to: 'groups', onDelete: 'cascade' } },
  }),
  groupRules: collection<GroupRule>()({ indexes: { all: [] } }),
  apiTokens: collection<ApiToken>()({ references: ofUser }),
  oneTimeTokens: collection<OneTimeToken>()({ references: ofUser }),
  sessions: collection<Session>()({ references: ofUser }),
}

/** What stands before the @ of a login. */
export function shortnameOf(login: string): string {
  return login.toLowerCase().split('@', 1)[0] ?? ''
}
