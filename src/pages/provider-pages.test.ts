import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../emulator.ts'
import { visitorWithBrowser } from '#testkit/visitor.ts'
import { identity } from '#testkit/identity.ts'
import { startRelyingParty, type RelyingParty } from '#testkit/relying-party.ts'

// The pages that providers have beside the sign-in page of pages.test.ts, with hostile text in every value that they
// show.

const HOSTILE = `"'><img src=x onerror=alert(1)>`

const visitor = visitorWithBrowser()
let application: RelyingParty
let provider: Emulator
beforeAll(async () => {
  application = await startRelyingParty(() => Promise.resolve('Back'))
  provider = await createEmulator({
    service: identity,
    port: 0,
    seed: {
      identity: {
        users: [{ id: 'mallory', name: HOSTILE }],
        clients: [{ id: HOSTILE, secret: 'x', redirect_uris: [`${application.origin}/callback`] }],
      },
    },
  })
})
afterAll(async () => {
  await provider.close()
  await application[Symbol.asyncDispose]()
})

beforeEach(() => provider.reset())

const authorizeUrl = (more: Record<string, string> = {}) => {
  const query = {
    client_id: HOSTILE,
    redirect_uri: `${application.origin}/callback`,
    response_type: 'code',
    scope: 'openid read',
    state: HOSTILE,
    ...more,
  }
  return `${provider.url}/main/authorize?${new URLSearchParams(query).toString()}`
}
const fits = () => visitor.page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')
const choose = () => visitor.page.getByRole('button', { name: HOSTILE, exact: true }).click()

describe('the page for consent', () => {
  it('shows who agrees to what, as text, at 320 pixels, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.openWith({ viewport: { width: 320, height: 640 }, colorScheme })
      await visitor.page.goto(authorizeUrl({ prompt: 'consent' }))
      await choose()
      expect(await visitor.page.getByRole('heading', { level: 1 }).textContent()).toBe(`Authorize ${HOSTILE}`)
      expect(await visitor.page.getByRole('listitem').allTextContents()).toEqual([
        'Have openid openid',
        'Have read read',
      ])
      expect(await visitor.page.locator('img').count()).toBe(0)
      expect(await fits()).toBe(true)
      await visitor.page.keyboard.press('Enter')
      await visitor.page.waitForURL(/\/callback/)
      expect(new URL(visitor.page.url()).searchParams.get('state')).toBe(HOSTILE)
      expect(visitor.complaints).toEqual([])
    }
  })
})

describe('the page that posts an answer', () => {
  it('posts it, to the letter', async () => {
    await visitor.page.goto(
      authorizeUrl({ response_mode: 'form_post', response_type: 'code id_token', nonce: HOSTILE }),
    )
    await choose()
    await visitor.page.waitForURL(/\/callback$/)
    expect(Object.fromEntries(application.calledBack()?.form ?? [])).toEqual({
      code: expect.any(String),
      id_token: expect.stringMatching(/^eyJ/),
      first: 'true',
      state: HOSTILE,
    })
    expect(visitor.complaints).toEqual([])
  })

  it('is readable at 320 pixels, and posts with its button, without scripts', async () => {
    await visitor.openWith({ viewport: { width: 320, height: 640 }, javaScriptEnabled: false })
    await visitor.page.goto(authorizeUrl({ response_mode: 'form_post' }))
    await choose()
    expect(await visitor.page.locator('img').count()).toBe(0)
    expect(await visitor.page.locator('main').textContent()).toContain(`${application.origin}/callback`)
    await visitor.page.getByRole('button', { name: `Continue to ${HOSTILE}` }).click()
    await visitor.page.waitForURL(/\/callback$/)
    expect(application.calledBack()?.method).toBe('POST')
  })
})

describe('the page for those who sign out', () => {
  it('says so', async () => {
    await visitor.page.goto(authorizeUrl({ response_type: 'id_token', nonce: 'n' }))
    await choose()
    await visitor.page.waitForURL(/\/callback#/)
    const hint = new URLSearchParams(new URL(visitor.page.url()).hash.slice(1)).get('id_token') ?? ''
    expect(await visitor.page.context().cookies(provider.url)).toHaveLength(1)
    await visitor.page.goto(`${provider.url}/main/logout?id_token_hint=${hint}`)
    expect(await visitor.page.getByRole('heading', { level: 1 }).textContent()).toBe('You are signed out')
    expect(await visitor.page.context().cookies(provider.url)).toEqual([])
    expect(visitor.complaints).toEqual([])
  })

  it('or says why not, with every value as text', async () => {
    await visitor.page.goto(`${provider.url}/main/logout?id_token_hint=${encodeURIComponent(HOSTILE)}`)
    expect(await visitor.page.getByRole('alert').textContent()).toContain('id_token_hint is no ID token of this server')
    expect(await visitor.page.locator('img').count()).toBe(0)
  })
})
