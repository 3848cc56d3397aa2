import { createEmulator, type Emulator, type EmulatorOptions, type Seed } from '#emulator.ts'
import { serviceTest } from '#testkit/service-test.ts'

/** The tenant of these tests. */
export const TENANT = '8f2c4d1e-90ab-4c3d-8e7f-0123456789ab'

/** The application of these tests, which the seed registers. */
export const APP = {
  id: '6731de76-14a6-49ae-97bc-6eba6914391e',
  secret: 'abc~8Q+shh/%',
  callback: 'http://localhost:3000/api/auth/callback/microsoft-entra-id',
}

/** An application without a secret. */
export const NATIVE = { id: '04b07795-8ddb-461a-bbee-02f9e1bf7b46', callback: 'http://localhost' }

/** A single-page application. */
export const SPA = { id: '5b1c8f2d-7d0e-4f3a-9c46-1a2b3c4d5e6f', callback: 'http://localhost:5173' }

/** An application that is an API and calls other APIs on behalf of its users. */
export const API = { id: '2d4d11a2-f814-46a7-890a-274a72a7309e', secret: 'api~secret', uri: 'https://api.contoso.com' }

/** People of the tenant, one of another tenant, and one with a personal account. */
const PEOPLE = [
  {
    email: 'ada@contoso.com',
    name: 'Ada Lovelace',
    given_name: 'Ada',
    family_name: 'Lovelace',
    oid: 'f3b1c2d4-0000-4000-8000-000000000001',
    roles: ['Admin', 'Reader'],
    groups: ['02bd9fd6-8f93-4758-87c3-1fb73740a315'],
    job_title: 'Analyst',
    department: 'Engines',
    business_phones: ['+44 20 7946 0000'],
  },
  { email: 'grace@contoso.com', name: 'Grace Hopper', user_principal_name: 'ghopper@contoso.com', department: 'Navy' },
  { email: 'linus@fabrikam.com', name: 'Linus Guest', tenant: 'fabrikam.onmicrosoft.com' },
  { email: 'pat@outlook.com', name: 'Pat Personal', tenant: 'consumers' },
  { email: 'gone@contoso.com', name: 'Gone Away', account_enabled: false },
]

interface Parts extends Partial<Pick<EmulatorOptions, 'https' | 'now'>> {
  readonly callbacks?: readonly string[]
  readonly optionalClaims?: readonly string[]
}

/** Starts oidc-c with these people and applications. */
export function startOidcC({ callbacks, optionalClaims, ...options }: Parts = {}): Promise<Emulator<'oidc-c'>> {
  return createEmulator({ service: 'oidc-c', port: 0, seed: seedOf(callbacks, optionalClaims), ...options })
}

/** Returns Vitest's `test` with that instance. */
export const oidcCTest = ({ callbacks, optionalClaims, ...options }: Parts = {}) =>
  serviceTest('oidc-c', { seed: seedOf(callbacks, optionalClaims), ...options })

function seedOf(callbacks: readonly string[] = [APP.callback], optionalClaims: readonly string[] = []): Seed {
  return {
    'oidc-c': {
      tenant: TENANT,
      users: PEOPLE,
      oauth_clients: [
        {
          client_id: APP.id,
          client_secret: APP.secret,
          name: 'Web App',
          redirect_uris: [...callbacks],
          optional_claims: [...optionalClaims],
        },
        { client_id: NATIVE.id, name: 'Native App', redirect_uris: [NATIVE.callback], public: true },
        { client_id: SPA.id, name: 'Page', redirect_uris: [SPA.callback], spa: true },
        {
          client_id: API.id,
          client_secret: API.secret,
          name: 'Orders API',
          redirect_uris: [],
          identifier_uris: [API.uri],
          scopes: ['Orders.Read', 'Orders.Write'],
          application_permissions: ['User.ReadWrite.All'],
        },
      ],
    },
  }
}
