import { describe, expect } from 'vitest'
import type Stripe from 'stripe'
import { eventTypes, linesOf } from '#payments/tests/billing.fixture.ts'
import { paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

const MUG = { price_data: { currency: 'usd', unit_amount: 2000, product_data: { name: 'Mug' } }, quantity: 2 }
const CREATION = { enabled: true, invoice_data: { description: 'Thank you', footer: 'Bye', metadata: { order: '7' } } }

describe('a payment whose session asks for an invoice', () => {
  it('has one: finalized, paid by the payment of the session, with its discount and its shipping', async ({
    payments,
    stripe,
  }) => {
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' })
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'http://localhost/thanks',
      line_items: [MUG],
      discounts: [{ coupon: coupon.id }],
      shipping_options: [
        {
          shipping_rate_data: {
            display_name: 'Ground',
            type: 'fixed_amount',
            fixed_amount: { amount: 500, currency: 'usd' },
          },
        },
      ],
      invoice_creation: CREATION,
    })
    payments.pay(session.id, { card: 'visa', email: 'ada@example.com' })
    const after = await stripe.checkout.sessions.retrieve(session.id, { expand: ['invoice.payments'] })
    const invoice = after.invoice as Stripe.Invoice // expanded
    expect(after).toMatchObject({ status: 'complete', payment_status: 'paid', amount_total: 2500 })
    expect(invoice).toMatchObject({
      status: 'paid',
      customer: after.customer,
      total: 2500,
      amount_paid: 2500,
      description: 'Thank you',
      footer: 'Bye',
      metadata: { order: '7' },
      shipping_cost: { amount_total: 500 },
      payments: { data: [{ status: 'paid', payment: { payment_intent: after.payment_intent } }] },
    })
    expect(linesOf(invoice)).toEqual([['Mug', 4000]])
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
    expect((await stripe.coupons.retrieve(coupon.id)).times_redeemed).toBe(1)
    const types = await eventTypes(stripe, 'invoice.', 'payment_intent.succeeded', 'checkout.session.completed')
    expect(types.filter((type) => type !== 'invoice.updated')).toEqual([
      'payment_intent.succeeded',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
      'checkout.session.completed',
    ])
  })

  it('has none where the session does not ask, and one for each payment of a link that does', async ({
    payments,
    stripe,
  }) => {
    const plain = await stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'http://localhost/thanks',
      line_items: [MUG],
    })
    payments.pay(plain.id, { card: 'visa', email: 'ada@example.com' })
    expect((await stripe.checkout.sessions.retrieve(plain.id)).invoice).toBeNull()
    const price = await stripe.prices.create({ currency: 'usd', unit_amount: 900, product_data: { name: 'Cup' } })
    const link = await stripe.paymentLinks.create({
      line_items: [{ price: price.id, quantity: 1 }],
      invoice_creation: CREATION,
    })
    await fetch(link.url, { redirect: 'manual' })
    const [session] = (await stripe.checkout.sessions.list({ payment_link: link.id })).data
    payments.pay(session?.id ?? '', { card: 'visa', email: 'ada@example.com' })
    expect((await stripe.invoices.list()).data).toMatchObject([{ status: 'paid', total: 900 }])
  })
})
