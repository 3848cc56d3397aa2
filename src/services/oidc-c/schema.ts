import { collection } from '../../core/store.ts'
import { oauthCollections } from '../../oauth/collections.ts'

// Row types: what the service remembers. Times are epoch milliseconds. The wire shapes are in json/.

/** An organization's directory, or that of personal accounts; `id` is its GUID. */
export interface Tenant {
  readonly id: string
  /** Lower case, the one that people know it by first. */
  readonly domains: readonly string[]
  readonly personal: boolean
  /** True when every other GUID and domain names a tenant too, which has the users of this one: the seed names no tenant. */
  readonly open: boolean
  /** Its place in the seed; 0 is the tenant that the section names, the last that of personal accounts. */
  readonly position: number
}

/** The text that the directory keeps of a user beside names and addresses, as Graph names it. */
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
  /** The values of its app roles, in every application. */
  readonly roles: readonly string[]
  /** The object ids of its groups. */
  readonly groups: readonly string[]
  readonly createdAt: number
  /** The order in which pages and lists have them. */
  readonly position: number
}

/** An application of the seed; `id` is its client id. */
export interface OAuthClient {
  readonly id: string
  /** Null: any that it sends will do, unless it has a key. */
  readonly secret: string | null
  /** PEM: a public key or a certificate. */
  readonly publicKey: string | null
  readonly name: string
  /** Null: any will do. */
  readonly redirectUris: readonly string[] | null
  readonly postLogoutRedirectUris: readonly string[]
  readonly public: boolean
  /** Whether its redirect_uris are those of a single-page application. */
  readonly spa: boolean
  /** What it is called as an API, beside its client id and `api://<client id>`. */
  readonly identifierUris: readonly string[]
  /** What it lets clients ask for as an API; null: anything. */
  readonly scopes: readonly string[] | null
  /** What it may do without a person: `User.Read.All` of Graph, `api://other/Role` of another API. */
  readonly applicationPermissions: readonly string[]
  readonly optionalClaims: readonly string[]
  /** The version of the access tokens that are for it. */
  readonly accessTokenVersion: 1 | 2
  readonly position: number
}

/** The tenant at which an authorization code or a device code was issued; `id` is the code. */
export interface CodeTenant {
  readonly id: string
  readonly tenantId: string
}

export const collections = {
  ...oauthCollections,
  codeTenants: collection<CodeTenant>()({}),
  tenants: collection<Tenant>()({ indexes: { byPosition: ['position'] } }),
  users: collection<User>()({
    unique: {
      userPrincipalName: [(user) => user.userPrincipalName.toLowerCase()],
      mail: [(user) => user.mail?.toLowerCase()],
    },
    indexes: { byPosition: ['position'], byTenant: ['tenantId', 'position'] },
    references: { tenantId: { to: 'tenants', onDelete: 'restrict' } },
  }),
  clients: collection<OAuthClient>()({ indexes: { byPosition: ['position'] } }),
}
