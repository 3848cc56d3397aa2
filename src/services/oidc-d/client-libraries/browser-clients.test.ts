import type { Browser } from '@playwright/test'
import { decodeIdToken, generateCodeVerifier, Okta } from 'arctic'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { closeWindows, sharedChromium } from '#testkit/chromium.ts'
import { startRelyingParty, type CalledBack, type RelyingParty } from '#testkit/relying-party.ts'
import { visit, withHostsAt } from '#testkit/visit.ts'
import { startSignIn, WEB } from '#oidc-d/sign-in.fixture.ts'

// An application with another client than those of browser.test.ts, and a person with a browser.

let browser: Browser
let oidcD: Emulator<'oidc-d'>
let application: RelyingParty
let greet: (call: CalledBack) => Promise<string>
beforeAll(async () => {
  browser = await sharedChromium()
  application = await startRelyingParty((call) => greet(call))
  oidcD = await startSignIn([`${application.origin}/callback`])
})
afterAll(async () => {
  await closeWindows()
  await oidcD.close()
  await application[Symbol.asyncDispose]()
})

it.each([null, 'default'])('a person with a browser signs in to an application of arctic at %s', async (server) => {
  const host = 'acme.okta.example'
  const arctic = new Okta(host, server, WEB.id, WEB.secret, `${application.origin}/callback`)
  const verifier = generateCodeVerifier()
  greet = ({ url }) =>
    withHostsAt(oidcD.url, /^acme\.okta\.example$/, async () => {
      const tokens = await arctic.validateAuthorizationCode(url.searchParams.get('code') ?? '', verifier)
      return `Hello ${(decodeIdToken(tokens.idToken()) as { email: string }).email}` // as the scope has it
    })
  const { pathname, search } = arctic.createAuthorizationURL('state', verifier, ['openid', 'email'])
  const link = oidcD.url + pathname + search
  expect(await visit(browser, application, { link, person: 'Grace Hopper' })).toBe('Hello grace@example.org')
})
