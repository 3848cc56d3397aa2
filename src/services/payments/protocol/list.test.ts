import { describe, expect } from 'vitest'
import { receiveEvents, refusal, paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

// The edges of lists, idempotency keys and deliveries.

describe('a list', () => {
  it('pages backwards to its beginning, and says whether there is more before', async ({ stripe }) => {
    const ids: string[] = []
    for (let index = 0; index < 5; index++) ids.unshift((await stripe.customers.create({})).id)
    const before = async (cursor: string | undefined, limit: number) => {
      const page = await stripe.customers.list({ ending_before: cursor ?? '', limit })
      return { ids: page.data.map(({ id }) => id), more: page.has_more }
    }
    expect(await before(ids[4], 2)).toEqual({ ids: ids.slice(2, 4), more: true })
    expect(await before(ids[2], 3)).toEqual({ ids: ids.slice(0, 2), more: false })
    expect(await before(ids[1], 10)).toEqual({ ids: ids.slice(0, 1), more: false })
    expect(await before(ids[0], 10)).toEqual({ ids: [], more: false })
  })
})

describe('a refused request with an idempotency key', () => {
  it('leaves no event, no delivery and no row', async ({ payments, stripe }) => {
    await using receiver = await receiveEvents()
    await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ['*'] })
    const params = { payment_method: 'pm_card_visa_chargeDeclined' }
    const error = await refusal(stripe.customers.create(params, { idempotencyKey: 'customer-1' }))
    expect(error.statusCode).toBe(402)
    expect((await stripe.customers.list()).data).toEqual([])
    expect((await stripe.events.list()).data).toEqual([])
    await payments.webhooks.settled()
    expect(receiver.received).toEqual([])
  })
})

describe('a delivery', () => {
  it('is not tried again once its endpoint is disabled', async ({ payments, stripe }) => {
    await using receiver = await receiveEvents()
    receiver.status = 500
    const endpoint = await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ['customer.created'] })
    await stripe.customers.create({})
    await payments.webhooks.settled()
    await stripe.webhookEndpoints.update(endpoint.id, { disabled: true })
    payments.clock.advance('1d')
    await payments.webhooks.settled()
    expect(receiver.received).toHaveLength(1)
  })
})
