import type { OktaAuth } from '@okta/okta-auth-js'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { visitorWithBrowser } from '#testkit/visitor.ts'
import { startRelyingParty, type RelyingParty } from '#testkit/relying-party.ts'
import { BOUND, SPA, startSignIn, WEB } from '#oidc-d/sign-in.fixture.ts'

// An application that signs people in with openid-client, one in the browser with okta-auth-js, and a person.

const visitor = visitorWithBrowser()
let oidcD: Emulator<'oidc-d'>
let application: RelyingParty
let singlePage: Server
let singlePageOrigin: string
let config: client.Configuration
let checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string }
beforeAll(async () => {
  application = await startRelyingParty(async ({ method, url, form }) => {
    const request = method === 'POST' ? new Request(url, { method, body: form }) : url
    const tokens = await client.authorizationCodeGrant(config, request, checks)
    return `Hello ${JSON.stringify(tokens.claims()?.['email'])}`
  })
  const bundle = await readFile(
    createRequire(import.meta.url)
      .resolve('@okta/okta-auth-js')
      .replace(/cjs.*$/, 'dist/okta-auth-js.min.js'),
  )
  singlePage = createServer((request, response) => {
    const isScript = request.url === '/okta-auth-js.js'
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
    response.end(
      isScript
        ? bundle
        : '<!doctype html><link rel="icon" href="data:,"><script src="/okta-auth-js.js"></script><h1>Application</h1>',
    )
  })
  await new Promise<void>((resolve) => singlePage.listen(0, '127.0.0.1', resolve))
  singlePageOrigin = `http://localhost:${(singlePage.address() as AddressInfo).port}` // a TCP server's address
  oidcD = await startSignIn([`${application.origin}/callback`, `${singlePageOrigin}/callback`])
  config = await client.discovery(new URL(`${oidcD.url}/oauth2/default`), WEB.id, WEB.secret, undefined, {
    execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
  })
})
afterAll(async () => {
  await oidcD.close()
  await application[Symbol.asyncDispose]()
  singlePage.closeAllConnections()
  await new Promise<void>((resolve) => singlePage.close(() => resolve()))
})

beforeEach(() => oidcD.reset())

/** The person follows the application's link. */
async function goToSignIn(more: Record<string, string> = {}): Promise<void> {
  checks = {
    pkceCodeVerifier: client.randomPKCECodeVerifier(),
    expectedState: client.randomState(),
    expectedNonce: client.randomNonce(),
  }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: `${application.origin}/callback`,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    ...more,
  })
  application.sendTo(url.href)
  await visitor.page.goto(`${application.origin}/sign-in`)
}
const heading = () => visitor.page.getByRole('heading', { level: 1 }).textContent()
const person = (name: string) => visitor.page.getByRole('button', { name, exact: true })

