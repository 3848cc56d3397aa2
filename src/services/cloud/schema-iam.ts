import { collection } from '../../core/store.ts'

// Row types of IAM and STS. `id` numbers the rows; `uniqueId` is what the vendor calls an id: `AIDA…`, `AROA…`, `AGPA…`, `ANPA…`.

/** A tag of an entity. */
export interface Tag {
  readonly key: string
  readonly value: string
}

/** What every user, group and role has. */
export interface Entity {
  readonly id: number
  readonly name: string
  /** `/` or `/teams/web/`. */
  readonly path: string
  readonly uniqueId: string
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** https://docs.aws.amazon.com/IAM/latest/APIReference/API_User.html */
export interface User extends Entity {
  /** The ARN of the policy that bounds its permissions; null where nothing does. */
  readonly permissionsBoundary: string | null
  readonly tags: readonly Tag[]
}

/** https://docs.aws.amazon.com/IAM/latest/APIReference/API_Group.html */
export type Group = Entity

/** https://docs.aws.amazon.com/IAM/latest/APIReference/API_Role.html */
export interface Role extends Entity {
  readonly description: string | null
  /** The trust policy, as it came. */
  readonly assumeRolePolicyDocument: string
  /** Seconds. */
  readonly maxSessionDuration: number
  readonly permissionsBoundary: string | null
  readonly tags: readonly Tag[]
  /** Epoch milliseconds; null before its first session made a request. */
  readonly lastUsedAt: number | null
}

/** What policies belong to and are attached to. */
export type HolderKind = 'user' | 'group' | 'role'

/** A user in a group. */
export interface Membership {
  readonly id: number
  readonly groupId: number
  readonly userId: number
}

/** https://docs.aws.amazon.com/IAM/latest/APIReference/API_Policy.html */
export interface ManagedPolicy extends Entity {
  readonly arn: string
  readonly description: string | null
  /** Whether the vendor made it: `arn:aws:iam::aws:policy/…`. */
  readonly isAws: boolean
  /** The number of the version that counts: 2 of `v2`. */
  readonly defaultVersion: number
  readonly lastVersion: number
  readonly updatedAt: number
  readonly tags: readonly Tag[]
}

/** https://docs.aws.amazon.com/IAM/latest/APIReference/API_PolicyVersion.html */
export interface PolicyVersion {
  readonly id: number
  readonly policyId: number
  readonly number: number
  readonly document: string
  readonly createdAt: number
}

/** A managed policy that is attached. */
export interface Attachment {
  readonly id: number
  readonly policyId: number
  readonly policyName: string
  readonly holderKind: HolderKind
  readonly holderId: number
}

/** A policy that is part of what holds it. */
export interface InlinePolicy {
  readonly id: number
  readonly holderKind: HolderKind
  readonly holderId: number
  readonly name: string
  readonly document: string
}

/** https://docs.aws.amazon.com/IAM/latest/APIReference/API_InstanceProfile.html */
export interface InstanceProfile extends Entity {
  readonly roleId: number | null
  readonly tags: readonly Tag[]
}

/** https://docs.aws.amazon.com/IAM/latest/APIReference/API_GetOpenIDConnectProvider.html */
export interface OidcProvider {
  readonly id: number
  /** The issuer without its scheme: `accounts.example.com`. */
  readonly host: string
  readonly clientIds: readonly string[]
  readonly thumbprints: readonly string[]
  readonly tags: readonly Tag[]
  readonly createdAt: number
}

/** What a session was asked for with. https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_temp.html */
export interface Session {
  /** `session-token`: the user or the account itself, by GetSessionToken. */
  readonly kind: 'assumed-role' | 'federated-user' | 'session-token'
  /** The name of the session of a role, or of the federated user; empty for `session-token`. */
  readonly name: string
  /** The policies it was given, as they came; null where none was. */
  readonly policies: readonly string[] | null
  readonly tags: readonly Tag[]
  /** The keys of the tags that go on to the sessions this one asks for. */
  readonly transitiveTagKeys: readonly string[]
  readonly sourceIdentity: string | null
  /** The ARN of the identity provider whose token was given for it; else null. */
  readonly provider: string | null
  /** Whether a code of a device was given for it. */
  readonly multiFactor: boolean
}

/** What signs requests: an access key of a user or of the account, or the temporary credentials of a session. */
export interface Credential {
  /** The access key id: `AKIA…`, or `ASIA…` of a session. */
  readonly id: string
  readonly secret: string
  readonly status: 'Active' | 'Inactive'
  /** The user whose key it is, or who asked for the session; null: the account itself, or nobody of it. */
  readonly userId: number | null
  /** The role whose session it is; else null. */
  readonly roleId: number | null
  /** Null for a long-lived key. */
  readonly session: Session | null
  /** What must come with every request of a session; null for a long-lived key. */
  readonly token: string | null
  /** Epoch milliseconds; null: never. */
  readonly expiresAt: number | null
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** When and for what it signed a request last, to the minute; null before. */
  readonly lastUsed: { readonly at: number; readonly service: string; readonly region: string } | null
}

// Names are kept as written, but no two may differ in case only.
const nameKey = (entity: Entity): string => entity.name.toLowerCase()

/** What IAM and STS remember. */
export const iamCollections = {
  users: collection<User>()({
    unique: { name: [nameKey], uniqueId: ['uniqueId'] },
    indexes: { byName: [nameKey], byBoundary: ['permissionsBoundary'] },
  }),
  groups: collection<Group>()({ unique: { name: [nameKey] }, indexes: { byName: [nameKey] } }),
  roles: collection<Role>()({
    unique: { name: [nameKey], uniqueId: ['uniqueId'] },
    indexes: { byName: [nameKey], byBoundary: ['permissionsBoundary'] },
  }),
  memberships: collection<Membership>()({
    unique: { pair: ['groupId', 'userId'] },
    references: { groupId: { to: 'groups', onDelete: 'cascade' }, userId: { to: 'users', onDelete: 'cascade' } },
  }),
  managedPolicies: collection<ManagedPolicy>()({
    unique: { arn: ['arn'], name: [(policy) => String(policy.isAws), nameKey] },
    indexes: { byName: [nameKey], byScope: [(policy) => String(policy.isAws), nameKey] },
  }),
  policyVersions: collection<PolicyVersion>()({
    unique: { number: ['policyId', 'number'] },
    references: { policyId: { to: 'managedPolicies', onDelete: 'cascade' } },
  }),
  attachments: collection<Attachment>()({
    unique: { pair: ['holderKind', 'holderId', 'policyId'] },
    indexes: { byHolder: ['holderKind', 'holderId', (attachment) => attachment.policyName.toLowerCase()] },
    references: { policyId: { to: 'managedPolicies', onDelete: 'restrict' } },
  }),
  inlinePolicies: collection<InlinePolicy>()({
    unique: { name: ['holderKind', 'holderId', 'name'] },
    indexes: { byHolder: ['holderKind', 'holderId', 'name'] },
  }),
  instanceProfiles: collection<InstanceProfile>()({
    unique: { name: [nameKey] },
    indexes: { byName: [nameKey] },
    references: { roleId: { to: 'roles', onDelete: 'restrict' } },
  }),
  oidcProviders: collection<OidcProvider>()({ unique: { host: ['host'] } }),
  credentials: collection<Credential>()({
    references: { userId: { to: 'users', onDelete: 'cascade' }, roleId: { to: 'roles', onDelete: 'cascade' } },
  }),
}
