import { createEmulator, type Emulator, type Seed } from '#emulator.ts'
import { serviceTest } from '#testkit/service-test.ts'

/** The application of these tests, which the seed registers. */
export const APP = {
  id: 'web-app.apps.googleusercontent.com',
  secret: 'GOCSPX-shh',
  callback: 'http://localhost:3000/api/auth/callback/google',
}

/** Returns a seed of two people and one application; by default with RS256, which clients can verify. */
function seedOf(alg: 'HS256' | 'RS256' = 'RS256', callbacks: readonly string[] = [APP.callback]): Seed {
  return {
    'oidc-a': {
      users: [
        {
          email: 'ada@example.com',
          name: 'Ada Lovelace',
          given_name: 'Ada',
          family_name: 'Lovelace',
          picture: 'https://example.com/ada.png',
          locale: 'en',
        },
        { email: 'grace@example.org', name: 'Grace Hopper', hd: 'example.org', email_verified: false },
      ],
      oauth_clients: [{ client_id: APP.id, client_secret: APP.secret, name: 'Web App', redirect_uris: [...callbacks] }],
      id_token_signing_alg: alg,
    },
  }
}

/** Starts oidc-a with two people and one application. */
export function startOidcA(...parts: Parameters<typeof seedOf>): Promise<Emulator<'oidc-a'>> {
  return createEmulator({ service: 'oidc-a', port: 0, seed: seedOf(...parts) })
}

/** Returns Vitest's `test` with that instance. */
export const oidcATest = (...parts: Parameters<typeof seedOf>) => serviceTest('oidc-a', { seed: seedOf(...parts) })
