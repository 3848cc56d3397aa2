import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { refusal, paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

// Requests as clients send them and answers as they read them, beside the parameters of single operations.

const send = (
  { payments }: Pick<Fixtures, 'payments'>,
  method: string,
  path: string,
  body?: string,
): Promise<Response> =>
  fetch(`${payments.url}${path}`, {
    method,
    headers: { authorization: 'Bearer sk_test_backlot', 'content-type': 'application/x-www-form-urlencoded' },
    ...(body === undefined ? {} : { body }),
  })
const errorOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { readonly error: unknown }).error

describe('parameters', () => {
  it.for([
    ['True', true],
    ['False', false],
    ['true', true],
    ['false', false],
    ['1', true],
    ['0', false],
  ] as const)('may spell a boolean %s', async ([spelling, value], { payments }) => {
    const response = await send({ payments }, 'POST', '/v1/products', `name=Gold&active=${spelling}`)
    expect(await response.json()).toMatchObject({ active: value })
  })

  it('refuse an amount with a fraction, and other words for a boolean', async ({ payments }) => {
    expect(
      await errorOf(await send({ payments }, 'POST', '/v1/payment_intents', 'amount=1000.0&currency=usd')),
    ).toMatchObject({
      code: 'parameter_invalid_integer',
      param: 'amount',
      message: 'Invalid integer: 1000.0',
    })
    const refused = await errorOf(await send({ payments }, 'POST', '/v1/products', 'name=Gold&active=yes'))
    expect(refused).toMatchObject({ param: 'active', message: 'Invalid boolean: yes' })
  })
})

describe('the id of a request', () => {
  it('is another for each request, refused ones included', async ({ payments }) => {
    const ids: (string | null)[] = []
    for (const path of ['/v1/customers', '/v1/customers/cus_none']) {
      for (let time = 0; time < 3; time++) ids.push((await send({ payments }, 'GET', path)).headers.get('request-id'))
    }
    expect(new Set(ids).size).toBe(6)
    expect(ids.every((id) => /^req_\w{14}$/.test(id ?? ''))).toBe(true)
  })
})

describe('a refusal', () => {
  it('is indented, and names the page of its code', async ({ payments }) => {
    const text = await (await send({ payments }, 'GET', '/v1/customers/cus_none')).text()
    expect(text).toMatch(/^\{\n {2}"error": \{\n {4}"code": "resource_missing",\n/)
    expect(text.endsWith('\n  }\n}\n')).toBe(true)
    expect(JSON.parse(text)).toMatchObject({
      error: { param: 'id', doc_url: 'https://stripe.com/docs/error-codes/resource-missing' },
    })
  })

  it('has the status 404 where a canceled subscription is canceled again', async ({ stripe }) => {
    const customer = await stripe.customers.create({
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    })
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 500,
      recurring: { interval: 'month' },
      product_data: { name: 'Gold' },
    })
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
    await stripe.subscriptions.cancel(id)
    const refused = await refusal(stripe.subscriptions.cancel(id))
    expect(refused).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'id' })
  })
})

describe('expand', () => {
  it('goes four levels deep, the data of lists included', async ({ stripe }) => {
    expect((await stripe.subscriptions.list({ expand: ['data.items.data.price'] })).data).toEqual([])
    const refused = await refusal(stripe.subscriptions.list({ expand: ['data.items.data.price.product'] }))
    expect(refused).toMatchObject({
      statusCode: 400,
      message: 'You cannot expand more than 4 levels of a property. Property: data.items.data.price.product',
    })
  })

  it('takes the files of the evidence of a dispute', async ({ stripe }) => {
    await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      payment_method: 'pm_card_createDispute',
      confirm: true,
      return_url: 'https://shop.example',
    })
    const { data } = await stripe.disputes.list({ expand: ['data.evidence.receipt', 'data.evidence.refund_policy'] })
    expect(data[0]?.evidence.receipt).toBeNull()
  })
})

describe('a test clock', () => {
  it('keeps its customers and subscriptions out of lists that do not ask for it', async ({ stripe }) => {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_767_268_800 })
    const onClock = await stripe.customers.create({ test_clock: clock.id })
    const plain = await stripe.customers.create({})
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 500,
      recurring: { interval: 'month' },
      product_data: { name: 'Gold' },
    })
    const { id: subscription } = await stripe.subscriptions.create({
      customer: onClock.id,
      items: [{ price: price.id }],
      collection_method: 'send_invoice',
      days_until_due: 7,
    })
    const idsOf = ({ data }: { readonly data: readonly { readonly id: string }[] }) => data.map(({ id }) => id)
    expect(idsOf(await stripe.customers.list())).toEqual([plain.id])
    expect(idsOf(await stripe.customers.list({ test_clock: clock.id }))).toEqual([onClock.id])
    expect(idsOf(await stripe.subscriptions.list())).toEqual([])
    expect(idsOf(await stripe.subscriptions.list({ test_clock: clock.id }))).toEqual([subscription])
    expect(idsOf(await stripe.subscriptions.list({ customer: onClock.id }))).toEqual([subscription])
  })

  it('takes three customers, and three subscriptions of each', async ({ stripe }) => {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_767_268_800 })
    const add = () => stripe.customers.create({ test_clock: clock.id })
    const { id: customer } = await add()
    await add()
    await add()
    expect((await refusal(add())).statusCode).toBe(400)
    const { id: price } = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 500,
      recurring: { interval: 'month' },
      product_data: { name: 'Gold' },
    })
    const subscribe = () =>
      stripe.subscriptions.create({
        customer,
        items: [{ price }],
        collection_method: 'send_invoice',
        days_until_due: 7,
      })
    for (let time = 0; time < 3; time++) await subscribe()
    expect((await refusal(subscribe())).statusCode).toBe(400)
  })
})

it('the default configuration of the customer portal is there from the start', async ({ stripe }) => {
  const { data } = await stripe.billingPortal.configurations.list({ is_default: true })
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({ active: true, is_default: true })
})
