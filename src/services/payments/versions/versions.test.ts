import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type Stripe from 'stripe'
import { idOf } from '#payments/tests/billing.fixture.ts'
import { receiveEvents, startPayments, stripeOf, type RunningPayments } from '#payments/tests/payments.fixture.ts'

let payments: RunningPayments
let stripe: Stripe
beforeAll(async () => {
  payments = await startPayments()
  stripe = stripeOf(payments)
})
afterAll(() => payments.close())
beforeEach(() => payments.reset())

type Answer = Readonly<Record<string, unknown>>

/** Sends a request in a version of the API, with parameters as a form; with the default version for null. */
async function send(version: string | null, method: string, path: string, params = ''): Promise<Answer> {
  const response = await request(version, method, path, params)
  return (await response.json()) as Answer
}

function request(version: string | null, method: string, path: string, params = ''): Promise<Response> {
  return fetch(`${payments.url}${path}${method === 'GET' && params !== '' ? `?${params}` : ''}`, {
    method,
    headers: {
      authorization: 'Bearer sk_test_backlot',
      'content-type': 'application/x-www-form-urlencoded',
      ...(version === null ? {} : { 'stripe-version': version }),
    },
    ...(method === 'POST' ? { body: params } : {}),
  })
}

/** A subscription of a new customer with a card, to a monthly price. */
async function subscribe(): Promise<Stripe.Subscription> {
  const { id: customer } = await stripe.customers.create({
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  })
  const { id: price } = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
    product_data: { name: 'Gold' },
  })
  return stripe.subscriptions.create({ customer, items: [{ price }] })
}

describe('a version', () => {
  it.each(['2000-13-45', '2025-07-30', '2025-07-30.acacia', 'latest', '2022-08-02'])(
    'that does not exist is refused: %s',
    async (version) => {
      const response = await request(version, 'GET', '/v1/customers')
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        error: { type: 'invalid_request_error', message: `Invalid Stripe API version: ${version}` },
      })
    },
  )

  it.each([
    ['2024-06-20', '/v1/promotion_codes', 'coupon=NONE', 'coupon'],
    ['2024-06-20', '/v1/subscriptions', 'customer=cus_none&coupon=NONE', 'customer'],
    [null, '/v1/promotion_codes', 'promotion[type]=coupon&promotion[coupon]=NONE', 'promotion[coupon]'],
  ])('names the parameter of an error as the request does (%s, %s)', async (version, path, params, param) => {
    expect(await send(version, 'POST', path, params)).toMatchObject({ error: { code: 'resource_missing', param } })
  })

  it('that is older than the oldest is refused with the reason', async () => {
    const { error } = await send('2019-12-03', 'GET', '/v1/customers')
    expect(error).toMatchObject({
      message: 'Invalid Stripe API version: 2019-12-03. backlot speaks the versions from 2020-08-27 on',
    })
  })

  it.each([
    ['2022-11-15', '2022-11-15'],
    ['2025-08-27.preview', '2025-08-27.basil'],
    ['2025-03-31.basil; some_beta=v1', '2025-03-31.basil'],
  ])('%s is answered as %s', async (named, answered) => {
    const response = await request(named, 'GET', '/v1/customers')
    expect(response.status).toBe(200)
    expect(response.headers.get('stripe-version')).toBe(answered)
  })

  it('is that of the account for a request without one', async () => {
    const older = await startPayments({ seed: { payments: { account: { api_version: '2022-08-01' } } } })
    const response = await fetch(`${older.url}/v1/products`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_backlot', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=Gold',
    })
    expect(response.headers.get('stripe-version')).toBe('2022-08-01')
    expect(await response.json()).toMatchObject({ features: [], attributes: [] })
    await older.close()
  })

  it('of a webhook endpoint must exist', async () => {
    const params = 'url=http://127.0.0.1:9/&enabled_events[]=*&api_version=2024-06-21'
    expect(await send(null, 'POST', '/v1/webhook_endpoints', params)).toMatchObject({
      error: { param: 'api_version', message: 'Invalid Stripe API version: 2024-06-21' },
    })
  })
})

