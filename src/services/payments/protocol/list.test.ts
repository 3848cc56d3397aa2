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

  it('leaves out what its filter refuses, and begins beside a record that is left out', async ({ stripe }) => {
    const ids: string[] = []
    for (let index = 0; index < 6; index++) ids.unshift((await stripe.customers.create({})).id)
    for (const index of [1, 3]) await stripe.customers.del(ids[index] ?? '')
    const page = async (params: { starting_after?: string; ending_before?: string; limit: number }) => {
      const { data, has_more: more } = await stripe.customers.list(params)
      return { at: data.map(({ id }) => ids.indexOf(id)), more }
    }
    expect(await page({ limit: 3 })).toEqual({ at: [0, 2, 4], more: true })
    expect(await page({ limit: 4 })).toEqual({ at: [0, 2, 4, 5], more: false })
    expect(await page({ starting_after: ids[1] ?? '', limit: 2 })).toEqual({ at: [2, 4], more: true })
    expect(await page({ ending_before: ids[3] ?? '', limit: 1 })).toEqual({ at: [2], more: true })
    expect(await page({ ending_before: ids[3] ?? '', limit: 2 })).toEqual({ at: [0, 2], more: false })
  })

  it('refuses a cursor of another list', async ({ stripe }) => {
    const [ada, grace] = [await stripe.customers.create({}), await stripe.customers.create({})]
    const { id } = await stripe.customers.createBalanceTransaction(ada.id, { amount: -100, currency: 'usd' })
    const error = await refusal(stripe.customers.listBalanceTransactions(grace.id, { starting_after: id }))
    expect([error.statusCode, error.code]).toEqual([400, 'resource_missing'])
  })

  it('is counted where a version before 2025-03-31 asks for it', async ({ payments, stripe }) => {
    for (let index = 0; index < 3; index++) await stripe.customers.create({})
    const listIn = async (version: string) => {
      const headers = { authorization: 'Bearer sk_test_backlot', 'stripe-version': version }
      const response = await fetch(`${payments.url}/v1/customers?limit=1&include[]=total_count`, { headers })
      return [response.status, await response.json()] as const
    }
    expect(await listIn('2024-06-20')).toMatchObject([200, { has_more: true, total_count: 3 }])
    const refused = { error: { code: 'property_forbidden', param: 'include' } }
    expect(await listIn('2025-03-31.basil')).toMatchObject([400, refused])
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
