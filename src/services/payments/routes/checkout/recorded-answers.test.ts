import { describe, expect } from 'vitest'
import { customerWith, eventTypes, idOf, recurringPrice } from '#payments/tests/billing.fixture.ts'
import { paymentsTest } from '#payments/tests/payments.fixture.ts'

// Details that the vendor's answers of 2026 show and its description does not tell.

const it = paymentsTest()

const success_url = 'https://app.test/done'

describe('a session in setup mode', () => {
  it('has its setup intent from the start, and nothing of a sale', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe, null)
    const session = await stripe.checkout.sessions.create({
      mode: 'setup',
      customer,
      currency: 'usd',
      success_url,
      setup_intent_data: { description: 'For later', metadata: { a: 'b' } },
    })
    expect(session).toMatchObject({
      adaptive_pricing: { enabled: false },
      customer_details: { tax_exempt: null },
      discounts: null,
      invoice_creation: null,
      payment_method_collection: 'always',
      saved_payment_method_options: null,
    })
    expect(await stripe.setupIntents.retrieve(idOf(session.setup_intent))).toMatchObject({
      customer,
      description: 'For later',
      metadata: { a: 'b' },
      status: 'requires_payment_method',
    })
  })

  it('cancels its setup intent when it expires', async ({ stripe }) => {
    const { id } = await stripe.checkout.sessions.create({ mode: 'setup', currency: 'usd', success_url })
    const { setup_intent: intent } = await stripe.checkout.sessions.expire(id)
    expect((await stripe.setupIntents.retrieve(idOf(intent))).status).toBe('canceled')
    expect(await eventTypes(stripe, 'setup_intent', 'checkout')).toEqual([
      'setup_intent.created',
      'setup_intent.canceled',
      'checkout.session.expired',
    ])
  })
})

describe('a session that sells', () => {
  it('says whether the request wants adaptive pricing', async ({ stripe }) => {
    const { id: price } = await recurringPrice(stripe)
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price, quantity: 1 }],
      adaptive_pricing: { enabled: true },
      success_url,
    })
    expect(session.adaptive_pricing).toEqual({ enabled: true })
  })

  it('shows the branding of the account, and how saved payment methods are offered to a customer', async ({
    stripe,
  }) => {
    const { id: customer } = await customerWith(stripe, null)
    const { id: price } = await recurringPrice(stripe)
    const line_items = [{ price, quantity: 1 }]
    const session = await stripe.checkout.sessions.create({ mode: 'subscription', customer, line_items, success_url })
    expect(session).toMatchObject({
      adaptive_pricing: { enabled: false },
      branding_settings: { background_color: '#ffffff', border_style: 'rounded', font_family: 'default', icon: null },
      discounts: [],
      invoice_creation: null,
      payment_method_collection: 'always',
      saved_payment_method_options: {
        allow_redisplay_filters: ['always'],
        payment_method_remove: 'disabled',
        payment_method_save: null,
      },
      setup_intent: null,
    })
    const guest = await stripe.checkout.sessions.create({ mode: 'subscription', line_items, success_url })
    expect(guest.saved_payment_method_options).toBeNull()
  })

  it('says that a payment makes no invoice', async ({ stripe }) => {
    const price_data = { currency: 'usd', unit_amount: 500, product_data: { name: 'Hat' } }
    const { invoice_creation: creation } = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price_data, quantity: 1 }],
      success_url,
    })
    expect(creation).toMatchObject({ enabled: false, invoice_data: { custom_fields: null, metadata: {} } })
  })
})
