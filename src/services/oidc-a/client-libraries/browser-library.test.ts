import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { OAuth2Client } from 'google-auth-library'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { visitorWithBrowser } from '#testkit/visitor.ts'
import { APP, startOidcA } from '#oidc-a/oidc-a.fixture.ts'

// A page of an application with the vendor's library for browsers, and a person with a browser.

const visitor = visitorWithBrowser()
let oidcA: Emulator<'oidc-a'>
let application: string
let content: string
let posted: { readonly form: URLSearchParams; readonly cookies: string } | undefined

const server = createServer((request, response) => void answer(request, response))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  if (request.method === 'POST') posted = { form: new URLSearchParams(body), cookies: request.headers.cookie ?? '' }
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><title>application</title><link rel="icon" href="data:,">
    <script>
      const said = []
      const say = (answer) => said.push(answer)
      const client_id = '${APP.id}'
    </script>
    <script src="${oidcA.url}/gsi/client"></script>${content}`)
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  application = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens at an address
  oidcA = await startOidcA('RS256', [`${application}/login`])
})
afterAll(async () => {
  await oidcA.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  posted = undefined
  return oidcA.reset()
})

/**
 * Opens a page of the application with this markup and script, in which `said` takes what the library gives to
 * callbacks.
 */
async function open(markup: string, origin = application): Promise<void> {
  content = markup
  visitor.page.setDefaultTimeout(10_000)
  await visitor.page.goto(`${origin}/`)
}

/** Presses a button of the page, and returns the window that opens. */
async function windowOf(button: string): Promise<Page> {
  const opening = visitor.page.waitForEvent('popup')
  await visitor.page.getByRole('button', { name: button, exact: true }).click()
  return opening
}

/** Presses a button of the page, chooses a person in the window that opens, and returns what the page has heard. */
async function choose(button: string, person: string): Promise<Record<string, unknown>> {
  const opened = await windowOf(button)
  await opened.getByRole('button', { name: person, exact: true }).click()
  return heard()
}

/** Waits until the page has heard something, and returns the last of it. */
async function heard(): Promise<Record<string, unknown>> {
  const last = await visitor.page.waitForFunction('said.at(-1)')
  return (await last.jsonValue()) as Record<string, unknown> // what the library gives to callbacks
}

const claimsOf = async (credential: unknown) => {
  const vendor = new OAuth2Client({
    issuers: [oidcA.url],
    endpoints: { oauth2FederatedSignonPemCertsUrl: `${oidcA.url}/oauth2/v1/certs` },
  })
  return (await vendor.verifyIdToken({ idToken: String(credential), audience: APP.id })).getPayload()
}

const BUTTON = `<div id="button"></div><script>
  google.accounts.id.initialize({ client_id, callback: say, nonce: 'n-1' })
  google.accounts.id.renderButton(document.getElementById('button'), { text: 'continue_with', state: 's-1' })
