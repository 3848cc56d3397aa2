import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import { idOf } from '#payments/tests/billing.fixture.ts'
import { paymentsTest, refusal } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

const RETURN = 'https://shop.test/back'

/** A source of iDEAL, which the customer has not authorized yet. */
const ideal = (stripe: Stripe): Promise<Stripe.Source> =>
  stripe.sources.create({
    type: 'ideal',
    amount: 1500,
    currency: 'eur',
    owner: { name: 'Ada Lovelace' },
    redirect: { return_url: RETURN },
  })

const card = (stripe: Stripe): Promise<Stripe.Source> => stripe.sources.create({ type: 'card', token: 'tok_visa' })

/** Answers the page of a source, and returns where the browser goes. */
const answer = async ({ redirect }: Stripe.Source, outcome: 'fail' | 'succeed'): Promise<URL> => {
  const url = redirect?.url ?? ''
  expect(await (await fetch(url)).text()).toContain('Authorize Test Payment')
  const body = new URLSearchParams({ outcome })
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '')
}

const typesOf = async (stripe: Stripe, type: string): Promise<unknown[]> =>
  (await stripe.events.list({ type })).data.map(({ data }) => idOf(data.object as { id: string }))

describe('a source of a bank redirect', () => {
  it('is authorized on its page, charged once and refunded', async ({ stripe }) => {
    const source = await ideal(stripe)
    expect(source).toMatchObject({
      object: 'source',
      flow: 'redirect',
      status: 'pending',
      usage: 'single_use',
      owner: { name: 'Ada Lovelace', address: null },
      redirect: { status: 'pending', return_url: RETURN, failure_reason: null },
    })
    expect(await refusal(stripe.charges.create({ amount: 1500, currency: 'eur', source: source.id }))).toMatchObject({
      message: 'The source you provided is not in a chargeable state.',
      code: 'payment_method_unexpected_state',
    })
    const back = await answer(source, 'succeed')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      client_secret: source.client_secret,
      livemode: 'false',
      redirect_status: 'succeeded',
      source: source.id,
    })
    expect(await stripe.sources.retrieve(source.id)).toMatchObject({
      status: 'chargeable',
      redirect: { status: 'succeeded' },
    })
    expect(await typesOf(stripe, 'source.chargeable')).toEqual([source.id])
    const charge = await stripe.charges.create({ amount: 1500, currency: 'eur', source: source.id })
    expect(charge).toMatchObject({
      paid: true,
      payment_method: source.id,
      payment_method_details: { type: 'ideal' },
      source: { id: source.id, object: 'source' },
    })
    expect((await stripe.sources.retrieve(source.id)).status).toBe('consumed')
    const again = await refusal(stripe.charges.create({ amount: 1500, currency: 'eur', source: source.id }))
    expect(again.code).toBe('payment_method_unexpected_state')
    expect(await stripe.refunds.create({ charge: charge.id })).toMatchObject({ amount: 1500, status: 'pending' })
  })

  it('fails where the customer refuses', async ({ stripe }) => {
    const source = await ideal(stripe)
    expect((await answer(source, 'fail')).searchParams.get('redirect_status')).toBe('failed')
    expect(await stripe.sources.retrieve(source.id)).toMatchObject({
      status: 'failed',
      redirect: { status: 'failed', failure_reason: 'declined' },
    })
    expect(await typesOf(stripe, 'source.failed')).toEqual([source.id])
  })

  it('is canceled where nobody authorizes or charges it', async ({ payments, stripe }) => {
    const [first, second] = [await ideal(stripe), await ideal(stripe)]
    await answer(second, 'succeed')
    payments.clock.advance('1h')
    expect((await stripe.sources.retrieve(first.id)).status).toBe('canceled')
    payments.clock.advance('5h')
    expect((await stripe.sources.retrieve(second.id)).status).toBe('canceled')
    expect(await typesOf(stripe, 'source.canceled')).toEqual([second.id, first.id])
  })

  it('needs an amount, a currency of its type and a place to return to', async ({ stripe }) => {
    const redirect = { return_url: RETURN }
    const refused = async (params: Stripe.SourceCreateParams): Promise<unknown> =>
      (await refusal(stripe.sources.create({ type: 'ideal', ...params }))).param
    expect(await refused({ currency: 'eur', redirect })).toBe('amount')
    expect(await refused({ amount: 100, redirect })).toBe('currency')
    expect(await refused({ amount: 100, currency: 'eur' })).toBe('redirect[return_url]')
    expect(await refused({ amount: 100, currency: 'usd', redirect })).toBe('currency')
    expect(await refused({ amount: 100, currency: 'eur', redirect, usage: 'reusable' })).toBe('usage')
    expect(await refused({ amount: 100, currency: 'eur', redirect, flow: 'none' })).toBe('flow')
  })
})

