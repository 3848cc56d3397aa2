import { collection } from '#core/store.ts'
import type { CommonFields, Metadata, Verification } from './people.ts'

/** The providers of enterprise connections. */
export const ENTERPRISE_PROVIDERS = [
  'saml_custom',
  'saml_okta',
  'saml_google',
  'saml_microsoft',
  'oidc_custom',
  'oidc_github_enterprise',
  'oidc_gitlab',
] as const

/** The provider of an enterprise connection. */
export type EnterpriseProvider = (typeof ENTERPRISE_PROVIDERS)[number]

/** Where an enterprise connection by OpenID Connect finds its provider. */
export interface OidcConfig {
  readonly id: string
  readonly clientId: string | null
  readonly clientSecret: string | null
  readonly discoveryUrl: string | null
  readonly authUrl: string | null
  readonly tokenUrl: string | null
  readonly userInfoUrl: string | null
  readonly requiresPkce: boolean
}

/** The names of the attributes of an assertion. */
export interface AttributeMapping {
  readonly user_id: string
  readonly email_address: string
  readonly first_name: string
  readonly last_name: string
}

/** The provider of an enterprise connection by SAML, as its metadata describes it. */
export interface SamlConfig {
  readonly id: string
  readonly idpEntityId: string | null
  readonly idpSsoUrl: string | null
  readonly idpCertificate: string | null
  readonly idpMetadataUrl: string | null
  readonly idpMetadata: string | null
  readonly attributeMapping: AttributeMapping
  readonly allowSubdomains: boolean
  readonly allowIdpInitiated: boolean
  readonly forceAuthn: boolean
  readonly loginHint: Metadata
}

/** A connection to the identity provider of a company, for the people of its domains. */
export interface EnterpriseConnection extends CommonFields {
  readonly name: string
  readonly provider: EnterpriseProvider
  readonly active: boolean
  /** Lower case. */
  readonly domains: readonly string[]
  /** The organization of which its people become members; null for none. */
  readonly organizationId: string | null
  readonly syncUserAttributes: boolean
  readonly disableAdditionalIdentifications: boolean
  readonly allowOrganizationAccountLinking: boolean
  readonly customAttributes: readonly Metadata[]
  readonly oidc: OidcConfig | null
  readonly saml: SamlConfig | null
}

/** A domain of an enterprise connection; `id` is the domain. */
export interface EnterpriseDomain {
  readonly id: string
  readonly connectionId: string
}

/** The account of a user at the identity provider of a company. */
export interface EnterpriseAccount extends CommonFields {
  readonly userId: string
  readonly connectionId: string
  readonly providerUserId: string
  readonly emailAddress: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly verification: Verification
  /** Epoch milliseconds. */
  readonly lastAuthenticatedAt: number
}

/** A person as the identity provider of a company names them. */
export interface EnterprisePerson {
  readonly providerUserId: string
  /** Lower case. */
  readonly emailAddress: string
  readonly firstName: string | null
  readonly lastName: string | null
}

/** A sign-in that waits for the answer of a company's identity provider; `id` is the parameter `state`. */
export interface EnterpriseRequest {
  readonly id: string
  readonly connectionId: string
  readonly kind: 'sign-in' | 'sign-up' | 'test'
  /** The id of the attempt to sign in or up, or of the test run. */
  readonly attemptId: string
  readonly nonce: string
  /** The secret of PKCE. */
  readonly codeVerifier: string
  /** Null until the provider has answered. */
  readonly person: EnterprisePerson | null
}

/** A line of the log of a test run, as the vendor writes it. */
export interface TestRunLog {
  readonly level: 'info' | 'error'
  readonly code: string
  readonly short_message: string
  readonly message: string
}

/** A test of an enterprise connection, which asks the provider who somebody is, and signs nobody in. */
export interface EnterpriseTestRun extends CommonFields {
  readonly connectionId: string
  readonly status: 'pending' | 'success' | 'failed'
  /** Null until the provider has named a person. */
  readonly person: EnterprisePerson | null
  readonly logs: readonly TestRunLog[]
  /** The texts that the provider has sent: `saml_response` and `relay_state`, or `id_token` and `access_token`. */
  readonly sent: Readonly<Record<string, string>>
  /** The secret that opens the page of the result. */
  readonly token: string
}

/** A leave to begin test runs of a connection; `id` is the secret. */
export interface TestRunTicket {
  readonly id: string
  readonly connectionId: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

const newest = { newest: ['createdAt', 'number'] } as const
const connectionId = { to: 'enterpriseConnections', onDelete: 'cascade' } as const

/** The collections of enterprise connections. */
export const enterpriseCollections = {
  enterpriseConnections: collection<EnterpriseConnection>()({
    unique: { samlId: [({ saml }) => saml?.id] },
    indexes: newest,
  }),
  enterpriseDomains: collection<EnterpriseDomain>()({ references: { connectionId } }),
  enterpriseAccounts: collection<EnterpriseAccount>()({
    unique: { account: ['connectionId', 'providerUserId'] },
    indexes: newest,
    references: { connectionId, userId: { to: 'users', onDelete: 'cascade' } },
  }),
  enterpriseRequests: collection<EnterpriseRequest>()({
    unique: { attemptId: ['attemptId'] },
    references: { connectionId },
  }),
  enterpriseTestRuns: collection<EnterpriseTestRun>()({ indexes: newest, references: { connectionId } }),
  testRunTickets: collection<TestRunTicket>()({ references: { connectionId } }),
}