describe('an event', () => {
  it('is sent in the version of the endpoint, and kept in the version of the account', async () => {
    await using receiver = await receiveEvents()
    await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ['*'], api_version: '2024-06-20' })
    await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ['*'] })
    await subscribe()
    await payments.webhooks.settled()
    const paid = receiver.received
      .map(({ body }) => JSON.parse(body) as Answer)
      .filter(({ type }) => type === 'invoice.paid')
    expect(paid.map(({ api_version: version }) => version).sort()).toEqual(['2024-06-20', '2026-10-28.endive'])
    const older = paid.find(({ api_version: version }) => version === '2024-06-20')
    expect(older).toMatchObject({
      data: {
        object: {
          paid: true,
          payment_intent: expect.stringMatching(/^pi_/) as string,
          subscription: expect.stringMatching(/^sub_/) as string,
          charge: expect.stringMatching(/^ch_/) as string,
        },
      },
    })
    expect((older as { data: { object: Answer } }).data.object).not.toHaveProperty('parent')
    const kept = await send('2024-06-20', 'GET', '/v1/events', 'type=invoice.paid')
    expect(kept['data']).toMatchObject([{ api_version: '2026-10-28.endive', data: { object: { parent: {} } } }])
  })

  it('is in the version that the seed gives to its endpoint', async () => {
    await using receiver = await receiveEvents()
    const endpoint = { url: receiver.url, api_version: '2023-10-16' as const }
    const seeded = await startPayments({ seed: { payments: { webhook_endpoints: [endpoint] } } })
    await stripeOf(seeded).products.create({ name: 'Gold' })
    await seeded.webhooks.settled()
    expect(receiver.received.map(({ body }) => JSON.parse(body) as Answer)).toMatchObject([
      { api_version: '2023-10-16', data: { object: { features: [] } } },
    ])
    await seeded.close()
  })

  it('has the previous attributes of its version', async () => {
    await using receiver = await receiveEvents()
    await stripe.webhookEndpoints.create({
      url: receiver.url,
      enabled_events: ['customer.subscription.updated'],
      api_version: '2024-06-20',
    })
    await subscribe()
    payments.clock.advance('1 month')
    await payments.webhooks.settled()
    const renewed = receiver.received
      .map(({ body }) => JSON.parse(body) as { data: { previous_attributes: Answer } })
      .map(({ data }) => data.previous_attributes)
      .find((previous) => 'current_period_end' in previous)
    expect(renewed).toMatchObject({
      current_period_start: 1_767_268_800,
      current_period_end: 1_769_947_200,
    })
  })
})

describe('expand', () => {
  it('takes the paths of the version', async () => {
    const { id, latest_invoice: invoice } = await subscribe()
    const older = await send('2023-10-16', 'GET', `/v1/subscriptions/${id}`, 'expand[]=latest_invoice.payment_intent')
    expect(older).toMatchObject({
      current_period_end: 1_769_947_200,
      latest_invoice: { id: invoice, paid: true, payment_intent: { object: 'payment_intent', status: 'succeeded' } },
    })
    const deep = await send(
      '2022-08-01',
      'GET',
      '/v1/invoices',
      'expand[]=data.charge.balance_transaction&expand[]=data.subscription',
    )
    expect(deep['data']).toMatchObject([
      {
        charge: { refunds: { data: [] }, balance_transaction: { fee: 45 } },
        subscription: { id, plan: { amount: 500 } },
      },
    ])
    const customers = await send(
      '2020-08-27',
      'GET',
      '/v1/customers',
      'expand[]=data.subscriptions&expand[]=data.sources',
    )
    expect(customers['data']).toMatchObject([
      { sources: { data: [] }, subscriptions: { data: [{ id, current_period_end: 1_769_947_200 }] } },
    ])
    const newest = await send(null, 'GET', `/v1/subscriptions/${id}`, 'expand[]=latest_invoice.payment_intent')
    expect(newest).toMatchObject({
      error: { message: 'This property cannot be expanded (latest_invoice.payment_intent).' },
    })
  })
})

