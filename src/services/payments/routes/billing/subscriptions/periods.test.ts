import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { customerWith, latestInvoice, linesOf, recurringPrice } from '#payments/tests/billing.fixture.ts'
import { refusal, paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

const seconds = (text: string): number => Date.parse(text) / 1000
const periodsOf = ({ items }: Stripe.Subscription): [number, number][] =>
  items.data.map(({ current_period_start: start, current_period_end: end }) => [start, end])
const totalsOf = async ({ stripe }: Pick<Fixtures, 'stripe'>, subscription: string): Promise<number[]> =>
  (await stripe.invoices.list({ subscription, limit: 100 })).data.map(({ total }) => total).toReversed()

/** A price of 15 dollars a month and one of 120 dollars a year, or of another interval. */
const prices = async (
  { stripe }: Pick<Fixtures, 'stripe'>,
  recurring: Stripe.PriceCreateParams.Recurring = { interval: 'year' },
) => {
  const month = await recurringPrice(stripe)
  const other = await recurringPrice(stripe, { unit_amount: 12_000, recurring, product_data: { name: 'Base' } })
  return [month.id, other.id] as const
}

describe('prices of different intervals', () => {
  it('renew each at the end of its own period, on one invoice where both end', async ({ payments, stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const [month, year] = await prices({ stripe })
    const subscription = await stripe.subscriptions.create({ customer, items: [{ price: month }, { price: year }] })
    const start = seconds('2026-01-01T12:00:00Z')
    expect(periodsOf(subscription)).toEqual([
      [start, seconds('2026-02-01T12:00:00Z')],
      [start, seconds('2027-01-01T12:00:00Z')],
    ])
    payments.clock.advance('1 year 2 hours')
    expect(await totalsOf({ stripe }, subscription.id)).toEqual([13_500, ...Array<number>(11).fill(1500), 13_500])
    expect(linesOf(await latestInvoice(stripe, subscription))).toEqual([
      ['1 × Gold (at $15.00 / month)', 1500],
      ['1 × Base (at $120.00 / year)', 12_000],
    ])
  })

  it('that never end together renew at different times', async ({ payments, stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const [month, weeks] = await prices({ stripe }, { interval: 'week', interval_count: 2 })
    const { id } = await stripe.subscriptions.create({ customer, items: [{ price: month }, { price: weeks }] })
    payments.clock.advance('32 days')
    expect(await totalsOf({ stripe }, id)).toEqual([13_500, 12_000, 12_000, 1500])
  })

  it('can be added to a subscription and taken from it, with a proration of the rest of their own period', async ({
    payments,
    stripe,
  }) => {
    const { id: customer } = await customerWith(stripe)
    const [month, year] = await prices({ stripe })
    const before = await stripe.subscriptions.create({ customer, items: [{ price: year }] })
    payments.clock.set('2026-07-02T12:00:00Z') // half of the year is over, to the hour
    const mixed = await stripe.subscriptions.update(before.id, { items: [{ price: month }] })
    expect(mixed.billing_cycle_anchor).toBe(before.billing_cycle_anchor)
    expect(periodsOf(mixed)).toContainEqual([seconds('2026-07-01T12:00:00Z'), seconds('2026-08-01T12:00:00Z')])
    const [pending] = (await stripe.invoiceItems.list({ pending: true })).data
    expect(pending?.amount).toBe(1452) // 30 of 31 days
    const yearly = mixed.items.data.find(({ price }) => price.id === year)
    const after = await stripe.subscriptions.update(before.id, { items: [{ id: yearly?.id ?? '', deleted: true }] })
    expect(periodsOf(after)).toEqual([[seconds('2026-07-01T12:00:00Z'), seconds('2026-08-01T12:00:00Z')]])
    const [credit] = (await stripe.invoiceItems.list({ pending: true })).data
    expect(credit?.amount).toBe(-6016) // 183 of 365 days
    payments.clock.set('2026-08-01T14:00:00Z')
    expect(await totalsOf({ stripe }, before.id)).toEqual([12_000, 1500 + 1452 - 6016])
  })
})

describe('a backdated subscription', () => {
  const backdated = async (
    { stripe }: Pick<Fixtures, 'stripe'>,
    more: Partial<Stripe.SubscriptionCreateParams> = {},
  ): Promise<Stripe.Subscription> => {
    const { id: customer } = await customerWith(stripe)
    const { id: price } = await recurringPrice(stripe)
    return stripe.subscriptions.create({
      customer,
      items: [{ price }],
      backdate_start_date: seconds('2025-11-17T12:00:00Z'),
      ...more,
    })
  }

  it('charges the time since its start, counted in periods from there, beside the first period', async ({ stripe }) => {
    const subscription = await backdated({ stripe })
    expect(subscription).toMatchObject({
      start_date: seconds('2025-11-17T12:00:00Z'),
      billing_cycle_anchor: seconds('2026-01-01T12:00:00Z'),
    })
    // A month to 17 December, and 15 of the 31 days from there.
    expect(linesOf(await latestInvoice(stripe, subscription))).toEqual([
      ['Remaining time on Gold after 17 Nov 2025', 1500 + 726],
      ['1 × Gold (at $15.00 / month)', 1500],
    ])
  })

  it('charges nothing for that time without prorations', async ({ stripe }) => {
    const subscription = await backdated({ stripe }, { proration_behavior: 'none' })
    expect(subscription.start_date).toBe(seconds('2025-11-17T12:00:00Z'))
    expect(linesOf(await latestInvoice(stripe, subscription))).toEqual([['1 × Gold (at $15.00 / month)', 1500]])
  })

  it('charges the time from its start to a later anchor', async ({ stripe }) => {
    const anchor = seconds('2026-01-17T12:00:00Z')
    const subscription = await backdated({ stripe }, { billing_cycle_anchor: anchor })
    expect(periodsOf(subscription)).toEqual([[seconds('2026-01-01T12:00:00Z'), anchor]])
    expect(linesOf(await latestInvoice(stripe, subscription))).toEqual([
      ['Remaining time on Gold after 17 Nov 2025', 3000],
    ])
  })

  it('cannot start in the future', async ({ stripe }) => {
    expect(await refusal(backdated({ stripe }, { backdate_start_date: 1_900_000_000 }))).toMatchObject({
      statusCode: 400,
      param: 'backdate_start_date',
    })
  })
})

describe('a billing cycle of the 31st that is set in April', () => {
  const april = async (
    { stripe }: Pick<Fixtures, 'stripe'>,
    price: Pick<Stripe.Price, 'id'>,
    config: Stripe.SubscriptionCreateParams.BillingCycleAnchorConfig,
  ): Promise<{ id: string; to: (time: string) => Promise<void>; period: () => Promise<readonly string[]> }> => {
    const { id: clock } = await stripe.testHelpers.testClocks.create({ frozen_time: seconds('2026-04-10T12:00:00Z') })
    const customer = await customerWith(stripe, 'pm_card_visa', { test_clock: clock })
    const { id } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      billing_cycle_anchor_config: config,
    })
    return {
      id,
      to: async (time) => {
        await stripe.testHelpers.testClocks.advance(clock, { frozen_time: seconds(time) })
      },
      period: async () => {
        const [period = []] = periodsOf(await stripe.subscriptions.retrieve(id))
        return period.map((each) => new Date(each * 1000).toISOString().slice(0, 10))
      },
    }
  }

  it('renews on the last day of each month, over a year and its end', async ({ stripe }) => {
    const { id, to, period } = await april({ stripe }, await recurringPrice(stripe), { day_of_month: 31 })
    const ends = [(await period())[1]]
    const days =
      '2026-05-02 2026-06-02 2026-07-02 2026-08-02 2026-09-02 2026-10-02 2026-11-02 2026-12-02 2027-01-02 2027-02-02 2027-03-02'
    for (const day of days.split(' ')) {
      await to(`${day}T12:00:00Z`)
      ends.push((await period())[1])
    }
    expect(ends).toEqual([
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
      '2026-07-31',
      '2026-08-31',
      '2026-09-30',
      '2026-10-31',
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
    ])
    const amounts = (await totalsOf({ stripe }, id)).slice(1)
    expect(amounts).toEqual(amounts.map(() => 1500))
  })

  it('renews at the end of February in each year', async ({ stripe }) => {
    const yearly = await recurringPrice(stripe, { recurring: { interval: 'year' } })
    const { to, period } = await april({ stripe }, yearly, { day_of_month: 29, month: 2 })
    expect(await period()).toEqual(['2026-04-10', '2027-02-28'])
    await to('2027-03-02T12:00:00Z')
    expect(await period()).toEqual(['2027-02-28', '2028-02-29'])
  })
})
