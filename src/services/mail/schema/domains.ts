import { collection, timer, value } from '#core/store.ts'

// Row types of the account: domains, keys and webhooks. As in emails.ts, `id` numbers the rows and `uuid` is the
// id that clients see.

/** The status of a domain's verification. https://resend.com/docs/dashboard/domains/introduction */
export type DomainStatus = 'not_started' | 'pending' | 'verified' | 'failed' | 'partially_verified' | 'partially_failed'

/** The AWS region that a domain sends from. */
export type Region = 'us-east-1' | 'eu-west-1' | 'sa-east-1' | 'ap-northeast-1'

/** A domain that emails are sent from. https://resend.com/docs/dashboard/domains/introduction */
export interface Domain {
  readonly id: number
  readonly uuid: string
  /** In lower case. */
  readonly name: string
  readonly status: DomainStatus
  readonly region: Region
  /** The subdomain of the Return-Path address: `send`. */
  readonly returnPath: string
  /** The public half of the DKIM key, in base64. */
  readonly dkimKey: string
  readonly openTracking: boolean
  readonly clickTracking: boolean
  readonly trackingSubdomain: string | null
  readonly tls: 'opportunistic' | 'enforced'
  readonly sending: 'enabled' | 'disabled'
  readonly receiving: 'enabled' | 'disabled'
  readonly createdAt: number
}

/** The permission of a key: everything, or only sending. */
export type KeyPermission = 'full_access' | 'sending_access'

/** An API key, without its token. https://resend.com/docs/dashboard/api-keys/introduction */
export interface ApiKey {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly permission: KeyPermission
  /** The only domain that the key may send from; null: every domain. */
  readonly domainId: number | null
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

/** A token that was issued; `id` is the token. The row stays, without a key, when the key is deleted. */
export interface ApiToken {
  readonly id: string
  readonly apiKeyId: number | null
}

/** A webhook of the account. https://resend.com/docs/dashboard/webhooks/introduction */
export interface Webhook {
  readonly id: number
  readonly uuid: string
  readonly endpoint: string
  /** The names of the subscribed events, in the client's order. */
  readonly events: readonly string[]
  readonly status: 'enabled' | 'disabled'
  /** `whsec_` and the base64 of the signing key. */
  readonly secret: string
  readonly createdAt: number
}

/** The collections of the account. */
export const domainCollections = {
  /** Ends the verification of a domain. */
  verifyDomain: timer<{ readonly domainId: number }>(),
  /** True when the seed lists domains: emails from other domains are refused then. */
  domainsAreListed: value(false),
  /** True when the seed lists API keys: other keys are refused then. */
  keysAreListed: value(false),
  /** The duration of a domain's verification, in milliseconds. */
  verificationTime: value(500),
  domains: collection<Domain>()({ unique: { uuid: ['uuid'], name: ['name'] }, indexes: { all: [] } }),
  apiKeys: collection<ApiKey>()({
    unique: { uuid: ['uuid'] },
    indexes: { all: [] },
    references: { domainId: { to: 'domains', onDelete: 'cascade' } },
  }),
  apiTokens: collection<ApiToken>()({ references: { apiKeyId: { to: 'apiKeys', onDelete: 'set null' } } }),
  webhooks: collection<Webhook>()({ unique: { uuid: ['uuid'] }, indexes: { all: [] } }),
}