describe('an answer', () => {
  it('shows in what is expanded that its own request has paid it', async () => {
    const { customer } = await subscribe()
    const { data } = await stripe.prices.list()
    const wanted = `customer=${idOf(customer)}&items[0][price]=${data[0]?.id ?? ''}&payment_behavior=default_incomplete`
    const created = await send('2023-10-16', 'POST', '/v1/subscriptions', `${wanted}&expand[]=latest_invoice`)
    expect(created).toMatchObject({ status: 'incomplete' })
    const { payment_intent: intent } = created['latest_invoice'] as { readonly payment_intent: string } // expanded
    const path = `/v1/payment_intents/${intent}/confirm`
    expect(await send('2023-10-16', 'POST', path, 'expand[]=invoice.subscription')).toMatchObject({
      status: 'succeeded',
      invoice: { status: 'paid', subscription: { id: idOf(created), status: 'active' } },
    })
  })

  it('has prorations as invoice items, in versions that tell lines apart by a type', async () => {
    const { id, items } = await subscribe()
    payments.clock.advance('10 days')
    const changes = `items[0][id]=${items.data[0]?.id ?? ''}&items[0][quantity]=2&proration_behavior=always_invoice`
    await send('2024-06-20', 'POST', `/v1/subscriptions/${id}`, changes)
    const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(id)
    const proration = { type: 'invoiceitem', proration: true, invoice_item: expect.stringMatching(/^ii_/) as string }
    expect(await send('2024-06-20', 'GET', `/v1/invoices/${idOf(invoice)}`)).toMatchObject({
      lines: { data: [proration, proration] },
    })
  })
})

