import { collection } from '#core/store.ts'

// Row types of IAM and STS. `id` is the row's number; `uniqueId` is what the vendor calls an id: `AIDA…`, `AROA…`,
// `AGPA…`, `ANPA…`.

/** A tag of an entity. */
export interface Tag {
  readonly key: string
  readonly value: string
}

/** The members that users, groups, roles and policies share. */
interface Entity {
  readonly id: number
  /** The account, as ARNs begin with it: `arn:aws:iam::123456789012`. */
  readonly account: string
  readonly name: string
  /** `/` or `/teams/web/`. */
  readonly path: string
  readonly uniqueId: string
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** A user. https://docs.aws.amazon.com/IAM/latest/APIReference/API_User.html */
export interface User extends Entity {
  /** The ARN of the permissions boundary; null when the user has none. */
  readonly permissionsBoundary: string | null
  readonly tags: readonly Tag[]
}

/** A group of users. https://docs.aws.amazon.com/IAM/latest/APIReference/API_Group.html */
export type Group = Entity

/** A role. https://docs.aws.amazon.com/IAM/latest/APIReference/API_Role.html */
export interface Role extends Entity {
  readonly description: string | null
  /** The trust policy, exactly as the client sent it. */
  readonly assumeRolePolicyDocument: string
  /** Seconds. */
  readonly maxSessionDuration: number
  readonly permissionsBoundary: string | null
  readonly tags: readonly Tag[]
  /** Epoch milliseconds; null until a session of the role makes its first request. */
  readonly lastUsedAt: number | null
}

/** The entities that policies are attached to or embedded in. */
export type HolderKind = 'user' | 'group' | 'role'

/** The membership of a user in a group. */
export interface Membership {
  readonly id: number
  readonly groupId: number
  readonly userId: number
}

/** A managed policy. https://docs.aws.amazon.com/IAM/latest/APIReference/API_Policy.html */
export interface ManagedPolicy extends Entity {
  /** `arn:aws:iam::aws:policy/…` for the vendor's own. */
  readonly arn: string
  readonly description: string | null
  /** The number of the default version: 2 for `v2`. */
  readonly defaultVersion: number
  readonly lastVersion: number
  readonly updatedAt: number
  readonly tags: readonly Tag[]
}

/** A version of a managed policy. https://docs.aws.amazon.com/IAM/latest/APIReference/API_PolicyVersion.html */
export interface PolicyVersion {
  readonly id: number
  readonly policyId: number
  readonly number: number
  readonly document: string
  readonly createdAt: number
}

/** The attachment of a managed policy to a user, group or role. */
export interface Attachment {
  readonly id: number
  /** The account of the user, group or role. */
  readonly account: string
  readonly policyId: number
  readonly policyName: string
  readonly holderKind: HolderKind
  readonly holderId: number
}

/** A policy embedded in a user, group or role. */
export interface InlinePolicy {
  readonly id: number
  readonly holderKind: HolderKind
  readonly holderId: number
  readonly name: string
  readonly document: string
}

/**
 * An instance profile, which has at most one role.
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_InstanceProfile.html
 */
export interface InstanceProfile extends Entity {
  readonly roleId: number | null
  readonly tags: readonly Tag[]
}

/** An OpenID Connect provider. https://docs.aws.amazon.com/IAM/latest/APIReference/API_GetOpenIDConnectProvider.html */
export interface OidcProvider {
  readonly id: number
  readonly account: string
  /** The issuer without its scheme: `accounts.example.com`. */
  readonly host: string
  readonly clientIds: readonly string[]
  readonly thumbprints: readonly string[]
  readonly tags: readonly Tag[]
  readonly createdAt: number
}

/** A SAML provider. https://docs.aws.amazon.com/IAM/latest/APIReference/API_GetSAMLProvider.html */
export interface SamlProvider {
  readonly id: number
  readonly account: string
  readonly name: string
  /** The provider's unique id among all that ever had its name. */
  readonly uuid: string
  /** The metadata, exactly as the client sent it. */
  readonly document: string
  /** The `entityID` of the metadata. */
  readonly issuer: string
  /** The certificates of the metadata's signing keys, in PEM. */
  readonly certificates: readonly string[]
  /** Epoch milliseconds. */
  readonly validUntil: number
  readonly encryptionMode: 'Required' | 'Allowed' | null
  readonly privateKeys: readonly SamlPrivateKey[]
  readonly tags: readonly Tag[]
  readonly createdAt: number
}

/** A key that decrypts the assertions of a SAML provider. */
export interface SamlPrivateKey {
  readonly id: string
  readonly pem: string
  readonly createdAt: number
}

/** The properties of a session. https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_temp.html */
export interface Session {
  /** `session-token`: credentials of a user or of root, by GetSessionToken. */
  readonly kind: 'assumed-role' | 'federated-user' | 'session-token'
  /** The session name of a role, or the federated user's name; empty for `session-token`. */
  readonly name: string
  /** The session policies, exactly as the client sent them; null when there are none. */
  readonly policies: readonly string[] | null
  readonly tags: readonly Tag[]
  /** The keys of the tags that sessions created by this session inherit. */
  readonly transitiveTagKeys: readonly string[]
  readonly sourceIdentity: string | null
  /** The ARN of the identity provider whose token created the session; null for other sessions. */
  readonly provider: string | null
  /** True when the session was created with a multi-factor authentication code. */
  readonly multiFactor: boolean
}

/** An access key of a user or of root, or the temporary credentials of a session. */
export interface Credential {
  /** The access key id: `AKIA…`, or `ASIA…` for a session. */
  readonly id: string
  readonly account: string
  readonly secret: string
  readonly status: 'Active' | 'Inactive'
  /** The user who owns the key or created the session; null for root and for sessions that no user created. */
  readonly userId: number | null
  /** The role of an assumed-role session; otherwise null. */
  readonly roleId: number | null
  /** Null for a long-lived key. */
  readonly session: Session | null
  /** The session token, which every request of a session must carry; null for a long-lived key. */
  readonly token: string | null
  /** Epoch milliseconds; null for a key that never expires. */
  readonly expiresAt: number | null
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** The last request that the key signed, to the minute; null before the first. */
  readonly lastUsed: { readonly at: number; readonly service: string; readonly region: string } | null
}

/** The password policy of an account. https://docs.aws.amazon.com/IAM/latest/APIReference/API_PasswordPolicy.html */
export interface PasswordPolicy {
  readonly minimumLength: number
  readonly requireSymbols: boolean
  readonly requireNumbers: boolean
  readonly requireUppercase: boolean
  readonly requireLowercase: boolean
  readonly allowUsersToChange: boolean
  /** Days; null for passwords that never expire. */
  readonly maxAge: number | null
  readonly reusePrevention: number | null
  readonly hardExpiry: boolean | null
}

/** A report of the credentials of an account's users. */
interface CredentialReport {
  /** Comma-separated values. */
  readonly content: string
  readonly generatedAt: number
}

/** An account. Its id has the partition: `arn:aws:iam::123456789012`. */
export interface Account {
  readonly id: string
  readonly alias: string | null
  readonly passwordPolicy: PasswordPolicy | null
  readonly credentialReport: CredentialReport | null
}

/** The password of a user. https://docs.aws.amazon.com/IAM/latest/APIReference/API_LoginProfile.html */
export interface LoginProfile {
  readonly id: number
  readonly userId: number
  readonly password: string
  readonly resetRequired: boolean
  readonly createdAt: number
}

/** A password of a user for one service. */
export interface ServiceCredential {
  /** `ACCA…` */
  readonly id: string
  readonly userId: number
  /** `codecommit.amazonaws.com` */
  readonly service: string
  /** The name that the user signs in with. */
  readonly name: string
  readonly password: string
  readonly status: 'Active' | 'Inactive'
  readonly createdAt: number
}

// Names keep their case, but two names may not differ in case only.
const nameKey = (entity: Pick<Entity, 'name'>): string => entity.name.toLowerCase()

/** The collections of IAM and STS. */
export const iamCollections = {
  users: collection<User>()({
    unique: { name: ['account', nameKey], uniqueId: ['uniqueId'] },
    indexes: { byName: ['account', nameKey], byBoundary: ['permissionsBoundary', 'account'] },
  }),
  groups: collection<Group>()({
    unique: { name: ['account', nameKey] },
    indexes: { byName: ['account', nameKey] },
  }),
  roles: collection<Role>()({
    unique: { name: ['account', nameKey], uniqueId: ['uniqueId'] },
    indexes: { byName: ['account', nameKey], byBoundary: ['permissionsBoundary', 'account'] },
  }),
  memberships: collection<Membership>()({
    unique: { pair: ['groupId', 'userId'] },
    references: { groupId: { to: 'groups', onDelete: 'cascade' }, userId: { to: 'users', onDelete: 'cascade' } },
  }),
  managedPolicies: collection<ManagedPolicy>()({
    unique: { arn: ['arn'], name: ['account', nameKey] },
    indexes: { byName: ['account', nameKey] },
  }),
  policyVersions: collection<PolicyVersion>()({
    unique: { number: ['policyId', 'number'] },
    references: { policyId: { to: 'managedPolicies', onDelete: 'cascade' } },
  }),
  attachments: collection<Attachment>()({
    unique: { pair: ['holderKind', 'holderId', 'policyId'] },
    indexes: {
      byHolder: ['holderKind', 'holderId', (attachment) => attachment.policyName.toLowerCase()],
      byPolicy: ['policyId', 'account'],
    },
    references: { policyId: { to: 'managedPolicies', onDelete: 'restrict' } },
  }),
  inlinePolicies: collection<InlinePolicy>()({
    unique: { name: ['holderKind', 'holderId', 'name'] },
    indexes: { byHolder: ['holderKind', 'holderId', 'name'] },
  }),
  instanceProfiles: collection<InstanceProfile>()({
    unique: { name: ['account', nameKey] },
    indexes: { byName: ['account', nameKey] },
    references: { roleId: { to: 'roles', onDelete: 'restrict' } },
  }),
  /** The accounts that a seed names, and those of which something was set. */
  accounts: collection<Account>()({ indexes: { byAlias: ['alias'] } }),
  /** The deletions of service-linked roles, by their task ids. */
  deletionTasks: collection<{ readonly id: string }>()({}),
  serviceCredentials: collection<ServiceCredential>()({
    references: { userId: { to: 'users', onDelete: 'restrict' } },
  }),
  loginProfiles: collection<LoginProfile>()({
    unique: { user: ['userId'] },
    references: { userId: { to: 'users', onDelete: 'restrict' } },
  }),
  oidcProviders: collection<OidcProvider>()({
    unique: { host: ['account', 'host'] },
    indexes: { byHost: ['account', 'host'] },
  }),
  samlProviders: collection<SamlProvider>()({
    unique: { name: ['account', 'name'] },
    indexes: { byName: ['account', 'name'] },
  }),
  credentials: collection<Credential>()({
    indexes: {
      /** The keys of root. */
      ofRoot: [({ userId, roleId, session, account }) => ((userId ?? roleId ?? session) === null ? account : null)],
    },
    references: { userId: { to: 'users', onDelete: 'cascade' }, roleId: { to: 'roles', onDelete: 'cascade' } },
  }),
}
