import { describe, expect } from 'vitest'
import { customerWith, eventTypes, latestInvoice, recurringPrice } from '#payments/tests/billing.fixture.ts'
import { refusal, paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

const seconds = (text: string): number => Date.parse(text) / 1000

describe('a test clock', () => {
  it('moves its customers alone', async ({ payments, stripe }) => {
    const clock = await stripe.testHelpers.testClocks.create({
      frozen_time: seconds('2030-03-31T00:00:00Z'),
      name: 'spring',
    })
    expect(clock).toMatchObject({ status: 'ready', frozen_time: seconds('2030-03-31T00:00:00Z') })
    const customer = await customerWith(stripe, 'pm_card_visa', { test_clock: clock.id })
    expect(customer.test_clock).toBe(clock.id)
    const price = await recurringPrice(stripe)
    const onClock = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
    expect(onClock).toMatchObject({ test_clock: clock.id, created: seconds('2030-03-31T00:00:00Z') })
    const other = await customerWith(stripe)
    await stripe.subscriptions.create({ customer: other.id, items: [{ price: price.id }] })
    const advancing = await stripe.testHelpers.testClocks.advance(clock.id, {
      frozen_time: seconds('2030-05-01T00:00:00Z'),
    })
    expect(advancing.status).toBe('advancing')
    expect(advancing.status_details.advancing?.target_frozen_time).toBe(seconds('2030-05-01T00:00:00Z'))
    const ready = await stripe.testHelpers.testClocks.retrieve(clock.id)
    expect(ready).toMatchObject({ status: 'ready', frozen_time: seconds('2030-05-01T00:00:00Z') })
    const invoices = await stripe.invoices.list({ customer: customer.id })
    expect(invoices.data.map(({ created, status }) => [new Date(created * 1000).toISOString(), status])).toEqual([
      ['2030-04-30T00:00:00.000Z', 'paid'],
      ['2030-03-31T00:00:00.000Z', 'paid'],
    ])
    expect((await stripe.invoices.list({ customer: other.id })).data).toHaveLength(1)
    payments.clock.advance('1 month 2 hours')
    expect((await stripe.invoices.list({ customer: customer.id })).data).toHaveLength(2)
    expect((await stripe.invoices.list({ customer: other.id })).data).toHaveLength(2)
    expect(await eventTypes(stripe, 'test_helpers')).toEqual([
      'test_helpers.test_clock.created',
      'test_helpers.test_clock.advancing',
      'test_helpers.test_clock.ready',
    ])
  })

  it('goes forward only, and by two periods at most', async ({ stripe }) => {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: seconds('2030-01-01T00:00:00Z') })
    const customer = await customerWith(stripe, 'pm_card_visa', { test_clock: clock.id })
    const price = await recurringPrice(stripe)
    await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
    const advance = (time: string) => stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: seconds(time) })
    expect(await refusal(advance('2029-01-01T00:00:00Z'))).toMatchObject({ param: 'frozen_time' })
    expect((await refusal(advance('2030-04-01T00:00:00Z'))).message).toContain('at most two intervals')
    await advance('2030-03-01T00:00:00Z')
    expect((await stripe.invoices.list({ customer: customer.id })).data).toHaveLength(3)
  })

  it('is deleted with its customers', async ({ stripe }) => {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: seconds('2030-01-01T00:00:00Z') })
    const customer = await customerWith(stripe, 'pm_card_visa', { test_clock: clock.id })
    const price = await recurringPrice(stripe)
    const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
    expect(await stripe.testHelpers.testClocks.del(clock.id)).toMatchObject({ deleted: true })
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true })
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
    expect((await stripe.testHelpers.testClocks.list()).data).toEqual([])
  })

  it('must exist', async ({ stripe }) => {
    expect(await refusal(stripe.customers.create({ test_clock: 'clock_none' }))).toMatchObject({ param: 'test_clock' })
  })
})

