import type { Browser } from '@playwright/test'
import { decodeIdToken, generateCodeVerifier, Google } from 'arctic'
import { OAuth2Client } from 'google-auth-library'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { closeWindows, sharedChromium } from '#testkit/chromium.ts'
import { startRelyingParty, type CalledBack, type RelyingParty } from '#testkit/relying-party.ts'
import { visit, withHostsAt } from '#testkit/visit.ts'
import { APP, startOidcA } from '#oidc-a/oidc-a.fixture.ts'

// Applications with clients other than openid-client, which browser.test.ts uses, and a person with a browser.

let browser: Browser
let oidcA: Emulator<'oidc-a'>
let application: RelyingParty
let greet: (call: CalledBack) => Promise<string>
beforeAll(async () => {
  browser = await sharedChromium()
  application = await startRelyingParty((call) => greet(call))
  oidcA = await startOidcA('RS256', [`${application.origin}/callback`])
})
afterAll(async () => {
  await closeWindows()
  await oidcA.close()
  await application[Symbol.asyncDispose]()
})
beforeEach(() => oidcA.reset())

describe('a person with a browser', () => {
  it('signs in to an application with google-auth-library, which verifies the ID token', async () => {
    const google = new OAuth2Client({
      clientId: APP.id,
      clientSecret: APP.secret,
      redirectUri: `${application.origin}/callback`,
      issuers: [oidcA.url],
      endpoints: {
        oauth2AuthBaseUrl: `${oidcA.url}/o/oauth2/v2/auth`,
        oauth2TokenUrl: `${oidcA.url}/oauth2/token`,
        oauth2FederatedSignonPemCertsUrl: `${oidcA.url}/oauth2/v1/certs`,
      },
    })
    greet = async ({ url }) => {
      const { tokens } = await google.getToken(url.searchParams.get('code') ?? '')
      const ticket = await google.verifyIdToken({ idToken: tokens.id_token ?? '', audience: APP.id })
      return `Hello ${ticket.getPayload()?.email}`
    }
    const link = google.generateAuthUrl({ scope: ['openid', 'email'], state: 's' })
    expect(await visit(browser, application, { link, person: 'Ada Lovelace' })).toBe('Hello ada@example.com')
  })

  it('signs in to an application with arctic', async () => {
    const arctic = new Google(APP.id, APP.secret, `${application.origin}/callback`)
    const verifier = generateCodeVerifier()
    greet = ({ url }) =>
      withHostsAt(oidcA.url, /\.googleapis\.com$/, async () => {
        const tokens = await arctic.validateAuthorizationCode(url.searchParams.get('code') ?? '', verifier)
        return `Hello ${(decodeIdToken(tokens.idToken()) as { email: string }).email}` // a claim of the requested scope
      })
    const { pathname, search } = arctic.createAuthorizationURL('state', verifier, ['openid', 'email'])
    const link = oidcA.url + pathname + search
    expect(await visit(browser, application, { link, person: 'Grace Hopper' })).toBe('Hello grace@example.org')
  })
})