describe('a person with a browser', () => {
  it('signs in with one click', async () => {
    await goToSignIn()
    expect(await heading()).toBe('Sign in to Web App')
    expect(
      await visitor.page.getByRole('list', { name: 'Web App asks to' }).getByRole('listitem').allTextContents(),
    ).toEqual([
      'Know who you are openid',
      'See your name and the rest of your profile profile',
      'See your e-mail address email',
    ])
    expect(await person('Eve Gone').count()).toBe(0)
    await person('Ada Lovelace').click()
    await visitor.page.waitForURL(/\/callback/)
    expect(await heading()).toBe('Hello "ada@example.com"')
    expect(visitor.complaints).toEqual([])
  })

  it.each(['query', 'fragment', 'form_post'])('returns to the application with the answer, by %s', async (mode) => {
    await goToSignIn({ response_mode: mode })
    await person('Grace Hopper').click()
    await visitor.page.waitForURL(/\/callback/)
    if (mode !== 'fragment') expect(await heading()).toBe('Hello "grace@example.org"')
    else expect(new URL(visitor.page.url()).hash).toMatch(/^#code=[\w-]{43}&state=/)
  })

  it('is signed in to a second application by the session', async () => {
    await goToSignIn({ prompt: 'none' })
    expect(application.calledBack()?.url.searchParams.get('error')).toBe('login_required')
    await goToSignIn()
    await person('Ada Lovelace').click()
    await visitor.page.waitForURL(/\/callback/)
    const parameters = new URLSearchParams({
      client_id: SPA.id,
      redirect_uri: `${application.origin}/callback`,
      response_type: 'code',
      scope: 'openid',
      state: 's',
      prompt: 'none',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })
    await visitor.page.goto(`${oidcD.url}/oauth2/default/v1/authorize?${parameters.toString()}`)
    expect(application.calledBack()?.url.searchParams.get('code')).toMatch(/^[\w-]{43}$/)
  })

  it('sees the requested scopes when the application requires consent', async () => {
    await goToSignIn({ prompt: 'consent', scope: 'openid read:items' })
    await person('Ada Lovelace').click()
    expect(await heading()).toBe('Authorize Web App')
    expect(await visitor.page.getByRole('listitem').allTextContents()).toEqual([
      'Know who you are openid',
      'Have read:items read:items',
    ])
    await visitor.page.getByRole('button', { name: 'Cancel' }).click()
    await visitor.page.waitForURL(/\/callback/)
    expect(application.calledBack()?.url.searchParams.get('error_description')).toContain('denied the request')
  })

  it('connects a device', async () => {
    const device = await client.initiateDeviceAuthorization(config, { scope: 'openid email' })
    await visitor.page.goto(device.verification_uri)
    await visitor.page.getByLabel('Code').fill(device.user_code)
    await visitor.page.getByRole('button', { name: 'Continue' }).click()
    await person('Ada Lovelace').click()
    await visitor.page.getByRole('button', { name: 'Authorize Web App' }).click()
    expect(await heading()).toBe('The device is connected')
    const tokens = await client.pollDeviceAuthorizationGrant(config, { ...device, interval: 0 })
    expect(tokens.claims()?.['email']).toBe('ada@example.com')
    expect(visitor.complaints).toEqual([])
  })

  it('signs out and returns to the application', async () => {
    await goToSignIn()
    await person('Ada Lovelace').click()
    await visitor.page.waitForURL(/\/callback/)
    const { idToken } = oidcD.signIn({ login: 'ada@example.com', clientId: WEB.id })
    await visitor.page.goto(client.buildEndSessionUrl(config, { id_token_hint: idToken ?? '' }).href)
    expect(await heading()).toBe('You are signed out')
    await goToSignIn({ prompt: 'none' })
    expect(application.calledBack()?.url.searchParams.get('error')).toBe('login_required')
  })
})

/** The bundle makes a global of itself. */
interface InPage {
  readonly OktaAuth: typeof OktaAuth
}

describe('okta-auth-js in the browser', () => {
  const options = () => ({
    issuer: `${oidcD.url.replace('127.0.0.1', 'localhost')}/oauth2/default`,
    clientId: SPA.id,
    redirectUri: `${singlePageOrigin}/callback`,
    scopes: ['openid', 'email', 'profile'],
  })

  it('signs in with a pop-up window, which posts the answer to it', async () => {
    await visitor.page.goto(singlePageOrigin)
    const popup = visitor.page.context().waitForEvent('page')
    const done = visitor.page.evaluate(async (settings) => {
      const auth = new (globalThis as unknown as InPage).OktaAuth(settings)
      const { tokens } = await auth.token.getWithPopup({})
      const user = await auth.token.getUserInfo(tokens.accessToken, tokens.idToken)
      return { email: tokens.idToken?.claims.email, given: user['given_name'] }
    }, options())
    await (await popup).getByRole('button', { name: 'Ada Lovelace', exact: true }).click()
    expect(await done).toEqual({ email: 'ada@example.com', given: 'Ada' })
  })

  it('gets tokens that are bound to a key of the browser', async () => {
    await visitor.page.goto(singlePageOrigin)
    const popup = visitor.page.context().waitForEvent('page')
    const done = visitor.page.evaluate(
      async (settings) => {
        const auth = new (globalThis as unknown as InPage).OktaAuth({ ...settings, dpop: true })
        const { tokens } = await auth.token.getWithPopup({})
        const { accessToken, idToken } = tokens
        const user = await auth.token.getUserInfo(accessToken, idToken)
        return { type: accessToken?.tokenType, token: accessToken?.accessToken ?? '', given: user['given_name'] }
      },
      { ...options(), clientId: BOUND.id },
    )
    await (await popup).getByRole('button', { name: 'Ada Lovelace', exact: true }).click()
    const { token, ...rest } = await done
    expect(rest).toEqual({ type: 'DPoP', given: 'Ada' })
    expect(decodeJwt(token)['cnf']).toEqual({ jkt: expect.stringMatching(/^[\w-]{43}$/) })
  })

  it('signs in with a session token in a hidden frame', async () => {
    await visitor.page.goto(singlePageOrigin)
    const email = await visitor.page.evaluate(async (settings) => {
      const auth = new (globalThis as unknown as InPage).OktaAuth(settings)
      const { sessionToken } = await auth.signInWithCredentials({
        username: 'ada@example.com',
        password: 'Analytical1843',
      })
      const { tokens } = await auth.token.getWithoutPrompt({ sessionToken: sessionToken ?? '' })
      // The session that came with it is enough the next time.
      const again = await auth.token.getWithoutPrompt()
      return [tokens.idToken?.claims.email, again.tokens.idToken?.claims.email]
    }, options())
    expect(email).toEqual(['ada@example.com', 'ada@example.com'])
  })

  it('gets login_required in a hidden frame without a session', async () => {
    await visitor.page.goto(singlePageOrigin)
    const failure = await visitor.page.evaluate(async (settings) => {
      const auth = new (globalThis as unknown as InPage).OktaAuth(settings)
      return auth.token.getWithoutPrompt().catch((error: { errorCode: string }) => error.errorCode)
    }, options())
    expect(failure).toBe('login_required')
  })
})
