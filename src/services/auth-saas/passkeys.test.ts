import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeWindows, sharedChromium } from '#testkit/chromium.ts'
import { clerkOf, people, startAuthSaas, type RunningAuthSaas } from './auth-saas.fixture.ts'
import { signedIn, visitor } from './routes/frontend/frontend.fixture.ts'

const PASSWORD = 'correct-horse-battery'

let auth: RunningAuthSaas
let browser: Browser
let site: Server
let home = ''

beforeAll(async () => {
  auth = await startAuthSaas({ https: true, seed: { 'auth-saas': people } })
  browser = await sharedChromium()
  site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>application</title>
<script async crossorigin="anonymous" data-clerk-publishable-key="${auth.env['CLERK_PUBLISHABLE_KEY']}"
  src="${auth.url}/npm/@clerk/clerk-js@6/dist/clerk.browser.js"></script>`)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  home = `http://localhost:${(site.address() as AddressInfo).port}`
})
afterAll(async () => {
  await closeWindows()
  site.close()
  await auth.close()
})
beforeEach(() => auth.reset())

/** The instance at its address without TLS, which Node trusts. */
const plain = () => ({
  url: auth.url.replace('https:', 'http:'),
  env: auth.env,
  signIn: auth.signIn.bind(auth),
})

interface PasskeyInPage {
  readonly id: string
  readonly name: string
  update(changes: object): Promise<PasskeyInPage>
  delete(): Promise<{ readonly deleted: boolean }>
}

interface SignInInPage {
  readonly status: string
  readonly createdSessionId: string
  readonly supportedFirstFactors: { readonly strategy: string }[]
  authenticateWithPasskey(options?: object): Promise<SignInInPage>
  create(options: object): Promise<SignInInPage>
}

declare const Clerk: {
  readonly user: {
    readonly passkeys: readonly PasskeyInPage[]
    createPasskey(): Promise<PasskeyInPage>
    reload(): Promise<unknown>
  }
  readonly session: {
    startVerification(options: object): Promise<unknown>
    verifyWithPasskey(): Promise<{ readonly status: string }>
  }
  readonly client: { readonly signIn: SignInInPage }
  load(options: object): Promise<void>
  setActive(options: object): Promise<void>
}

/** Gives a page an authenticator that has verified its user, as Touch ID does. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Opens a page of the application, in a browser that has an authenticator. */
async function open(url = home): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  // The vendor's library does not offer passkeys to a browser that a program drives.
  await context.addInitScript(() => {
    Object.defineProperty(Object.getPrototypeOf(navigator), 'webdriver', { get: () => false })
  })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await page.goto(url)
  await addAuthenticator(context, page)
  if (url !== home) return page
  await page.waitForFunction(() => 'Clerk' in globalThis)
  await page.evaluate(() => Clerk.load({ signInUrl: '/sign-in', signUpUrl: '/sign-up' }))
  return page
}

/** Returns the passkeys of Ada as the backend API shows them. */
async function passkeysOfAda(): Promise<readonly { readonly id: string }[]> {
  const { raw } = await clerkOf(plain()).users.getUser('user_ada')
  return (raw as unknown as { passkeys: { id: string }[] }).passkeys // the client's types leave them out
}

/** Signs Ada in by password, and makes a passkey of hers. */
async function withPasskey(): Promise<Page> {
  const page = await open()
  await page.evaluate(async (password) => {
    const { createdSessionId } = await Clerk.client.signIn.create({ identifier: 'ada@example.com', password })
    await Clerk.setActive({ session: createdSessionId })
    await Clerk.user.createPasskey()
  }, PASSWORD)
  return page
}

/** Ends the sessions of the page's client, without the library, which would open the page again. */
async function signOut(page: Page): Promise<void> {
  const { data } = await clerkOf(plain()).sessions.getSessionList({ userId: 'user_ada' })
  for (const { id } of data) await clerkOf(plain()).sessions.revokeSession(id)
  await page.reload()
  await page.waitForFunction(() => 'Clerk' in globalThis)
  await page.evaluate(() => Clerk.load({ signInUrl: '/sign-in', signUpUrl: '/sign-up' }))
}

