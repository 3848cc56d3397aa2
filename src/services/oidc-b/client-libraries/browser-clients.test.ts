import { Auth, type AuthConfig } from '@auth/core'
import AuthApple from '@auth/core/providers/apple'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import appleSignin from 'apple-signin-auth'
import { Apple, decodeIdToken } from 'arctic'
import { createPrivateKey } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oauth from 'oauth4webapi'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { closeWindows, sharedChromium } from '#testkit/chromium.ts'
import { startRelyingParty, type CalledBack, type RelyingParty } from '#testkit/relying-party.ts'
import { APP, clientSecret, insteadOfApple, PRIVATE_KEY, startOidcB } from '#oidc-b/oidc-b.fixture.ts'

// Applications with other libraries, and a person with a browser.

let browser: Browser
let oidcB: Emulator<'oidc-b'>
let application: RelyingParty
let authJs: Server
let authJsOrigin: string
let greet: (call: CalledBack) => Promise<string>
beforeAll(async () => {
  browser = await sharedChromium()
  application = await startRelyingParty((call) => greet(call))
  authJs = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => authJs.listen(0, '127.0.0.1', resolve))
  authJsOrigin = `http://localhost:${(authJs.address() as AddressInfo).port}` // a TCP server's address
  oidcB = await startOidcB([`${application.origin}/callback`, `${authJsOrigin}/api/auth/callback/apple`])
})
afterAll(async () => {
  await closeWindows()
  await oidcB.close()
  await application[Symbol.asyncDispose]()
  authJs.closeAllConnections()
  await new Promise<void>((resolve) => authJs.close(() => resolve()))
})

let context: BrowserContext
let page: Page
beforeEach(async () => {
  oidcB.reset()
  context = await browser.newContext()
  page = await context.newPage()
})
afterEach(() => context.close())

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // a request without an encoding gives bytes
  const { url = '/', method = 'GET' } = request
  const headers = new Headers(request.headers as Record<string, string>) // no header comes twice in this test
  const body = method === 'POST' ? { body: Buffer.concat(chunks) } : {}
  const answer = await answerOf(new Request(new URL(url, authJsOrigin), { method, headers, ...body }))
  response.writeHead(answer.status, [...answer.headers].flat())
  response.end(await answer.text())
}

/** The application with Auth.js: the library's pages, and one that shows who is signed in. */
async function answerOf(request: Request): Promise<Response> {
  const config: AuthConfig = {
    providers: [AuthApple({ clientId: APP.id, clientSecret: await clientSecret(), issuer: oidcB.url })],
    secret: 'not a secret',
    trustHost: true,
    basePath: '/api/auth',
    logger: { error() {}, warn() {}, debug() {} },
  }
  if (new URL(request.url).pathname.startsWith('/api/auth/')) return Auth(request, config)
  const session = await Auth(new Request(`${authJsOrigin}/api/auth/session`, request), config)
  return new Response(`<h1>${await session.text()}</h1>`, { headers: { 'content-type': 'text/html' } })
}

const heading = () => page.getByRole('heading', { level: 1 }).textContent()
/** Opens the application's authorization URL in the browser and chooses a person. */
async function signInWith(link: string): Promise<string | null> {
  const { pathname, search } = new URL(link)
  application.sendTo(oidcB.url + pathname + search)
  await page.goto(`${application.origin}/sign-in`)
  await page.getByRole('radio', { name: 'Hide My Email' }).check()
  await page.getByRole('button', { name: 'Ada King Lovelace' }).click()
  await page.waitForURL(/\/callback/)
  return heading()
}
const greeting = (form: URLSearchParams, claims: object) => {
  const { name } = JSON.parse(form.get('user') ?? '{}') as { name?: { firstName: string } } // the vendor's documented members
  return `${name?.firstName}, ${'email' in claims ? String(claims.email) : 'without an address'}`
}
const GREETING = /^Ada King, [a-z0-9]{10}@privaterelay\.appleid\.com$/

describe('a person with a browser', () => {
  it('signs in to an application with oauth4webapi', async () => {
    const insecure = { [oauth.allowInsecureRequests]: true }
    const issuer = new URL(oidcB.url)
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
    const app: oauth.Client = { client_id: APP.id }
    const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
    const verifier = oauth.generateRandomCodeVerifier()
    const callback = `${application.origin}/callback`
    greet = async ({ form }) => {
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        app,
        oauth.ClientSecretPost(await clientSecret()),
        oauth.validateAuthResponse(server, app, form, state),
        callback,
        verifier,
        insecure,
      )
      const checked = { expectedNonce: nonce, requireIdToken: true }
      const result = await oauth.processAuthorizationCodeResponse(server, app, response, checked)
      await oauth.validateApplicationLevelSignature(server, response, insecure)
      return greeting(form, oauth.getValidatedIdTokenClaims(result) ?? {})
    }
    const query = new URLSearchParams({
      client_id: APP.id,
      redirect_uri: callback,
      response_type: 'code',
      response_mode: 'form_post',
      scope: 'name email',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    expect(await signInWith(`${server.authorization_endpoint}?${query.toString()}`)).toMatch(GREETING)
  })

  it('signs in to an application with arctic', async () => {
    const key = createPrivateKey(PRIVATE_KEY).export({ type: 'pkcs8', format: 'der' })
    const apple = new Apple(APP.id, APP.team, APP.key, new Uint8Array(key), `${application.origin}/callback`)
    const realFetch = globalThis.fetch
    greet = async ({ form }) => {
      globalThis.fetch = insteadOfApple(() => oidcB, realFetch)
      try {
        expect(form.get('state')).toBe('state')
        const tokens = await apple.validateAuthorizationCode(form.get('code') ?? '')
        return greeting(form, decodeIdToken(tokens.idToken()))
      } finally {
        globalThis.fetch = realFetch
      }
    }
    const link = apple.createAuthorizationURL('state', ['name', 'email'])
    link.searchParams.set('response_mode', 'form_post')
    expect(await signInWith(link.href)).toMatch(GREETING)
  })

  it('signs in to an application with apple-signin-auth', async () => {
    const client = { clientID: APP.id, redirectUri: `${application.origin}/callback` }
    const { _setFetch: setFetch } = appleSignin
    setFetch(insteadOfApple(() => oidcB, fetch))
    greet = async ({ form }) => {
      const secret = { teamID: APP.team, keyIdentifier: APP.key, privateKey: PRIVATE_KEY }
      const options = { ...client, clientSecret: appleSignin.getClientSecret({ ...client, ...secret }) }
      const tokens = await appleSignin.getAuthorizationToken(form.get('code') ?? '', options)
      return greeting(form, await appleSignin.verifyIdToken(tokens.id_token, { audience: APP.id, issuer: oidcB.url }))
    }
    try {
      expect(await signInWith(appleSignin.getAuthorizationUrl({ ...client, scope: 'name email' }))).toMatch(GREETING)
    } finally {
      setFetch(fetch)
    }
  })

  it('signs in to an application with Auth.js, whose cookies come with the posted form', async () => {
    await page.goto(`${authJsOrigin}/api/auth/signin?callbackUrl=/`)
    await page.getByRole('button', { name: 'Sign in with Apple' }).click()
    await page.getByRole('button', { name: 'Ada King Lovelace' }).click()
    await page.waitForURL(`${authJsOrigin}/`)
    const { user } = JSON.parse((await heading()) ?? '') as { user: object } // what Auth.js answers
    expect(user).toMatchObject({ name: 'Ada King Lovelace', email: 'ada@example.com' })
  })
})
