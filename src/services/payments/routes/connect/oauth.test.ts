import { describe, expect } from 'vitest'
import type Stripe from 'stripe'
import { paymentsTest, receiveEvents, refusal, stripeOf, type RunningPayments } from '../../tests/payments.fixture.ts'

const it = paymentsTest()

const APPLICATION = 'ca_platform'

/** The address to which the SDK sends the person, at the instance. */
function addressOf(
  { url }: Pick<RunningPayments, 'url'>,
  stripe: Stripe,
  more: Stripe.OAuthAuthorizeUrlParams = {},
  options: Stripe.OAuthAuthorizeUrlOptions = {},
): URL {
  const address = stripe.oauth.authorizeUrl(
    { client_id: APPLICATION, state: 'mine', redirect_uri: 'https://platform.test/connected?from=vendor', ...more },
    options,
  )
  const { pathname, search } = new URL(address)
  return new URL(pathname + search, url)
}

/** Answers the form of a page, and returns the parameters with which the platform is called. */
async function answered(page: URL, outcome: string): Promise<Record<string, string>> {
  const { headers } = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  })
  const { origin, pathname, searchParams } = new URL(headers.get('location') ?? '')
  expect(origin + pathname).toBe('https://platform.test/connected')
  return Object.fromEntries(searchParams)
}

/** Connects a new account, as a person and the platform do. */
async function connect(payments: RunningPayments, stripe: Stripe, scope = 'read_write'): Promise<Stripe.OAuthToken> {
  const { code = '' } = await answered(addressOf(payments, stripe, { scope }), 'connect')
  return stripe.oauth.token({ grant_type: 'authorization_code', code })
}

describe('the OAuth of a platform', () => {
  it('connects an account that the person agrees to, whose keys act for it', async ({ payments, stripe }) => {
    await using events = await receiveEvents()
    await stripe.webhookEndpoints.create({ url: events.url, enabled_events: ['*'], connect: true })
    const stripe_user = { email: 'ada@example.com', country: 'DE' }
    const page = addressOf(payments, stripe, { stripe_user })
    expect(await (await fetch(page)).text()).toContain('ada@example.com')
    const { code = '', ...result } = await answered(page, 'connect')
    expect(code).toMatch(/^ac_/)
    expect(result).toEqual({ from: 'vendor', scope: 'read_write', state: 'mine' })
    const token = await stripe.oauth.token({ grant_type: 'authorization_code', code })
    expect(token).toMatchObject({ livemode: false, token_type: 'bearer', scope: 'read_write' })
    const { access_token: key = '', stripe_user_id: account = '' } = token
    expect(await stripe.accounts.retrieve(account)).toMatchObject({
      type: 'standard',
      country: 'DE',
      default_currency: 'eur',
      email: 'ada@example.com',
      charges_enabled: true,
    })
    const theirs = stripeOf(payments, key)
    const { id } = await theirs.customers.create({ name: 'Grace' })
    expect((await theirs.accounts.retrieveCurrent()).id).toBe(account)
    expect((await stripe.customers.retrieve(id, {}, { stripeAccount: account })).id).toBe(id)
    expect((await refusal(stripe.customers.retrieve(id))).code).toBe('resource_missing')
    await payments.webhooks.settled()
    const received = events.received.map(({ body }) => JSON.parse(body) as Stripe.Event)
    expect(received.find(({ type }) => type === 'account.application.authorized')).toMatchObject({
      account,
      data: { object: { id: APPLICATION, object: 'application', name: 'Backlot' } },
    })
  })

  it('connects an Express account at an address of its own', async ({ payments, stripe }) => {
    const { code = '' } = await answered(addressOf(payments, stripe, {}, { express: true }), 'connect')
    const { stripe_user_id: account = '' } = await stripe.oauth.token({ grant_type: 'authorization_code', code })
    expect((await stripe.accounts.retrieve(account)).type).toBe('express')
  })

  it('gives keys that only read where the platform asks for no more', async ({ payments, stripe }) => {
    const { access_token: key = '', refresh_token: token = '' } = await connect(payments, stripe, 'read_only')
    const theirs = stripeOf(payments, key)
    expect((await theirs.customers.list()).data).toEqual([])
    expect((await refusal(theirs.customers.create({}))).statusCode).toBe(403)
    const more = stripe.oauth.token({ grant_type: 'refresh_token', refresh_token: token, scope: 'read_write' })
    expect(await refusal(more)).toMatchObject({ statusCode: 400, type: 'StripeInvalidScopeError' })
  })

  it('gives new keys for a refresh token', async ({ payments, stripe }) => {
    const { access_token: key, refresh_token: token = '' } = await connect(payments, stripe)
    const again = await stripe.oauth.token({ grant_type: 'refresh_token', refresh_token: token })
    expect(again).toMatchObject({ refresh_token: token, scope: 'read_write' })
    expect(again.access_token).not.toBe(key)
  })

  it('tells the platform that the person refuses', async ({ payments, stripe }) => {
    expect(await answered(addressOf(payments, stripe), 'deny')).toEqual({
      from: 'vendor',
      error: 'access_denied',
      error_description: 'The user denied your request',
      state: 'mine',
    })
  })

  it('refuses codes that do not exist, and revokes the keys of a code that is used twice', async ({
    payments,
    stripe,
  }) => {
    expect(await refusal(stripe.oauth.token({ grant_type: 'authorization_code', code: 'ac_1' }))).toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidGrantError',
      message: 'Authorization code does not exist: ac_1',
    })
    const { code = '' } = await answered(addressOf(payments, stripe), 'connect')
    const { access_token: key = '' } = await stripe.oauth.token({ grant_type: 'authorization_code', code })
    const again = await refusal(stripe.oauth.token({ grant_type: 'authorization_code', code }))
    expect(again.message).toContain('has already been used')
    expect((await refusal(stripeOf(payments, key).customers.list())).statusCode).toBe(401)
  })

  it('ends the access of the platform', async ({ payments, stripe }) => {
    const { access_token: key = '', stripe_user_id: account = '' } = await connect(payments, stripe)
    expect(await stripe.oauth.deauthorize({ client_id: APPLICATION, stripe_user_id: account })).toMatchObject({
      stripe_user_id: account,
    })
    expect((await refusal(stripe.customers.list({}, { stripeAccount: account }))).code).toBe('account_invalid')
    expect((await refusal(stripeOf(payments, key).customers.list())).statusCode).toBe(401)
    const again = stripe.oauth.deauthorize({ client_id: APPLICATION, stripe_user_id: account })
    expect(await refusal(again)).toMatchObject({
      statusCode: 401,
      message: `This application is not connected to stripe account ${account}, or that account does not exist.`,
    })
  })
})
