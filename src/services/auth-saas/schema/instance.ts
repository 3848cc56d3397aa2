import { collection, sequence, value } from '#core/store.ts'
import type { Metadata, CommonFields } from './people.ts'
import type { EnrollmentMode } from './organizations.ts'

/** The kinds of identifiers that allow- and blocklists hold. */
export type IdentifierType = 'email_address' | 'phone_number' | 'web3_wallet'

/** An identifier on the allow- or the blocklist. */
export interface ListedIdentifier extends CommonFields {
  /** An address, a number, a wallet, or a pattern of addresses such as `*@example.com`. */
  readonly identifier: string
  readonly identifierType: IdentifierType
  /** The invitation that was sent for it; null for none. */
  readonly invitationId: string | null
}

/** An invitation to sign up. */
export interface Invitation extends CommonFields {
  /** Lower case. */
  readonly emailAddress: string
  readonly publicMetadata: Metadata
  readonly status: 'pending' | 'accepted' | 'revoked' | 'expired'
  readonly ticket: string
  readonly redirectUrl: string | null
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** A template of JWTs for other services. */
export interface JwtTemplate extends CommonFields {
  readonly name: string
  readonly claims: Metadata
  /** Seconds. */
  readonly lifetime: number
  /** Seconds. */
  readonly allowedClockSkew: number
  readonly customSigningKey: boolean
  readonly signingAlgorithm: string
  /** The secret (HS256) or the private key in PEM (RS256); null for the key of the instance. */
  readonly signingKey: string | null
}

/** A token that signs a user in, once. */
export interface SignInToken extends CommonFields {
  readonly userId: string
  readonly status: 'pending' | 'accepted' | 'revoked'
  readonly token: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
  readonly organizationId: string | null
  /** The actor of an actor token, who acts as the user; null for a sign-in token. */
  readonly actor: Metadata | null
  /** The length of the session of an actor token, in seconds; null for the instance's own. */
  readonly sessionDuration: number | null
}

/** A task that an agent does on behalf of a user: its link begins a session, once. */
export interface AgentTask extends CommonFields {
  /** The same for the same name of an agent. */
  readonly agentId: string
  readonly agentName: string
  readonly userId: string
  readonly description: string
  readonly redirectUrl: string
  /** Seconds. */
  readonly sessionDuration: number
  readonly ticket: string
  readonly status: 'pending' | 'accepted' | 'revoked'
}

/** A URL to which native applications may be redirected. */
export interface RedirectUrl extends CommonFields {
  readonly url: string
}

/** An application that signs people in with this instance as their identity provider. */
export interface OAuthApplication extends CommonFields {
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: string
  readonly redirectUris: readonly string[]
  readonly consentScreenEnabled: boolean
  readonly pkceRequired: boolean
  readonly isPublic: boolean
  /** True for a client that has registered itself. Absent: false */
  readonly isDynamic?: boolean
  readonly clientUri?: string | null
  readonly logoUri?: string | null
}

/** A machine, which calls other machines with its tokens. */
export interface Machine extends CommonFields {
  readonly name: string
  readonly secretKey: string
  /** The key before the last rotation, while it still works; null for none. */
  readonly previousKey: string | null
  /** Until when that key works, in epoch milliseconds. */
  readonly previousKeyUntil: number
  /** Seconds. */
  readonly defaultTokenTtl: number
  /** The ids of the machines that its tokens are for. */
  readonly scopedMachines: readonly string[]
}

/** A token of a machine. */
export interface M2MToken extends CommonFields {
  readonly machineId: string
  readonly token: string
  readonly scopes: readonly string[]
  readonly claims: Metadata | null
  readonly revoked: boolean
  readonly revocationReason: string | null
  /** Epoch milliseconds; null for a token that does not expire. */
  readonly expiresAt: number | null
  /** Epoch milliseconds; null for a token that was never verified. */
  readonly lastUsedAt: number | null
}

/** An API key of a user or an organization. */
export interface ApiKey extends CommonFields {
  readonly name: string
  readonly description: string | null
  /** The id of a user or an organization. */
  readonly subject: string
  readonly secret: string
  readonly scopes: readonly string[]
  readonly claims: Metadata | null
  readonly createdBy: string | null
  readonly revoked: boolean
  readonly revocationReason: string | null
  /** Epoch milliseconds; null for a key that does not expire. */
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
}

/** An entry of the waitlist. */
export interface WaitlistEntry extends CommonFields {
  /** Lower case. */
  readonly emailAddress: string
  readonly status: 'pending' | 'invited' | 'completed' | 'rejected'
  readonly invitationId: string | null
}

/** A domain of the instance. */
export interface InstanceDomain extends CommonFields {
  readonly name: string
  readonly isSatellite: boolean
  readonly proxyUrl: string | null
}

/** A token of a link with which the IT of a company sets up its sign-in. Its secret opens nothing here. */
export interface AdminPortalToken extends CommonFields {
  readonly linkId: string
  readonly organizationId: string | null
  readonly contactId: string | null
  readonly scopes: readonly string[] | null
  readonly isRevoked: boolean
  readonly revocationReason: string | null
  /** Epoch milliseconds; null for a token that does not expire. */
  readonly expiresAt: number | null
}

/** An endpoint that receives events. */
export interface WebhookEndpoint {
  readonly id: number
  readonly url: string
  readonly secret: string
  /** The names of the events; `*` for all. */
  readonly events: readonly string[]
}

/** The settings of the instance. */
export interface Settings {
  readonly allowlist: boolean
  readonly blocklist: boolean
  /** True when the allow- and the blocklist do not apply to people who have an account already. */
  readonly listsSkippedAtSignIn: boolean
  readonly blockEmailSubaddresses: boolean
  readonly blockDisposableEmailDomains: boolean
  readonly ignoreDotsForGmailAddresses: boolean
  readonly testMode: boolean
  readonly hibp: boolean
  readonly supportEmail: string | null
  readonly clerkJsVersion: string | null
  readonly developmentOrigin: string | null
  readonly allowedOrigins: readonly string[]
  readonly urlBasedSessionSyncing: boolean
  readonly organizationsEnabled: boolean
  /** 0 for no limit. */
  readonly maxAllowedMemberships: number
  readonly adminDeleteEnabled: boolean
  readonly domainsEnabled: boolean
  readonly domainsEnrollmentModes: readonly EnrollmentMode[]
  readonly slugDisabled: boolean
  readonly creatorRole: string
  readonly domainsDefaultRole: string
  readonly signUpMode: 'public' | 'restricted' | 'waitlist'
  /** True when every session needs an active organization. */
  readonly forceOrganizationSelection: boolean
  /** True when every user needs a second factor. */
  readonly mfaRequired: boolean
  /** True when a compromised password is reset by a task of the session, not during the sign-in. */
  readonly passwordResetTask: boolean
  /** True when sensitive actions demand that the user has proved lately who they are. */
  readonly reverification: boolean
  readonly singleSession: boolean
  /** Milliseconds. */
  readonly sessionLifetime: number
  readonly sessionTokenVersion: 1 | 2
  /** Claims that every session token has beside the vendor's own. */
  readonly sessionClaims: Metadata
  readonly minimumPasswordLength: number
  /** Failed attempts after which a user is locked; 0 for no limit. */
  readonly lockoutAttempts: number
  /** Milliseconds. */
  readonly lockoutDuration: number
  /** The social providers of the sign-in page: `oauth_google`. */
  readonly socialProviders: readonly string[]
  readonly requiredFields: readonly string[]
  /** True where the components let people sign in with a username. */
  readonly usernameSignIn: boolean
  /** True when links by e-mail are among the first factors. */
  readonly emailLinks: boolean
  /** True where users make API keys of their own, in the components. */
  readonly userApiKeys: boolean
  /** True where members make API keys of their organization, in the components. */
  readonly organizationApiKeys: boolean
  /** True where administrators of an organization set up its enterprise connections, in the components. */
  readonly selfServeSso: boolean
  /** True where the components suggest the name of a new organization. */
  readonly organizationCreationDefaults: boolean
  /** True where clients register themselves at the authorization server. */
  readonly dynamicClientRegistration: boolean
  /** The scopes of an OAuth application that names none. */
  readonly oauthDefaultScopes: readonly string[]
  /** The settings of `/v1/instance/protect`. */
  readonly protect: { readonly rulesEnabled: boolean; readonly specterEnabled: boolean }
  /** Countries to whose numbers no message is sent, by their two letters. */
  readonly blockedCountries: readonly string[]
  /** The settings of OAuth applications that have no effect here, by their names. */
  readonly oauthFlags: Readonly<Record<string, boolean>>
  readonly fromEmailAddress: string
  readonly progressiveSignUp: boolean
  /** The strategies by which wallets sign in: `web3_metamask_signature`. */
  readonly web3Strategies: readonly string[]
  /** True where the phones of people may sign them in. */
  readonly trustedDevices: boolean
  /** True where people may sign in with passkeys. */
  readonly passkeys: boolean
  /** The installed package that answers for `@clerk/clerk-js`. */
  readonly clerkJsPackage: string
  /** The first page of the application, for redirects. */
  readonly homeUrl: string | null
  readonly signInUrl: string | null
  readonly signUpUrl: string | null
}

const newest = { newest: ['createdAt', 'number'] } as const

/** The collections of everything that belongs to the instance as a whole. */
export const instanceCollections = {
  allowlist: collection<ListedIdentifier>()({ unique: { identifier: ['identifier'] }, indexes: newest }),
  blocklist: collection<ListedIdentifier>()({ unique: { identifier: ['identifier'] }, indexes: newest }),
  invitations: collection<Invitation>()({
    unique: { ticket: ['ticket'] },
    indexes: { ...newest, emailAddress: ['emailAddress', 'createdAt', 'number'] },
  }),
  jwtTemplates: collection<JwtTemplate>()({ unique: { name: ['name'] }, indexes: newest }),
  signInTokens: collection<SignInToken>()({
    unique: { token: ['token'] },
    indexes: newest,
    references: { userId: { to: 'users', onDelete: 'cascade' } },
  }),
  agentTasks: collection<AgentTask>()({
    unique: { ticket: ['ticket'] },
    indexes: newest,
    references: { userId: { to: 'users', onDelete: 'cascade' } },
  }),
  adminPortalTokens: collection<AdminPortalToken>()({}),
  redirectUrls: collection<RedirectUrl>()({ unique: { url: ['url'] }, indexes: newest }),
  oauthApplications: collection<OAuthApplication>()({ unique: { clientId: ['clientId'] }, indexes: newest }),
  machines: collection<Machine>()({
    unique: { secretKey: ['secretKey'], previousKey: ['previousKey'] },
    indexes: newest,
  }),
  m2mTokens: collection<M2MToken>()({
    unique: { token: ['token'] },
    indexes: newest,
    references: { machineId: { to: 'machines', onDelete: 'cascade' } },
  }),
  apiKeys: collection<ApiKey>()({ unique: { secret: ['secret'] }, indexes: newest }),
  waitlistEntries: collection<WaitlistEntry>()({ unique: { emailAddress: ['emailAddress'] }, indexes: newest }),
  instanceDomains: collection<InstanceDomain>()({ unique: { name: ['name'] }, indexes: newest }),
  webhookEndpoints: collection<WebhookEndpoint>()({}),
  /** The secret keys of the seed. */
  secretKeys: collection<{ readonly id: string }>()({}),
  settings: value<Settings>(),
  /** True when the instance has an account at Svix. */
  svixEnabled: value(false),
  /** The order of creation, across all collections. */
  numbers: sequence(),
}
