import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { customerWith, eventTypes, latestInvoice, recurringPrice } from '../../billing.fixture.ts'
import { startPayments, stripe21Of, stripe22Of } from '../../payments.fixture.ts'

/** Returns the SDK of an earlier version as that of today: the operations used here are the same, and each answer is checked. */
const asToday = (sdk: unknown): Stripe => sdk as Stripe // of another major version

describe.each([
  ['the version before', (payments: { readonly port: number }) => asToday(stripe22Of(payments))],
  ['two versions before', (payments: { readonly port: number }) => asToday(stripe21Of(payments))],
])('billing in the SDK of %s', (_name, sdkOf) => {
  it('answers with the members of its types, in answers and in events', async () => {
    await using payments = await startPayments()
    const stripe = sdkOf(payments)
    const customer = await customerWith(stripe)
    const price = await recurringPrice(stripe)
    const rate = await stripe.taxRates.create({ display_name: 'VAT', inclusive: false, percentage: 10 })
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
    await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } })
    await stripe.products.list()
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      default_tax_rates: [rate.id],
      discounts: [{ coupon: coupon.id }],
      expand: ['latest_invoice.payments', 'discounts'],
    })
    const { data } = await stripe.subscriptionItems.list({ subscription: subscription.id })
    await stripe.invoices.createPreview({ subscription: subscription.id })
    await stripe.subscriptions.update(subscription.id, { items: [{ id: data[0]?.id ?? '', quantity: 3 }] })
    await stripe.invoiceItems.list()
    await stripe.invoicePayments.list()
    const { id } = await latestInvoice(stripe, subscription)
    await stripe.creditNotes.create({ invoice: id, amount: 100, credit_amount: 100 })
    payments.clock.advance('1 month 1 hour')
    expect(await latestInvoice(stripe, subscription)).toMatchObject({ status: 'paid' })
    await stripe.subscriptions.cancel(subscription.id)
    await stripe.billing.meters.create({ display_name: 'x', event_name: 'x', default_aggregation: { formula: 'sum' } })
    const payload = { stripe_customer_id: customer.id, value: '1' }
    await stripe.billing.meterEvents.create({ event_name: 'x', payload })
    await stripe.testHelpers.testClocks.create({ frozen_time: 1_900_000_000 })
    expect(await eventTypes(stripe, 'customer.subscription.deleted')).toHaveLength(1)
  })
})