describe('a passkey', () => {
  it('is made by the authenticator of the browser, renamed, shown to the backend and deleted', async () => {
    const page = await withPasskey()
    const [passkey] = await passkeysOfAda()
    expect(passkey).toMatchObject({
      object: 'passkey',
      name: 'Passkey',
      last_used_at: null,
      verification: { object: 'verification_passkey', status: 'verified', strategy: 'passkey' },
    })
    const state = await page.evaluate(async () => {
      const renamed = await Clerk.user.passkeys[0]?.update({ name: 'Laptop' })
      const gone = await Clerk.user.passkeys[0]?.delete()
      await Clerk.user.reload()
      return { name: renamed?.name, deleted: gone?.deleted, left: Clerk.user.passkeys.length }
    })
    expect(state).toEqual({ name: 'Laptop', deleted: true, left: 0 })
  })

  it('signs in without an identifier, and after one', async () => {
    const page = await withPasskey()
    await signOut(page)
    const discovered = await page.evaluate(async () => {
      const attempt = await Clerk.client.signIn.authenticateWithPasskey({ flow: 'discoverable' })
      return attempt.status
    })
    expect(discovered).toBe('complete')
    await signOut(page)
    const named = await page.evaluate(async () => {
      const attempt = await Clerk.client.signIn.create({ identifier: 'ada@example.com' })
      const offered = attempt.supportedFirstFactors.some(({ strategy }) => strategy === 'passkey')
      return { offered, status: (await attempt.authenticateWithPasskey()).status }
    })
    expect(named).toEqual({ offered: true, status: 'complete' })
    const [passkey] = await passkeysOfAda()
    expect(passkey).toMatchObject({ last_used_at: expect.any(Number) as number })
  })

  it('proves a signed-in user again', async () => {
    const page = await withPasskey()
    const status = await page.evaluate(async () => {
      await Clerk.session.startVerification({ level: 'first_factor' })
      return (await Clerk.session.verifyWithPasskey()).status
    })
    expect(status).toBe('complete')
  })

  it('signs nobody in when the backend has deleted it', async () => {
    const page = await withPasskey()
    const [passkey] = await passkeysOfAda()
    await clerkOf(plain()).users.deleteUserPasskey({
      userId: 'user_ada',
      passkeyIdentificationId: passkey?.id ?? '',
    })
    await signOut(page)
    const code = await page.evaluate(() =>
      Clerk.client.signIn.authenticateWithPasskey({ flow: 'discoverable' }).then(
        () => null,
        (error: unknown) => (error as { errors: { code: string }[] }).errors[0]?.code,
      ),
    )
    expect(code).toBe('passkey_not_registered')
  })

  it('is added on the account page and signs in on the page to sign in', async () => {
    const own = plain().url.replace('127.0.0.1', 'localhost')
    const signIn = `${own}/sign-in?redirect_url=${encodeURIComponent(`${own}/user`)}`
    const page = await open(signIn)
    await page.getByLabel('Email address, phone number or username').fill('ada')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name of passkey').fill('Phone')
    await page.getByRole('button', { name: 'Rename' }).click()
    await expect.poll(() => page.getByLabel('Name of passkey').inputValue()).toBe('Phone')
    await page.context().clearCookies()
    await page.goto(signIn)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL(/\/user(?:\?|$)/)
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => page.getByLabel('Name of passkey').count()).toBe(0)
  })
})

describe('a credential that proves nothing', () => {
  const credential = (type: string, challenge: string) => {
    const clientDataJSON = Buffer.from(JSON.stringify({ type, challenge, origin: auth.url })).toString('base64url')
    return JSON.stringify({ id: 'none', response: { clientDataJSON, attestationObject: 'oA' } })
  }

  it('makes no passkey', async () => {
    const ada = signedIn(plain(), 'ada@example.com')
    const { response } = await ada.call('POST', '/me/passkeys', {})
    const path = `/me/passkeys/${String(response['id'])}/attempt_verification`
    const { nonce = '' } = response['verification'] as { nonce?: string }
    const { challenge } = JSON.parse(nonce) as { challenge: string }
    const attempts = ['{', credential('webauthn.get', challenge), credential('webauthn.create', 'other')]
    for (const text of [...attempts, credential('webauthn.create', challenge)]) {
      const answer = await ada.call('POST', path, { strategy: 'passkey', public_key_credential: text })
      expect([answer.status, answer.code]).toEqual([422, 'form_param_format_invalid'])
    }
    const read = await ada.call('GET', `/me/passkeys/${String(response['id'])}`)
    expect(read.response).toMatchObject({ verification: { status: 'unverified' } })
  })

  it('signs nobody in', async () => {
    const anybody = await visitor(plain())
    const { response } = await anybody.call('POST', '/client/sign_ins', { strategy: 'passkey' })
    const answer = await anybody.call('POST', `/client/sign_ins/${String(response['id'])}/attempt_first_factor`, {
      strategy: 'passkey',
      public_key_credential: credential('webauthn.get', 'x'),
    })
    expect([answer.status, answer.code]).toEqual([404, 'passkey_not_registered'])
  })

  it('is refused where the instance has no passkeys', async () => {
    const without = await startAuthSaas({ seed: { 'auth-saas': { ...people, settings: { passkeys: false } } } })
    const answer = await signedIn(without, 'ada@example.com').call('POST', '/me/passkeys', {})
    expect([answer.status, answer.code]).toEqual([400, 'feature_not_enabled'])
    await without.close()
  })
})
