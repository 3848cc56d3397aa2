import { describe, expect, it } from 'vitest'
import { startPayments, stripeOf } from '#payments/tests/payments.fixture.ts'
import type { PaymentsSeed } from '#payments/seed.generated.ts'

const section: PaymentsSeed = {
  customers: [
    { name: 'Ada', email: 'ada@example.com', payment_methods: ['visa'] },
    { id: 'cus_bob', email: 'bob@example.com' },
  ],
  products: [{ id: 'gold', name: 'Gold', description: 'All of it' }],
  prices: [
    { id: 'price_gold', product: 'Gold', unit_amount: 1500, recurring: { interval: 'month' }, lookup_key: 'gold' },
    { product: 'gold', unit_amount: 9900, currency: 'eur', nickname: 'once' },
  ],
  coupons: [{ id: 'HALF', percent_off: 50 }],
  promotion_codes: [{ code: 'FRIEND', coupon: 'HALF' }],
  tax_rates: [{ display_name: 'VAT', percentage: 19, inclusive: true, country: 'DE' }],
  subscriptions: [
    { customer: 'ada@example.com', prices: ['gold'] },
    { customer: 'cus_bob', prices: ['price_gold'], trial_days: 14 },
    { customer: 'cus_bob', prices: ['gold'], status: 'past_due' },
  ],
}
const start = (payments: PaymentsSeed) => startPayments({ seed: { payments } })

describe('the seed of billing', () => {
  it('has products, prices, coupons, promotion codes, tax rates and subscriptions', async () => {
    await using payments = await start(section)
    const stripe = stripeOf(payments)
    const prices = await stripe.prices.list({ product: 'gold' })
    expect(prices.data.map(({ nickname, lookup_key: key, currency }) => [nickname ?? key, currency])).toEqual([
      ['once', 'eur'],
      ['gold', 'usd'],
    ])
    expect((await stripe.promotionCodes.list({ code: 'friend' })).data).toMatchObject([
      { promotion: { coupon: 'HALF' } },
    ])
    expect((await stripe.taxRates.list()).data).toMatchObject([{ display_name: 'VAT', inclusive: true }])
    const subscriptions = await stripe.subscriptions.list()
    expect(subscriptions.data.map(({ status }) => status)).toEqual(['past_due', 'trialing', 'active'])
    expect((await stripe.events.list()).data).toEqual([])
    payments.clock.advance('14d 1h')
    expect((await stripe.subscriptions.list({ status: 'trialing' })).data).toEqual([])
  })

  it('has the default configuration of the portal', async () => {
    await using payments = await start({
      ...section,
      portal: {
        business_profile: { headline: 'The Shop' },
        features: {
          subscription_cancel: { mode: 'immediately' },
          subscription_update: {
            default_allowed_updates: ['price'],
            products: [{ product: 'Gold', prices: ['gold'] }],
          },
        },
      },
    })
    const [configuration] = (await stripeOf(payments).billingPortal.configurations.list({ is_default: true })).data
    expect(configuration).toMatchObject({
      business_profile: { headline: 'The Shop' },
      features: {
        invoice_history: { enabled: true },
        subscription_cancel: { enabled: true, mode: 'immediately' },
        subscription_update: { enabled: true, products: [{ product: 'gold', prices: ['price_gold'] }] },
      },
    })
  })

  it('sets the retries of renewals and what follows them', async () => {
    await using payments = await start({
      ...section,
      subscriptions: [{ customer: 'cus_bob', prices: ['gold'] }],
      billing: { retry_days: [1], after_retries: 'unpaid' },
    })
    const stripe = stripeOf(payments)
    payments.clock.advance('1 month 2 hours')
    const status = async () => (await stripe.subscriptions.list({ status: 'all' })).data[0]?.status
    expect(await status()).toBe('past_due')
    payments.clock.advance('1d')
    expect(await status()).toBe('unpaid')
    expect((await stripe.invoices.list({ status: 'open' })).data).toMatchObject([
      { auto_advance: false, next_payment_attempt: null },
    ])
    payments.clock.advance('1 month')
    const [draft] = (await stripe.invoices.list({ status: 'draft' })).data
    expect(draft).toMatchObject({ auto_advance: false, billing_reason: 'subscription_cycle' })
  })

  it.each([
    [{ prices: [{ product: 'Goldd', unit_amount: 1 }] }, /no product has the name or id "Goldd"/],
    [{ coupons: [{ id: 'X' }] }, /either percent_off or amount_off/],
    [{ promotion_codes: [{ code: 'A', coupon: 'NONE' }] }, /No such coupon: 'NONE'/],
    [{ subscriptions: [{ customer: 'eve@example.com', prices: ['gold'] }] }, /no customer has the e-mail address/],
    [{ subscriptions: [{ customer: 'cus_bob', prices: ['silver'] }] }, /no price has the id or lookup key "silver"/],
    [{ prices: [{ product: 'Gold', unit_amount: 1, currency: 'USD' }] }, /expected a currency in lower case/],
  ])('refuses %j', async (wrong, message) => {
    await expect(start({ ...section, ...wrong })).rejects.toThrow(message)
  })
})
