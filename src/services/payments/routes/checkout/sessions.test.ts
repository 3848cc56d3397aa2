import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { idOf } from '#payments/tests/billing.fixture.ts'
import type Stripe from 'stripe'
import {
  receiveEvents,
  refusal,
  paymentsTest,
  stripe21Of,
  stripe22Of,
  stripeOf,
} from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

type Params = Stripe.Checkout.SessionCreateParams
const MUG = { currency: 'usd', unit_amount: 2000, product_data: { name: 'Mug' } }
type Changes = { readonly [N in keyof Params]?: Params[N] | undefined }
const create = ({ stripe }: Pick<Fixtures, 'stripe'>, params: Changes = {}) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price_data: MUG, quantity: 2 }],
    success_url: 'http://localhost/thanks?session={CHECKOUT_SESSION_ID}',
    ...params,
  } as Params)

describe('a Checkout session', () => {
  it('sells prices that it describes itself', async ({ payments, stripe }) => {
    const session = await create(
      { stripe },
      {
        cancel_url: 'http://localhost/cart',
        metadata: { order: '7' },
        client_reference_id: 'cart-7',
      },
    )
    expect(session).toMatchObject({
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      amount_subtotal: 4000,
      amount_total: 4000,
      currency: 'usd',
      customer: null,
      customer_creation: 'if_required',
      client_reference_id: 'cart-7',
      metadata: { order: '7' },
      payment_intent: null,
      ui_mode: 'hosted_page',
      client_secret: null,
      expires_at: session.created + 86_400,
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    })
    expect(session.id).toMatch(/^cs_test_\w{58}$/)
    expect(session.url).toMatch(new RegExp(`^${payments.url}/c/pay/${session.id}/\\w{32}$`))
    const lines = await stripe.checkout.sessions.listLineItems(session.id)
    expect(lines.data).toMatchObject([
      {
        object: 'item',
        description: 'Mug',
        quantity: 2,
        amount_subtotal: 4000,
        amount_total: 4000,
        price: { unit_amount: 2000, active: false },
      },
    ])
  })

  it('sells stored prices, with a coupon, tax rates and shipping', async ({ stripe }) => {
    const product = await stripe.products.create({ name: 'Mug' })
    const price = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 1000 })
    const coupon = await stripe.coupons.create({ percent_off: 25, duration: 'once' })
    const tax = await stripe.taxRates.create({ display_name: 'VAT', percentage: 20, inclusive: false })
    const session = await create(
      { stripe },
      {
        line_items: [{ price: price.id, quantity: 4, tax_rates: [tax.id] }],
        discounts: [{ coupon: coupon.id }],
        shipping_address_collection: { allowed_countries: ['US', 'DE'] },
        shipping_options: [
          {
            shipping_rate_data: {
              display_name: 'Ground',
              type: 'fixed_amount',
              fixed_amount: { amount: 500, currency: 'usd' },
            },
          },
        ],
        expand: ['line_items.data.price.product', 'discounts.coupon'],
      },
    )
    expect(session).toMatchObject({
      amount_subtotal: 4000,
      amount_total: 3000 + 600 + 500,
      total_details: { amount_discount: 1000, amount_shipping: 500, amount_tax: 600 },
      shipping_cost: { amount_total: 500 },
      shipping_options: [{ shipping_amount: 500 }],
      discounts: [{ coupon: { id: coupon.id }, promotion_code: null }],
      line_items: { data: [{ amount_total: 3600, price: { product: { id: product.id, name: 'Mug' } } }] },
    })
  })

  it('sells no price that is inactive, or whose product is', async ({ stripe }) => {
    const price = await stripe.prices.create({ currency: 'usd', unit_amount: 500, product_data: { name: 'Hat' } })
    const sell = () => refusal(create({ stripe }, { mode: 'payment', line_items: [{ price: price.id, quantity: 1 }] }))
    await stripe.products.update(idOf(price.product), { active: false })
    expect(await sell()).toMatchObject({
      statusCode: 400,
      param: 'line_items[0][price]',
      message: `Price \`${price.id}\` is not available to be purchased because its product is not active.`,
    })
    await stripe.prices.update(price.id, { active: false })
    expect((await sell()).message).toContain('The price specified is inactive.')
  })

  it('has the branding of the account where it sets only a part', async ({ stripe }) => {
    const { branding_settings: branding } = await create({ stripe }, { branding_settings: { border_style: 'pill' } })
    expect(branding).toMatchObject({ border_style: 'pill', background_color: '#ffffff', icon: null, logo: null })
  })

  it('taxes by the dynamic rate of the country that it is shipped to', async ({ payments, stripe }) => {
    const rate = (country: string, percentage: number): Promise<Stripe.TaxRate> =>
      stripe.taxRates.create({ display_name: 'VAT', inclusive: false, percentage, country })
    const [german, french] = [await rate('DE', 19), await rate('FR', 20)]
    // The vendor takes the parameter, and the SDK's types no longer have it.
    const rates = { dynamic_tax_rates: [german.id, french.id] }
    const price_data = { currency: 'eur', unit_amount: 1000, product_data: { name: 'Mug' } }
    const { id, total_details: before } = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price_data, quantity: 1, ...rates }],
      shipping_address_collection: { allowed_countries: ['DE', 'FR'] },
      success_url: 'https://shop.test',
    })
    expect(before?.amount_tax).toBe(0)
    payments.pay(id, { shipping: { name: 'Ada', address: { line1: '1 Rue', country: 'FR' } } })
    const session = await stripe.checkout.sessions.retrieve(id)
    expect([session.amount_total, session.total_details?.amount_tax]).toEqual([1200, 200])
  })

  it('subscribes to recurring prices, and begins with a trial', async ({ stripe }) => {
    const recurring = { ...MUG, recurring: { interval: 'month' as const } }
    const session = await create(
      { stripe },
      {
        mode: 'subscription',
        line_items: [{ price_data: recurring, quantity: 1 }],
        subscription_data: { trial_period_days: 14, metadata: { plan: 'gold' } },
      },
    )
    expect(session).toMatchObject({
      mode: 'subscription',
      payment_method_collection: 'always',
      customer_creation: null,
      amount_total: 0,
    })
  })

  it('is paid when it subscribes to a metered price, which asks for nothing yet', async ({ payments, stripe }) => {
    const meter = await stripe.billing.meters.create({
      display_name: 'calls',
      event_name: 'calls',
      default_aggregation: { formula: 'sum' },
    })
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 10,
      recurring: { interval: 'month', usage_type: 'metered', meter: meter.id },
      product_data: { name: 'Calls' },
    })
    const session = await create({ stripe }, { mode: 'subscription', line_items: [{ price: price.id }] })
    expect(payments.pay(session)).toMatchObject({ session: { status: 'complete', payment_status: 'paid' } })
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid')
  })

  it('sets up a payment method, without an amount', async ({ stripe }) => {
    const session = await create({ stripe }, { mode: 'setup', line_items: undefined, currency: 'usd' })
    expect(session).toMatchObject({
      mode: 'setup',
      amount_total: null,
      payment_status: 'no_payment_required',
      total_details: null,
    })
  })

  it('is embedded, or built of elements, with a client secret and no page of its own', async ({ payments, stripe }) => {
    const embedded = await create(
      { stripe },
      {
        success_url: undefined,
        ui_mode: 'embedded_page',
        return_url: 'http://localhost/return?session={CHECKOUT_SESSION_ID}',
      },
    )
    expect(embedded).toMatchObject({
      ui_mode: 'embedded_page',
      url: null,
      redirect_on_completion: 'always',
      success_url: null,
    })
    expect(embedded.client_secret).toMatch(new RegExp(`^${embedded.id}_secret_\\w+$`))
    const elements = await create(
      { stripe },
      { success_url: undefined, ui_mode: 'elements', redirect_on_completion: 'never' },
    )
    expect(elements).toMatchObject({ ui_mode: 'elements', redirect_on_completion: 'never' })
    // Versions of the API before dahlia have other names.
    const older = await fetch(`${payments.url}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_backlot', 'stripe-version': '2025-03-31.basil' },
      body: new URLSearchParams({ ui_mode: 'embedded', mode: 'setup', return_url: 'http://localhost/return' }),
    })
    expect(await older.json()).toMatchObject({ ui_mode: 'embedded' })
  })

  it('asks what it is told to ask', async ({ stripe }) => {
    const session = await create(
      { stripe },
      {
        phone_number_collection: { enabled: true },
        billing_address_collection: 'required',
        tax_id_collection: { enabled: true },
        consent_collection: { terms_of_service: 'required', promotions: 'auto' },
        custom_text: { submit: { message: 'We pack at once.' } },
        name_collection: { business: { enabled: true } },
        custom_fields: [
          {
            key: 'engraving',
            label: { type: 'custom', custom: 'Engraving' },
            type: 'text',
            text: { maximum_length: 8 },
            optional: true,
          },
          {
            key: 'size',
            label: { type: 'custom', custom: 'Size' },
            type: 'dropdown',
            dropdown: {
              options: [
                { label: 'Small', value: 's' },
                { label: 'Large', value: 'l' },
              ],
            },
          },
        ],
        after_expiration: { recovery: { enabled: true } },
      },
    )
    expect(session.custom_fields).toEqual([
      {
        key: 'engraving',
        label: { type: 'custom', custom: 'Engraving' },
        optional: true,
        type: 'text',
        text: { default_value: null, maximum_length: 8, minimum_length: null, value: null },
      },
      {
        key: 'size',
        label: { type: 'custom', custom: 'Size' },
        optional: false,
        type: 'dropdown',
        dropdown: {
          default_value: null,
          options: [
            { label: 'Small', value: 's' },
            { label: 'Large', value: 'l' },
          ],
          value: null,
        },
      },
    ])
    expect(session).toMatchObject({
      phone_number_collection: { enabled: true },
      consent_collection: { terms_of_service: 'required', promotions: 'auto', payment_method_reuse_agreement: null },
      custom_text: { submit: { message: 'We pack at once.' }, after_submit: null },
      after_expiration: { recovery: { enabled: true, allow_promotion_codes: false, expires_at: null, url: null } },
    })
  })

  it('is read, listed by what belongs to it, and updated while it is open', async ({ stripe }) => {
    const first = await create({ stripe }, { customer_email: 'ada@example.com' })
    const second = await create({ stripe })
    expect((await stripe.checkout.sessions.list()).data.map(({ id }) => id)).toEqual([second.id, first.id])
    const byEmail = await stripe.checkout.sessions.list({ customer_details: { email: 'ADA@example.com' } })
    expect(byEmail.data.map(({ id }) => id)).toEqual([first.id])
    const updated = await stripe.checkout.sessions.update(first.id, { metadata: { packed: 'yes' } })
    expect(updated).toMatchObject({ metadata: { packed: 'yes' }, customer_details: { email: 'ada@example.com' } })
    expect(await stripe.checkout.sessions.retrieve(first.id)).toMatchObject({ metadata: { packed: 'yes' } })
  })

  it('expires when it is told to, and when its time is over', async ({ payments, stripe }) => {
    await using receiver = await receiveEvents()
    await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ['checkout.session.expired'] })
    const told = await create(
      { stripe },
      { after_expiration: { recovery: { enabled: true, allow_promotion_codes: true } } },
    )
    const expired = await stripe.checkout.sessions.expire(told.id)
    expect(expired).toMatchObject({ status: 'expired', url: null, payment_status: 'unpaid' })
    expect(expired.after_expiration?.recovery?.url).toMatch(new RegExp(`^${payments.url}/c/recover/\\w{40}$`))
    const soon = await create({ stripe }, { expires_at: Math.floor(payments.clock.now() / 1000) + 1800 })
    payments.clock.advance('29m')
    expect(await stripe.checkout.sessions.retrieve(soon.id)).toMatchObject({ status: 'open' })
    payments.clock.advance('1m')
    expect(await stripe.checkout.sessions.retrieve(soon.id)).toMatchObject({ status: 'expired', url: null })
    await payments.webhooks.settled()
    const events = receiver.received.map(({ body }) => JSON.parse(body) as Stripe.Event)
    expect(events.map(({ data }) => (data.object as { id: string }).id)).toEqual([told.id, soon.id])
    const again = await refusal(stripe.checkout.sessions.expire(told.id))
    expect(again.message).toBe(
      'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of `expired`.',
    )
  })

  it.for<[string, Changes, string, string | undefined]>([
    ['no success_url', { success_url: undefined }, 'Missing required param: success_url.', 'success_url'],
    ['no lines', { line_items: undefined }, 'Missing required param: line_items.', 'line_items'],
    [
      'a line without a price',
      { line_items: [{ quantity: 1 }] },
      'Missing required param: line_items[0][price].',
      'line_items[0][price]',
    ],
    [
      'a line without a quantity',
      { line_items: [{ price_data: MUG }] },
      'Missing required param: line_items[0][quantity].',
      'line_items[0][quantity]',
    ],
    [
      'an unknown price',
      { line_items: [{ price: 'price_none', quantity: 1 }] },
      "No such price: 'price_none'",
      'line_items[0][price]',
    ],
    [
      'a recurring price in payment mode',
      { line_items: [{ price_data: { ...MUG, recurring: { interval: 'month' } }, quantity: 1 }] },
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'mode',
    ],
    [
      'no recurring price in subscription mode',
      { mode: 'subscription' },
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'mode',
    ],
    [
      'a language that Checkout does not have',
      { locale: 'xx' },
      expect.stringMatching(/^Invalid locale: must be one of auto, bg, .+, zh-HK, or zh-TW$/) as string,
      'locale',
    ],
    [
      'the data of an intent in subscription mode',
      { mode: 'subscription', payment_intent_data: { metadata: { order: '7' } } },
      'You can not pass `payment_intent_data` in `subscription` mode.',
      'payment_intent_data',
    ],
    [
      'the data of a subscription in payment mode',
      { subscription_data: { metadata: { order: '7' } } },
      'You can not pass `subscription_data` in `payment` mode.',
      'subscription_data',
    ],
    [
      'too small an amount',
      { line_items: [{ price_data: { ...MUG, unit_amount: 49 }, quantity: 1 }] },
      "The Checkout Session's total amount due must add up to at least $0.50 usd",
      undefined,
    ],
    [
      'an early expiry',
      { expires_at: 1_767_268_900 },
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    ],
    [
      'a return_url on a hosted page',
      { return_url: 'http://localhost' },
      '`return_url` can only be used when `ui_mode` is `embedded`.',
      'return_url',
    ],
    [
      'a coupon beside promotion codes',
      { discounts: [{ coupon: 'x' }], allow_promotion_codes: true },
      'You may only specify one of these parameters: allow_promotion_codes, discounts.',
      'allow_promotion_codes',
    ],
    ['an unknown customer', { customer: 'cus_none' }, "No such customer: 'cus_none'", 'customer'],
    ['a field of another object', { amount: 5 } as never, 'Received unknown parameter: amount', 'amount'],
  ] as const)('is refused with %s', async ([_what, params, message, param], { stripe }) => {
    const error = await refusal(create({ stripe }, params))
    expect([error.statusCode, error.message, error.param]).toEqual([400, message, param])
  })

  it('is the same for the SDKs of the two majors before', async ({ payments }) => {
    for (const client of [stripe22Of(payments), stripe21Of(payments)]) {
      const session = await client.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ price_data: MUG, quantity: 1 }],
        success_url: 'http://localhost/thanks',
      })
      expect(await client.checkout.sessions.retrieve(session.id, { expand: ['line_items'] })).toMatchObject({
        amount_total: 2000,
      })
      await client.checkout.sessions.listLineItems(session.id)
      expect(await client.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired' })
    }
  })

  it('cannot be seen by another key of the vendor, and is unknown by another id', async ({ payments, stripe }) => {
    const error = await refusal(stripe.checkout.sessions.retrieve('cs_test_none'))
    expect([error.statusCode, error.message]).toEqual([404, "No such checkout.session: 'cs_test_none'"])
    const publishable = await refusal(stripeOf(payments, 'pk_test_backlot').checkout.sessions.list())
    expect(publishable.statusCode).toBe(401)
  })
})

describe('automatic tax', () => {
  it('waits for the location of the customer, and taxes nothing without registrations', async ({
    payments,
    stripe,
  }) => {
    const session = await create({ stripe }, { automatic_tax: { enabled: true } })
    expect(session.automatic_tax).toEqual({
      enabled: true,
      liability: { type: 'self' },
      provider: 'stripe',
      status: 'requires_location_inputs',
    })
    payments.pay(session, { email: 'ada@example.com' })
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      amount_total: 4000,
      total_details: { amount_tax: 0 },
      automatic_tax: { status: 'complete' },
    })
  })

  it('is passed on to the subscription', async ({ payments, stripe }) => {
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 1000,
      recurring: { interval: 'month' },
      product_data: { name: 'Gold' },
    })
    const link = await stripe.paymentLinks.create({
      automatic_tax: { enabled: true },
      line_items: [{ price: price.id, quantity: 1 }],
    })
    expect(link.automatic_tax).toEqual({ enabled: true, liability: { type: 'self' } })
    const session = await create(
      { stripe },
      {
        mode: 'subscription',
        line_items: [{ price: price.id, quantity: 1 }],
        automatic_tax: { enabled: true },
      },
    )
    payments.pay(session, { email: 'ada@example.com' })
    expect((await stripe.subscriptions.list()).data).toMatchObject([{ automatic_tax: { enabled: true } }])
  })

  it.for(['payment', 'subscription'] as const)(
    'follows the registrations, in a session and what it leads to: %s',
    async (mode, { payments, stripe }) => {
      await stripe.tax.registrations.create({
        country: 'DE',
        active_from: 'now',
        country_options: { de: { type: 'standard' } },
      })
      const { id: customer } = await stripe.customers.create({ email: 'a@example.com', address: { country: 'DE' } })
      const recurring = mode === 'payment' ? {} : { recurring: { interval: 'month' as const } }
      const price = { ...MUG, ...recurring, tax_behavior: 'exclusive' as const }
      const session = await create(
        { stripe },
        {
          mode,
          customer,
          automatic_tax: { enabled: true },
          line_items: [{ price_data: price, quantity: 1 }],
          ...(mode === 'payment' ? { invoice_creation: { enabled: true } } : {}),
        },
      )
      const amounts = { amount_total: 2380, total_details: { amount_tax: 380 } }
      expect(session).toMatchObject({ ...amounts, automatic_tax: { status: 'complete' } })
      payments.pay(session)
      const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['invoice', 'line_items'] })
      expect(done).toMatchObject({
        ...amounts,
        invoice: { amount_paid: 2380, automatic_tax: { enabled: true, status: 'complete' } },
        line_items: { data: [{ amount_tax: 380, amount_total: 2380 }] },
      })
    },
  )

  it('taxes the address that is typed on the page', async ({ payments, stripe }) => {
    const options = { us: { type: 'state_sales_tax' as const, state: 'CA' } }
    await stripe.tax.registrations.create({ country: 'US', active_from: 'now', country_options: options })
    const session = await create(
      { stripe },
      { automatic_tax: { enabled: true }, shipping_address_collection: { allowed_countries: ['US'] } },
    )
    expect(session.amount_total).toBe(4000)
    const address = { line1: '1 Main Street', city: 'Fresno', state: 'CA', postal_code: '93650', country: 'US' }
    payments.pay(session, { shipping: { name: 'Ada', address } })
    expect(await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] })).toMatchObject({
      amount_total: 4290,
      payment_intent: { amount_received: 4290 },
    })
  })

  it('needs a customer whose location is known or will be saved, and no tax rates beside it', async ({ stripe }) => {
    const automatic = { automatic_tax: { enabled: true } }
    const customer = (await stripe.customers.create({})).id
    expect(await refusal(create({ stripe }, { ...automatic, customer }))).toMatchObject({
      statusCode: 400,
      code: 'customer_tax_location_invalid',
    })
    expect((await create({ stripe }, { ...automatic, customer, customer_update: { address: 'auto' } })).status).toBe(
      'open',
    )
    const rate = await stripe.taxRates.create({ display_name: 'VAT', percentage: 19, inclusive: false })
    const both = create(
      { stripe },
      { ...automatic, line_items: [{ price_data: MUG, quantity: 1, tax_rates: [rate.id] }] },
    )
    expect((await refusal(both)).param).toBe('line_items[0][tax_rates]')
  })
})

describe('the endpoint by which the vendor’s command confirms a session', () => {
  const confirm = async (url: string, key: string, expected: number): Promise<Response> =>
    fetch(`${url}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams({ payment_method: 'pm_card_visa', expected_amount: String(expected) }),
    })

  it('takes a secret key, and the amount that was shown only', async ({ payments, stripe }) => {
    const { id } = await create({ stripe })
    const url = `${payments.url}/v1/payment_pages/${id}`
    expect(await (await confirm(url, 'pk_test_backlot', 4000)).json()).toMatchObject({
      error: { param: 'client_secret' },
    })
    expect(await (await confirm(url, 'sk_test_backlot', 3999)).json()).toMatchObject({
      error: { code: 'checkout_amount_mismatch', param: 'expected_amount' },
    })
    expect((await confirm(url, 'sk_test_backlot', 4000)).status).toBe(200)
    expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
  })
})