</script>`

describe('sign-in with the library for browsers', () => {
  it('hands a page the credential of the person who was chosen', async () => {
    await open(BUTTON)
    const { credential, ...answer } = await choose('Continue with Google', 'Grace Hopper')
    expect(answer).toEqual({ clientId: APP.id, client_id: APP.id, select_by: 'btn', state: 's-1' })
    expect(await claimsOf(credential)).toMatchObject({
      email: 'grace@example.org',
      hd: 'example.org',
      name: 'Grace Hopper',
      nonce: 'n-1',
      jti: expect.stringMatching(/^[0-9a-f]{40}$/),
    })
    expect(visitor.complaints).toEqual([])
  })

  it('shows a prompt, and tells the page what becomes of it', async () => {
    await open(`<script>
      const moments = []
      google.accounts.id.initialize({ client_id, callback: say })
      google.accounts.id.prompt((moment) => moments.push(moment.getMomentType(), moment.getDismissedReason()))
    </script>`)
    const { credential, select_by } = await choose('Continue with Google', 'Ada Lovelace')
    expect(select_by).toBe('user')
    expect((await claimsOf(credential))?.email).toBe('ada@example.com')
    expect(await visitor.page.getByRole('dialog').count()).toBe(0)
    expect(await visitor.page.evaluate('JSON.stringify(moments)')).toBe(
      '["display",null,"dismissed","credential_returned"]',
    )
  })

  it('reads the markup of a page', async () => {
    await open(`<div id="g_id_onload" data-client_id="${APP.id}" data-callback="say" data-auto_prompt="false"></div>
      <div class="g_id_signin" data-text="signup_with"></div><script>window.say = say</script>`)
    const { credential } = await choose('Sign up with Google', 'Ada Lovelace')
    expect((await claimsOf(credential))?.email).toBe('ada@example.com')
  })

  it('posts the credential to the login_uri of a page that leaves, with the token of its cookie', async () => {
    await open(`<div id="button"></div><script>
      google.accounts.id.initialize({ client_id, ux_mode: 'redirect', login_uri: '${application}/login' })
      google.accounts.id.renderButton(document.getElementById('button'))
    </script>`)
    await visitor.page.getByRole('button', { name: 'Sign in with Google' }).click()
    await visitor.page.getByRole('button', { name: 'Ada Lovelace' }).click()
    await visitor.page.waitForURL(`${application}/login`)
    expect((await claimsOf(posted?.form.get('credential')))?.email).toBe('ada@example.com')
    expect(posted?.cookies).toContain(`g_csrf_token=${posted?.form.get('g_csrf_token')}`)
  })

  it('refuses a page at an origin that is not of the application', async () => {
    await open(BUTTON, application.replace('127.0.0.1', 'localhost'))
    const opened = await windowOf('Continue with Google')
    expect(await opened.getByRole('heading', { level: 1 }).textContent()).toBe('Error 400: redirect_uri_mismatch')
  })
})

const TOKEN = `<button onclick="client.requestAccessToken()">Go</button><script>
  const client = google.accounts.oauth2.initTokenClient({
    client_id, scope: 'openid email', state: 's-2', callback: say, error_callback: say,
  })
</script>`

describe('authorization with the library for browsers', () => {
  it('hands a page an access token', async () => {
    await open(TOKEN)
    const answer = await choose('Go', 'Ada Lovelace')
    expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: 3600, state: 's-2', authuser: '0' })
    const headers = { authorization: `Bearer ${String(answer['access_token'])}` }
    const profile = await fetch(`${oidcA.url}/oauth2/v3/userinfo`, { headers })
    expect(await profile.json()).toMatchObject({ email: 'ada@example.com' })
    expect(await visitor.page.evaluate(`google.accounts.oauth2.hasGrantedAllScopes(said[0], 'email', 'openid')`)).toBe(
      true,
    )
    expect(await visitor.page.evaluate(`google.accounts.oauth2.hasGrantedAnyScope(said[0], 'profile')`)).toBe(false)
  })

  it('revokes the access token of a page', async () => {
    await open(TOKEN)
    await choose('Go', 'Ada Lovelace')
    const revoked = `new Promise((done) => google.accounts.oauth2.revoke(said[0].access_token, done))`
    expect(await visitor.page.evaluate(revoked)).toEqual({ successful: true })
    expect(await visitor.page.evaluate(revoked)).toMatchObject({ successful: false, error: 'invalid_token' })
  })

  it('hands a page a code, which its server redeems with the redirect_uri postmessage', async () => {
    await open(`<button onclick="client.requestCode()">Go</button><script>
      const client = google.accounts.oauth2.initCodeClient({ client_id, scope: 'openid email', callback: say })
    </script>`)
    const { code } = await choose('Go', 'Ada Lovelace')
    const server = new OAuth2Client({
      clientId: APP.id,
      clientSecret: APP.secret,
      redirectUri: 'postmessage',
      endpoints: { oauth2TokenUrl: `${oidcA.url}/oauth2/token` },
    })
    const { tokens } = await server.getToken(String(code))
    expect(tokens.refresh_token).toMatch(/^1\/\//)
  })

  it('tells a page that the person has cancelled or closed the window', async () => {
    await open(TOKEN)
    const cancelled = await windowOf('Go')
    await cancelled.getByRole('button', { name: 'Cancel' }).click()
    expect(await heard()).toMatchObject({ error: 'access_denied', state: 's-2' })
    await visitor.page.evaluate('said.splice(0)')
    const closed = await windowOf('Go')
    await closed.close()
    expect(await heard()).toEqual({ type: 'popup_closed', message: 'Popup window closed' })
  })
})
