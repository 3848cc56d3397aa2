import { ConfidentialClientApplication } from '@azure/msal-node'
import { decodeIdToken, generateCodeVerifier, MicrosoftEntraId } from 'arctic'
import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { visitorWithBrowser } from '#testkit/visitor.ts'
import { startRelyingParty, type CalledBack, type RelyingParty } from '#testkit/relying-party.ts'
import { plainHttp } from './msal.fixture.ts'
import { APP, startOidcC, TENANT } from '#oidc-c/oidc-c.fixture.ts'

// An application with several client libraries, and a person with a browser.

const visitor = visitorWithBrowser()
let oidcC: Emulator<'oidc-c'>
let application: RelyingParty
let config: client.Configuration
let msal: ConfidentialClientApplication
let greet: (call: CalledBack) => Promise<string>
beforeAll(async () => {
  application = await startRelyingParty((call) => greet(call))
  oidcC = await startOidcC({ callbacks: [`${application.origin}/callback`] })
  config = await client.discovery(new URL(`${oidcC.url}/${TENANT}/v2.0`), APP.id, APP.secret, undefined, {
    execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
  })
  const { host } = new URL(oidcC.url)
  msal = new ConfidentialClientApplication({
    auth: { clientId: APP.id, clientSecret: APP.secret, authority: `https://${host}/common`, knownAuthorities: [host] },
    system: { networkClient: plainHttp(oidcC.url) },
  })
})
afterAll(async () => {
  await oidcC.close()
  await application[Symbol.asyncDispose]()
})

beforeEach(() => oidcC.reset())

const redirectUri = () => `${application.origin}/callback`
const heading = () => visitor.page.getByRole('heading', { level: 1 }).textContent()
const person = (name: string) => visitor.page.getByRole('button', { name, exact: true })

/** Opens the authorization URL of an application with openid-client in the browser. */
async function goToSignIn(more: Record<string, string> = {}): Promise<void> {
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const checks = { pkceCodeVerifier, expectedState: client.randomState(), expectedNonce: client.randomNonce() }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri(),
    scope: 'openid email profile User.Read',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    ...more,
  })
  greet = async ({ method, url: back, form }) => {
    const tokens = await client.authorizationCodeGrant(
      config,
      method === 'POST' ? new Request(back, { method, body: form }) : back,
      checks,
    )
    return `Hello ${tokens.claims()?.['preferred_username'] as string}` // a claim that is always present
  }
  application.sendTo(url.href)
  await visitor.page.goto(`${application.origin}/sign-in`)
}

