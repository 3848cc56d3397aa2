import { collection, value } from '#core/store.ts'
import type { AccountRow, Metadata } from './account.ts'
import type { Address } from './customers.ts'
import type { CardDetails, Wire } from './payments.ts'

/** A bank account or a card to which an account is paid. Its `account` is the connected account. */
export interface ExternalAccount extends AccountRow {
  readonly accountNumber: string
  readonly accountType: string | null
  /** The address of the card's holder; absent where none was given. */
  readonly address?: Address
  /** The card; null for a bank account. */
  readonly card: CardDetails | null
  readonly country: string
  readonly currency: string
  readonly defaultForCurrency: boolean
  readonly fingerprint: string
  readonly holderName: string | null
  readonly holderType: string | null
  readonly metadata: Metadata
  readonly routingNumber: string | null
}

/** The members of a person's relationship to an account, as the vendor writes them. */
export interface Relationship {
  readonly authorizer: boolean
  readonly director: boolean
  readonly executive: boolean
  readonly legal_guardian: boolean
  readonly owner: boolean
  readonly percent_ownership: number | null
  readonly representative: boolean
  readonly title: string | null
}

/** A person of a business. Its `account` is the connected account. https://docs.stripe.com/api/persons/object */
export interface Person extends AccountRow {
  readonly address: Address | null
  readonly addressKana?: ScriptAddress | null
  readonly addressKanji?: ScriptAddress | null
  readonly dob: { readonly day: number | null; readonly month: number | null; readonly year: number | null } | null
  readonly email: string | null
  readonly firstName: string | null
  readonly fullNameAliases?: readonly string[]
  readonly idNumberProvided: boolean
  readonly idNumberSecondaryProvided?: boolean
  readonly lastName: string | null
  readonly metadata: Metadata
  /** The names in Japan's scripts, the name before a marriage and the gender, by the vendor's member. */
  readonly names?: Readonly<Record<string, string>>
  readonly nationality: string | null
  readonly phone: string | null
  readonly politicalExposure: string | null
  readonly registeredAddress?: Address | null
  readonly relationship: Relationship
  readonly ssnLast4Provided: boolean
  /** The acceptance of the terms by the person itself; absent where there is none. */
  readonly termsAcceptance?: TermsAcceptance
  /** The files that prove who the person is, by kind of document; absent where there is none. */
  readonly documents?: Readonly<Partial<Record<'additional_document' | 'document', DocumentFiles>>>
  /** The moment of the last change in epoch seconds; absent for a person that was not changed. */
  readonly updated?: number
  /** The members of the second version of the API that no other field tells, as the second version writes them. */
  readonly v2?: Wire
}

/** When, and from where, terms were accepted. `date` is in epoch seconds. */
interface TermsAcceptance {
  readonly date: number | null
  readonly ip: string | null
  readonly user_agent: string | null
}

/** The ids of the files of a document's sides. */
interface DocumentFiles {
  readonly back: string | null
  readonly front: string | null
}

/**
 * A token of the second version of the API: what a client tells of an account or a person, for one request. Its
 * `account` is the platform, or the connected account that a person belongs to.
 */
export interface DetailToken extends AccountRow {
  readonly kind: 'account' | 'person'
  /** The parameters that the token stands for. */
  readonly details: Wire
  /** Epoch seconds. */
  readonly expiresAt: number
  readonly used: boolean
}

/** An address in one of Japan's scripts. */
export interface ScriptAddress extends Address {
  readonly town: string | null
}

/** A capability of a connected account, as events have it. */
export interface Capability {
  readonly account: string
  readonly name: string
  readonly requestedAt: number | null
  readonly status: 'active' | 'inactive' | 'pending' | 'unrequested'
}

/** A link that leads a connected account through its onboarding, once. Its `id` is the secret in the address. */
export interface AccountLink {
  readonly id: string
  readonly account: string
  /** Epoch seconds. */
  readonly expiresAt: number
  readonly refreshUrl: string
  readonly returnUrl: string
  /** The use of a link of the second version of the API, which has an event for the return. */
  readonly useCase?: 'account_onboarding' | 'account_update'
}

/** The consent of a person on the page of a platform's OAuth. Its `id` is the code that the platform exchanges. */
export interface ConnectCode {
  readonly id: string
  /** The platform's `ca_…`. */
  readonly application: string
  readonly country: string
  readonly email: string | null
  /** Epoch seconds. */
  readonly expiresAt: number
  readonly scope: 'read_only' | 'read_write'
  readonly type: 'express' | 'standard'
  /** The connection that it was exchanged for; null before. */
  readonly connection: string | null
}

/** The platform as the accounts see it that have connected to it: `account` is one of them. */
export interface Application {
  readonly id: string
  readonly account: string
  readonly name: string | null
}

/** The access of a platform to an account by OAuth. Its `id` is the refresh token. */
export interface Connection {
  readonly id: string
  readonly account: string
  readonly application: string
  readonly scope: 'read_only' | 'read_write'
}

/** A key of a connected account that OAuth has given to the platform. Its `id` is the key. */
export interface ConnectedKey {
  readonly id: string
  readonly account: string
  readonly connection: string
  readonly readOnly: boolean
}

/** The collections of what belongs to a connected account. */
export const connectRecordCollections = {
  externalAccounts: collection<ExternalAccount>()({ indexes: { all: ['account', 'seq'] } }),
  persons: collection<Person>()({ indexes: { all: ['account', 'seq'] } }),
  detailTokens: collection<DetailToken>()({}),
  accountLinks: collection<AccountLink>()({}),
  connectCodes: collection<ConnectCode>()({}),
  connections: collection<Connection>()({ indexes: { account: ['account'] } }),
  /** The keys of connections, the revoked ones too: those are refused. */
  connectedKeys: collection<ConnectedKey>()({}),
  /** The links to the dashboards of Express accounts. The id is the secret in the address. */
  loginLinks: collection<{ readonly id: string; readonly account: string }>()({}),
  /** Whether new connected accounts must pass an onboarding before they may take payments. */
  onboarding: value<'required' | 'skipped'>('skipped'),
}
