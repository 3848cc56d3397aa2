import { collection } from '#core/store.ts'
import { oauthCollections } from '#oauth/collections.ts'

// The rows of the store. Times are epoch milliseconds. The wire shapes are in json/.

/** An organization's directory, or that of personal accounts; `id` is its GUID. */
export interface Tenant {
  readonly id: string
  /** Lower case; the main domain first. */
  readonly domains: readonly string[]
  readonly personal: boolean
  /**
   * True for the tenant of a seed that names none: then every other GUID and domain names a tenant too, with the same
   * users.
   */
  readonly open: boolean
  /** The place in the seed: 0 is the section's own tenant, the last one that of personal accounts. */
  readonly position: number
}

/** The text properties of a user beside names and addresses, with Graph's names. */
export const DETAILS = [
  'givenName',
  'surname',
  'jobTitle',
  'department',
  'companyName',
  'officeLocation',
  'mobilePhone',
  'preferredLanguage',
  'employeeId',
  'usageLocation',
  'city',
  'state',
  'country',
  'streetAddress',
  'postalCode',
] as const

/** The name of an optional property of a user. */
export type Detail = (typeof DETAILS)[number]

/** An account; `id` is its object id. */
export interface User {
  readonly id: string
  readonly tenantId: string
  readonly userPrincipalName: string
  readonly mail: string | null
  readonly mailNickname: string
  readonly displayName: string
  readonly details: { readonly [D in Detail]?: string }
  readonly businessPhones: readonly string[]
  readonly accountEnabled: boolean
  /** Null: every password is right. */
  readonly password: string | null
  /** The values of the user's app roles, in every application. */
  readonly roles: readonly string[]
  /** The user whom the user reports to; null for none. */
  readonly managerId: string | null
  readonly createdAt: number
  /** The order of the sign-in page and of lists. */
  readonly position: number
}

/** A group; `id` is its object id. */
export interface Group {
  readonly id: string
  readonly tenantId: string
  readonly displayName: string
  readonly description: string | null
  readonly mail: string | null
  readonly mailEnabled: boolean
  readonly mailNickname: string
  readonly securityEnabled: boolean
  /** `Unified` for a group of Microsoft 365. */
  readonly groupTypes: readonly string[]
  readonly visibility: string | null
  readonly createdAt: number
  /** The order of lists. */
  readonly position: number
}

/** A user or a group in a group, as a member or as an owner. */
export interface Membership {
  readonly id: number
  readonly groupId: string
  /** The object id of the user or group. */
  readonly objectId: string
  readonly relation: 'members' | 'owners'
}

/** The photo of a user; `id` is that of the user. */
export interface Photo {
  readonly id: string
  readonly type: 'image/jpeg' | 'image/png'
  /** The bytes, in base64. */
  readonly data: string
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** A user or group that was deleted and can be restored for thirty days; `id` is its object id. */
export interface DeletedObject {
  readonly id: string
  readonly tenantId: string
  readonly object: { readonly kind: 'user'; readonly row: User } | { readonly kind: 'group'; readonly row: Group }
  readonly memberships: readonly Omit<Membership, 'id'>[]
  readonly deletedAt: number
}

/** An application of the seed; `id` is its client id. */
export interface OAuthClient {
  readonly id: string
  /** Null: every secret is accepted, unless the application has a key. */
  readonly secret: string | null
  /** PEM: a public key or a certificate. */
  readonly publicKey: string | null
  readonly name: string
  /** Null: every address is accepted. */
  readonly redirectUris: readonly string[] | null
  readonly postLogoutRedirectUris: readonly string[]
  readonly public: boolean
  /** True when the redirect_uris are those of a single-page application. */
  readonly spa: boolean
  /** The names of the application as an API, beside its client id and `api://<client id>`. */
  readonly identifierUris: readonly string[]
  /** The scopes of the application as an API; null: every scope exists. */
  readonly scopes: readonly string[] | null
  /** The permissions that it has without a person: `User.Read.All` of Graph, `api://other/Role` of another API. */
  readonly applicationPermissions: readonly string[]
  readonly optionalClaims: readonly string[]
  /** The version of the access tokens for this API. */
  readonly accessTokenVersion: 1 | 2
  readonly position: number
}

/** The tenant at which an authorization code or a device code was issued; `id` is the code. */
export interface CodeTenant {
  readonly id: string
  readonly tenantId: string
}

/** The collections of oidc-c. */
export const collections = {
  ...oauthCollections,
  codeTenants: collection<CodeTenant>()({}),
  tenants: collection<Tenant>()({ indexes: { byPosition: ['position'] } }),
  users: collection<User>()({
    unique: {
      userPrincipalName: [(user) => user.userPrincipalName.toLowerCase()],
      mail: [(user) => user.mail?.toLowerCase()],
    },
    indexes: { byPosition: ['position'], byTenant: ['tenantId', 'position'], byManager: ['managerId', 'position'] },
    references: { tenantId: { to: 'tenants', onDelete: 'restrict' } },
  }),
  groups: collection<Group>()({
    indexes: { byPosition: ['position'], byTenant: ['tenantId', 'position'] },
    references: { tenantId: { to: 'tenants', onDelete: 'restrict' } },
  }),
  memberships: collection<Membership>()({
    unique: { pair: ['relation', 'groupId', 'objectId'] },
    indexes: { byGroup: ['relation', 'groupId'], byObject: ['relation', 'objectId'] },
    references: { groupId: { to: 'groups', onDelete: 'cascade' } },
  }),
  photos: collection<Photo>()({}),
  deletedObjects: collection<DeletedObject>()({ indexes: { byTenant: ['tenantId', 'deletedAt'] } }),
  clients: collection<OAuthClient>()({ indexes: { byPosition: ['position'] } }),
}
