import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { customerWith, idOf, latestInvoice, linesOf, recurringPrice } from '#payments/tests/billing.fixture.ts'
import { paymentsTest } from '#payments/tests/payments.fixture.ts'

// Details that the vendor's answers of 2025 and 2026 show and its description does not tell.

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

const seconds = (text: string): number => Date.parse(text) / 1000

async function subscribe(
  { stripe }: Pick<Fixtures, 'stripe'>,
  more: Partial<Stripe.SubscriptionCreateParams> = {},
): Promise<Stripe.Subscription> {
  const { id: customer } = await customerWith(stripe)
  const { id: price } = await recurringPrice(stripe)
  return stripe.subscriptions.create({ customer, items: [{ price }], ...more })
}

const itemOf = ({ items }: Stripe.Subscription): string => idOf(items.data[0])

/** The lines of the latest invoice. */
const lines = async ({ stripe }: Pick<Fixtures, 'stripe'>, of: Stripe.Subscription) =>
  (await latestInvoice(stripe, of)).lines.data

describe('a subscription', () => {
  it('names its invoice as the order of the payment, and no order where an invoice stands alone', async ({
    stripe,
  }) => {
    const subscription = await subscribe({ stripe }, { payment_behavior: 'default_incomplete' })
    const { id: invoice } = await latestInvoice(stripe, subscription)
    const intentOf = async (of: string): Promise<Stripe.PaymentIntent> => {
      const { data } = await stripe.invoicePayments.list({ invoice: of })
      return stripe.paymentIntents.retrieve(idOf(data[0]?.payment.payment_intent))
    }
    expect((await intentOf(invoice)).payment_details).toEqual({ customer_reference: null, order_reference: invoice })
    const customer = idOf(subscription.customer)
    const { id: alone } = await stripe.invoices.create({ customer })
    await stripe.invoiceItems.create({ customer, invoice: alone, amount: 900, currency: 'usd' })
    await stripe.invoices.finalizeInvoice(alone)
    expect(await intentOf(alone)).not.toHaveProperty('payment_details')
  })

  it('has attempted no payment yet while the customer who is there is asked to authenticate it', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe, 'pm_card_authenticationRequired')
    const { id: price } = await recurringPrice(stripe)
    const subscription = await stripe.subscriptions.create({ customer, items: [{ price }] })
    expect(subscription.status).toBe('incomplete')
    expect(await latestInvoice(stripe, subscription)).toMatchObject({ attempted: true, attempt_count: 0 })
  })

  it('waits for the authentication of its first payment where the customer is not there', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe, 'pm_card_threeDSecure2Required')
    const { id: price } = await recurringPrice(stripe)
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price }],
      off_session: true,
      expand: ['latest_invoice.payments'],
    })
    const { attempt_count: attempts, payments: paid } = subscription.latest_invoice as Stripe.Invoice // expanded
    expect([subscription.status, attempts]).toEqual(['incomplete', 1])
    expect(await stripe.paymentIntents.retrieve(idOf(paid?.data[0]?.payment.payment_intent))).toMatchObject({
      status: 'requires_action',
      last_payment_error: null,
    })
  })

  it('has the plan and the quantity of its only item, and of none when there are several', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const [one, other] = [await recurringPrice(stripe), await recurringPrice(stripe, { unit_amount: 700 })]
    const single = await stripe.subscriptions.create({ customer, items: [{ price: one.id, quantity: 3 }] })
    expect(single).toMatchObject({ plan: { id: one.id, object: 'plan', amount: 1500 }, quantity: 3 })
    const double = await stripe.subscriptions.create({ customer, items: [{ price: one.id }, { price: other.id }] })
    expect(double).toMatchObject({ plan: null, quantity: null })
  })

  it('counts its items, and when it was billed flexibly first', async ({ stripe }) => {
    const subscription = await subscribe({ stripe })
    expect(subscription.items).toMatchObject({ total_count: 1 })
    expect(subscription.billing_mode).toMatchObject({ type: 'flexible', updated_at: subscription.created })
    const classic = await subscribe({ stripe }, { billing_mode: { type: 'classic' } })
    expect(classic.billing_mode).toEqual({ flexible: null, type: 'classic' })
  })

  it('has no end in the future any more when it is canceled before it', async ({ payments, stripe }) => {
    const { id } = await subscribe({ stripe })
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    payments.clock.advance('1h')
    expect(await stripe.subscriptions.cancel(id)).toMatchObject({
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: seconds('2026-01-01T12:00:00Z'),
      ended_at: seconds('2026-01-01T13:00:00Z'),
    })
  })

  it('keeps its end when it comes', async ({ payments, stripe }) => {
    const { id } = await subscribe({ stripe })
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    payments.clock.advance('32d')
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled', cancel_at_period_end: true })
  })
})

