import { expect } from 'vitest'
import { paymentsTest } from '../../tests/payments.fixture.ts'

const it = paymentsTest()

it('adds the money of a top-up to the balance when it arrives', async ({ stripe, payments }) => {
  const { id, status } = await stripe.topups.create({ amount: 2000, currency: 'usd' })
  expect(status).toBe('pending')
  expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(0)
  payments.clock.advance('1 day')
  expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(2000)
  const { data } = await stripe.balanceTransactions.list({ type: 'topup' })
  expect(data).toMatchObject([{ amount: 2000, source: id }])
  expect((await stripe.events.list({ types: ['topup.created', 'topup.succeeded'] })).data).toHaveLength(2)
})

it('gets no money from a bank account that does not exist', async ({ stripe, payments }) => {
  const source = 'btok_us_verified_noAccount'
  const { id } = await stripe.topups.create({ amount: 2000, currency: 'usd', source })
  payments.clock.advance('1 day')
  expect(await stripe.topups.retrieve(id)).toMatchObject({ status: 'failed', failure_code: 'no_account' })
  expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(0)
})

it('can be canceled while it is pending only', async ({ stripe, payments }) => {
  const { id } = await stripe.topups.create({ amount: 2000, currency: 'usd' })
  expect((await stripe.topups.cancel(id)).status).toBe('canceled')
  payments.clock.advance('1 day')
  expect((await stripe.topups.retrieve(id)).status).toBe('canceled')
  await expect(stripe.topups.cancel(id)).rejects.toMatchObject({ statusCode: 400 })
})
