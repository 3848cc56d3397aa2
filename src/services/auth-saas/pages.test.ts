import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeWindows, sharedChromium } from '#testkit/chromium.ts'
import { clerkOf, people, startAuthSaas, type RunningAuthSaas } from './auth-saas.fixture.ts'
import { totpCode } from '#core/totp.ts'

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const PASSWORD = 'correct-horse-battery'

let auth: RunningAuthSaas
let browser: Browser
beforeAll(async () => {
  const users = [...people.users, { email_addresses: ['two@example.com'], password: PASSWORD, totp_secret: SECRET }]
  auth = await startAuthSaas({ seed: { 'auth-saas': { ...people, users } } })
  browser = await sharedChromium()
})
afterAll(async () => {
  await closeWindows()
  await auth.close()
})
beforeEach(() => auth.reset())

async function open(path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  page.setDefaultTimeout(30_000)
  await page.goto(auth.url + path)
  return page
}

/** An address of an application, on which nothing has to answer. */
const APPLICATION = 'http://localhost:9/after'

/** Returns the address to which a page goes on, without opening it. */
async function leaving(page: Page, act: () => Promise<unknown>): Promise<URL> {
  const request = page.waitForRequest('http://localhost:9/**')
  await act()
  return new URL((await request).url())
}

async function fillPassword(page: Page, identifier: string, password: string): Promise<void> {
  await page.getByLabel('Email address, phone number or username').fill(identifier)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

describe('the account pages', () => {
  it('sign in by password and go back to the application with the token of the browser', async () => {
    const page = await open(`/sign-in?redirect_url=${encodeURIComponent(APPLICATION)}`)
    const url = await leaving(page, () => fillPassword(page, 'ada', PASSWORD))
    expect(url.pathname).toBe('/after')
    const request = new Request(url, { headers: { accept: 'text/html', 'sec-fetch-dest': 'document' } })
    const state = await clerkOf(auth).authenticateRequest(request)
    expect(state.status).toBe('handshake')
    const { data } = await clerkOf(auth).sessions.getSessionList({ userId: 'user_ada', status: 'active' })
    expect(data).toHaveLength(1)
  })

  it('say what is wrong, and lock nobody out before the limit', async () => {
    const page = await open('/sign-in')
    await fillPassword(page, 'nobody@example.com', PASSWORD)
    expect(await page.getByRole('alert').textContent()).toBe("Couldn't find your account.")
    await fillPassword(page, 'ada@example.com', 'wrong')
    expect(await page.getByRole('alert').textContent()).toContain('Password is incorrect')
    const user = await clerkOf(auth).users.getUser('user_ada')
    expect([user.locked, user.raw?.verification_attempts_remaining]).toEqual([false, 99])
  })

  it('show the code that is sent, in a box', async () => {
    const page = await open(`/sign-in?redirect_url=${encodeURIComponent(APPLICATION)}`)
    await page.getByLabel('Email address, phone number or username').fill('ada@example.com')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    const code = await page.locator('output').textContent()
    expect((await auth.codes.next({ to: 'ada@example.com' })).code).toBe(code)
    await page.getByLabel('Code').fill(code ?? '')
    await leaving(page, () => page.getByRole('button', { name: 'Continue', exact: true }).click())
  })

  it('ask for the second factor', async () => {
    const page = await open(`/sign-in?redirect_url=${encodeURIComponent(APPLICATION)}`)
    await fillPassword(page, 'two@example.com', PASSWORD)
    await page.getByLabel(/authenticator app/).fill('000')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    expect(await page.getByRole('alert').textContent()).toContain('Incorrect code')
    await page.getByLabel(/authenticator app/).fill(totpCode(SECRET, auth.clock.now()))
    await leaving(page, () => page.getByRole('button', { name: 'Continue', exact: true }).click())
  })

  it('sign up with a code, so that webhooks and the API know the user', async () => {
    const page = await open(`/sign-up?redirect_url=${encodeURIComponent(APPLICATION)}`)
    await page.getByLabel('First name').fill('New')
    await page.getByLabel('Email address').fill('new@example.com')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByLabel('Code').fill((await page.locator('output').textContent()) ?? '')
    await leaving(page, () => page.getByRole('button', { name: 'Continue', exact: true }).click())
    const { data } = await clerkOf(auth).users.getUserList({ emailAddress: ['new@example.com'] })
    expect(data.map(({ firstName }) => firstName)).toEqual(['New'])
  })

  it('sign in and up at a social provider', async () => {
    const known = await open(`/sign-in?redirect_url=${encodeURIComponent(APPLICATION)}`)
    await known.getByRole('button', { name: 'Continue with Google' }).click()
    await leaving(known, () => known.getByRole('button', { name: 'ada@example.com' }).click())
    const unknown = await open(`/sign-in?redirect_url=${encodeURIComponent(APPLICATION)}`)
    await unknown.getByRole('button', { name: 'Continue with GitHub' }).click()
    await unknown.getByLabel('Email address').fill('octo@example.com')
    await leaving(unknown, () => unknown.getByRole('button', { name: 'Continue', exact: true }).click())
    const { data } = await clerkOf(auth).users.getUserList({ emailAddress: ['octo@example.com'] })
    expect(data[0]?.externalAccounts.map(({ provider }) => provider)).toEqual(['oauth_github'])
  })

  it('sign up at a social provider, and sign in whoever has an account already', async () => {
    const unknown = await open(`/sign-up?redirect_url=${encodeURIComponent(APPLICATION)}`)
    await unknown.getByRole('button', { name: 'Continue with Google' }).click()
    await unknown.getByLabel('Email address').fill('new@example.com')
    await leaving(unknown, () => unknown.getByRole('button', { name: 'Continue', exact: true }).click())
    const known = await open(`/sign-up?redirect_url=${encodeURIComponent(APPLICATION)}`)
    await known.getByRole('button', { name: 'Continue with Google' }).click()
    await leaving(known, () => known.getByRole('button', { name: 'grace@example.com' }).click())
    const { data, totalCount } = await clerkOf(auth).users.getUserList({ provider: ['oauth_google'] } as object)
    expect(totalCount).toBe(3)
    expect(data.map(({ primaryEmailAddress }) => primaryEmailAddress?.emailAddress)).toEqual([
      'new@example.com',
      'grace@example.com',
      'ada@example.com',
    ])
  })

  it('accept tickets: a sign-in token, and an invitation', async () => {
    const clerk = clerkOf(auth)
    const { url } = await clerk.signInTokens.createSignInToken({ userId: 'user_grace', expiresInSeconds: 60 })
    const page = await open(new URL(url ?? '').pathname + new URL(url ?? '').search)
    expect(await page.getByText('Signed in as grace@example.com').count()).toBe(1)
    const invitation = await clerk.invitations.createInvitation({
      emailAddress: 'guest@example.com',
      publicMetadata: { a: 1 },
    })
    const link = new URL(invitation.url ?? '')
    const guest = await open(link.pathname + link.search)
    await guest.getByLabel('Password').fill(PASSWORD)
    await guest.getByRole('button', { name: 'Continue', exact: true }).click()
    await guest.getByText('Signed in as guest@example.com').waitFor()
    const { data } = await clerk.users.getUserList({ emailAddress: ['guest@example.com'] })
    expect(data[0]?.publicMetadata).toEqual({ a: 1 })
  })

  it('change the account, switch, create and fill organizations, and sign out', async () => {
    const context = await browser.newContext()
    await auth.signIn({ user: 'ada@example.com', context })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.goto(`${auth.url}/user`)
    await page.getByLabel('First name').fill('Augusta')
    await page.getByRole('button', { name: 'Save' }).click()
    expect((await clerkOf(auth).users.getUser('user_ada')).firstName).toBe('Augusta')
    await page.getByRole('link', { name: 'Organizations' }).click()
    await page.getByRole('button', { name: 'Acme' }).click()
    expect(await page.getByText('grace@example.com').count()).toBe(1)
    await page.getByLabel('Email address to invite').fill('friend@example.com')
    await page.getByRole('button', { name: 'Invite' }).click()
    expect(
      (await clerkOf(auth).organizations.getOrganizationInvitationList({ organizationId: 'org_acme' })).totalCount,
    ).toBe(1)
    await page.getByLabel('Organization name').fill('Mine')
    await page.getByRole('button', { name: 'Create organization' }).click()
    expect((await clerkOf(auth).organizations.getOrganization({ slug: 'mine' })).name).toBe('Mine')
    await page.goto(`${auth.url}/sign-out`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in')
  })
})

describe('signIn', () => {
  it('puts the cookies of the session into a browser context', async () => {
    const context = await browser.newContext()
    const { sessionId, token } = await auth.signIn({ user: 'ada@example.com', organization: 'acme', context })
    expect(sessionId).toMatch(/^sess_/)
    const cookies = await context.cookies('http://localhost:3000')
    expect(cookies.find(({ name }) => name === '__session')?.value).toBe(token)
  })

  it('names what it does not know', () => {
    expect(() => auth.signIn({ user: 'nobody' })).toThrow(/no user is known as nobody; there are .*ada@example.com/)
    expect(() => auth.signIn({ user: 'linus@example.com', organization: 'acme' })).toThrow('not a member of acme')
    expect(() => auth.signIn({ user: 'ada@example.com', organization: 'none' })).toThrow('there are acme')
    expect(() => auth.signIn({ name: 'ada' } as never)).toThrow('unknown option name')
  })
})

describe('codes.next', () => {
  it('waits for a code, returns each once, and tells what was sent instead', async () => {
    const waiting = auth.codes.next({ to: 'ada@example.com' })
    const form = new URLSearchParams({ identifier: 'ada@example.com', step: 'send-code' })
    await fetch(`${auth.url}/sign-in`, { method: 'POST', body: form })
    expect((await waiting).code).toMatch(/^\d{6}$/)
    await expect(auth.codes.next({ to: 'ada@example.com', timeout: 10 })).rejects.toThrow(
      'ada@example.com (returned before)',
    )
  })

  it('is always 424242 for the addresses of tests', async () => {
    await clerkOf(auth).users.createUser({ emailAddress: ['a+clerk_test@example.com'] })
    const form = new URLSearchParams({ identifier: 'a+clerk_test@example.com', step: 'send-code' })
    await fetch(`${auth.url}/sign-in`, { method: 'POST', body: form })
    expect((await auth.codes.next()).code).toBe('424242')
  })
})

describe('the files', () => {
  it('are those of the installed library, or the answer says that it is not installed', async () => {
    const script = await fetch(`${auth.url}/npm/@clerk/clerk-js@6/dist/clerk.browser.js`)
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect((await script.text()).length).toBeGreaterThan(100_000)
    const missing = await fetch(`${auth.url}/npm/@clerk/ui@1/dist/ui.browser.js`)
    expect([missing.status, await missing.text()]).toEqual([
      404,
      expect.stringContaining('npm install --save-dev @clerk/ui'),
    ])
    expect((await fetch(`${auth.url}/npm/@clerk/clerk-js@6/dist/..%2f..%2fpackage.json`)).status).toBe(404)
  })

  it('are images, of initials where none was uploaded', async () => {
    const image = await fetch(`${auth.url}/images/user_ada`)
    expect(image.headers.get('content-type')).toBe('image/svg+xml')
    expect(await image.text()).toContain('AL')
    const icon = await fetch(`${auth.url}/images/static/github.svg`)
    expect(icon.headers.get('content-type')).toBe('image/svg+xml')
    expect(await icon.text()).toContain('>G<')
    for (const name of ['hasOwnProperty', 'constructor', '__proto__']) {
      const unknown = await fetch(`${auth.url}/images/static/${name}`)
      expect([unknown.status, await unknown.text()]).toEqual([200, expect.stringMatching(/>[HC_]</)])
    }
  })
})
