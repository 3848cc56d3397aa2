import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { customerWith, eventTypes, idOf, latestInvoice, recurringPrice } from '#payments/tests/billing.fixture.ts'
import { refusal, paymentsTest, stripe21Of, stripe22Of } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

const seconds = (text: string): number => Date.parse(text) / 1000
const START = seconds('2026-01-01T12:00:00Z')

/** Adds a schedule of a customer with a card, whose phases have one price each, of 10, 20, … dollars a month. */
async function schedule(
  { stripe }: Pick<Fixtures, 'stripe'>,
  phases: readonly Partial<Stripe.SubscriptionScheduleCreateParams.Phase>[],
  more: Partial<Stripe.SubscriptionScheduleCreateParams> = {},
): Promise<Stripe.SubscriptionSchedule> {
  const { id: customer } = await customerWith(stripe)
  const prices: string[] = []
  for (const at of phases.keys()) prices.push((await recurringPrice(stripe, { unit_amount: 1000 * (at + 1) })).id)
  return stripe.subscriptionSchedules.create({
    customer,
    start_date: 'now',
    phases: phases.map((phase, at) => ({ items: [{ price: prices[at] ?? '' }], ...phase })),
    ...more,
  })
}

const months = (count: number) => ({ duration: { interval: 'month' as const, interval_count: count } })
const totalsOf = async ({ stripe }: Pick<Fixtures, 'stripe'>, subscription: string): Promise<number[]> =>
  (await stripe.invoices.list({ subscription, limit: 100 })).data.map(({ total }) => total).toReversed()
const subscriptionOf = (
  { stripe }: Pick<Fixtures, 'stripe'>,
  { subscription }: Stripe.SubscriptionSchedule,
): Promise<Stripe.Subscription> => stripe.subscriptions.retrieve(idOf(subscription))