describe('a completed session', () => {
  it('whose payment is only authorized is unpaid', async ({ payments, stripe }) => {
    const session = await create({ stripe }, { payment_intent_data: { capture_method: 'manual' } })
    payments.pay(session)
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] })
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: { status: 'requires_capture' },
    })
  })

  it('counts for the limit of its payment link', async ({ payments, stripe }) => {
    const price = await stripe.prices.create({ currency: 'usd', unit_amount: 500, product_data: { name: 'Mug' } })
    const link = await stripe.paymentLinks.create({
      line_items: [{ price: price.id, quantity: 1 }],
      restrictions: { completed_sessions: { limit: 1 } },
    })
    await fetch(link.url, { redirect: 'manual' })
    const [session] = (await stripe.checkout.sessions.list()).data
    payments.pay(session?.id ?? '')
    expect((await stripe.paymentLinks.retrieve(link.id)).restrictions).toEqual({
      completed_sessions: { count: 1, limit: 1 },
    })
  })
})

describe('a payment that has a parameter which backlot does not hold', () => {
  const share = { destination: 'acct_1', description: 'a share' }
  it.for([
    ['optional_items', (stripe: Stripe) => create({ stripe }, { optional_items: [{ price: 'price_x', quantity: 1 }] })],
    ['customer_account', (stripe: Stripe) => stripe.setupIntents.create({ customer_account: 'acct_1' })],
    [
      'transfer_data[description]',
      (stripe: Stripe) => stripe.paymentIntents.create({ amount: 100, currency: 'usd', transfer_data: share }),
    ],
  ] as const)('is refused for %s', async ([param, ask], { stripe }) => {
    expect((await refusal(ask(stripe))).message).toContain(`backlot does not hold the parameter \`${param}\``)
  })
})
