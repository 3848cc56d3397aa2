import { collection } from '#core/store.ts'
import type { JsonObject } from './directory.ts'

type Status = 'ACTIVE' | 'INACTIVE'

/** The id and name of the custom authorization server that always exists. */
export const DEFAULT_SERVER = 'default'

/** A custom authorization server; `id` is the one in its issuer. */
export interface AuthorizationServer {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly audiences: readonly string[]
  readonly issuerMode: 'ORG_URL' | 'CUSTOM_URL' | 'DYNAMIC'
  readonly status: Status
  readonly rotationMode: 'AUTO' | 'MANUAL'
  /** The number of key rotations by request. */
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
  /** True for the vendor's own scopes: those of OpenID Connect. */
  readonly system: boolean
  readonly metadataPublish: 'ALL_CLIENTS' | 'NO_CLIENTS'
  readonly consent: 'IMPLICIT' | 'REQUIRED' | 'FLEXIBLE'
  /** True when a client that requests no scope gets it. */
  readonly default: boolean
  readonly optional: boolean
}

/** A claim of the tokens of a custom authorization server. */
export interface Claim {
  readonly id: string
  readonly serverId: string
  readonly name: string
  readonly status: Status
  /** RESOURCE for access tokens, IDENTITY for ID tokens. */
  readonly claimType: 'RESOURCE' | 'IDENTITY'
  readonly valueType: 'EXPRESSION' | 'GROUPS' | 'SYSTEM'
  /** An expression, or the filter of group names. */
  readonly value: string
  readonly groupFilterType: 'CONTAINS' | 'EQUALS' | 'REGEX' | 'STARTS_WITH' | null
  /** The names of the scopes that add the claim; an empty list always adds it. */
  readonly scopes: readonly string[]
  readonly system: boolean
  readonly alwaysIncludeInToken: boolean
}

/** A policy that decides which clients get tokens of a custom authorization server. */
export interface Policy {
  readonly id: string
  readonly serverId: string
  readonly name: string
  readonly description: string
  readonly status: Status
  readonly priority: number
  readonly system: boolean
  /** The client ids to which it applies, or `ALL_CLIENTS`. */
  readonly clients: readonly string[]
  readonly created: number
  readonly lastUpdated: number
}

/** A rule of a policy. The first matching rule decides. */
export interface PolicyRule {
  readonly id: string
  readonly policyId: string
  readonly name: string
  readonly status: Status
  readonly priority: number
  readonly system: boolean
  /** `{people, grantTypes, scopes}` in the vendor's form. */
  readonly conditions: JsonObject
  /** In minutes. */
  readonly accessTokenLifetime: number
  /** In minutes; 0 for unlimited. */
  readonly refreshTokenLifetime: number
  /** The idle time after which a refresh token expires, in minutes. */
  readonly refreshTokenWindow: number
  /** The token hook that is asked before tokens are made; absent for none. */
  readonly inlineHookId?: string | null
  readonly created: number
  readonly lastUpdated: number
}

const ofServer = { serverId: { to: 'servers', onDelete: 'cascade' } } as const

/** The collections of custom authorization servers. */
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
