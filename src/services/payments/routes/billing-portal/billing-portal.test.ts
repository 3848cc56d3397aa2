import { describe, expect } from 'vitest'
import { checkout, idOf, plan, subscribed, THANKS } from '#payments/tests/checkout.fixture.ts'
import { refusal, paymentsTest, stripe21Of, stripe22Of } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest({ seed: { payments: { account: { name: 'Acme Mugs' } } } })

// Subscriptions by Checkout, payment links and the portal without a browser. pages/portal.test.ts opens their pages.

describe('payments.pay', () => {
  it('completes a session, and says where the page would go', async ({ payments, stripe }) => {
    const session = await checkout(stripe, (await plan(stripe, 'Gold', 1000)).id)
    const result = payments.pay(session, { email: 'ada@example.com' })
    expect(result).toMatchObject({
      session: { id: session.id, status: 'complete', payment_status: 'paid' },
      declined: null,
      waiting: null,
      url: `http://localhost:9/thanks?session=${session.id}`,
    })
    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription.default_payment_method', 'customer', 'invoice'],
    })
    expect(done).toMatchObject({
      customer: { email: 'ada@example.com' },
      invoice: { status: 'paid', amount_paid: 1000 },
      subscription: { status: 'active', default_payment_method: { card: { last4: '4242' } } },
    })
    const types = (await stripe.events.list({ limit: 60 })).data.map(({ type }) => type)
    for (const type of [
      'customer.created',
      'customer.subscription.created',
      'invoice.paid',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ]) {
      expect(types.filter((each) => each === type)).toEqual([type])
    }
  })

  it('reports a decline, leaves the session open, and takes another card', async ({ payments, stripe }) => {
    const session = await checkout(stripe, (await plan(stripe, 'Gold', 1000)).id)
    expect(payments.pay(session.id, { card: '4000000000009995' })).toMatchObject({
      session: { status: 'open' },
      declined: {
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        message: 'Your card has insufficient funds.',
      },
    })
    expect(payments.pay(session.id, { card: 'visa' })).toMatchObject({ session: { status: 'complete' } })
    expect((await stripe.subscriptions.list()).data).toMatchObject([{ status: 'active' }])
  })

  it('waits for the bank, which payments.authenticate answers', async ({ payments, stripe }) => {
    const session = await checkout(stripe, (await plan(stripe, 'Gold', 1000)).id)
    const { waiting } = payments.pay(session, { card: '4000002500003155' })
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' })
    payments.authenticate(waiting ?? '', 'succeed')
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
    })
  })

  it('begins a trial without a payment, with the card saved for later', async ({ payments, stripe }) => {
    const session = await checkout(stripe, (await plan(stripe, 'Gold', 1000)).id, {
      subscription_data: { trial_period_days: 14 },
    })
    expect(payments.pay(session)).toMatchObject({
      session: { status: 'complete', payment_status: 'no_payment_required' },
    })
    const [subscription] = (await stripe.subscriptions.list({ expand: ['data.default_payment_method'] })).data
    expect(subscription).toMatchObject({ status: 'trialing', default_payment_method: { card: { last4: '4242' } } })
    payments.clock.advance('15d')
    expect((await stripe.subscriptions.list()).data).toMatchObject([{ status: 'active' }])
  })

  it('settles a bank debit days later', async ({ payments, stripe }) => {
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      allowed_payment_method_types: ['sepa_debit'],
      line_items: [{ price_data: { currency: 'eur', unit_amount: 2000, product_data: { name: 'Mug' } }, quantity: 1 }],
      success_url: THANKS,
    })
    const answer = await fetch(session.url ?? '', {
      method: 'POST',
      body: new URLSearchParams({
        email: 'ada@example.com',
        sepaName: 'Ada',
        iban: 'DE89370400440532013000',
        do: 'pay',
      }),
      redirect: 'manual',
    })
    expect(answer.headers.get('location')).toContain('/thanks')
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    })
    payments.clock.advance('6d')
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' })
    const types = (await stripe.events.list({ limit: 3 })).data.map(({ type }) => type)
    expect(types).toContain('checkout.session.async_payment_succeeded')
  })

  it('has its path in the control plane, and refuses what it does not know', async ({ payments, stripe }) => {
    const session = await checkout(stripe, (await plan(stripe, 'Gold', 1000)).id)
    const response = await fetch(`${payments.url}/_backlot/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session: session.id, card: '4242424242424242' }),
    })
    expect(await response.json()).toMatchObject({ session: { status: 'complete' } })
    expect(() => payments.pay(session)).toThrow(/is not open: its status is complete/)
    expect(() => payments.pay('cs_test_none')).toThrow(/no Checkout session has the id "cs_test_none"/)
  })
})

describe('a payment link', () => {
  it('is the same for the SDKs of the two majors before, and refuses what it cannot sell', async ({
    payments,
    stripe,
  }) => {
    const price = await plan(stripe, 'Gold', 1000)
    for (const client of [stripe22Of(payments), stripe21Of(payments)]) {
      const link = await client.paymentLinks.create({ line_items: [{ price: price.id, quantity: 1 }] })
      expect(await client.paymentLinks.retrieve(link.id, { expand: ['line_items'] })).toMatchObject({
        subscription_data: { trial_period_days: null },
      })
    }
    const error = await refusal(stripe.paymentLinks.create({ line_items: [{ price: 'price_none', quantity: 1 }] }))
    expect(error.message).toBe("No such price: 'price_none'")
    expect((await refusal(stripe.paymentLinks.retrieve('plink_none'))).statusCode).toBe(404)
  })
})

describe("the portal's objects", () => {
  it('are configurations and sessions', async ({ payments, stripe }) => {
    const price = await plan(stripe, 'Gold', 1000)
    const configuration = await stripe.billingPortal.configurations.create({
      business_profile: { headline: 'Your mugs' },
      default_return_url: 'http://localhost:9/account',
      features: {
        invoice_history: { enabled: true },
        subscription_cancel: { enabled: true, mode: 'immediately' },
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          products: [{ product: idOf(price.product), prices: [price.id] }],
        },
      },
    })
    expect(configuration).toMatchObject({
      active: true,
      is_default: false,
      features: { customer_update: { enabled: false } },
    })
    const updated = await stripe.billingPortal.configurations.update(configuration.id, {
      features: { invoice_history: { enabled: false } },
      metadata: { a: 'b' },
    })
    expect(updated).toMatchObject({
      features: { invoice_history: { enabled: false }, subscription_cancel: { mode: 'immediately' } },
      metadata: { a: 'b' },
    })
    expect(await stripe.billingPortal.configurations.retrieve(configuration.id)).toEqual(updated)
    const { customer, subscription } = await subscribed(payments, stripe, price.id)
    const session = await stripe.billingPortal.sessions.create({
      customer,
      configuration: configuration.id,
      flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription } },
    })
    expect(session).toMatchObject({
      configuration: configuration.id,
      return_url: 'http://localhost:9/account',
      flow: { type: 'subscription_cancel' },
    })
    expect(session.url).toMatch(new RegExp(`^${payments.url}/p/session/test_\\w{40}$`))
    expect(await stripe.billingPortal.sessions.create({ customer })).toMatchObject({ flow: null, return_url: null })
    expect((await stripe.billingPortal.configurations.list({ is_default: true })).data).toHaveLength(1)
    for (const client of [stripe22Of(payments), stripe21Of(payments)]) {
      await client.billingPortal.sessions.create({ customer })
      await client.billingPortal.configurations.list()
    }
    const error = await refusal(
      stripe.billingPortal.sessions.create({
        customer,
        configuration: configuration.id,
        flow_data: { type: 'payment_method_update' },
      }),
    )
    expect(error.message).toContain('does not support the flow `payment_method_update`')
    expect((await refusal(stripe.billingPortal.sessions.create({ customer: 'cus_none' }))).message).toBe(
      "No such customer: 'cus_none'",
    )
  })

  it('open the page only with the secret in its address, and only for what belongs to their customer', async ({
    payments,
    stripe,
  }) => {
    const price = await plan(stripe, 'Gold', 1000)
    const [ada, eve] = [await subscribed(payments, stripe, price.id), await subscribed(payments, stripe, price.id)]
    const session = await stripe.billingPortal.sessions.create({ customer: eve.customer })
    expect((await fetch(`${payments.url}/p/session/test_${'x'.repeat(40)}`)).status).toBe(404)
    const path = new URL(session.url).pathname
    const other = await fetch(`${payments.url}${path}/subscriptions/${ada.subscription}/cancel`, { method: 'POST' })
    expect(other.status).toBe(404)
    expect(await stripe.subscriptions.retrieve(ada.subscription)).toMatchObject({ cancel_at_period_end: false })
  })
})
