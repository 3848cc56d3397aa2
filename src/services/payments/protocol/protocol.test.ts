import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { Stripe } from 'stripe'
import { receiveEvents, refusal, paymentsTest, startPayments, stripeOf } from '#payments/tests/payments.fixture.ts'

const SEED = {
  payments: {
    api_keys: [
      { key: 'sk_test_one' },
      { key: 'rk_test_reader', permissions: { customers: 'read' as const, payment_intents: 'write' as const } },
    ],
    account: { id: 'acct_shop', country: 'DE', default_currency: 'eur', name: 'The Shop' },
    customers: [
      {
        id: 'cus_ada',
        name: 'Ada',
        email: 'ada@example.com',
        balance: -100,
        payment_methods: ['visa', 'insufficient_funds'],
      },
    ],
  },
}

const it = paymentsTest({ seed: SEED }).extend('stripe', ({ payments }) => stripeOf(payments, 'sk_test_one'))

type Fixtures = FixturesOf<typeof it>

const send = ({ payments }: Pick<Fixtures, 'payments'>, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${payments.url}${path}`, { ...init, headers: { authorization: 'Bearer sk_test_one', ...init.headers } })
const errorOf = async (response: Promise<Response>): Promise<Record<string, unknown>> =>
  ((await (await response).json()) as { error: Record<string, unknown> }).error
const form = ({ payments }: Pick<Fixtures, 'payments'>, path: string, body: string): Promise<Response> =>
  send({ payments }, path, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })

describe('keys', () => {
  it('come by Bearer and by Basic', async ({ payments }) => {
    expect((await send({ payments }, '/v1/customers')).status).toBe(200)
    const basic = `Basic ${Buffer.from('sk_test_one:').toString('base64')}`
    expect((await send({ payments }, '/v1/customers', { headers: { authorization: basic } })).status).toBe(200)
  })

  it('are refused in the vendor’s words when they are absent, unknown or live', async ({ payments }) => {
    const absent = await fetch(`${payments.url}/v1/customers`)
    expect(absent.status).toBe(401)
    expect((await errorOf(Promise.resolve(absent)))['message']).toMatch(/^You did not provide an API key\./)
    const unknown = await send({ payments }, '/v1/customers', { headers: { authorization: 'Bearer sk_test_other' } })
    expect(unknown.status).toBe(401)
    expect((await errorOf(Promise.resolve(unknown)))['message']).toBe('Invalid API Key provided: sk_test_*ther')
    const live = await errorOf(
      send({ payments }, '/v1/customers', { headers: { authorization: 'Bearer sk_live_123456' } }),
    )
    expect(live['message']).toContain('live mode key')
  })

  it('are restricted to the permissions of the seed', async ({ payments }) => {
    const reader = stripeOf(payments, 'rk_test_reader')
    expect((await reader.customers.list()).data).toHaveLength(1)
    expect(await refusal(reader.customers.create({}))).toMatchObject({ statusCode: 403, type: 'StripePermissionError' })
    expect((await reader.paymentIntents.create({ amount: 500, currency: 'eur' })).status).toBe(
      'requires_payment_method',
    )
    expect(await refusal(reader.refunds.list())).toMatchObject({ statusCode: 403 })
  })

  it('act for the accounts of the platform only', async ({ stripe }) => {
    const error = await refusal(stripe.customers.list({}, { stripeAccount: 'acct_other' }))
    expect(error).toMatchObject({ statusCode: 403, code: 'account_invalid' })
  })
})

describe('the seed', () => {
  it('fills in the account, customers and their cards', async ({ stripe }) => {
    expect(await stripe.accounts.retrieveCurrent()).toMatchObject({
      id: 'acct_shop',
      country: 'DE',
      default_currency: 'eur',
    })
    const ada = await stripe.customers.retrieve('cus_ada', { expand: ['invoice_settings.default_payment_method'] })
    expect(ada).toMatchObject({
      balance: -100,
      invoice_settings: { default_payment_method: { card: { last4: '4242' } } },
    })
    expect((await stripe.customers.listPaymentMethods('cus_ada')).data.map(({ card }) => card?.last4)).toEqual([
      '9995',
      '4242',
    ])
    expect((await stripe.events.list()).data).toEqual([])
  })

  it('names a card that does not exist', async () => {
    await expect(startPayments({ seed: { payments: { customers: [{ payment_methods: ['viza'] }] } } })).rejects.toThrow(
      /viza.*visa/s,
    )
  })
})

describe('parameters', () => {
  it('are nested, in lists by position and by []', async ({ payments }) => {
    const response = await form(
      { payments },
      '/v1/payment_intents',
      'amount=500&currency=eur&allowed_payment_method_types[]=card&metadata[a]=1&expand[0]=customer&customer=cus_ada',
    )
    expect(await response.json()).toMatchObject({
      payment_method_types: ['card'],
      metadata: { a: '1' },
      customer: { id: 'cus_ada' },
    })
  })

  it.for([
    ['currency=eur', { code: 'parameter_missing', param: 'amount', message: 'Missing required param: amount.' }],
    ['amount=x&currency=eur', { code: 'parameter_invalid_integer', param: 'amount', message: 'Invalid integer: x' }],
    ['amount=500&currency=eur&foo=1', { code: 'parameter_unknown', param: 'foo' }],
    ['amount=500&currency=eur&shipping[nmae]=1', { code: 'parameter_unknown', param: 'shipping[nmae]' }],
    ['amount=500&currency=eur&shipping[name]=x', { code: 'parameter_missing', param: 'shipping[address]' }],
    ['amount=500&currency=eur&description[a]=1', { param: 'description' }],
    ['amount=500&currency=eur&customer=', { code: 'parameter_invalid_empty', param: 'customer' }],
    ['amount=500&currency=eur&confirm=maybe', { param: 'confirm', message: 'Invalid boolean: maybe' }],
    [
      'amount=500&currency=eur&capture_method=later',
      {
        param: 'capture_method',
        message: 'Invalid capture_method: must be one of automatic, automatic_async, or manual',
      },
    ],
    [
      'amount=500&currency=eur&payment_method_data[type]=card',
      { code: 'parameter_missing', param: 'payment_method_data[card]' },
    ],
    [
      'amount=500&currency=eur&customer=cus_none',
      { code: 'resource_missing', param: 'customer', message: "No such customer: 'cus_none'" },
    ],
    [`amount=500&currency=eur&metadata[${'k'.repeat(41)}]=1`, { param: 'metadata' }],
  ] as const)('%s is refused', async ([body, error], { payments }) => {
    const response = await form({ payments }, '/v1/payment_intents', body)
    expect(response.status).toBe(400)
    expect(await errorOf(Promise.resolve(response))).toMatchObject({ type: 'invalid_request_error', ...error })
  })

  it('are refused as JSON, which the vendor does not read here', async ({ payments }) => {
    const response = await send({ payments }, '/v1/customers', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect([response.status, (await errorOf(Promise.resolve(response)))['message']]).toEqual([
      400,
      expect.stringContaining('check that your POST content type'),
    ])
  })
})

describe('answers', () => {
  it('carry the version and the request’s id, which the event of a change names', async ({ payments, stripe }) => {
    const response = await send({ payments }, '/v1/customers', {
      method: 'POST',
      headers: { 'stripe-version': '2026-03-25.dahlia', 'idempotency-key': 'k1' },
    })
    expect(response.headers.get('stripe-version')).toBe('2026-03-25.dahlia')
    expect(response.headers.get('idempotency-key')).toBe('k1')
    const id = response.headers.get('request-id')
    expect(id).toMatch(/^req_\w{14}$/)
    expect((await stripe.events.list()).data[0]?.request).toEqual({ id, idempotency_key: 'k1' })
  })

  it('expand ids, in lists and several levels deep, and refuse what cannot be', async ({ stripe }) => {
    await stripe.paymentIntents.create({ amount: 500, currency: 'eur', customer: 'cus_ada' })
    const { data } = await stripe.paymentIntents.list({
      expand: ['data.customer.invoice_settings.default_payment_method'],
    })
    expect(data[0]?.customer).toMatchObject({
      id: 'cus_ada',
      invoice_settings: { default_payment_method: { object: 'payment_method' } },
    })
    for (const path of ['amount', 'nothing', 'customer.email', 'customer.nothing', 'metadata', 'customer.metadata']) {
      // One refusal after the other, so that a failure names its path.
      const error = await refusal(stripe.paymentIntents.retrieve(data[0]?.id ?? '', { expand: [path] }))
      expect(error.message).toBe(`This property cannot be expanded (${path}).`)
    }
    const deep = await refusal(stripe.customers.retrieve('cus_ada', { expand: ['a.b.c.d.e'] }))
    expect(deep.message).toMatch(/^You cannot expand more than 4 levels/)
    const ofList = await refusal(stripe.paymentIntents.list({ expand: ['customer.sources'] }))
    expect(ofList.message).toBe(
      "This property cannot be expanded (customer.sources). You may want to try expanding 'data.customer.sources' instead.",
    )
  })

  it('page lists in both directions and by the time of creation', async ({ payments, stripe }) => {
    for (let number = 0; number < 5; number++) {
      payments.clock.advance('1h')
      // The order of creation is the subject.
      await stripe.customers.create({ name: String(number) })
    }
    const names = ({ data }: Stripe.ApiList<Stripe.Customer>): unknown[] => data.map(({ name }) => name)
    const first = await stripe.customers.list({ limit: 2 })
    expect([names(first), first.has_more]).toEqual([['4', '3'], true])
    const next = await stripe.customers.list({ limit: 2, starting_after: first.data[1]?.id ?? '' })
    expect(names(next)).toEqual(['2', '1'])
    const back = await stripe.customers.list({ limit: 10, ending_before: next.data[0]?.id ?? '' })
    expect([names(back), back.has_more]).toEqual([['4', '3'], false])
    const middle = await stripe.customers.list({
      created: { gt: next.data[1]?.created ?? 0, lte: first.data[1]?.created ?? 0 },
    })
    expect(names(middle)).toEqual(['3', '2'])
    expect(names(await stripe.customers.list({ limit: 0 }))).toEqual(['4'])
    expect(names(await stripe.customers.list({ limit: 101 }))).toEqual(['4', '3', '2', '1', '0', 'Ada'])
    const both = { starting_after: first.data[0]?.id ?? '', ending_before: first.data[1]?.id ?? '' }
    expect((await refusal(stripe.customers.list(both))).message).toBe(
      'Received both starting_after and ending_before parameters. Please pass in only one.',
    )
    expect(await refusal(stripe.customers.list({ starting_after: 'cus_none' }))).toMatchObject({
      param: 'starting_after',
    })
  })

  it('answer searches in the vendor’s language, page by page', async ({ payments, stripe }) => {
    for (const [index, name] of ['Ann Lee', 'Bob Lee', 'Cid Moe'].entries()) {
      // The order of creation is the subject.
      await stripe.customers.create({ name, metadata: { rank: String(index), ...(index === 2 ? { vip: 'yes' } : {}) } })
    }
    const found = async (query: string): Promise<unknown[]> =>
      (await stripe.customers.search({ query })).data.map(({ name }) => name)
    expect(await found('name~"lee" AND metadata["rank"]:"0"')).toEqual(['Ann Lee'])
    expect(await found('name:"cid moe" OR metadata["rank"]:"1"')).toEqual(['Cid Moe', 'Bob Lee'])
    expect(await found('name~"lee" -metadata["rank"]:"0"')).toEqual(['Bob Lee'])
    expect(await found('name~"e" -metadata["vip"]:null')).toEqual(['Cid Moe'])
    expect(await found(`created>${Math.floor(payments.clock.now() / 1000)}`)).toEqual([])
    const page = await stripe.customers.search({ query: 'name~"e"', limit: 2 })
    const rest = await stripe.customers.search({ query: 'name~"e"', limit: 2, page: page.next_page ?? '' })
    expect([page.data.length, page.has_more, rest.data.length, rest.has_more]).toEqual([2, true, 1, false])
    for (const query of ['name', 'colour:"x"', 'email>"a"', 'name:"a" AND name:"b" OR name:"c"', '']) {
      // One refusal after the other, so that a failure names its query.
      expect(await refusal(stripe.customers.search({ query })), query).toMatchObject({ statusCode: 400 })
    }
  })
})

describe('idempotency keys', () => {
  const PAYMENT = {
    amount: 500,
    currency: 'eur',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const },
  }

  it('replay the answer for 24 hours of the clock', async ({ payments, stripe }) => {
    const once = await stripe.customers.create({ name: 'Bob' }, { idempotencyKey: 'a' })
    const again = await stripe.customers.create({ name: 'Bob' }, { idempotencyKey: 'a' })
    expect(again.id).toBe(once.id)
    const raw = await send({ payments }, '/v1/customers', {
      method: 'POST',
      body: 'name=Bob',
      headers: { 'idempotency-key': 'a', 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([raw.status, raw.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    const list = await send({ payments }, '/v1/customers')
    expect(raw.headers.get('content-type')).toBe(list.headers.get('content-type'))
    payments.clock.advance('25h')
    expect((await stripe.customers.create({ name: 'Bob' }, { idempotencyKey: 'a' })).id).not.toBe(once.id)
  })

  it('are not tried again by an SDK once a change has ended, and are where a lock was in the way', async ({
    payments,
  }) => {
    const retried = async (body: string, key: string) => {
      const headers = { 'idempotency-key': key, 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await send({ payments }, '/v1/customers', { method: 'POST', body, headers })
      return answer.headers.get('stripe-should-retry')
    }
    expect(await retried('name=Bob', 'f')).toBe('false')
    expect(await retried('email=none', 'g')).toBeNull()
    payments.faults.add({ method: 'POST', path: '/v1/customers', code: 'lock_timeout', times: 1 })
    expect(await retried('name=Bob', 'h')).toBe('true')
  })

  it('replay declines, and refuse other parameters', async ({ stripe }) => {
    const decline = { ...PAYMENT, payment_method: 'pm_card_visa_chargeDeclined' }
    const first = await refusal(stripe.paymentIntents.create(decline, { idempotencyKey: 'b' }))
    const second = await refusal(stripe.paymentIntents.create(decline, { idempotencyKey: 'b' }))
    expect(second).toMatchObject({ statusCode: 402, payment_intent: { id: first.payment_intent?.id } })
    const other = await refusal(stripe.paymentIntents.create({ ...decline, amount: 600 }, { idempotencyKey: 'b' }))
    expect(other).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })

  it('are not used up by parameters that are refused', async ({ stripe }) => {
    await refusal(stripe.customers.create({ email: 'none' }, { idempotencyKey: 'c' }))
    expect((await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'c' })).email).toBe(
      'a@example.com',
    )
  })

  it('are in use as long as an earlier request with them is under way', async ({ payments, stripe }) => {
    payments.faults.add({ method: 'POST', path: '/v1/customers', delay: 300, times: 1 })
    const first = stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'e' })
    await expect.poll(() => payments.requests.length).toBe(1)
    const again = () => stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'e' })
    expect(await refusal(again())).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    const { id } = await first
    expect((await again()).id).toBe(id)
  })

  it('are in use when a fault says so, and the SDK tries again', async ({ payments, stripe }) => {
    payments.faults.add({ method: 'POST', path: '/v1/customers', code: 'idempotency_key_in_use', times: 1 })
    expect(await refusal(stripe.customers.create({}, { idempotencyKey: 'd' }))).toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    })
  })
})

describe('webhooks', () => {
  it('are signed so that constructEvent accepts them, and nothing else', async ({ payments, stripe }) => {
    await using receiver = await receiveEvents()
    const { secret = '' } = await stripe.webhookEndpoints.create({
      url: receiver.url,
      enabled_events: ['customer.created', 'charge.failed'],
    })
    const customer = await stripe.customers.create({ name: 'Bob' }, { idempotencyKey: 'w' })
    const delivery = await payments.webhooks.next('customer.created')
    expect(delivery.state).toBe('delivered')
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received
    const signature = String((headers as Record<string, string>)['stripe-signature'])
    const event = stripe.webhooks.constructEvent(body, signature, secret)
    expect(event).toMatchObject({
      object: 'event',
      type: 'customer.created',
      livemode: false,
      pending_webhooks: 1,
      data: { object: { id: customer.id } },
      request: { idempotency_key: 'w' },
    })
    expect((await stripe.events.retrieve(event.id)).pending_webhooks).toBe(0)
    expect(() => stripe.webhooks.constructEvent(body.replace('Bob', 'Eve'), signature, secret)).toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    )
    expect(() => stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    )
  })

  it('report a declined payment although the request is refused', async ({ payments, stripe }) => {
    await using receiver = await receiveEvents()
    await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ['payment_intent.payment_failed'] })
    await refusal(
      stripe.paymentIntents.create({
        amount: 500,
        currency: 'eur',
        confirm: true,
        payment_method: 'pm_card_visa_chargeDeclined',
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      }),
    )
    expect((await payments.webhooks.next('payment_intent.payment_failed')).state).toBe('delivered')
  })

  it('reach the platform’s Connect endpoint for events of connected accounts, and only those', async ({
    payments,
    stripe,
  }) => {
    await using receiver = await receiveEvents()
    const account = await stripe.accounts.create({ type: 'express' })
    await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ['customer.created'], connect: true })
    await stripe.customers.create({ name: 'ours' })
    const theirs = await stripe.customers.create({ name: 'theirs' }, { stripeAccount: account.id })
    await payments.webhooks.settled()
    const events = receiver.received.map(({ body }) => JSON.parse(body) as Stripe.Event)
    expect(events).toMatchObject([{ account: account.id, data: { object: { id: theirs.id } } }])
  })

  it('are tried again on the clock, and not sent to a disabled endpoint', async ({ payments, stripe }) => {
    await using receiver = await receiveEvents()
    receiver.status = 500
    const endpoint = await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ['*'] })
    await stripe.customers.create({})
    await payments.webhooks.settled()
    expect(receiver.received).toHaveLength(1)
    receiver.status = 200
    payments.clock.advance('1h')
    await payments.webhooks.settled()
    expect(receiver.received).toHaveLength(2)
    await stripe.webhookEndpoints.update(endpoint.id, { disabled: true })
    await stripe.customers.create({})
    await payments.webhooks.settled()
    expect(receiver.received).toHaveLength(2)
  })
})

describe('pages', () => {
  it('show a charge’s receipt, with what came from the client escaped', async ({ stripe }) => {
    const intent = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'eur',
      confirm: true,
      description: '<b>mug</b>',
      payment_method: 'pm_card_visa',
      return_url: 'https://shop.test',
      expand: ['latest_charge'],
    })
    const response = await fetch((intent.latest_charge as Stripe.Charge).receipt_url ?? '')
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(text).toContain('€5.00')
    expect(text).toContain('&#60;b&#62;mug')
    const forged = (intent.latest_charge as Stripe.Charge).receipt_url?.replace(/\w+$/, 'x'.repeat(32))
    expect((await fetch(forged ?? '')).status).toBe(404)
  })

  it('verify a bank account by its small deposits', async ({ stripe }) => {
    const intent = await stripe.setupIntents.create({
      confirm: true,
      return_url: 'https://shop.test',
      payment_method_data: {
        type: 'us_bank_account',
        us_bank_account: { account_number: '000123456789', routing_number: '110000000' },
      },
    })
    const url = intent.next_action?.verify_with_microdeposits?.hosted_verification_url ?? ''
    expect(await (await fetch(url)).text()).toContain('First deposit')
    expect((await fetch(url.replace(/_secret_\w+$/, '_secret_x'))).status).toBe(404)
    const verify = (first: string): Promise<Response> =>
      fetch(url, { method: 'POST', body: new URLSearchParams({ first, second: '45' }) })
    expect((await verify('1')).status).toBe(400)
    expect((await verify('32')).status).toBe(200)
    expect((await stripe.setupIntents.retrieve(intent.id)).status).toBe('succeeded')
  })
})

describe('commands', () => {
  it('give a card’s number by its name', ({ payments }) => {
    expect(payments.card('insufficient_funds')).toBe('4000000000009995')
    expect(() => payments.card('insuficient_funds')).toThrow('did you mean insufficient_funds?')
  })

  it('have paths under /_backlot/', async ({ payments, stripe }) => {
    const intent = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'eur',
      confirm: true,
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'https://shop.test',
    })
    const call = (name: string, input: unknown): Promise<Response> =>
      fetch(`${payments.url}/_backlot/${name}`, {
        method: 'POST',
        body: JSON.stringify(input),
        headers: { 'content-type': 'application/json' },
      })
    expect(await (await call('authenticate', { intent: intent.id })).json()).toEqual({ status: 'succeeded' })
    expect(await (await call('dispute', { charge: intent.id })).json()).toEqual({
      id: expect.stringMatching(/^du_/) as string,
    })
  })
})
