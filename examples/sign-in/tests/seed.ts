import type { Seed } from 'backlot'

/** The private key to the public key of oidc-b's starter seed, for tests only. */
export const APPLE_PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqNRXSb7RUcZFo39v
gjA+zdSsjTw1HNjJnvQRQ4/bAYWhRANCAATfbg4pW4PJMcf03VSXZoftvvbPTksR
ZA5pbWK/PYoPHpQSaVNpZ8g67DMLuXQSNczBcs29V8lPkdAq5qqxID9w
-----END PRIVATE KEY-----`

const APPLE_PUBLIC_KEY = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE324OKVuDyTHH9N1Ul2aH7b72z05L
EWQOaW1ivz2KDx6UEmlTaWfIOuwzC7l0EjXMwXLNvVfJT5HQKuaqsSA/cA==
-----END PUBLIC KEY-----`

/** The id of the Microsoft tenant. */
export const TENANT = '8f2c4d1e-90ab-4c3d-8e7f-0123456789ab'

/** Returns a seed with people and with the application at this origin, registered with each provider. */
export function seedFor(origin: string): Seed {
  const users = [
    { email: 'ada@example.com', name: 'Ada Lovelace' },
    { email: 'grace@example.com', name: 'Grace Hopper' },
  ]
  return {
    'oidc-a': {
      id_token_signing_alg: 'RS256',
      users,
      oauth_clients: [
        {
          client_id: 'acme.apps.googleusercontent.com',
          client_secret: 'google-secret',
          name: 'Acme',
          redirect_uris: [`${origin}/callback/google`],
        },
      ],
    },
    'oidc-b': {
      users,
      oauth_clients: [
        {
          client_id: 'com.example.acme',
          team_id: 'TEAM123456',
          key_id: 'KEY1234567',
          public_key: APPLE_PUBLIC_KEY,
          name: 'Acme',
          redirect_uris: [`${origin}/callback/apple`],
        },
      ],
    },
    'oidc-c': {
      tenant: TENANT,
      users,
      oauth_clients: [
        {
          client_id: '6731de76-14a6-49ae-97bc-6eba6914391e',
          client_secret: 'microsoft-secret',
          name: 'Acme',
          redirect_uris: [`${origin}/callback/microsoft`],
          post_logout_redirect_uris: [`${origin}/`],
        },
      ],
    },
    'oidc-d': {
      users: [
        { login: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
        { login: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' },
      ],
      apps: [
        {
          client_id: 'acme',
          client_secret: 'okta-secret',
          name: 'Acme',
          redirect_uris: [`${origin}/callback/okta`],
          post_logout_redirect_uris: [`${origin}/`],
        },
      ],
    },
  }
}