describe('a person with a browser', () => {
  it('signs in with one click', async () => {
    await goToSignIn()
    expect(await heading()).toBe('Sign in to Web App')
    expect(
      await visitor.page.getByRole('list', { name: 'Web App asks to' }).getByRole('listitem').allTextContents(),
    ).toEqual([
      'Sign you in openid',
      'See your e-mail address email',
      'See your basic profile profile',
      'Sign you in and read your profile User.Read',
    ])
    // The people of this tenant who can sign in.
    expect(await visitor.page.getByRole('list', { name: 'Continue as' }).getByRole('button').count()).toBe(2)
    await person('Ada Lovelace').click()
    await visitor.page.waitForURL(/\/callback/)
    expect(await heading()).toBe('Hello ada@contoso.com')
    expect(application.calledBack()?.url.searchParams.get('session_state')).toMatch(/^[\w-]{36}$/)
    expect(visitor.complaints).toEqual([])
  })

  it('signs in to an application with MSAL, with any account at common', async () => {
    application.sendTo(await msal.getAuthCodeUrl({ scopes: ['User.Read'], redirectUri: redirectUri() }))
    greet = async ({ url }) => {
      const code = url.searchParams.get('code') ?? ''
      const { account, tenantId } = await msal.acquireTokenByCode({
        code,
        scopes: ['User.Read'],
        redirectUri: redirectUri(),
      })
      return `Hello ${account?.username} of ${tenantId}`
    }
    await visitor.page.goto(`${application.origin}/sign-in`)
    expect(await visitor.page.getByRole('list', { name: 'Continue as' }).getByRole('button').count()).toBe(4)
    await person('Pat Personal').click()
    await visitor.page.waitForURL(/\/callback/)
    expect(await heading()).toBe('Hello pat@outlook.com of 9188040d-6c67-4c5b-b112-36a304b66dad')
    expect(visitor.complaints).toEqual([])
  })

  it('signs in to an application with arctic', async () => {
    const arctic = new MicrosoftEntraId(TENANT, APP.id, APP.secret, redirectUri())
    const verifier = generateCodeVerifier()
    const link = arctic.createAuthorizationURL('state', verifier, ['openid', 'profile'])
    application.sendTo(new URL(link.pathname + link.search, oidcC.url).href)
    const realFetch = globalThis.fetch
    greet = async ({ url }) => {
      globalThis.fetch = (input, init) => {
        const request = new Request(input, init)
        return realFetch(new Request(oidcC.url + new URL(request.url).pathname, request))
      }
      try {
        const tokens = await arctic.validateAuthorizationCode(url.searchParams.get('code') ?? '', verifier)
        return `Hello ${(decodeIdToken(tokens.idToken()) as { name: string }).name}`
      } finally {
        globalThis.fetch = realFetch
      }
    }
    await visitor.page.goto(`${application.origin}/sign-in`)
    await person('Grace Hopper').click()
    await visitor.page.waitForURL(/\/callback/)
    expect(await heading()).toBe('Hello Grace Hopper')
  })

  it('sees the requested scopes when the application asks for consent', async () => {
    await goToSignIn({ prompt: 'consent' })
    await person('Grace Hopper').click()
    expect(await heading()).toBe('Authorize Web App')
    await visitor.page.getByRole('button', { name: 'Authorize Web App' }).click()
    await visitor.page.waitForURL(/\/callback/)
    expect(await heading()).toBe('Hello ghopper@contoso.com')
  })

  it('can cancel', async () => {
    await goToSignIn()
    await visitor.page.getByRole('button', { name: 'Cancel' }).click()
    await visitor.page.waitForURL(/\/callback/)
    const answer = application.calledBack()?.url.searchParams
    expect(answer?.get('error')).toBe('access_denied')
    expect(answer?.get('error_description')).toMatch(/^AADSTS65004: User declined to consent/)
  })

  it('is signed in without a page by prompt=none', async () => {
    await goToSignIn({ prompt: 'none' })
    expect(application.calledBack()?.url.searchParams.get('error')).toBe('login_required')
    await goToSignIn()
    await person('Ada Lovelace').click()
    await visitor.page.waitForURL(/\/callback/)
    await goToSignIn({ prompt: 'none', login_hint: 'ada@contoso.com' })
    expect(await heading()).toBe('Hello ada@contoso.com')
  })

  it('posts the answer with a form that submits itself', async () => {
    await goToSignIn({ response_mode: 'form_post' })
    await person('Ada Lovelace').click()
    await visitor.page.waitForURL(/\/callback/)
    expect(application.calledBack()?.method).toBe('POST')
    expect(await heading()).toBe('Hello ada@contoso.com')
    expect(visitor.complaints).toEqual([])
  })

  it('sees an error page that names the registered addresses when the redirect_uri is wrong', async () => {
    await goToSignIn({ redirect_uri: 'http://localhost:1/cb' })
    expect(await heading()).toBe('AADSTS50011: The redirect URI is not one of the application’s')
    expect(await visitor.page.getByRole('alert').textContent()).toContain(
      `redirect_uri http://localhost:1/cb is not registered for ${APP.id}; registered: ${redirectUri()}`,
    )
  })

  it('sees an error page when the tenant does not exist', async () => {
    await visitor.page.goto(`${oidcC.url}/fabrikam.example/oauth2/v2.0/authorize?client_id=${APP.id}`)
    expect(await heading()).toBe('AADSTS90002')
    expect(await visitor.page.getByRole('alert').textContent()).toContain('tenant fabrikam.example is not here')
  })

  it('connects a device', async () => {
    const device = await client.initiateDeviceAuthorization(config, { scope: 'openid profile User.Read' })
    await visitor.page.goto(device.verification_uri)
    await visitor.page.getByLabel('Code').fill(device.user_code)
    await visitor.page.getByRole('button', { name: 'Continue' }).click()
    await person('Ada Lovelace').click()
    await visitor.page.getByRole('button', { name: 'Authorize Web App' }).click()
    expect(await heading()).toBe('The device is connected')
    const tokens = await client.genericGrantRequest(config, 'urn:ietf:params:oauth:grant-type:device_code', {
      device_code: device.device_code,
    })
    expect(tokens.claims()?.['name']).toBe('Ada Lovelace')
    expect(visitor.complaints).toEqual([])
  })

  it('signs out and returns to the application', async () => {
    await goToSignIn()
    await person('Ada Lovelace').click()
    await visitor.page.waitForURL(/\/callback/)
    await visitor.page.goto(client.buildEndSessionUrl(config, { post_logout_redirect_uri: redirectUri() }).href)
    expect(new URL(visitor.page.url()).origin).toBe(application.origin)
    await goToSignIn({ prompt: 'none' })
    expect(application.calledBack()?.url.searchParams.get('error')).toBe('login_required')
  })
})
