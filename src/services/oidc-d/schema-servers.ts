import { collection } from '../../core/store.ts'
import type { JsonObject } from './schema-directory.ts'

type Status = 'ACTIVE' | 'INACTIVE'

/** The id, and the name, of the custom authorization server that is always there. */
export const DEFAULT_SERVER = 'default'

/** A custom authorization server; `id` is the one in its issuer. */
export interface AuthorizationServer {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly audiences: readonly string[]
  readonly issuerMode: 'ORG_URL' | 'CUSTOM_URL' | 'DYNAMIC'
  readonly status: Status
  readonly rotationMode: 'AUTO' | 'MANUAL'
  /** How often its keys were rotated by request. */
  readonly rotations: number
  readonly rotated: number
  readonly created: number
  readonly lastUpdated: number
}

/** A scope that tokens of a custom authorization server can have. */
export interface Scope {
  readonly id: string
  readonly serverId: string
  readonly name: string
  readonly displayName: string | null
  readonly description: string | null
  /** Whether the vendor made it: the scopes of OpenID Connect. */
  readonly system: boolean
  readonly metadataPublish: 'ALL_CLIENTS' | 'NO_CLIENTS'
  readonly consent: 'IMPLICIT' | 'REQUIRED' | 'FLEXIBLE'
  /** Whether clients that ask for none get it. */
  readonly default: boolean
  readonly optional: boolean
}

/** A claim of the tokens of a custom authorization server. */
export interface Claim {
  readonly id: string
  readonly serverId: string
  readonly name: string
  readonly status: Status
  /** RESOURCE: of access tokens. IDENTITY: of ID tokens. */
  readonly claimType: 'RESOURCE' | 'IDENTITY'
  readonly valueType: 'EXPRESSION' | 'GROUPS' | 'SYSTEM'
  /** An expression, or what the names of groups are to be. */
  readonly value: string
  readonly groupFilterType: 'CONTAINS' | 'EQUALS' | 'REGEX' | 'STARTS_WITH' | null
  /** The names of the scopes that bring it; none: it is always there. */
  readonly scopes: readonly string[]
  readonly system: boolean
  readonly alwaysIncludeInToken: boolean
}

/** What decides whether a client gets tokens of a custom authorization server. */
export interface Policy {
  readonly id: string
  readonly serverId: string
  readonly name: string
  readonly description: string
  readonly status: Status
  readonly priority: number
  readonly system: boolean
  /** The client ids it is for; `ALL_CLIENTS`. */
  readonly clients: readonly string[]
  readonly created: number
  readonly lastUpdated: number
}

/** A rule of a policy: the first that fits decides. */
export interface PolicyRule {
  readonly id: string
  readonly policyId: string
  readonly name: string
  readonly status: Status
  readonly priority: number
  readonly system: boolean
  /** `{people, grantTypes, scopes}` as the vendor has them. */
  readonly conditions: JsonObject
  /** Minutes. */
  readonly accessTokenLifetime: number
  /** Minutes; 0: for ever. */
  readonly refreshTokenLifetime: number
  /** Minutes without being used after which a refresh token ends. */
  readonly refreshTokenWindow: number
  readonly created: number
  readonly lastUpdated: number
}

const ofServer = { serverId: { to: 'servers', onDelete: 'cascade' } } as const

export const serverCollections = {
  servers: collection<AuthorizationServer>()({ indexes: { all: [] } }),
  scopes: collection<Scope>()({
    unique: { name: ['serverId', 'name'] },
    indexes: { byServer: ['serverId'] },
    references: ofServer,
  }),
  claims: collection<Claim>()({
    unique: { name: ['serverId', 'claimType', 'name'] },
    indexes: { byServer: ['serverId'] },
    references: ofServer,
  }),
  policies: collection<Policy>()({ indexes: { byPriority: ['serverId', 'priority'] }, references: ofServer }),
  policyRules: collection<PolicyRule>()({
    indexes: { byPriority: ['policyId', 'priority'] },
    references: { policyId: { to: 'policies', onDelete: 'cascade' } },
  }),
}
