import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { Stripe } from 'stripe'
import { customerWith, idOf, recurringPrice } from './billing.fixture.ts'
import { paymentsTest, stripeOf } from './payments.fixture.ts'
import { attempt, everyOne, randomOf } from './random.fixture.ts'

// Random sequences of subscriptions, changes with prorations, renewals, schedules, usage, invoices, credit notes and
// their refunds. After each sequence every invoice is the sum of its lines, the customer's balance the sum of its
// transactions, and what was charged is what was invoiced.

const STEPS = 40

const it = paymentsTest().extend('stripe', ({ payments }) =>
  stripeOf(payments, 'sk_test_backlot', { httpClient: Stripe.createFetchHttpClient() }),
)

type Fixtures = FixturesOf<typeof it>

interface Shop {
  readonly customer: string
  readonly prices: readonly string[]
  readonly coupon: string
  readonly taxRate: string
}

async function openShop({ stripe }: Pick<Fixtures, 'stripe'>): Promise<Shop> {
  const { id: customer } = await customerWith(stripe)
  const prices = [
    await recurringPrice(stripe),
    await recurringPrice(stripe, { unit_amount: 999, recurring: { interval: 'week' } }),
    await recurringPrice(stripe, { unit_amount: 12_345, recurring: { interval: 'year' } }),
    await recurringPrice(stripe, { unit_amount: 333, transform_quantity: { divide_by: 3, round: 'up' } }),
  ]
  const meter = await stripe.billing.meters.create({
    display_name: 'calls',
    event_name: 'calls',
    default_aggregation: { formula: 'sum' },
  })
  const metered = await recurringPrice(stripe, {
    unit_amount: 7,
    recurring: { interval: 'month', usage_type: 'metered', meter: meter.id },
  })
  const coupon = await stripe.coupons.create({ percent_off: 33, duration: 'repeating', duration_in_months: 2 })
  const rate = await stripe.taxRates.create({ display_name: 'VAT', inclusive: false, percentage: 7.25 })
  return { customer, prices: [...prices, metered].map(({ id }) => id), coupon: coupon.id, taxRate: rate.id }
}

async function step(
  { payments, stripe }: Pick<Fixtures, 'stripe' | 'payments'>,
  random: (below: number) => number,
  shop: Shop,
): Promise<void> {
  const { customer, prices, coupon, taxRate } = shop
  const one = <T>(items: readonly T[]): T | undefined => items[random(Math.max(1, items.length))]
  const price = prices[random(prices.length)] ?? ''
  const licensed = prices[random(prices.length - 1)] ?? ''
  const subscription = one((await stripe.subscriptions.list({ customer })).data)
  const invoice = one((await stripe.invoices.list({ customer, limit: 100 })).data)
  const proration_behavior = (['create_prorations', 'always_invoice', 'none'] as const)[random(3)] ?? 'none'
  switch (random(12)) {
    case 0:
      return attempt(() =>
        stripe.subscriptions.create({
          customer,
          items: [{ price }],
          ...(random(3) === 0 ? { discounts: [{ coupon }] } : {}),
          ...(random(3) === 0 ? { default_tax_rates: [taxRate] } : {}),
          ...(random(4) === 0 ? { trial_period_days: 5 } : {}),
          ...(random(4) === 0 ? { backdate_start_date: 1_766_000_000 } : {}),
        }),
      )
    case 1:
    case 2: {
      const item = one(subscription?.items.data ?? [])
      if (subscription === undefined || item?.quantity === undefined) return undefined
      const change = random(2) === 0 ? { quantity: 1 + random(5) } : { price: licensed }
      return attempt(() =>
        stripe.subscriptions.update(subscription.id, { items: [{ id: item.id, ...change }], proration_behavior }),
      )
    }
    case 3:
      if (subscription === undefined) return undefined
      return attempt(() => stripe.subscriptions.update(subscription.id, { items: [{ price }], proration_behavior }))
    case 4: {
      if (subscription === undefined) return undefined
      const ways = [
        () => stripe.subscriptions.cancel(subscription.id, { prorate: random(2) === 0, invoice_now: true }),
        () => stripe.subscriptions.pause(subscription.id, { invoicing_behavior: 'invoice' }),
        () => stripe.subscriptions.resume(subscription.id),
        () => stripe.subscriptions.update(subscription.id, { cancel_at: 1_770_000_000 + random(5_000_000) }),
      ]
      return attempt(ways[random(ways.length)] ?? (() => Promise.resolve()))
    }
    case 5:
      return attempt(() =>
        stripe.subscriptionSchedules.create({
          customer,
          start_date: 'now',
          end_behavior: random(2) === 0 ? 'cancel' : 'release',
          phases: [
            { items: [{ price }], duration: { interval: 'week', interval_count: 1 + random(3) } },
            { items: [{ price: licensed, quantity: 2 }], proration_behavior },
          ],
        }),
      )
    case 6:
      return attempt(() =>
        stripe.billing.meterEvents.create({
          event_name: 'calls',
          payload: { stripe_customer_id: customer, value: String(random(500)) },
        }),
      )
    case 7:
      return attempt(async () => {
        const draft = await stripe.invoices.create({ customer, default_tax_rates: [taxRate] })
        await stripe.invoiceItems.create({ customer, invoice: draft.id, amount: random(5000) - 500, currency: 'usd' })
        const open = await stripe.invoices.finalizeInvoice(draft.id)
        if (open.status === 'open' && random(3) > 0) await stripe.invoices.pay(open.id)
      })
    case 8:
      if (invoice?.status !== 'open') return undefined
      return attempt(() =>
        random(2) === 0 ? stripe.invoices.voidInvoice(invoice.id) : stripe.invoices.pay(invoice.id),
      )
    case 9:
    case 10: {
      if (invoice === undefined || invoice.total <= 0) return undefined
      const amount = 1 + random(invoice.total)
      const way = [{ credit_amount: amount }, { refund_amount: amount }, { out_of_band_amount: amount }][random(3)]
      return attempt(() =>
        stripe.creditNotes.create({ invoice: invoice.id, amount, ...(invoice.status === 'paid' ? way : {}) }),
      )
    }
    default:
      payments.clock.advance(['1h', '3d', '8d', '31d'][random(4)] ?? '1h')
      return undefined
  }
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, each) => total + of(each), 0)

