import { createEmulator, type Emulator } from '#emulator.ts'

/** The application of these tests, which the seed registers. */
export const APP = {
  id: 'web-app.apps.googleusercontent.com',
  secret: 'GOCSPX-shh',
  callback: 'http://localhost:3000/api/auth/callback/google',
}

/** Starts oidc-a with two people and one application; by default with RS256, which clients can verify. */
export function startOidcA(
  alg: 'HS256' | 'RS256' = 'RS256',
  callbacks: readonly string[] = [APP.callback],
): Promise<Emulator<'oidc-a'>> {
  return createEmulator({
    service: 'oidc-a',
    port: 0,
    seed: {
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
        oauth_clients: [
          { client_id: APP.id, client_secret: APP.secret, name: 'Web App', redirect_uris: [...callbacks] },
        ],
        id_token_signing_alg: alg,
      },
    },
  })
}
