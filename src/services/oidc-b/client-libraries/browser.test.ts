import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { visitorWithBrowser } from '#testkit/visitor.ts'
import { startRelyingParty, type RelyingParty } from '#testkit/relying-party.ts'
import { APP, clientSecret, startOidcB } from '#oidc-b/oidc-b.fixture.ts'

// An application with openid-client, and a person with a browser.

const visitor = visitorWithBrowser()
let oidcB: Emulator<'oidc-b'>
let application: RelyingParty
let config: client.Configuration
let checks: { expectedState: string; expectedNonce: string }
beforeAll(async () => {
  application = await startRelyingParty(async ({ method, url, form }) => {
    const request = method === 'POST' ? new Request(url, { method, body: form }) : url
    const claims = (await client.authorizationCodeGrant(config, request, checks)).claims()
    const name = form.get('user')?.match(/"firstName":"([^"]*)"/)?.[1] ?? 'you'
    return `Hello ${name}, ${JSON.stringify(claims?.['email'] ?? null)}`
  })
  oidcB = await startOidcB([`${application.origin}/callback`])
  config = await client.discovery(
    new URL(oidcB.url),
    APP.id,
    undefined,
    client.ClientSecretPost(await clientSecret()),
    { execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks] },
  )
})
afterAll(async () => {
  await oidcB.close()
  await application[Symbol.asyncDispose]()
})

beforeEach(() => oidcB.reset())

/** Opens the application's authorization URL in the browser. */
async function goToSignIn(more: Record<string, string> = {}): Promise<void> {
  checks = { expectedState: client.randomState(), expectedNonce: client.randomNonce() }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: `${application.origin}/callback`,
    scope: 'name email',
    response_mode: 'form_post',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    ...more,
  })
  application.sendTo(url.href)
  await visitor.page.goto(`${application.origin}/sign-in`)
}
const heading = () => visitor.page.getByRole('heading', { level: 1 }).textContent()
async function choose(name: string): Promise<void> {
  await visitor.page.getByRole('button', { name, exact: true }).click()
  await visitor.page.waitForURL(/\/callback/)
}

describe('a person with a browser', () => {
  it('signs in with one click, and the application gets the name on the first sign-in', async () => {
    await goToSignIn()
    expect(await heading()).toBe('Sign in to Web App')
    expect(
      await visitor.page.getByRole('list', { name: 'Web App asks to' }).getByRole('listitem').allTextContents(),
    ).toEqual(['See your name name', 'See your e-mail address, or one that forwards to it email'])
    await choose('Ada King Lovelace')
    expect(application.calledBack()?.method).toBe('POST')
    expect(await heading()).toBe('Hello Ada King, "ada@example.com"')
    await goToSignIn()
    await choose('Ada King Lovelace')
    expect(await heading()).toBe('Hello you, "ada@example.com"')
    expect(visitor.complaints).toEqual([])
  })

  it('hides the address, which stays hidden', async () => {
    await goToSignIn()
    const choice = visitor.page.getByRole('group', { name: 'E-mail address, the first time' })
    expect(await choice.getByRole('radio').count()).toBe(2)
    expect(await choice.getByRole('radio', { checked: true }).count()).toBe(0)
    await choice.getByRole('radio', { name: 'Hide My Email' }).check()
    await choose('Ada King Lovelace')
    const greeting = await heading()
    expect(greeting).toMatch(/^Hello Ada King, "[a-z0-9]{10}@privaterelay\.appleid\.com"$/)
    await goToSignIn()
    await choose('Ada King Lovelace')
    expect(await heading()).toBe(greeting?.replace('Ada King', 'you'))
    expect(visitor.complaints).toEqual([])
  })

  it('shares the address although the seed hides it', async () => {
    await goToSignIn()
    await visitor.page.getByLabel('Share My Email').check()
    await choose('Grace Hopper')
    expect(await heading()).toBe('Hello Grace, "grace@example.org"')
  })

  it('has no choice about an address that the application does not request', async () => {
    await goToSignIn({ scope: 'openid', response_mode: 'query' })
    expect(await visitor.page.getByRole('radio').count()).toBe(0)
    await choose('Ada King Lovelace')
    expect(application.calledBack()?.method).toBe('GET')
    expect(await heading()).toBe('Hello you, null')
  })

  it('posts the answer with a button when scripts are off', async () => {
    await visitor.openWith({ javaScriptEnabled: false })
    await goToSignIn()
    await visitor.page.getByLabel('Hide My Email').check()
    await visitor.page.getByRole('button', { name: 'Ada King Lovelace' }).click()
    await visitor.page.getByRole('button', { name: 'Continue to Web App' }).click()
    expect(await heading()).toMatch(/^Hello Ada King, "\w+@privaterelay/)
  })

  it('cancels, and the application gets user_cancelled_authorize', async () => {
    await goToSignIn()
    await visitor.page.getByRole('button', { name: 'Cancel' }).click()
    await visitor.page.waitForURL(/\/callback/)
    expect(Object.fromEntries(application.calledBack()?.form ?? [])).toEqual({
      error: 'user_cancelled_authorize',
      state: checks.expectedState,
    })
  })

  it('sees an error page that names the registered addresses when the redirect_uri is wrong', async () => {
    await goToSignIn({ redirect_uri: 'http://localhost:1/cb' })
    expect(await heading()).toBe('invalid_request: Invalid web redirect url.')
    expect(await visitor.page.getByRole('alert').textContent()).toBe(
      `redirect_uri http://localhost:1/cb is not registered for ${APP.id}; registered: ${application.origin}/callback`,
    )
    expect(await visitor.page.getByRole('listitem').last().textContent()).toContain(
      'under oidc-b.oauth_clients in the seed',
    )
  })

  it('sees the whole page on a small screen and in dark mode', async () => {
    await visitor.openWith({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' })
    await goToSignIn()
    expect(await visitor.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    const box = await visitor.page.getByRole('radio', { name: 'Hide My Email' }).boundingBox()
    expect(box?.width).toBeLessThan(30)
  })
})