describe('the invoice of a subscription', () => {
  it('names what is charged once before the first period', async ({ stripe }) => {
    const setup = await stripe.prices.create({ currency: 'usd', unit_amount: 900, product_data: { name: 'Setup' } })
    const subscription = await subscribe({ stripe }, { add_invoice_items: [{ price: setup.id }] })
    expect(linesOf(await latestInvoice(stripe, subscription))).toEqual([
      ['Setup', 900],
      ['1 × Gold (at $15.00 / month)', 1500],
    ])
  })

  it('says that no line is credited, counts the lines, and is captured at once', async ({ stripe }) => {
    const subscription = await subscribe({ stripe })
    const invoice = await latestInvoice(stripe, subscription)
    expect(invoice.lines).toMatchObject({ total_count: 1 })
    expect(invoice.rendering).toBeNull()
    expect(invoice.lines.data[0]?.parent?.subscription_item_details).toMatchObject({
      proration: false,
      proration_details: { credited_items: null },
    })
    const [intent] = (await stripe.paymentIntents.list()).data
    expect(intent?.capture_method).toBe('automatic')
  })

  it('has prorations without a unit amount, which no discount lowers', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe })
    payments.clock.advance('15d 12h')
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription), quantity: 2 }],
      proration_behavior: 'always_invoice',
    })
    const [credit, debit] = await lines({ stripe }, subscription)
    for (const line of [credit, debit]) {
      expect(line).toMatchObject({ discountable: false, pricing: { unit_amount_decimal: null } })
    }
    expect(credit?.parent?.subscription_item_details?.proration_details?.credited_items).not.toBeNull()
    expect(debit?.parent?.subscription_item_details?.proration_details).toEqual({ credited_items: null })
  })

  it('has the discount in the amount of each proration', async ({ payments, stripe }) => {
    const half = await stripe.coupons.create({ percent_off: 50, duration: 'forever' })
    const subscription = await subscribe({ stripe }, { discounts: [{ coupon: half.id }] })
    payments.clock.advance('15d 12h')
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription), quantity: 3 }],
      proration_behavior: 'always_invoice',
    })
    const invoice = await latestInvoice(stripe, subscription)
    expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([-375, 1125])
    expect(invoice).toMatchObject({ total: 750, total_discount_amounts: [] })
  })
})

describe('another interval', () => {
  const change = async (
    { payments, stripe }: Pick<Fixtures, 'payments' | 'stripe'>,
    type: 'classic' | 'flexible',
    more: Partial<Stripe.SubscriptionUpdateParams> = {},
  ): Promise<Stripe.Subscription> => {
    const subscription = await subscribe({ stripe }, { billing_mode: { type } })
    const { id: price } = await recurringPrice(stripe, { unit_amount: 36_500, recurring: { interval: 'year' } })
    payments.clock.advance('15d 12h')
    return stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription), price }],
      proration_behavior: 'always_invoice',
      ...more,
    })
  }

  it('keeps the billing cycle anchor of flexible billing, and is prorated', async ({ payments, stripe }) => {
    const changed = await change({ payments, stripe }, 'flexible')
    expect(changed.billing_cycle_anchor).toBe(seconds('2026-01-01T12:00:00Z'))
    expect(changed.items.data[0]?.current_period_end).toBe(seconds('2027-01-01T12:00:00Z'))
    expect(linesOf(await latestInvoice(stripe, changed))).toEqual([
      ['Unused time on Gold after 17 Jan 2026', -750],
      ['Remaining time on Gold after 17 Jan 2026', 34_950],
    ])
  })

  it('begins anew where the request or classic billing says so', async ({ payments, stripe }) => {
    const expected = [
      ['Unused time on Gold after 17 Jan 2026', -750],
      ['1 × Gold (at $365.00 / year)', 36_500],
    ]
    const reset = await change({ payments, stripe }, 'flexible', { billing_cycle_anchor: { type: 'now' } })
    expect(reset.items.data[0]?.current_period_end).toBe(seconds('2027-01-17T00:00:00Z'))
    expect(linesOf(await latestInvoice(stripe, reset))).toEqual(expected)
    payments.reset()
    expect(linesOf(await latestInvoice(stripe, await change({ payments, stripe }, 'classic')))).toEqual(expected)
  })
})
