import { collection } from '#core/store.ts'
import type { JsonObject } from './directory.ts'

/** The operations that an origin can be trusted with. */
export const ORIGIN_SCOPES = ['CORS', 'REDIRECT', 'IFRAME_EMBED'] as const

/** An origin that an organization trusts with its sign-ins. */
export interface TrustedOrigin {
  readonly id: string
  readonly name: string
  readonly origin: string
  /** `{type}` of CORS, REDIRECT or IFRAME_EMBED, in the vendor's form. */
  readonly scopes: readonly JsonObject[]
  readonly status: 'ACTIVE' | 'INACTIVE'
  readonly created: number
  readonly createdBy: string
  readonly lastUpdated: number
  readonly lastUpdatedBy: string
}

/** The collection of trusted origins. */
export const trustedOriginCollections = {
  trustedOrigins: collection<TrustedOrigin>()({
    unique: { name: ['name'], origin: ['origin'] },
    indexes: { all: [] },
  }),
}