describe('a schedule', () => {
  it('begins its subscription, whose first invoice is a draft for an hour, and moves it from phase to phase', async ({
    payments,
    stripe,
  }) => {
    const created = await schedule({ stripe }, [months(2), months(1)], { metadata: { plan: 'ramp' } })
    expect(created).toMatchObject({
      status: 'active',
      current_phase: { start_date: START, end_date: seconds('2026-03-01T12:00:00Z') },
      end_behavior: 'release',
      metadata: { plan: 'ramp' },
    })
    expect(created.phases.map(({ start_date, end_date }) => [start_date, end_date])).toEqual([
      [START, seconds('2026-03-01T12:00:00Z')],
      [seconds('2026-03-01T12:00:00Z'), seconds('2026-04-01T12:00:00Z')],
    ])
    const subscription = await subscriptionOf({ stripe }, created)
    expect(subscription).toMatchObject({ status: 'active', schedule: created.id })
    expect((await latestInvoice(stripe, subscription)).status).toBe('draft')
    payments.clock.advance('4 months 1 hour')
    expect(await totalsOf({ stripe }, subscription.id)).toEqual([1000, 1000, 2000, 2000, 2000])
    expect((await latestInvoice(stripe, subscription)).status).toBe('paid')
    const { data: invoices } = await stripe.invoices.list({ subscription: subscription.id })
    expect(invoices.every(({ status }) => status === 'paid')).toBe(true)
    expect(await stripe.subscriptionSchedules.retrieve(created.id)).toMatchObject({
      status: 'released',
      subscription: null,
      released_subscription: subscription.id,
      released_at: seconds('2026-04-01T12:00:00Z'),
      current_phase: null,
    })
    expect((await stripe.subscriptions.retrieve(subscription.id)).schedule).toBeNull()
    expect(await eventTypes(stripe, 'subscription_schedule')).toEqual([
      'subscription_schedule.created',
      'subscription_schedule.updated',
      'subscription_schedule.expiring',
      'subscription_schedule.updated',
      'subscription_schedule.released',
    ])
  })

  it('waits for a start in the future', async ({ payments, stripe }) => {
    const created = await schedule({ stripe }, [months(1)], { start_date: seconds('2026-02-01T12:00:00Z') })
    expect(created).toMatchObject({ status: 'not_started', subscription: null, current_phase: null })
    expect((await stripe.subscriptionSchedules.list({ scheduled: true })).data).toHaveLength(1)
    payments.clock.advance('1 month')
    const started = await stripe.subscriptionSchedules.retrieve(created.id, { expand: ['subscription'] })
    expect(started).toMatchObject({
      status: 'active',
      subscription: { status: 'active', start_date: seconds('2026-02-01T12:00:00Z') },
    })
  })

  it('cancels its subscription at its end, where it says so', async ({ payments, stripe }) => {
    const created = await schedule({ stripe }, [months(2)], { end_behavior: 'cancel' })
    const subscription = await subscriptionOf({ stripe }, created)
    expect(subscription.cancel_at).toBe(seconds('2026-03-01T12:00:00Z'))
    payments.clock.advance('3 months')
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
    expect(await totalsOf({ stripe }, subscription.id)).toEqual([1000, 1000])
    expect(await stripe.subscriptionSchedules.retrieve(created.id)).toMatchObject({
      status: 'completed',
      completed_at: seconds('2026-03-01T12:00:00Z'),
    })
    expect(await eventTypes(stripe, 'subscription_schedule.completed')).toHaveLength(1)
  })

  it('prorates a phase that begins within a period, and resets the billing cycle where a phase says so', async ({
    payments,
    stripe,
  }) => {
    const middle = seconds('2026-01-17T00:00:00Z') // half of the period
    const created = await schedule({ stripe }, [
      { end_date: middle },
      { ...months(2), billing_cycle_anchor: 'phase_start' },
    ])
    const { id } = await subscriptionOf({ stripe }, created)
    payments.clock.set('2026-01-17T01:00:00Z')
    expect(await totalsOf({ stripe }, id)).toEqual([1000, 2000 - 500])
    const { items } = await stripe.subscriptions.retrieve(id)
    expect(items.data[0]?.current_period_start).toBe(middle)
  })

  it('charges another quantity, a discount, a trial and an item once in a phase', async ({ payments, stripe }) => {
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'forever' })
    const setup = await stripe.prices.create({ currency: 'usd', unit_amount: 700, product_data: { name: 'Setup' } })
    const { id: price } = await recurringPrice(stripe)
    const created = await schedule({ stripe }, [
      { ...months(1), items: [{ price }], trial: true },
      { ...months(1), items: [{ price, quantity: 2 }], add_invoice_items: [{ price: setup.id }] },
      { ...months(1), items: [{ price, quantity: 2 }], discounts: [{ coupon: coupon.id }], metadata: { half: 'yes' } },
    ])
    const { id, status } = await subscriptionOf({ stripe }, created)
    expect(status).toBe('trialing')
    payments.clock.advance('2 months 1 hour')
    expect(await totalsOf({ stripe }, id)).toEqual([0, 3700, 1500])
    expect((await stripe.subscriptions.retrieve(id)).metadata).toEqual({ half: 'yes' })
  })

  it('takes over a subscription, and changes it later', async ({ payments, stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const [gold, platinum] = [await recurringPrice(stripe), await recurringPrice(stripe, { unit_amount: 4000 })]
    const subscription = await stripe.subscriptions.create({ customer, items: [{ price: gold.id }] })
    const created = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
    expect(created.phases).toMatchObject([{ start_date: START, items: [{ price: gold.id, quantity: 1 }] }])
    const [phase] = created.phases
    const updated = await stripe.subscriptionSchedules.update(created.id, {
      phases: [
        { items: [{ price: gold.id }], start_date: phase?.start_date ?? 0, end_date: phase?.end_date ?? 0 },
        { items: [{ price: platinum.id }], ...months(1) },
      ],
    })
    expect(updated.phases).toHaveLength(2)
    payments.clock.advance('1 month 1 hour')
    expect(await totalsOf({ stripe }, subscription.id)).toEqual([1500, 4000])
    const again = stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
    expect((await refusal(again)).message).toContain('already attached to a schedule')
    const cancellation = stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    expect((await refusal(cancellation)).message).toContain(`managed by the subscription schedule \`${created.id}\``)
  })

  it('changes its present phase at once', async ({ payments, stripe }) => {
    const created = await schedule({ stripe }, [months(1)])
    const { id } = await subscriptionOf({ stripe }, created)
    const dear = await recurringPrice(stripe, { unit_amount: 3000 })
    payments.clock.set('2026-01-17T00:00:00Z')
    await stripe.subscriptionSchedules.update(created.id, {
      phases: [{ items: [{ price: dear.id }], start_date: START, ...months(1) }],
      proration_behavior: 'always_invoice',
    })
    expect(await totalsOf({ stripe }, id)).toEqual([1000, 1000]) // half of 30 dollars, less half of 10
    const unanchored = stripe.subscriptionSchedules.update(created.id, { phases: [{ items: [{ price: dear.id }] }] })
    expect((await refusal(unanchored)).message).toContain('to anchor end dates to')
  })

  it('is previewed: the renewal has the items of the next phase, and a start has its first invoice', async ({
    stripe,
  }) => {
    const running = await schedule({ stripe }, [months(1), months(1)])
    expect((await stripe.invoices.createPreview({ schedule: running.id })).total).toBe(2000)
    const later = await schedule({ stripe }, [{ ...months(1) }], { start_date: seconds('2026-02-01T12:00:00Z') })
    expect((await stripe.invoices.createPreview({ schedule: later.id })).total).toBe(1000)
    expect((await stripe.subscriptionSchedules.retrieve(later.id)).status).toBe('not_started')
  })

  it('is previewed as a request describes it, or changes it', async ({ payments, stripe }) => {
    const dear = await recurringPrice(stripe, { unit_amount: 3000 })
    const created = await schedule({ stripe }, [months(1), months(1)])
    const customer = idOf(created.customer)
    const described = await stripe.invoices.createPreview({
      customer,
      schedule_details: { phases: [{ items: [{ price: dear.id, quantity: 2 }], ...months(1) }] },
    })
    expect(described).toMatchObject({ status: 'draft', total: 6000, amount_due: 6000 })
    const later = await stripe.invoices.createPreview({
      customer,
      schedule_details: {
        phases: [{ items: [{ price: dear.id }], start_date: seconds('2026-03-01T12:00:00Z'), ...months(1) }],
      },
    })
    expect(later).toMatchObject({ total: 3000 })
    expect((await stripe.subscriptionSchedules.list({ customer })).data).toHaveLength(1)

    payments.clock.set('2026-01-17T00:00:00Z')
    const phases = [{ items: [{ price: dear.id }], start_date: START, ...months(1) }]
    const changed = await stripe.invoices.createPreview({
      schedule: created.id,
      schedule_details: { phases, proration_behavior: 'always_invoice' },
    })
    expect(changed.total).toBe(1000) // half of 30 dollars, less half of 10
    const renewal = await stripe.invoices.createPreview({
      schedule: created.id,
      schedule_details: { phases, proration_behavior: 'none' },
    })
    expect(renewal.total).toBe(3000)
    expect((await stripe.subscriptionSchedules.retrieve(created.id)).phases).toHaveLength(2)
    const mixed = stripe.invoices.createPreview({
      subscription: idOf(created.subscription),
      schedule_details: { phases },
    })
    expect(await refusal(mixed)).toMatchObject({ statusCode: 400, param: 'schedule_details' })
  })

  it('is canceled with its subscription, and follows the cancellation of it', async ({ stripe }) => {
    const first = await schedule({ stripe }, [months(2)])
    expect((await stripe.subscriptionSchedules.cancel(first.id, { prorate: false })).status).toBe('canceled')
    expect((await subscriptionOf({ stripe }, first)).status).toBe('canceled')
    const second = await schedule({ stripe }, [months(2)])
    await stripe.subscriptions.cancel(idOf(second.subscription))
    expect((await stripe.subscriptionSchedules.retrieve(second.id)).status).toBe('canceled')
    const over = stripe.subscriptionSchedules.release(second.id)
    expect((await refusal(over)).message).toContain('currently in the `canceled` status')
    expect(await eventTypes(stripe, 'subscription_schedule.canceled')).toHaveLength(2)
  })

  it('is released', async ({ stripe }) => {
    const created = await schedule({ stripe }, [months(2)], { end_behavior: 'cancel' })
    const released = await stripe.subscriptionSchedules.release(created.id, { preserve_cancel_date: true })
    expect(released).toMatchObject({ status: 'released', released_subscription: idOf(created.subscription) })
    expect(await subscriptionOf({ stripe }, created)).toMatchObject({
      schedule: null,
      cancel_at: seconds('2026-03-01T12:00:00Z'),
    })
  })

  it.for([
    [{ start_date: undefined }, 'start_date'],
    [{ customer: undefined }, 'customer'],
    [{ phases: [] }, 'phases'],
    [{ pause_schedules: [{ pause: { pause_at: { type: 'now' as const } } }] }, 'pause_schedules'],
    [{ from_subscription: 'sub_none' }, 'from_subscription'],
  ] as const)('is refused with %j', async ([params, param], { stripe }) => {
    const given = params as Partial<Stripe.SubscriptionScheduleCreateParams>
    expect(await refusal(schedule({ stripe }, [months(1)], given))).toMatchObject({ statusCode: 400, param })
  })

  it.for([
    ['the version before', stripe22Of],
    ['two versions before', stripe21Of],
  ] as const)('has the members of the types of the SDK of %s', async ([_name, sdkOf], { payments, stripe }) => {
    const created = await schedule({ stripe }, [
      { ...months(1), automatic_tax: { enabled: false }, invoice_settings: { footer: 'Bye', days_until_due: 5 } },
      months(1),
    ])
    const older = sdkOf(payments).subscriptionSchedules
    expect((await older.retrieve(created.id)).phases).toHaveLength(2)
    expect((await older.list()).data).toHaveLength(1)
    expect((await older.update(created.id, { metadata: { a: 'b' } })).metadata).toEqual({ a: 'b' })
    expect((await older.cancel(created.id)).status).toBe('canceled')
  })
})