describe('metered usage', () => {
  it('is reported by events, summed up, and charged at the end of the period', async ({ payments, stripe }) => {
    const meter = await stripe.billing.meters.create({
      display_name: 'Calls',
      event_name: 'call',
      default_aggregation: { formula: 'sum' },
    })
    const customer = await customerWith(stripe)
    const price = await recurringPrice(stripe, {
      recurring: { interval: 'month', usage_type: 'metered', meter: meter.id },
      unit_amount: 2,
    })
    const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
    expect(subscription.status).toBe('active')
    expect(subscription.items.data[0]).not.toHaveProperty('quantity')
    const report = (value: string, identifier?: string) =>
      stripe.billing.meterEvents.create({
        event_name: 'call',
        payload: { stripe_customer_id: customer.id, value },
        ...(identifier === undefined ? {} : { identifier }),
      })
    expect(await report('100', 'one')).toMatchObject({ object: 'billing.meter_event', identifier: 'one' })
    expect(await refusal(report('100', 'one'))).toMatchObject({ code: 'duplicate_meter_event' })
    await report('999', 'wrong')
    await stripe.billing.meterEventAdjustments.create({
      event_name: 'call',
      type: 'cancel',
      cancel: { identifier: 'wrong' },
    })
    payments.clock.advance('10d')
    await report('150')
    const summaries = await stripe.billing.meters.listEventSummaries(meter.id, {
      customer: customer.id,
      start_time: seconds('2026-01-01T00:00:00Z'),
      end_time: seconds('2026-02-01T00:00:00Z'),
    })
    expect(summaries.data).toMatchObject([{ aggregated_value: 250 }])
    payments.clock.advance('1 month')
    expect(await latestInvoice(stripe, subscription)).toMatchObject({ total: 500, status: 'paid' })
  })

  it('counts, or takes the last value', async ({ stripe }) => {
    const formulas = ['count', 'last'] as const
    const customer = await customerWith(stripe, null)
    for (const formula of formulas) {
      await stripe.billing.meters.create({
        display_name: formula,
        event_name: formula,
        default_aggregation: { formula },
      })
      for (const value of ['5', '7']) {
        await stripe.billing.meterEvents.create({
          event_name: formula,
          payload: { stripe_customer_id: customer.id, value },
        })
      }
    }
    const { data } = await stripe.billing.meters.list()
    const window = {
      customer: customer.id,
      start_time: seconds('2026-01-01T00:00:00Z'),
      end_time: seconds('2026-01-02T00:00:00Z'),
    }
    const values = await Promise.all(
      data.map(
        async ({ id }) => (await stripe.billing.meters.listEventSummaries(id, window)).data[0]?.aggregated_value,
      ),
    )
    expect(values).toEqual([7, 2])
  })

  it('needs an active meter and a customer', async ({ stripe }) => {
    const meter = await stripe.billing.meters.create({
      display_name: 'Calls',
      event_name: 'call',
      default_aggregation: { formula: 'sum' },
    })
    const report = (payload: Record<string, string>) =>
      stripe.billing.meterEvents.create({ event_name: 'call', payload })
    expect(await refusal(report({ value: '1' }))).toMatchObject({ param: 'payload' })
    expect(await stripe.billing.meters.update(meter.id, { display_name: 'All calls' })).toMatchObject({
      display_name: 'All calls',
    })
    expect(await stripe.billing.meters.deactivate(meter.id)).toMatchObject({ status: 'inactive' })
    expect((await refusal(report({ value: '1' }))).message).toBe('No active meter found for event name call.')
    expect(await stripe.billing.meters.reactivate(meter.id)).toMatchObject({ status: 'active' })
    expect(await stripe.billing.meters.retrieve(meter.id)).toMatchObject({ event_name: 'call' })
    expect(await eventTypes(stripe, 'billing.meter')).toEqual([
      'billing.meter.created',
      'billing.meter.updated',
      'billing.meter.deactivated',
      'billing.meter.reactivated',
    ])
  })
})