describe('a source of a card', () => {
  it('is attached to a customer, charged again and again, and detached', async ({ stripe }) => {
    const source = await card(stripe)
    expect(source).toMatchObject({ status: 'chargeable', usage: 'reusable', card: { last4: '4242', brand: 'Visa' } })
    const customer = await stripe.customers.create({ source: source.id })
    expect(customer.default_source).toBe(source.id)
    expect((await stripe.customers.listSources(customer.id, { object: 'source' })).data).toMatchObject([
      { id: source.id, customer: customer.id },
    ])
    await stripe.charges.create({ amount: 900, currency: 'usd', customer: customer.id })
    await stripe.charges.create({ amount: 900, currency: 'usd', customer: customer.id, source: source.id })
    const alone = await refusal(stripe.charges.create({ amount: 900, currency: 'usd', source: source.id }))
    expect(alone).toMatchObject({ statusCode: 404, code: 'missing' })
    const detached = await stripe.customers.deleteSource(customer.id, source.id)
    expect(detached).toMatchObject({ object: 'source', status: 'consumed' })
    expect(detached).not.toHaveProperty('customer')
  })

  it('is used up by a charge without a customer', async ({ stripe }) => {
    const { id } = await card(stripe)
    await stripe.charges.create({ amount: 900, currency: 'usd', source: id })
    const again = await refusal(stripe.charges.create({ amount: 900, currency: 'usd', source: id }))
    expect(again.message).toContain('consumed because it was previously charged without being attached to a customer')
  })

  it('is read with a publishable key and its client secret, and changed with a secret key', async ({
    payments,
    stripe,
  }) => {
    const { id, client_secret: secret } = await card(stripe)
    const read = (query: string): Promise<Response> =>
      fetch(`${payments.url}/v1/sources/${id}${query}`, { headers: { authorization: 'Bearer pk_test_shop' } })
    expect((await read(`?client_secret=${secret}`)).status).toBe(200)
    expect((await read('?client_secret=src_client_secret_other')).status).toBe(404)
    const changed = await stripe.sources.update(id, { owner: { email: 'ada@example.com' }, metadata: { order: '7' } })
    expect(changed).toMatchObject({ owner: { email: 'ada@example.com' }, metadata: { order: '7' } })
    expect((await stripe.sources.listSourceTransactions(id)).data).toEqual([])
  })

  it('is authenticated by a source of its own', async ({ stripe }) => {
    const { id } = await card(stripe)
    const secure = await stripe.sources.create({
      type: 'three_d_secure',
      amount: 2000,
      currency: 'usd',
      redirect: { return_url: RETURN },
      three_d_secure: { card: id },
    } as Stripe.SourceCreateParams) // the types lack the hashes of types
    expect(secure).toMatchObject({ status: 'pending', three_d_secure: { card: id, authenticated: false } })
    await answer(secure, 'succeed')
    expect(await stripe.charges.create({ amount: 2000, currency: 'usd', source: secure.id })).toMatchObject({
      paid: true,
      payment_method_details: { type: 'card' },
      source: { three_d_secure: { authenticated: true } },
    })
  })
})

it('a source of a SEPA debit is charged with a debit that takes days', async ({ payments, stripe }) => {
  const source = await stripe.sources.create({
    type: 'sepa_debit',
    currency: 'eur',
    owner: { name: 'Ada Lovelace', email: 'ada@example.com' },
    sepa_debit: { iban: 'DE89370400440532013000' },
  } as Stripe.SourceCreateParams) // the types lack the hashes of types
  expect(source).toMatchObject({ status: 'chargeable', sepa_debit: { country: 'DE', last4: '3000' } })
  const { id: customer } = await stripe.customers.create({ source: source.id })
  const charge = await stripe.charges.create({ amount: 700, currency: 'eur', customer, source: source.id })
  expect(charge.status).toBe('pending')
  payments.clock.advance('5d')
  expect((await stripe.charges.retrieve(charge.id)).status).toBe('succeeded')
  expect((await stripe.sources.retrieve(source.id)).status).toBe('chargeable')
})
