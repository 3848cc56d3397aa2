import { expect } from 'vitest'
import { paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

it('names the application whose connected accounts an endpoint hears of', async ({ stripe }) => {
  const endpoint = { url: 'http://localhost:3000/webhooks', enabled_events: ['charge.succeeded' as const] }
  const connected = await stripe.webhookEndpoints.create({ ...endpoint, connect: true })
  expect(connected.application).toMatch(/^ca_/)
  expect((await stripe.webhookEndpoints.create(endpoint)).application).toBeNull()
})
