import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { visitorWithBrowser } from '#testkit/visitor.ts'
import { startRelyingParty, type RelyingParty } from '#testkit/relying-party.ts'
import { APP, startOidcA } from '#oidc-a/oidc-a.fixture.ts'

// An application with openid-client, and a person with a browser.

const visitor = visitorWithBrowser()
let oidcA: Emulator<'oidc-a'>
let application: RelyingParty
let config: client.Configuration
let checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string }
beforeAll(async () => {
  application = await startRelyingParty(async ({ method, url, form }) => {
    const request = method === 'POST' ? new Request(url, { method, body: form }) : url
    const tokens = await client.authorizationCodeGrant(config, request, checks)
    return `Hello ${JSON.stringify(tokens.claims()?.['email'])}`
  })
  oidcA = await startOidcA('RS256', [`${application.origin}/callback`])
  config = await client.discovery(new URL(oidcA.url), APP.id, APP.secret, undefined, {
    execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
  })
})
afterAll(async () => {
  await oidcA.close()
  await application[Symbol.asyncDispose]()
})

beforeEach(() => oidcA.reset())

/** Opens the application's authorization URL in the browser. */
async function goToSignIn(more: Record<string, string> = {}): Promise<void> {
  checks = {
    pkceCodeVerifier: client.randomPKCECodeVerifier(),
    expectedState: client.randomState(),
    expectedNonce: client.randomNonce(),
  }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: `${application.origin}/callback`,
    scope: 'openid email profile',
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
      'See your e-mail address https://www.googleapis.com/auth/userinfo.email',
      'See your name, picture and language https://www.googleapis.com/auth/userinfo.profile',
    ])
    await person('Ada Lovelace').click()
    await visitor.page.waitForURL(/\/callback/)
    expect(await heading()).toBe('Hello "ada@example.com"')
    expect(visitor.complaints).toEqual([])
  })

  it('sees the requested scopes when the application asks for consent', async () => {
    await goToSignIn({ prompt: 'consent', access_type: 'offline' })
    await person('Grace Hopper').click()
    expect(await heading()).toBe('Authorize Web App')
    expect(await visitor.page.getByRole('listitem').count()).toBe(3)
    await visitor.page.getByRole('button', { name: 'Authorize Web App' }).click()
    await visitor.page.waitForURL(/\/callback/)
    expect(await heading()).toBe('Hello "grace@example.org"')
    expect(visitor.complaints).toEqual([])
  })

  it('can cancel on the consent page', async () => {
    await goToSignIn({ prompt: 'consent' })
    await person('Ada Lovelace').click()
    await visitor.page.getByRole('button', { name: 'Cancel' }).click()
    await visitor.page.waitForURL(/\/callback/)
    expect(application.calledBack()?.url.searchParams.get('error')).toBe('access_denied')
  })

  it('is signed in without a page by prompt=none', async () => {
    await goToSignIn({ prompt: 'none' })
    expect(application.calledBack()?.url.searchParams.get('error')).toBe('login_required')
    await goToSignIn()
    await person('Ada Lovelace').click()
    await visitor.page.waitForURL(/\/callback/)
    await goToSignIn({ prompt: 'none' })
    expect(await heading()).toBe('Hello "ada@example.com"')
  })

  it('is suggested after the last sign-in, and by login_hint', async () => {
    await goToSignIn()
    await person('Grace Hopper').click()
    await visitor.page.waitForURL(/\/callback/)
    await goToSignIn()
    expect(await visitor.page.getByRole('button').first().getAttribute('value')).toBe('grace@example.org')
    await goToSignIn({ login_hint: 'ada@example.com' })
    expect(await visitor.page.getByRole('button').first().getAttribute('value')).toBe('ada@example.com')
  })

  it('chooses among the accounts of one organization when the application sends hd', async () => {
    await goToSignIn({ hd: 'example.org' })
    expect(await visitor.page.getByRole('list', { name: 'Continue as' }).getByRole('button').count()).toBe(1)
    await person('Grace Hopper').click()
    await visitor.page.waitForURL(/\/callback/)
    expect(application.calledBack()?.url.searchParams.get('hd')).toBe('example.org')
  })

  it('posts the answer with a form that submits itself', async () => {
    await goToSignIn({ response_mode: 'form_post' })
    await person('Ada Lovelace').click()
    await visitor.page.waitForURL(/\/callback/)
    expect(application.calledBack()?.method).toBe('POST')
    expect(await heading()).toBe('Hello "ada@example.com"')
    expect(visitor.complaints).toEqual([])
  })

  it('posts that form with its button when scripts are off', async () => {
    await visitor.openWith({ javaScriptEnabled: false })
    await goToSignIn({ response_mode: 'form_post' })
    await person('Ada Lovelace').click()
    expect(await heading()).toBe('Going on to Web App')
    await visitor.page.getByRole('button', { name: 'Continue to Web App' }).click()
    expect(await heading()).toBe('Hello "ada@example.com"')
  })

  it('sees an error page that names the registered addresses when the redirect_uri is wrong', async () => {
    await goToSignIn({ redirect_uri: 'http://localhost:1/cb' })
    expect(await heading()).toBe('Error 400: redirect_uri_mismatch')
    expect(await visitor.page.getByRole('alert').textContent()).toContain(
      `redirect_uri http://localhost:1/cb is not registered for ${APP.id}; registered: ${application.origin}/callback`,
    )
    expect(await visitor.page.getByRole('listitem').last().textContent()).toContain(
      'under oidc-a.oauth_clients in the seed',
    )
  })

  it('connects a device', async () => {
    const body = new URLSearchParams({ client_id: APP.id, scope: 'openid email' })
    const device = (await (await fetch(`${oidcA.url}/device/code`, { method: 'POST', body })).json()) as {
      device_code: string
      user_code: string
      verification_url: string
    } // the vendor's documented members
    await visitor.page.goto(device.verification_url)
    await visitor.page.getByLabel('Code').fill(device.user_code)
    await visitor.page.getByRole('button', { name: 'Continue' }).click()
    await person('Ada Lovelace').click()
    await visitor.page.getByRole('button', { name: 'Authorize Web App' }).click()
    expect(await heading()).toBe('The device is connected')
    const tokens = await fetch(`${oidcA.url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        client_id: APP.id,
        client_secret: APP.secret,
        device_code: device.device_code,
      }),
    })
    expect(await tokens.json()).toHaveProperty('refresh_token')
    expect(visitor.complaints).toEqual([])
  })
})
