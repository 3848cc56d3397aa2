import { collection } from '#core/store.ts'
import type { JsonObject } from './directory.ts'
import type { Claim } from './servers.ts'

/** The kinds of OAuth clients. */
export const APPLICATION_TYPES = ['web', 'native', 'browser', 'service'] as const

/**
 * The grant types that a client may list.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Application/
 */
export const GRANT_TYPES = [
  'authorization_code',
  'implicit',
  'password',
  'refresh_token',
  'client_credentials',
  'interaction_code',
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:ietf:params:oauth:grant-type:jwt-bearer',
  'urn:ietf:params:oauth:grant-type:token-exchange',
  'urn:ietf:params:oauth:grant-type:saml2-bearer',
  'urn:openid:params:grant-type:ciba',
  'urn:okta:params:oauth:grant-type:otp',
  'urn:okta:params:oauth:grant-type:oob',
  'http://auth0.com/oauth/grant-type/mfa-otp',
  'http://auth0.com/oauth/grant-type/mfa-oob',
] as const

/** The parts of the response types that a client may list. */
export const RESPONSE_TYPES = ['code', 'token', 'id_token'] as const

/**
 * The methods by which a client authenticates at the token endpoint. RFC 7591 section 2; OpenID Connect Core section 9
 */
export const ENDPOINT_AUTH_METHODS = [
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'none',
] as const

/** A public key with which a client signs its assertions, and reads what is encrypted for it. */
export interface ClientKey {
  readonly id: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  /** The key as JSON Web Key, without members of the vendor's. */
  readonly jwk: JsonObject
  readonly created: number
  readonly lastUpdated: number
}

/**
 * The groups claim that an app has at the organization's server: a filter of group names, or an expression.
 * https://developer.okta.com/docs/guides/customize-tokens-groups-claim/
 */
export type GroupsClaim = Pick<Claim, 'name' | 'value' | 'valueType' | 'groupFilterType'>

/** The OAuth client of an app with the sign-on mode OPENID_CONNECT. Its secrets are in `clientSecrets`. */
export interface OidcClient {
  readonly clientId: string
  readonly applicationType: (typeof APPLICATION_TYPES)[number]
  readonly tokenEndpointAuthMethod: (typeof ENDPOINT_AUTH_METHODS)[number]
  readonly pkceRequired: boolean
  /** Default: true. The vendor's answers have it; nothing depends on it here. */
  readonly autoKeyRotation?: boolean
  /** Null accepts any redirect URI: an app of the seed that lists none. */
  readonly redirectUris: readonly string[] | null
  readonly postLogoutRedirectUris: readonly string[]
  readonly responseTypes: readonly (typeof RESPONSE_TYPES)[number][]
  readonly grantTypes: readonly (typeof GRANT_TYPES)[number][]
  readonly consentMethod: 'REQUIRED' | 'TRUSTED'
  /** Null when refresh tokens are not rotated. */
  readonly refreshToken: { readonly rotationType: 'ROTATE' | 'STATIC'; readonly leeway: number } | null
  readonly keys: readonly ClientKey[]
  /** True when the tokens of the client are bound to keys that it proves to hold (DPoP). Default: false */
  readonly dpopBound?: boolean
  /** `SUBDOMAIN`: the first label of a redirect URI may have a `*`. Default: DISABLED */
  readonly wildcardRedirect?: 'DISABLED' | 'SUBDOMAIN'
  /** Default: all groups of the user, in the claim `groups`. */
  readonly groupsClaim?: GroupsClaim
  /** Other members of `settings.oauthClient`: `client_uri`, `initiate_login_uri`. */
  readonly more: JsonObject
}

/** An application: an OAuth client, or an app on the users' dashboard. */
export interface App {
  readonly id: string
  /** The vendor's name of the kind of app: `oidc_client`, `bookmark`. */
  readonly name: string
  readonly label: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  readonly signOnMode: string
  readonly accessibility: JsonObject
  readonly visibility: JsonObject
  readonly features: readonly string[]
  /** Without the members of `client`. */
  readonly credentials: JsonObject
  /** Without the members of `client`. */
  readonly settings: JsonObject
  readonly profile: JsonObject | null
  /** The app policy that it was assigned; absent for the one that always exists. */
  readonly accessPolicyId?: string
  /** Null for apps of other sign-on modes. */
  readonly client: OidcClient | null
  readonly created: number
  readonly lastUpdated: number
}

/** A secret of an OAuth client. A client has at most two, so that it can rotate them. */
export interface ClientSecret {
  readonly id: string
  readonly appId: string
  readonly value: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  readonly created: number
  readonly lastUpdated: number
}

/** A key with which an app signs assertions about its users; `id` is `<app>.<number>`. */
export interface AppKey {
  readonly id: string
  readonly appId: string
  readonly kid: string
  /** The place of its key pair among the prebuilt ones, of which all apps share a few. */
  readonly pair: 0 | 1
  /** A certificate that was published for a request: DER in base64; null for one of the vendor's. */
  readonly certificate: string | null
  readonly created: number
  readonly lastUpdated: number
  readonly expiresAt: number
}

/** A request for a certificate of a new key of an app. */
export interface SigningRequest {
  readonly id: string
  readonly appId: string
  readonly pair: 0 | 1
  /** The members of the name in the vendor's words: `commonName`. */
  readonly subject: Readonly<Record<string, string>>
  readonly dnsNames: readonly string[]
  readonly created: number
}

/** The assignment of an app to a user, directly or by a group; `id` is `<app>.<user>`. */
export interface AppUser {
  readonly id: string
  readonly appId: string
  readonly userId: string
  readonly scope: 'USER' | 'GROUP'
  readonly userName: string
  readonly hasPassword: boolean
  readonly profile: JsonObject
  readonly created: number
  readonly lastUpdated: number
  readonly statusChanged: number
  readonly passwordChanged: number | null
}

/** The assignment of an app to a group; `id` is `<app>.<group>`. */
export interface AppGroup {
  readonly id: string
  readonly appId: string
  readonly groupId: string
  readonly priority: number
  readonly profile: JsonObject
  readonly lastUpdated: number
}

const ofApp = { appId: { to: 'apps', onDelete: 'cascade' } } as const

/** The collections of apps, their clients' secrets and their assignments. */
export const appCollections = {
  apps: collection<App>()({
    unique: { clientId: [(app) => app.client?.clientId ?? null] },
    indexes: { all: [] },
  }),
  clientSecrets: collection<ClientSecret>()({ indexes: { byApp: ['appId'] }, references: ofApp }),
  appKeys: collection<AppKey>()({
    unique: { kid: ['appId', 'kid'] },
    indexes: { byApp: ['appId'] },
    references: ofApp,
  }),
  signingRequests: collection<SigningRequest>()({ indexes: { byApp: ['appId'] }, references: ofApp }),
  appUsers: collection<AppUser>()({
    indexes: { byApp: ['appId'], byUser: ['userId'] },
    references: { ...ofApp, userId: { to: 'users', onDelete: 'cascade' } },
  }),
  appGroups: collection<AppGroup>()({
    indexes: { byApp: ['appId'], byGroup: ['groupId'], byPriority: ['appId', 'priority'] },
    references: { ...ofApp, groupId: { to: 'groups', onDelete: 'cascade' } },
  }),
}
