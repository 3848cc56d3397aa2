import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { customerWith, eventTypes, latestInvoice, recurringPrice, idOf } from '#payments/tests/billing.fixture.ts'
import { paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

async function subscribe({ stripe }: Pick<Fixtures, 'stripe'>): Promise<Stripe.Subscription> {
  const customer = await customerWith(stripe)
  const price = await recurringPrice(stripe)
  return stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
}

/** Makes a payment method the default of a subscription's customer. */
async function useCard(
  { stripe }: Pick<Fixtures, 'stripe'>,
  subscription: Stripe.Subscription,
  method: string,
): Promise<string> {
  const customer = idOf(subscription.customer)
  const { id } = await stripe.paymentMethods.attach(method, { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
  return id
}

/** Returns the moments and types of the events of an hour or later. */
async function history({ stripe }: Pick<Fixtures, 'stripe'>, since: string, ...prefixes: string[]): Promise<string[]> {
  const lines: string[] = []
  for await (const { created, type } of stripe.events.list({
    limit: 100,
    created: { gte: Date.parse(since) / 1000 },
  })) {
    if (prefixes.some((prefix) => type.startsWith(prefix))) {
      lines.push(`${new Date(created * 1000).toISOString().slice(0, 16)} ${type}`)
    }
  }
  return lines.toReversed()
}

describe('a renewal', () => {
  it('happens at the end of each period of a year, each at its own time', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe })
    payments.clock.advance('1 year')
    payments.clock.advance('1h')
    const invoices = await stripe.invoices.list({ subscription: subscription.id, limit: 100 })
    expect(
      invoices.data.map(({ created }) => new Date(created * 1000).toISOString().slice(0, 10)).toReversed(),
    ).toEqual([
      '2026-01-01',
      ...['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2026-${month}-01`),
      '2027-01-01',
    ])
    expect(new Set(invoices.data.map(({ status }) => status))).toEqual(new Set(['paid']))
    const [first] = invoices.data
    expect(first?.number).toMatch(/-0013$/)
  })

  it('is a draft for an hour, in which it can be changed', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe })
    payments.clock.advance('1 month')
    const draft = await latestInvoice(stripe, subscription)
    expect(draft).toMatchObject({ status: 'draft', number: null, billing_reason: 'subscription_cycle' })
    expect(draft.automatically_finalizes_at).toBe(draft.created + 3600)
    await stripe.invoiceItems.create({
      customer: idOf(subscription.customer),
      invoice: draft.id,
      amount: 250,
      currency: 'usd',
      description: 'Support',
    })
    payments.clock.advance('1h')
    expect(await latestInvoice(stripe, subscription)).toMatchObject({ status: 'paid', total: 1750 })
  })

  it('reports its events in order', async ({ payments, stripe }) => {
    await subscribe({ stripe })
    payments.clock.advance('1 month 1 hour')
    expect(await history({ stripe }, '2026-01-20T00:00:00Z', '')).toEqual([
      '2026-01-25T12:00 invoice.upcoming',
      '2026-02-01T12:00 invoice.created',
      '2026-02-01T12:00 customer.subscription.updated',
      '2026-02-01T13:00 invoice.finalized',
      '2026-02-01T13:00 payment_intent.created',
      '2026-02-01T13:00 charge.succeeded',
      '2026-02-01T13:00 payment_intent.succeeded',
      '2026-02-01T13:00 invoice.updated',
      '2026-02-01T13:00 invoice_payment.paid',
      '2026-02-01T13:00 invoice.paid',
      '2026-02-01T13:00 invoice.payment_succeeded',
    ])
  })
})

describe('a renewal whose payment fails', () => {
  it('is retried after 3, 5 and 7 days, and then the subscription is canceled', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe })
    await useCard({ stripe }, subscription, 'pm_card_chargeCustomerFail')
    payments.clock.advance('1 month 1 hour')
    const open = await latestInvoice(stripe, subscription)
    expect(open).toMatchObject({ status: 'open', attempted: true, attempt_count: 1 })
    expect(new Date((open.next_payment_attempt ?? 0) * 1000).toISOString()).toBe('2026-02-04T13:00:00.000Z')
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
    payments.clock.advance('16d')
    expect(await history({ stripe }, '2026-02-01T13:00:00Z', 'invoice.payment', 'customer.subscription')).toEqual([
      '2026-02-01T13:00 invoice.payment_failed',
      '2026-02-01T13:00 customer.subscription.updated',
      '2026-02-04T13:00 invoice.payment_failed',
      '2026-02-09T13:00 invoice.payment_failed',
      '2026-02-16T13:00 invoice.payment_failed',
      '2026-02-16T13:00 customer.subscription.deleted',
    ])
    const ended = await stripe.subscriptions.retrieve(subscription.id)
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
    expect(await latestInvoice(stripe, subscription)).toMatchObject({
      status: 'open',
      next_payment_attempt: null,
      attempt_count: 4,
    })
    payments.clock.advance('1 month')
    expect((await stripe.invoices.list()).data).toHaveLength(2)
  })

  it('is paid by the next retry once the customer has another card', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe })
    await useCard({ stripe }, subscription, 'pm_card_chargeCustomerFail')
    payments.clock.advance('1 month 1 hour')
    const customer = () => stripe.customers.retrieve(idOf(subscription.customer))
    expect(await customer()).toMatchObject({ delinquent: true })
    await useCard({ stripe }, subscription, 'pm_card_visa')
    payments.clock.advance('3d')
    expect(await latestInvoice(stripe, subscription)).toMatchObject({ status: 'paid', attempt_count: 2 })
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
    expect(await customer()).toMatchObject({ delinquent: false })
    const types = await eventTypes(stripe, 'customer.subscription.updated')
    expect(types).toHaveLength(4)
  })

  it('is paid when the customer pays its open invoice', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe })
    await useCard({ stripe }, subscription, 'pm_card_chargeCustomerFail')
    payments.clock.advance('1 month 1 hour')
    const invoice = await latestInvoice(stripe, subscription)
    const good = await useCard({ stripe }, subscription, 'pm_card_visa')
    expect((await stripe.invoices.pay(idOf(invoice.id), { payment_method: good })).status).toBe('paid')
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
    payments.clock.advance('4d')
    expect(await eventTypes(stripe, 'charge.succeeded')).toHaveLength(2)
  })

  it('asks for an authentication where the bank wants one', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe })
    await useCard({ stripe }, subscription, 'pm_card_authenticationRequired')
    payments.clock.advance('1 month 1 hour')
    expect(await history({ stripe }, '2026-02-01T13:00:00Z', 'invoice.payment')).toEqual([
      '2026-02-01T13:00 invoice.payment_failed',
      '2026-02-01T13:00 invoice.payment_action_required',
    ])
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
  })
})
