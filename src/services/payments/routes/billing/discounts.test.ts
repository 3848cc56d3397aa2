import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { customerWith, eventTypes, latestInvoice, recurringPrice, idOf } from '#payments/tests/billing.fixture.ts'
import { refusal, paymentsTest, stripe21Of, stripe22Of, stripeOf } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest({
  seed: {
    payments: {
      coupons: [
        { id: 'HALF', percent_off: 50, duration: 'forever' },
        { id: 'FIRST', percent_off: 50, duration: 'once' },
      ],
      customers: [
        { id: 'cus_half', email: 'half@example.com', coupon: 'HALF', payment_methods: ['visa'] },
        { id: 'cus_first', email: 'first@example.com', coupon: 'FIRST', payment_methods: ['visa'] },
      ],
    },
  },
})

type Fixtures = FixturesOf<typeof it>

const subscribe = async (
  { stripe }: Pick<Fixtures, 'stripe'>,
  customer: string,
  more: Partial<Stripe.SubscriptionCreateParams> = {},
) => stripe.subscriptions.create({ customer, items: [{ price: (await recurringPrice(stripe)).id }], ...more })

describe('the discount of a customer', () => {
  it('applies to all invoices of the customer, but those of a subscription with a discount of its own', async ({
    stripe,
  }) => {
    const customer = (await stripe.customers.retrieve('cus_half')) as Stripe.Customer // not deleted
    expect(customer.discount).toMatchObject({ object: 'discount', source: { coupon: 'HALF' }, subscription: null })
    expect(await latestInvoice(stripe, await subscribe({ stripe }, 'cus_half'))).toMatchObject({ total: 750 })
    const tenth = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
    const own = await subscribe({ stripe }, 'cus_half', { discounts: [{ coupon: tenth.id }] })
    expect(await latestInvoice(stripe, own)).toMatchObject({ total: 1350 })
  })

  it('is used up by one invoice, where its coupon says so', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe }, 'cus_first')
    expect(await latestInvoice(stripe, subscription)).toMatchObject({ total: 750 })
    expect(await stripe.customers.retrieve('cus_first')).toMatchObject({ discount: null })
    payments.clock.advance('1 month 1 hour')
    expect(await latestInvoice(stripe, subscription)).toMatchObject({ total: 1500 })
  })

  it.for([
    ['today', stripeOf],
    ['the version before', stripe22Of],
    ['two versions before', stripe21Of],
  ] as const)('is deleted by the SDK of %s', async ([_name, sdkOf], { payments, stripe }) => {
    const { customers } = sdkOf(payments)
    expect(await customers.deleteDiscount('cus_half')).toMatchObject({ deleted: true, source: { coupon: 'HALF' } })
    expect(await customers.retrieve('cus_half')).toMatchObject({ discount: null })
    expect(await eventTypes(stripe, 'customer.discount')).toEqual(['customer.discount.deleted'])
    expect(await refusal(stripe.customers.deleteDiscount('cus_half'))).toMatchObject({ statusCode: 404 })
  })
})

describe('a coupon', () => {
  it('takes an amount of its currency off, for its products only', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const [gold, plain] = [await recurringPrice(stripe), await recurringPrice(stripe, { unit_amount: 500 })]
    const { id: coupon } = await stripe.coupons.create({
      amount_off: 400,
      currency: 'eur',
      currency_options: { usd: { amount_off: 2000 } },
      applies_to: { products: [idOf(gold.product)] },
      duration: 'forever',
    })
    const items = [{ price: gold.id }, { price: plain.id }]
    const subscription = await stripe.subscriptions.create({ customer, items, discounts: [{ coupon }] })
    expect(await latestInvoice(stripe, subscription)).toMatchObject({ subtotal: 2000, total: 500 })
  })

  it('cannot be redeemed after its time, or more often than it may be', async ({ payments, stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const ending = await stripe.coupons.create({ percent_off: 10, redeem_by: 1_767_300_000 })
    const once = await stripe.coupons.create({ percent_off: 10, max_redemptions: 1 })
    await subscribe({ stripe }, customer, { discounts: [{ coupon: once.id }] })
    payments.clock.advance('2 days')
    for (const { id: coupon } of [ending, once]) {
      const refused = subscribe({ stripe }, customer, { discounts: [{ coupon }] })
      expect(await refusal(refused)).toMatchObject({ statusCode: 400, code: 'coupon_expired' })
    }
  })
})

