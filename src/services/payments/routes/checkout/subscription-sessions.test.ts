import { describe, expect } from 'vitest'
import type Stripe from 'stripe'
import { checkout, idOf, plan } from '#payments/tests/checkout.fixture.ts'
import { sdkOf, paymentsTest, type RunningPayments } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

/** Returns what an attempt has left: the session's records, the subscriptions and the invoices. */
async function leftBy(stripe: Stripe, session: string) {
  const { payment_intent, ...read } = await stripe.checkout.sessions.retrieve(session)
  const subscriptions = await stripe.subscriptions.list({ status: 'all' })
  const invoices = await stripe.invoices.list()
  return {
    session: read,
    payment_intent,
    subscriptions: subscriptions.data.map(({ status }) => status),
    invoices: invoices.data.map(({ status }) => status),
  }
}

/** Returns the types of the events since the session, in their order. */
async function eventsOf(stripe: Stripe): Promise<readonly string[]> {
  const { data } = await stripe.events.list({ limit: 100 })
  return data.map(({ type }) => type).toReversed()
}

describe('a Checkout session of a subscription', () => {
  const declined = (payments: RunningPayments, session: Stripe.Checkout.Session) =>
    payments.pay(session, { card: 'insufficient_funds', email: 'ada@example.com' })

  it('begins the subscription after the payment: a declined attempt leaves a payment only', async ({
    payments,
    stripe,
  }) => {
    const price = await plan(stripe, 'Gold', 1500)
    const session = await checkout(stripe, price.id)
    expect(declined(payments, session)).toMatchObject({ declined: { decline_code: 'insufficient_funds' } })
    expect(await leftBy(stripe, session.id)).toMatchObject({
      session: { status: 'open', subscription: null, invoice: null },
      payment_intent: null,
      subscriptions: [],
      invoices: [],
    })
    const [intent] = (await stripe.paymentIntents.list()).data
    expect(intent).toMatchObject({ amount: 1500, status: 'requires_payment_method', setup_future_usage: 'off_session' })

    expect(payments.pay(session, { email: 'ada@example.com' })).toMatchObject({
      session: { status: 'complete', payment_status: 'paid' },
    })
    const after = await leftBy(stripe, session.id)
    expect(after).toMatchObject({ payment_intent: null, subscriptions: ['active'], invoices: ['paid'] })
    const invoice = await stripe.invoices.retrieve(idOf(after.session.invoice), { expand: ['payments'] })
    expect(invoice).toMatchObject({
      amount_paid: 1500,
      billing_reason: 'subscription_create',
      payments: { data: [{ payment: { payment_intent: intent?.id }, status: 'paid' }] },
    })
    const subscription = await stripe.subscriptions.retrieve(idOf(after.session.subscription))
    const paid = await stripe.paymentIntents.retrieve(intent?.id ?? '')
    expect(subscription).toMatchObject({ latest_invoice: invoice.id, default_payment_method: paid.payment_method })

    const events = await eventsOf(stripe)
    const from = events.indexOf('payment_intent.succeeded')
    expect(events.slice(from)).toEqual([
      'payment_intent.succeeded',
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'invoice.updated',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
      'checkout.session.completed',
    ])
    payments.clock.advance('1 month')
    payments.clock.advance('1 hour')
    expect((await stripe.invoices.list()).data.map(({ status }) => status)).toEqual(['paid', 'paid'])
  })

  it('before 2025-03-31 begins the subscription with the first attempt, which a declined one leaves incomplete', async ({
    payments,
    stripe,
  }) => {
    const older = sdkOf(['stripe-17', '2025-02-24.acacia'], payments) as unknown as Stripe // the same calls
    const price = await plan(stripe, 'Gold', 1500)
    const session = await checkout(older, price.id)
    declined(payments, session)
    const left = await leftBy(stripe, session.id)
    expect(left).toMatchObject({
      session: { status: 'open', subscription: expect.any(String), invoice: expect.any(String) },
      subscriptions: ['incomplete'],
      invoices: ['open'],
    })
    payments.pay(session, { email: 'ada@example.com' })
    expect(await leftBy(stripe, session.id)).toMatchObject({
      session: { status: 'complete', subscription: left.session.subscription, invoice: left.session.invoice },
      subscriptions: ['active'],
      invoices: ['paid'],
    })
    const events = await eventsOf(stripe)
    expect(events.indexOf('customer.subscription.created')).toBeLessThan(events.indexOf('payment_intent.succeeded'))
    expect(events.indexOf('customer.subscription.updated')).toBeGreaterThan(events.indexOf('payment_intent.succeeded'))
  })

  it('of a link is of the version of the account', async ({ payments, stripe }) => {
    const price = await plan(stripe, 'Gold', 1500)
    const link = await stripe.paymentLinks.create({ line_items: [{ price: price.id, quantity: 1 }] })
    await fetch(link.url, { redirect: 'manual' })
    const [session] = (await stripe.checkout.sessions.list()).data
    if (session === undefined) throw new Error('the link has begun no session')
    declined(payments, session)
    expect(await leftBy(stripe, session.id)).toMatchObject({ subscriptions: [], invoices: [] })
  })

  it('waits for the bank of the customer without a subscription', async ({ payments, stripe }) => {
    const price = await plan(stripe, 'Gold', 1500)
    const session = await checkout(stripe, price.id)
    const { waiting } = payments.pay(session, { card: 'authenticationRequired', email: 'ada@example.com' })
    expect(await leftBy(stripe, session.id)).toMatchObject({ session: { status: 'open' }, subscriptions: [] })
    payments.authenticate({ intent: waiting ?? '', result: 'succeed' })
    expect(await leftBy(stripe, session.id)).toMatchObject({
      session: { status: 'complete', payment_status: 'paid' },
      subscriptions: ['active'],
      invoices: ['paid'],
    })
  })

  it('is complete while a bank debit is processed, and its subscription becomes active with it', async ({
    payments,
    stripe,
  }) => {
    const price = await stripe.prices.create({
      product_data: { name: 'Gold' },
      currency: 'eur',
      unit_amount: 1500,
      recurring: { interval: 'month' },
    })
    const session = await checkout(stripe, price.id, { allowed_payment_method_types: ['sepa_debit'] })
    const confirmed = await fetch(`${payments.url}/v1/payment_pages/${session.id}/confirm`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_backlot' },
      body: new URLSearchParams({ payment_method: 'pm_sepaDebit_success_de', email: 'ada@example.com' }),
    })
    expect(confirmed.status).toBe(200)
    expect(await leftBy(stripe, session.id)).toMatchObject({
      session: { status: 'complete', payment_status: 'unpaid' },
      subscriptions: ['incomplete'],
      invoices: ['open'],
    })
    payments.clock.advance('6 days')
    expect(await leftBy(stripe, session.id)).toMatchObject({
      session: { payment_status: 'paid' },
      subscriptions: ['active'],
      invoices: ['paid'],
    })
  })

  it.for([
    { balance: -500, amount: 1000, ending: 0 },
    { balance: 300, amount: 1800, ending: 0 },
  ])('asks for what the balance of $balance leaves', async ({ balance, amount, ending }, { payments, stripe }) => {
    const customer = await stripe.customers.create({ email: 'ada@example.com', balance })
    const price = await plan(stripe, 'Gold', 1500)
    const session = await checkout(stripe, price.id, { customer: customer.id })
    payments.pay(session)
    const [intent] = (await stripe.paymentIntents.list()).data
    expect(intent).toMatchObject({ amount, amount_received: amount, status: 'succeeded' })
    const [invoice] = (await stripe.invoices.list()).data
    expect(invoice).toMatchObject({ amount_due: amount, amount_paid: amount, total: 1500, status: 'paid' })
    expect((await stripe.customers.retrieve(customer.id)) as Stripe.Customer).toMatchObject({ balance: ending })
    const [used] = (await stripe.customers.listBalanceTransactions(customer.id)).data
    expect(used).toMatchObject({ type: 'checkout_session_subscription_payment', checkout_session: session.id })
  })
})
