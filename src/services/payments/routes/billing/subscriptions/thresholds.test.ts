import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { customerWith, idOf, latestInvoice, linesOf, recurringPrice } from '#payments/tests/billing.fixture.ts'
import { refusal, paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>
let customer: string
let metered: Stripe.Price
it.beforeEach(async ({ stripe }) => {
  customer = (await customerWith(stripe)).id
  const meter = await stripe.billing.meters.create({
    display_name: 'calls',
    event_name: 'calls',
    default_aggregation: { formula: 'sum' },
  })
  metered = await recurringPrice(stripe, {
    unit_amount: 10,
    recurring: { interval: 'month', usage_type: 'metered', meter: meter.id },
  })
})

const use = ({ stripe }: Pick<Fixtures, 'stripe'>, value: number): Promise<unknown> =>
  stripe.billing.meterEvents.create({
    event_name: 'calls',
    payload: { stripe_customer_id: customer, value: String(value) },
  })
const subscribe = (
  { stripe }: Pick<Fixtures, 'stripe'>,
  more: Partial<Stripe.SubscriptionCreateParams> = {},
): Promise<Stripe.Subscription> => stripe.subscriptions.create({ customer, items: [{ price: metered.id }], ...more })
const thresholdInvoices = async ({ stripe }: Pick<Fixtures, 'stripe'>): Promise<Stripe.Invoice[]> =>
  (await stripe.invoices.list({ customer })).data.filter(
    ({ billing_reason: reason }) => reason === 'subscription_threshold',
  )

describe('a threshold of an amount', () => {
  it('invoices the usage that reaches it, and charges only the rest when the period ends', async ({
    payments,
    stripe,
  }) => {
    const subscription = await subscribe({ stripe }, { billing_thresholds: { amount_gte: 500 } })
    expect(subscription.billing_thresholds).toEqual({ amount_gte: 500, reset_billing_cycle_anchor: false })
    payments.clock.advance('1d')
    await use({ stripe }, 49)
    expect(await thresholdInvoices({ stripe })).toEqual([])
    await use({ stripe }, 3)
    const [draft] = await thresholdInvoices({ stripe })
    expect(draft).toMatchObject({
      status: 'draft',
      total: 520,
      threshold_reason: { amount_gte: 500, item_reasons: [] },
    })
    expect((await latestInvoice(stripe, subscription)).id).toBe(draft?.id)
    payments.clock.advance('1h')
    expect(await stripe.invoices.retrieve(idOf(draft))).toMatchObject({ status: 'paid', amount_paid: 520 })
    await use({ stripe }, 8)
    expect(await thresholdInvoices({ stripe })).toHaveLength(1)
    payments.clock.advance('1 month')
    expect(linesOf(await latestInvoice(stripe, subscription))).toEqual([['8 × Gold (at $0.10 / month)', 80]])
    await use({ stripe }, 49)
    expect(await thresholdInvoices({ stripe })).toHaveLength(1)
  })

  it('is reached again by the usage after the last invoice, and no more once it is taken back', async ({ stripe }) => {
    const { id } = await subscribe({ stripe }, { billing_thresholds: { amount_gte: 500 } })
    await use({ stripe }, 50)
    await use({ stripe }, 49)
    expect(await thresholdInvoices({ stripe })).toHaveLength(1)
    await use({ stripe }, 1)
    expect((await thresholdInvoices({ stripe })).map(({ total }) => total)).toEqual([500, 500])
    const changed = await stripe.subscriptions.update(id, { billing_thresholds: '' })
    expect(changed.billing_thresholds).toBeNull()
    await use({ stripe }, 500)
    expect(await thresholdInvoices({ stripe })).toHaveLength(2)
  })

  it('begins a new period where the subscription says so, and credits what was paid for the old one', async ({
    payments,
    stripe,
  }) => {
    const licensed = await recurringPrice(stripe)
    const subscription = await subscribe(
      { stripe },
      {
        items: [{ price: metered.id }, { price: licensed.id }],
        billing_thresholds: { amount_gte: 500, reset_billing_cycle_anchor: true },
      },
    )
    payments.clock.advance('3d')
    await use({ stripe }, 60)
    const [invoice] = await thresholdInvoices({ stripe })
    const lines = invoice === undefined ? [] : linesOf(invoice)
    expect(lines.map(([text]) => text?.replace(/after .*/, 'after'))).toEqual([
      'Unused time on Gold after',
      '60 × Gold (at $0.10 / month)',
      '1 × Gold (at $15.00 / month)',
    ])
    expect(lines[0]?.[1]).toBeLessThan(-1300)
    const after = await stripe.subscriptions.retrieve(subscription.id)
    expect(after.billing_cycle_anchor).toBe(subscription.billing_cycle_anchor + 3 * 86_400)
    await use({ stripe }, 1)
    payments.clock.advance('1 month')
    expect(linesOf(await latestInvoice(stripe, subscription))).toContainEqual(['1 × Gold (at $0.10 / month)', 10])
  })

  it('lets tiers go on where the last invoice ended', async ({ payments, stripe }) => {
    const tiered = await stripe.prices.create({
      currency: 'usd',
      product: idOf(metered.product),
      billing_scheme: 'tiered',
      tiers_mode: 'graduated',
      tiers: [
        { up_to: 60, unit_amount: 10 },
        { up_to: 'inf', unit_amount: 5 },
      ],
      recurring: { interval: 'month', usage_type: 'metered', meter: metered.recurring?.meter ?? '' },
    })
    const subscription = await subscribe(
      { stripe },
      { items: [{ price: tiered.id }], billing_thresholds: { amount_gte: 500 } },
    )
    await use({ stripe }, 50)
    await use({ stripe }, 20)
    payments.clock.advance('1 month')
    expect(linesOf(await latestInvoice(stripe, subscription)).map(([, amount]) => amount)).toEqual([100, 50])
  })

  it('is refused below the smallest amount', async ({ stripe }) => {
    expect(await refusal(subscribe({ stripe }, { billing_thresholds: { amount_gte: 49 } }))).toMatchObject({
      statusCode: 400,
      param: 'billing_thresholds[amount_gte]',
    })
  })
})

describe('a threshold of usage', () => {
  it('is of one item, and the invoice names its lines', async ({ stripe }) => {
    const { items } = await subscribe(
      { stripe },
      { items: [{ price: metered.id, billing_thresholds: { usage_gte: 5 } }] },
    )
    const [item] = items.data
    expect(item?.billing_thresholds).toEqual({ usage_gte: 5 })
    await use({ stripe }, 4)
    expect(await thresholdInvoices({ stripe })).toEqual([])
    await use({ stripe }, 1)
    const [invoice] = await thresholdInvoices({ stripe })
    expect(invoice?.threshold_reason).toEqual({
      amount_gte: null,
      item_reasons: [{ line_item_ids: [invoice?.lines.data[0]?.id], usage_gte: 5 }],
    })
    const changed = await stripe.subscriptionItems.update(idOf(item), { billing_thresholds: { usage_gte: 100 } })
    expect(changed.billing_thresholds).toEqual({ usage_gte: 100 })
    await use({ stripe }, 99)
    expect(await thresholdInvoices({ stripe })).toHaveLength(1)
  })

  it('is refused for a price without usage', async ({ stripe }) => {
    const licensed = await recurringPrice(stripe)
    const items = [{ price: licensed.id, billing_thresholds: { usage_gte: 5 } }]
    expect(await refusal(subscribe({ stripe }, { items }))).toMatchObject({ statusCode: 400 })
  })

  it('comes with a phase of a schedule', async ({ stripe }) => {
    const schedule = await stripe.subscriptionSchedules.create({
      customer,
      start_date: 'now',
      phases: [
        {
          billing_thresholds: { amount_gte: 700 },
          items: [{ price: metered.id, billing_thresholds: { usage_gte: 5 } }],
        },
      ],
    })
    expect(schedule.phases[0]).toMatchObject({
      billing_thresholds: { amount_gte: 700 },
      items: [{ billing_thresholds: { usage_gte: 5 } }],
    })
    const subscription = await stripe.subscriptions.retrieve(idOf(schedule.subscription))
    expect(subscription).toMatchObject({
      billing_thresholds: { amount_gte: 700 },
      items: { data: [{ billing_thresholds: { usage_gte: 5 } }] },
    })
    await use({ stripe }, 5)
    expect(await thresholdInvoices({ stripe })).toHaveLength(1)
  })
})

describe('usage', () => {
  it('is charged in whole units', async ({ stripe }) => {
    const { id } = await subscribe({ stripe })
    await use({ stripe }, 0.5)
    await use({ stripe }, 1.2)
    const canceled = await stripe.subscriptions.cancel(id, { invoice_now: true })
    expect(linesOf(await latestInvoice(stripe, canceled))).toEqual([['1 × Gold (at $0.10 / month)', 10]])
  })

  it('of the present second is charged when the subscription is canceled', async ({ stripe }) => {
    const { id } = await subscribe({ stripe })
    await use({ stripe }, 7)
    const canceled = await stripe.subscriptions.cancel(id, { invoice_now: true })
    expect(linesOf(await latestInvoice(stripe, canceled))).toEqual([['7 × Gold (at $0.10 / month)', 70]])
  })

  it('that was charged by a pause is not charged again', async ({ payments, stripe }) => {
    const { id } = await subscribe({ stripe })
    payments.clock.advance('2d')
    await use({ stripe }, 70)
    await stripe.subscriptions.pause(id, { invoicing_behavior: 'invoice' })
    await stripe.subscriptions.resume(id, { billing_cycle_anchor: { type: 'unchanged' } })
    await use({ stripe }, 3)
    payments.clock.advance('1 month')
    expect(linesOf(await latestInvoice(stripe, { id }))).toEqual([['3 × Gold (at $0.10 / month)', 30]])
  })
})