describe('a credit for unused time', () => {
  it('is what was paid: the price less its discount', async ({ payments, stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: 'once' })
    const { id } = await subscribe({ stripe }, customer, { discounts: [{ coupon }] })
    payments.clock.set('2026-01-17T00:00:00Z') // half of the period
    await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true })
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -375 })
  })
})

it('an update of a recurring price is reported in its legacy form too', async ({ stripe }) => {
  const { id } = await recurringPrice(stripe)
  await stripe.prices.update(id, { nickname: 'Gold' })
  expect(await eventTypes(stripe, 'plan', 'price')).toEqual([
    'plan.created',
    'price.created',
    'plan.updated',
    'price.updated',
  ])
})

describe('the restrictions of a promotion code', () => {
  const codeWith = async (
    { stripe }: Pick<Fixtures, 'stripe'>,
    restrictions: Stripe.PromotionCodeCreateParams.Restrictions,
  ): Promise<string> => {
    const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: 'HALF' }, restrictions })
    return code.id
  }
  const atLeast20 = { minimum_amount: 2000, minimum_amount_currency: 'usd' }

  it('ask subscriptions for a minimum amount', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const discounts = [{ promotion_code: await codeWith({ stripe }, atLeast20) }]
    const refused = await refusal(subscribe({ stripe }, customer, { discounts }))
    expect(refused).toMatchObject({ statusCode: 400, param: 'discounts[0][promotion_code]' })
    const { id: price } = await recurringPrice(stripe, { unit_amount: 2000 })
    const subscription = await stripe.subscriptions.create({ customer, items: [{ price }], discounts })
    expect(await latestInvoice(stripe, subscription)).toMatchObject({ subtotal: 2000, total: 1000 })
    const plain = await subscribe({ stripe }, customer, {})
    expect((await refusal(stripe.subscriptions.update(plain.id, { discounts }))).statusCode).toBe(400)
  })

  it('ask invoices for a minimum amount', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const discounts = [{ promotion_code: await codeWith({ stripe }, atLeast20) }]
    await stripe.invoiceItems.create({ customer, amount: 1500, currency: 'usd' })
    const invoice = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' })
    expect((await refusal(stripe.invoices.update(invoice.id, { discounts }))).statusCode).toBe(400)
    await stripe.invoiceItems.create({ customer, amount: 500, currency: 'usd', invoice: invoice.id })
    expect(await stripe.invoices.update(invoice.id, { discounts })).toMatchObject({ subtotal: 2000, total: 1000 })
  })

  it('ask Checkout sessions for a minimum amount', async ({ stripe }) => {
    const discounts = [{ promotion_code: await codeWith({ stripe }, atLeast20) }]
    const { id: price } = await recurringPrice(stripe)
    const session = (quantity: number): Promise<Stripe.Checkout.Session> =>
      stripe.checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price, quantity }],
        discounts,
        success_url: 'https://shop.example/thanks',
      })
    expect((await refusal(session(1))).statusCode).toBe(400)
    expect(await session(2)).toMatchObject({ amount_subtotal: 3000, amount_total: 1500 })
  })

  it('refuse a customer who has paid before, by an intent too', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const discounts = [{ promotion_code: await codeWith({ stripe }, { first_time_transaction: true }) }]
    await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      customer,
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'https://shop.example',
    })
    expect((await refusal(subscribe({ stripe }, customer, { discounts }))).message).toContain('prior transactions')
  })
})

it('a coupon with an amount in another currency is refused', async ({ stripe }) => {
  const { id: customer } = await customerWith(stripe)
  const { id: coupon } = await stripe.coupons.create({ amount_off: 500, currency: 'eur' })
  const discounts = [{ coupon }]
  const { id: price } = await recurringPrice(stripe)
  const { id: invoice } = await stripe.invoices.create({ customer, currency: 'usd' })
  const refused = await Promise.all([
    refusal(subscribe({ stripe }, customer, { discounts })),
    refusal(stripe.invoices.update(invoice, { discounts })),
    refusal(
      stripe.checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price, quantity: 1 }],
        discounts,
        success_url: 'https://shop.example/thanks',
      }),
    ),
  ])
  for (const each of refused) {
    expect(each).toMatchObject({ statusCode: 400, param: 'discounts[0][coupon]' })
  }
})
