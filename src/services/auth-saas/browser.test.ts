import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeWindows, sharedChromium } from '#testkit/chromium.ts'
import { clerkOf, people, startAuthSaas, type RunningAuthSaas } from './auth-saas.fixture.ts'
import { totpCode } from '#core/totp.ts'

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

const seed = {
  'auth-saas': {
    ...people,
    users: [
      ...people.users,
      { email_addresses: ['two@example.com'], password: 'correct-horse-battery', totp_secret: SECRET },
      { email_addresses: ['test+clerk_test@example.com'], first_name: 'Test' },
    ],
    settings: { clerk_js_package: 'clerk-js-5' },
  },
}

let auth: RunningAuthSaas
let browser: Browser
let site: Server
let home = ''

/** A page of an application, with the script that the instance serves. */
const document = (
  instance: RunningAuthSaas,
  version: string,
): string => `<!doctype html><title>application</title><div id="app"></div>
<script async crossorigin="anonymous" data-clerk-publishable-key="${instance.env['CLERK_PUBLISHABLE_KEY']}"
  src="${instance.url}/npm/@clerk/clerk-js@${version}/dist/clerk.browser.js"></script>`

/** The page that the application answers with. */
let served = (): string => document(auth, '5')

beforeAll(async () => {
  auth = await startAuthSaas({ https: true, seed })
  browser = await sharedChromium()
  site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(served())
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

/** The part of the browser's library that the tests call in the page. */
interface ClerkInPage {
  readonly user: { readonly firstName: string; update(changes: object): Promise<unknown> } | null
  readonly session: {
    getToken(options?: object): Promise<string>
    startVerification(options: object): Promise<unknown>
    attemptFirstFactorVerification(options: object): Promise<{ readonly status: string }>
  } | null
  readonly organization: { readonly slug: string } | null
  readonly client: {
    readonly signIn: {
      create(options: object): Promise<{
        readonly status: string
        readonly createdSessionId: string
        prepareFirstFactor(options: object): Promise<unknown>
        attemptFirstFactor(options: object): Promise<{ status: string; createdSessionId: string }>
        attemptSecondFactor(options: object): Promise<{ status: string; createdSessionId: string }>
        readonly supportedFirstFactors: { strategy: string; emailAddressId?: string }[]
      }>
    }
    readonly signUp: {
      create(options: object): Promise<{
        prepareEmailAddressVerification(options: object): Promise<unknown>
        attemptEmailAddressVerification(options: object): Promise<{ status: string; createdSessionId: string }>
      }>
    }
  }
  load(options?: object): Promise<void>
  readonly apiKeys: {
    create(options: object): Promise<{ readonly id: string; readonly secret: string }>
    revoke(options: object): Promise<unknown>
    getAll(options?: object): Promise<{ readonly data: { readonly name: string; readonly revoked: boolean }[] }>
  }
  setActive(options: object): Promise<void>
  signOut(): Promise<void>
  createOrganization(options: object): Promise<{ readonly id: string; readonly slug: string }>
  mountSignIn(element: unknown): void
}

declare const Clerk: ClerkInPage

/** Opens the application's page and waits until the library is ready. */
async function open(): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await page.goto(home)
  await page.waitForFunction(() => 'Clerk' in globalThis)
  await page.evaluate(() => Clerk.load({ signInUrl: '/sign-in', signUpUrl: '/sign-up' }))
  return page
}

/** Signs a new person up in the page, with the code of their e-mail, and returns the first name of the user. */
async function signUpByCode({ codes }: RunningAuthSaas): Promise<string | null | undefined> {
  const page = await open()
  await page.evaluate(async () => {
    const attempt = await Clerk.client.signUp.create({
      emailAddress: 'new@example.com',
      password: 'correct-horse-battery',
      firstName: 'New',
    })
    await attempt.prepareEmailAddressVerification({ strategy: 'email_code' })
    Object.assign(globalThis, { attempt })
  })
  const { code } = await codes.next({ to: 'new@example.com' })
  return page.evaluate(async (given) => {
    const { attempt } = globalThis as unknown as {
      attempt: Awaited<ReturnType<ClerkInPage['client']['signUp']['create']>>
    }
    const { createdSessionId } = await attempt.attemptEmailAddressVerification({ code: given })
    await Clerk.setActive({ session: createdSessionId })
    return Clerk.user?.firstName
  }, code)
}

describe('clerk-js in a browser', () => {
  it('signs in by password, gets tokens, changes the user, switches organizations and signs out', async () => {
    const page = await open()
    const state = await page.evaluate(async () => {
      const attempt = await Clerk.client.signIn.create({
        identifier: 'ada@example.com',
        password: 'correct-horse-battery',
      })
      await Clerk.setActive({ session: attempt.createdSessionId })
      const token = await Clerk.session?.getToken()
      await Clerk.user?.update({ firstName: 'Augusta' })
      await Clerk.setActive({ organization: 'org_acme' })
      return { status: attempt.status, token, name: Clerk.user?.firstName, organization: Clerk.organization?.slug }
    })
    expect(state).toMatchObject({ status: 'complete', name: 'Augusta', organization: 'acme' })
    expect(state.token?.split('.')).toHaveLength(3)
    const cookies = (await page.context().cookies(home)).map(({ name }) => name)
    expect(cookies).toEqual(expect.arrayContaining(['__session', '__client_uat']))
    // The library opens the page again when it has signed out.
    await Promise.all([page.waitForNavigation(), page.evaluate(() => void Clerk.signOut())])
    expect((await page.context().cookies(home)).find(({ name }) => name === '__session')).toBe(undefined)
  })

  it('signs in with a code by e-mail', async () => {
    const page = await open()
    await page.evaluate(async () => {
      const attempt = await Clerk.client.signIn.create({ identifier: 'ada@example.com' })
      const factor = attempt.supportedFirstFactors.find(({ strategy }) => strategy === 'email_code')
      await attempt.prepareFirstFactor({ strategy: 'email_code', emailAddressId: factor?.emailAddressId })
      Object.assign(globalThis, { attempt })
    })
    const { code } = await auth.codes.next({ to: 'ada@example.com' })
    const status = await page.evaluate(async (given) => {
      const { attempt } = globalThis as unknown as {
        attempt: Awaited<ReturnType<ClerkInPage['client']['signIn']['create']>>
      }
      return (await attempt.attemptFirstFactor({ strategy: 'email_code', code: given })).status
    }, code)
    expect(status).toBe('complete')
  })

  it('asks for the second factor', async () => {
    const page = await open()
    const code = totpCode(SECRET, auth.clock.now())
    const statuses = await page.evaluate(async (given) => {
      const attempt = await Clerk.client.signIn.create({
        identifier: 'two@example.com',
        password: 'correct-horse-battery',
      })
      const first = attempt.status
      return [first, (await attempt.attemptSecondFactor({ strategy: 'totp', code: given })).status]
    }, code)
    expect(statuses).toEqual(['needs_second_factor', 'complete'])
  })

  it('signs up with a code by e-mail', async () => {
    expect(await signUpByCode(auth)).toBe('New')
  })

  it('mounts its sign-in component, which signs in', async () => {
    const page = await open()
    await page.evaluate(() =>
      Clerk.mountSignIn(
        (globalThis as unknown as { document: { getElementById(id: string): unknown } }).document.getElementById('app'),
      ),
    )
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByLabel('Password', { exact: true }).fill('correct-horse-battery')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    // The library goes to the application's first page then.
    const names = async (): Promise<string[]> => (await page.context().cookies(home)).map(({ name }) => name)
    await expect.poll(names, { timeout: 10_000 }).toContain('__session')
  })
})

describe('@clerk/testing', () => {
  beforeAll(async () => {
    const { clerkSetup } = await import('@clerk/testing/playwright')
    vi.stubEnv('CLERK_API_URL', auth.url.replace('https:', 'http:'))
    vi.stubEnv('CLERK_FAPI', undefined)
    vi.stubEnv('CLERK_TESTING_TOKEN', undefined)
    const publishableKey = auth.env['CLERK_PUBLISHABLE_KEY'] ?? ''
    await clerkSetup({ publishableKey, secretKey: 'sk_test_backlot', dotenv: false })
  })
  afterAll(() => void vi.unstubAllEnvs())

  const password = 'correct-horse-battery'
  it.each([
    ['password', { strategy: 'password' as const, identifier: 'ada@example.com', password }, 'Ada'],
    ['email_code', { strategy: 'email_code' as const, identifier: 'test+clerk_test@example.com' }, 'Test'],
    ['phone_code', { strategy: 'phone_code' as const, identifier: '+15555550100' }, 'Ada'],
  ])('signs in with a testing token, by %s', async (_strategy, signInParams, name) => {
    const { clerk, setupClerkTestingToken } = await import('@clerk/testing/playwright')
    expect(process.env['CLERK_FAPI']).toBe(`127.0.0.1:${auth.port}`)
    const page = await open()
    await setupClerkTestingToken({ page })
    await clerk.signIn({ page, signInParams })
    await page.waitForFunction((expected) => Clerk.user?.firstName === expected, name)
    const tokens = auth.requests.map(({ query }) => query['__clerk_testing_token'])
    expect(tokens).toContain(process.env['CLERK_TESTING_TOKEN'])
  })

  it('signs in with a ticket', async () => {
    const { clerk } = await import('@clerk/testing/playwright')
    const backend = clerkOf({ url: auth.url.replace('https:', 'http:'), env: auth.env })
    const { token: ticket } = await backend.signInTokens.createSignInToken({
      userId: 'user_grace',
      expiresInSeconds: 60,
    })
    const page = await open()
    await clerk.signIn({ page, signInParams: { strategy: 'ticket', ticket } })
    await expect.poll(() => page.evaluate(() => Clerk.user?.firstName)).toBe('Grace')
  })
})

describe('clerk-js of today in a browser', () => {
  let today: RunningAuthSaas
  let before: typeof served
  beforeAll(async () => {
    const settings = { user_api_keys: true, organization_api_keys: true }
    today = await startAuthSaas({ https: true, seed: { 'auth-saas': { ...people, settings } } })
    before = served
    served = () => document(today, '6')
  })
  afterAll(async () => {
    served = before
    await today.close()
  })

  it('signs in by password, switches organizations, proves the user again and signs out', async () => {
    const page = await open()
    const state = await page.evaluate(async () => {
      const { createdSessionId } = await Clerk.client.signIn.create({
        identifier: 'ada@example.com',
        password: 'correct-horse-battery',
      })
      await Clerk.setActive({ session: createdSessionId })
      await Clerk.setActive({ organization: 'org_acme' })
      await Clerk.session?.startVerification({ level: 'first_factor' })
      const again = await Clerk.session?.attemptFirstFactorVerification({
        strategy: 'password',
        password: 'correct-horse-battery',
      })
      const token = await Clerk.session?.getToken()
      return { name: Clerk.user?.firstName, slug: Clerk.organization?.slug, again: again?.status, token }
    })
    expect(state).toMatchObject({ name: 'Ada', slug: 'acme', again: 'complete' })
    expect(state.token?.split('.')).toHaveLength(3)
    expect(today.requests.some(({ path }) => path.includes('/npm/@clerk/clerk-js@6/'))).toBe(true)
    await Promise.all([page.waitForNavigation(), page.evaluate(() => void Clerk.signOut())])
  })

  it('signs up with a code by e-mail', async () => {
    expect(await signUpByCode(today)).toBe('New')
  })

  it('makes, lists and revokes API keys of the user and of an organization', async () => {
    const page = await open()
    const { secret, names } = await page.evaluate(async () => {
      const { createdSessionId } = await Clerk.client.signIn.create({
        identifier: 'ada@example.com',
        password: 'correct-horse-battery',
      })
      await Clerk.setActive({ session: createdSessionId })
      const made = await Clerk.apiKeys.create({ name: 'Deploys', description: 'Of CI' })
      const ours = await Clerk.apiKeys.create({ name: 'Ours', subject: 'org_acme' })
      await Clerk.apiKeys.revoke({ apiKeyID: ours.id })
      const all = [await Clerk.apiKeys.getAll(), await Clerk.apiKeys.getAll({ subject: 'org_acme' })]
      return { secret: made.secret, names: all.map(({ data }) => data.map(({ name, revoked }) => [name, revoked])) }
    })
    expect(names).toEqual([[['Deploys', false]], []])
    const backend = clerkOf({ url: today.url.replace('https:', 'http:'), env: today.env })
    expect(await backend.apiKeys.verify(secret)).toMatchObject({ name: 'Deploys', subject: 'user_ada' })
  })

  it('has no components where the project has not installed them, and the answer says so', async () => {
    const answer = await today.fetch(`${today.url}/npm/@clerk/ui@1/dist/ui.browser.js`)
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('npm install --save-dev @clerk/ui'),
    ])
  })
})