describe('a request', () => {
  it('previews the next invoice of a customer, in versions that have the operation', async () => {
    const { customer } = await subscribe()
    const params = `customer=${idOf(customer)}`
    expect(await send('2024-06-20', 'GET', '/v1/invoices/upcoming', params)).toMatchObject({
      amount_due: 500,
      billing_reason: 'upcoming',
      lines: { data: [{ type: 'subscription', plan: { amount: 500 } }] },
    })
    expect(await send('2024-06-20', 'GET', '/v1/invoices/upcoming/lines', params)).toMatchObject({
      data: [{ object: 'line_item', amount: 500 }],
    })
    const newest = await request(null, 'GET', '/v1/invoices/upcoming', params)
    expect(newest.status).toBe(404)
    expect(await newest.json()).toMatchObject({
      error: {
        message: expect.stringMatching(/^Unrecognized request URL \(GET: \/v1\/invoices\/upcoming\)/) as string,
      },
    })
  })

  it('gives a customer and a subscription one discount, in versions that have the parameter', async () => {
    await stripe.coupons.create({ id: 'HALF', percent_off: 50 })
    const customer = await send('2024-06-20', 'POST', '/v1/customers', 'coupon=HALF')
    expect(customer).toMatchObject({ discount: { coupon: { id: 'HALF', percent_off: 50 } } })
    const removed = await send('2024-06-20', 'POST', `/v1/customers/${idOf(customer)}`, 'coupon=')
    expect(removed).toMatchObject({ discount: null })
    const { id } = await subscribe()
    const changed = await send('2023-10-16', 'POST', `/v1/subscriptions/${id}`, 'coupon=HALF')
    expect(changed).toMatchObject({ discount: { coupon: { id: 'HALF' } } })
    const both = await send('2023-10-16', 'POST', `/v1/subscriptions/${id}`, 'coupon=HALF&discounts[0][coupon]=HALF')
    expect(both).toMatchObject({
      error: { message: 'You may only specify one of these parameters: coupon, discounts.', param: 'coupon' },
    })
    expect(await send(null, 'GET', `/v1/subscriptions/${id}`)).toMatchObject({
      discounts: [expect.stringMatching(/^di_/) as string],
    })
    expect(await send(null, 'POST', '/v1/customers', 'coupon=HALF')).toMatchObject({
      error: { message: expect.stringMatching(/^Received unknown parameter: coupon/) as string },
    })
  })

  it('creates a promotion code by the coupon itself', async () => {
    await stripe.coupons.create({ id: 'HALF', percent_off: 50 })
    expect(await send('2025-08-27.basil', 'POST', '/v1/promotion_codes', 'coupon=HALF&code=FRIEND')).toMatchObject({
      code: 'FRIEND',
      coupon: { id: 'HALF' },
    })
  })

  it('adds invoice items and lines by price and unit amount', async () => {
    const { id: customer } = await stripe.customers.create({})
    const { id: price } = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 700,
      product_data: { name: 'Bolt' },
    })
    const ofPrice = await send('2024-06-20', 'POST', '/v1/invoiceitems', `customer=${customer}&price=${price}`)
    expect(ofPrice).toMatchObject({ amount: 700, price: { id: price }, unit_amount: 700, plan: null })
    const ofUnit = `customer=${customer}&unit_amount=300&quantity=2&currency=usd`
    expect(await send('2024-06-20', 'POST', '/v1/invoiceitems', ofUnit)).toMatchObject({
      amount: 600,
      unit_amount: 300,
    })
    const included = await send('2020-08-27', 'POST', '/v1/invoices', `customer=${customer}`)
    expect(included).toMatchObject({ amount_due: 1300, lines: { data: [{ type: 'invoiceitem' }, {}] } })
  })

  it('makes no invoice of nothing, in versions whose invoices have the pending items by default', async () => {
    const { id } = await stripe.customers.create()
    expect(await send('2020-08-27', 'POST', '/v1/invoices', `customer=${id}`)).toMatchObject({
      error: { code: 'invoice_no_customer_line_items', message: 'Nothing to invoice for customer', param: 'customer' },
    })
    const excluding = `customer=${id}&pending_invoice_items_behavior=exclude`
    expect(await send('2020-08-27', 'POST', '/v1/invoices', excluding)).toMatchObject({ status: 'draft', total: 0 })
  })

  it('subscribes to one plan without items, in versions whose libraries send it', async () => {
    const { customer } = await subscribe()
    const { data } = await stripe.plans.list()
    const plan = data[0]?.id ?? ''
    const params = `customer=${idOf(customer)}&plan=${plan}&quantity=3`
    const path = '/v1/subscriptions'
    expect(await send('2020-08-27', 'POST', path, params)).toMatchObject({ plan: { id: plan }, quantity: 3 })
    const former = `/v1/customers/${idOf(customer)}/subscriptions`
    expect(await send('2020-08-27', 'POST', former, `plan=${plan}`)).toMatchObject({ plan: { id: plan }, quantity: 1 })
    expect(await send('2020-08-27', 'POST', path, `${params}&items[0][plan]=${plan}`)).toMatchObject({
      error: { message: 'Received both items and plan parameters. Please pass in only one.', param: 'plan' },
    })
    expect(await send('2020-08-27', 'POST', path, `customer=${idOf(customer)}&items[0][plan]=none`)).toMatchObject({
      error: { code: 'resource_missing', message: "No such plan: 'none'", param: 'plan' },
    })
    expect(await send('2025-08-27.basil', 'POST', path, params)).toMatchObject({ plan: { id: plan }, quantity: 3 })
    expect(await send('2025-09-30.clover', 'POST', path, params)).toMatchObject({
      error: { code: 'parameter_unknown' },
    })
  })

  it('sets the plan and the quantity of the only item of a subscription, in versions whose libraries send it', async () => {
    const { id, items } = await subscribe()
    const path = `/v1/subscriptions/${id}`
    const yearly = await stripe.plans.create({
      currency: 'usd',
      amount: 5000,
      interval: 'year',
      product: { name: 'Gold' },
    })
    expect(await send('2020-08-27', 'POST', path, `plan=${yearly.id}&quantity=1&trial_end=now`)).toMatchObject({
      plan: { id: yearly.id },
      items: { data: [{ id: items.data[0]?.id, quantity: 1 }] },
    })
    expect(await send('2025-08-27.basil', 'POST', path, 'quantity=4')).toMatchObject({
      quantity: 4,
      items: { data: [{ id: items.data[0]?.id, quantity: 4 }] },
    })
    const both = await send('2023-10-16', 'POST', path, `quantity=4&items[0][id]=${items.data[0]?.id ?? ''}`)
    expect(both).toMatchObject({ error: { message: expect.stringMatching(/^Received both items and quantity/) } })
    const { id: other } = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 100,
      recurring: { interval: 'month' },
      product_data: { name: 'Seats' },
    })
    await stripe.subscriptionItems.create({ subscription: id, price: other })
    expect(await send('2023-10-16', 'POST', path, 'quantity=5')).toMatchObject({ error: { param: 'quantity' } })
    expect(await send(null, 'POST', path, 'quantity=5')).toMatchObject({ error: { code: 'parameter_unknown' } })
  })

  it('previews changes of a subscription only where it is named', async () => {
    expect(await send('2020-08-27', 'GET', '/v1/invoices/upcoming')).toEqual({
      error: expect.objectContaining({
        message: 'You must either provide a `customer` or a `subscription` to the upcoming invoice endpoint.',
      }) as object,
    })
    const { customer } = await subscribe()
    const changed = `customer=${idOf(customer)}&subscription_proration_date=1767272400`
    expect(await send('2020-08-27', 'GET', '/v1/invoices/upcoming', changed)).toMatchObject({
      error: {
        message:
          'When previewing changes to a subscription, you must specify either `subscription` or `subscription_items`',
      },
    })
  })

  it('has the defaults of its version', async () => {
    const params = 'amount=500&currency=usd'
    const defaultsOf = async (version: string | null) => {
      const intent = await send(version, 'POST', '/v1/payment_intents', params)
      return [intent['capture_method'], intent['payment_method_types']]
    }
    expect(await defaultsOf('2022-11-15')).toEqual(['automatic', ['card']])
    expect(await defaultsOf('2023-10-16')).toEqual(['automatic', ['card', 'us_bank_account', 'link']])
    expect(await defaultsOf(null)).toEqual(['automatic_async', ['card', 'us_bank_account', 'link']])
    const { customer } = await subscribe()
    const { data } = await stripe.prices.list()
    const items = `customer=${idOf(customer)}&items[0][price]=${data[0]?.id ?? ''}`
    expect(await send('2025-08-27.basil', 'POST', '/v1/subscriptions', items)).toMatchObject({
      billing_mode: { type: 'classic' },
    })
    expect(await send(null, 'POST', '/v1/subscriptions', items)).toMatchObject({ billing_mode: { type: 'flexible' } })
  })

  const METERED =
    'currency=usd&unit_amount=100&product_data[name]=Calls&recurring[interval]=month&recurring[usage_type]=metered&recurring[aggregate_usage]=sum'

  /** A subscription of a customer to a price without a meter, and the path of its item. */
  async function subscribeMetered(): Promise<{
    readonly id: string
    readonly customer: string
    readonly path: string
  }> {
    const price = await send('2024-06-20', 'POST', '/v1/prices', METERED)
    expect(price).toMatchObject({ recurring: { aggregate_usage: 'sum', meter: null, usage_type: 'metered' } })
    const { customer } = await subscribe()
    const wanted = `customer=${idOf(customer)}&items[0][price]=${idOf(price)}`
    const { id, items } = (await send(
      '2024-06-20',
      'POST',
      '/v1/subscriptions',
      wanted,
    )) as unknown as Stripe.Subscription
    return { id, customer: idOf(customer), path: `/v1/subscription_items/${items.data[0]?.id ?? ''}` }
  }

  it('reports usage without a meter, in versions that have usage records', async () => {
    const { customer, path } = await subscribeMetered()
    const record = await send('2024-06-20', 'POST', `${path}/usage_records`, 'quantity=5&timestamp=1767272400')
    expect(record).toMatchObject({ object: 'usage_record', quantity: 5, timestamp: 1_767_272_400 })
    await send('2024-06-20', 'POST', `${path}/usage_records`, 'quantity=4&timestamp=1767272400&action=set')
    await send('2024-06-20', 'POST', `${path}/usage_records`, 'quantity=3&timestamp=now&action=increment')
    const summaries = await send('2024-06-20', 'GET', `${path}/usage_record_summaries`)
    expect(summaries).toMatchObject({ data: [{ total_usage: 7 }] })
    payments.clock.advance('1 month')
    payments.clock.advance('1h')
    const { data } = await stripe.invoices.list({ customer })
    expect(data.map(({ amount_paid: paid }) => paid)).toContain(700)
    expect((await request(null, 'POST', `${path}/usage_records`, 'quantity=5')).status).toBe(404)
    expect(await send(null, 'POST', '/v1/prices', METERED)).toHaveProperty('error')
  })

  it('previews the usage that is left when a subscription ends with its period', async () => {
    const { id, path } = await subscribeMetered()
    await send('2024-06-20', 'POST', `/v1/subscriptions/${id}`, 'cancel_at_period_end=true')
    const preview = `subscription=${id}`
    expect(await send('2024-06-20', 'GET', '/v1/invoices/upcoming', preview)).toMatchObject({
      error: { code: 'invoice_upcoming_none' },
    })
    await send('2024-06-20', 'POST', `${path}/usage_records`, 'quantity=6&timestamp=now')
    expect(await send('2024-06-20', 'GET', '/v1/invoices/upcoming', preview)).toMatchObject({
      amount_due: 600,
      lines: { data: [{ quantity: 6 }] },
    })
  })

  it('forgets the usage of an item that leaves with `clear_usage`', async () => {
    const { id, path } = await subscribeMetered()
    await send('2024-06-20', 'POST', `${path}/usage_records`, 'quantity=6&timestamp=now')
    const item = await send('2024-06-20', 'GET', path)
    const { id: price } = item['price'] as Stripe.Price // as the version writes it
    const swap = `items[0][id]=${idOf(item)}&items[0][deleted]=true&items[0][clear_usage]=true&items[1][price]=${price}`
    const { items } = (await send(
      '2024-06-20',
      'POST',
      `/v1/subscriptions/${id}`,
      swap,
    )) as unknown as Stripe.Subscription
    const summaries = `/v1/subscription_items/${items.data[0]?.id ?? ''}/usage_record_summaries`
    expect(await send('2024-06-20', 'GET', summaries)).toMatchObject({ data: [{ total_usage: 0 }] })
  })

  it('names payment methods in the way of its version', async () => {
    const params = 'amount=500&currency=usd&payment_method_types[]=card'
    expect(await send('2026-08-26.dahlia', 'POST', '/v1/payment_intents', params)).toMatchObject({
      payment_method_types: ['card'],
    })
    expect(await send('2026-09-30.endive', 'POST', '/v1/payment_intents', params)).toMatchObject({
      error: { code: 'payment_method_types_no_longer_supported', param: 'payment_method_types' },
    })
  })

  it('describes the lines and the shipping of a session as 2020-08-27 did', async () => {
    const { id: rate } = await stripe.shippingRates.create({
      display_name: 'Post',
      type: 'fixed_amount',
      fixed_amount: { amount: 400, currency: 'usd' },
    })
    const params =
      'mode=payment&success_url=http://localhost/&cancel_url=http://localhost/&payment_method_types[]=card' +
      '&line_items[0][name]=Bolt&line_items[0][amount]=700&line_items[0][currency]=usd&line_items[0][quantity]=2' +
      `&shipping_rates[]=${rate}&shipping_address_collection[allowed_countries][]=US`
    const session = await send('2020-08-27', 'POST', '/v1/checkout/sessions', params)
    expect(session).toMatchObject({
      amount_subtotal: 1400,
      amount_total: 1800,
      customer_creation: 'always',
      payment_intent: expect.stringMatching(/^pi_/) as string,
      shipping: null,
      shipping_options: [{ shipping_rate: rate }],
      shipping_rate: rate,
      ui_mode: 'hosted',
    })
    payments.pay(idOf(session))
    const expand = 'expand[]=payment_intent'
    expect(await send('2020-08-27', 'GET', `/v1/checkout/sessions/${idOf(session)}`, expand)).toMatchObject({
      payment_intent: { id: session['payment_intent'], status: 'succeeded', charges: { data: [{ amount: 1800 }] } },
      shipping: { address: { country: 'US' } },
    })
    expect(await send(null, 'POST', '/v1/checkout/sessions', params)).toHaveProperty('error')
  })

  it('writes the phases of a schedule with iterations and a coupon', async () => {
    await stripe.coupons.create({ id: 'HALF', percent_off: 50 })
    const { customer } = await subscribe()
    const { data } = await stripe.prices.list()
    const params =
      `customer=${idOf(customer)}&start_date=1767268800&end_behavior=cancel` +
      `&phases[0][items][0][price]=${data[0]?.id ?? ''}&phases[0][iterations]=3&phases[0][coupon]=HALF`
    expect(await send('2024-06-20', 'POST', '/v1/subscription_schedules', params)).toMatchObject({
      phases: [{ coupon: 'HALF', start_date: 1_767_268_800, end_date: 1_775_044_800 }],
    })
  })
})

it('an error shows its objects in the version of the request', async () => {
  const params =
    'amount=500&currency=usd&confirm=true&payment_method=pm_card_visa_chargeDeclined&payment_method_types[]=card'
  expect(await send('2020-08-27', 'POST', '/v1/payment_intents', params)).toMatchObject({
    error: { code: 'card_declined', payment_intent: { charges: { data: [{ status: 'failed', order: null }] } } },
  })
})

it('sells plans with their trial in Checkout before 2022-08-01, and one of each by default', async () => {
  const plan = await stripe.plans.create({
    currency: 'usd',
    amount: 500,
    interval: 'month',
    trial_period_days: 14,
    product: { name: 'Gold' },
  })
  const params = `subscription_data[trial_from_plan]=true&subscription_data[items][0][plan]=${plan.id}&success_url=https://shop.test&payment_method_types[0]=card`
  const session = await send('2020-08-27', 'POST', '/v1/checkout/sessions', params)
  expect(session).toMatchObject({ mode: 'subscription', amount_total: 0 })
  payments.pay(idOf(session))
  const [subscription] = (await stripe.subscriptions.list()).data
  expect(subscription).toMatchObject({ status: 'trialing', items: { data: [{ quantity: 1 }] } })
})