/** Checks the amounts of one invoice against its lines, and what it asks for against the balance of its customer. */
function checkInvoice(invoice: Stripe.Invoice): void {
  const lines = invoice.lines.data
  const taxes = sum(lines, ({ taxes: each }) => sum(each ?? [], ({ amount }) => amount))
  const discounts = sum(lines, ({ discount_amounts: each }) => sum(each ?? [], ({ amount }) => amount))
  expect(invoice.subtotal).toBe(sum(lines, ({ amount }) => amount))
  expect(invoice.total).toBe(invoice.subtotal - discounts + taxes)
  if (invoice.status === 'draft') return
  const { starting_balance: start, ending_balance: end, pre_payment_credit_notes_amount: credited } = invoice
  // The invoice asks for the part that the balance did not take; an amount that is too small to be charged moves to the
  // balance.
  const asked = invoice.total - ((end ?? start) - start) - credited
  expect(invoice.amount_due === asked || invoice.amount_due === 0).toBe(true)
  if (invoice.status === 'paid') expect(invoice.amount_paid).toBe(invoice.amount_due)
}

describe('billing', () => {
  it.for([1, 2, 3])('adds up over random sequences (seed %i)', async (seed, { payments, stripe }) => {
    payments.reset()
    const random = randomOf(seed)
    const shop = await openShop({ stripe })
    const { customer } = shop
    for (let number = 0; number < STEPS; number++) {
      await step({ payments, stripe }, random, shop)
    }
    payments.clock.advance('9d')

    const invoices = await everyOne(stripe.invoices.list({ customer, limit: 100 }))
    expect(invoices.length).toBeGreaterThan(3)
    for (const invoice of invoices) checkInvoice(invoice)

    const changes = await everyOne(stripe.customers.listBalanceTransactions(customer, { limit: 100 }))
    const { balance } = (await stripe.customers.retrieve(customer)) as Stripe.Customer // not deleted
    expect(sum(changes, ({ amount }) => amount)).toBe(balance)

    // Each payment of an invoice is a charge, and each charge the payment of an invoice.
    const charges = await everyOne(stripe.charges.list({ customer, limit: 100 }))
    const paid = await everyOne(stripe.invoicePayments.list({ status: 'paid', limit: 100 }))
    const charged = sum(charges, ({ amount_captured: captured }) => captured)
    expect(sum(paid, ({ amount_paid: amount }) => amount ?? 0)).toBe(charged)
    expect(sum(invoices, ({ amount_paid: amount }) => amount)).toBe(charged)

    // The refunds of credit notes are those of the charges.
    const notes = await everyOne(stripe.creditNotes.list({ customer, limit: 100 }))
    const refunds = await everyOne(stripe.refunds.list({ limit: 100 }))
    const refunded = sum(notes, ({ refunds: each }) => sum(each, ({ amount_refunded: amount }) => amount))
    expect(refunded).toBe(sum(refunds, ({ amount }) => amount))
    for (const note of notes) {
      const invoice = invoices.find(({ id }) => id === idOf(note.invoice))
      expect(note.amount).toBeLessThanOrEqual(invoice?.total ?? 0)
    }

    const { available, pending } = await stripe.balance.retrieve()
    const transactions = await everyOne(stripe.balanceTransactions.list({ limit: 100 }))
    const held = sum([...available, ...pending], ({ amount }) => amount)
    expect(sum(transactions, ({ net }) => net)).toBe(held)
    expect(charged - refunded - sum(transactions, ({ fee }) => fee)).toBe(held)
  })
})
