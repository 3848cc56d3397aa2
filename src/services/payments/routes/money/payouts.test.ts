import { describe, expect } from 'vitest'
import type Stripe from 'stripe'
import type { RunningPayments } from '../../tests/payments.fixture.ts'
import { paymentsTest, refusal } from '../../tests/payments.fixture.ts'

const it = paymentsTest()

/** Connects an American account with a bank and 15,000 dollars. */
async function fundedAccount(stripe: Stripe, payments: RunningPayments): Promise<Stripe.RequestOptions> {
  const { id } = await stripe.accounts.create({ type: 'custom', country: 'US' })
  await stripe.accounts.createExternalAccount(id, { external_account: 'btok_us_verified' })
  await stripe.topups.create({ amount: 1_500_000, currency: 'usd' })
  payments.clock.advance('1 day')
  await stripe.transfers.create({ amount: 1_500_000, currency: 'usd', destination: id })
  payments.clock.advance('3 days')
  return { stripeAccount: id }
}

describe('a payout', () => {
  it('has no trace at the bank before it arrives', async ({ stripe, payments }) => {
    const account = await fundedAccount(stripe, payments)
    const payout = await stripe.payouts.create({ amount: 1000, currency: 'usd' }, account)
    expect(payout).toMatchObject({
      reconciliation_status: 'not_applicable',
      trace_id: { status: 'pending', value: null },
    })
    payments.clock.advance('1 day')
    expect((await stripe.payouts.retrieve(payout.id, {}, account)).trace_id?.status).not.toBe('pending')
  })

  it('is refused for more than the balance, without a parameter', async ({ stripe, payments }) => {
    const account = await fundedAccount(stripe, payments)
    const failure = await refusal(stripe.payouts.create({ amount: 9_000_000, currency: 'usd' }, account))
    expect(failure).toMatchObject({ statusCode: 400, code: 'balance_insufficient' })
    expect(failure.param).toBeUndefined()
    expect(failure.message).toContain('Your card balance is too low.  You can use the /v1/balance endpoint')
  })

  it('moves at most 9,999 dollars to a bank account at once', async ({ stripe, payments }) => {
    const account = await fundedAccount(stripe, payments)
    const pay = (amount: number, method: 'instant' | 'standard') =>
      stripe.payouts.create({ amount, currency: 'usd', method }, account)
    expect((await refusal(pay(999_901, 'instant'))).message).toBe(
      'Instant Payouts to bank accounts are only supported for amounts less than or equal to $9999',
    )
    expect((await pay(1000, 'instant')).method).toBe('instant')
    expect((await pay(999_901, 'standard')).status).toBe('pending')
  })

  it('that comes by itself is described as such, and reconciled with its arrival', async ({ stripe, payments }) => {
    const account = await fundedAccount(stripe, payments)
    const { stripeAccount = '' } = account
    await stripe.accounts.update(stripeAccount, { settings: { payouts: { schedule: { interval: 'daily' } } } })
    payments.clock.advance('1 day')
    const [leaving] = (await stripe.payouts.list({}, account)).data
    expect(leaving).toMatchObject({ description: 'STRIPE PAYOUT', reconciliation_status: 'in_progress' })
    payments.clock.advance('1 day')
    const [arrived] = (await stripe.payouts.list({}, account)).data
    expect(arrived).toMatchObject({ status: 'paid', reconciliation_status: 'completed' })
  })
})

describe('the balance', () => {
  it('tells what can be paid out at once, and what of it arrives where', async ({ stripe, payments }) => {
    const account = await fundedAccount(stripe, payments)
    const { data } = await stripe.accounts.listExternalAccounts(account.stripeAccount ?? '')
    const instant = { amount: 1_500_000, source_types: { card: 1_500_000 } }
    const { instant_available } = await stripe.balance.retrieve({}, account)
    expect(instant_available).toEqual([{ ...instant, currency: 'usd' }])
    const expanded = await stripe.balance.retrieve({ expand: ['instant_available.net_available'] }, account)
    expect(expanded.instant_available).toEqual([
      { ...instant, currency: 'usd', net_available: [{ ...instant, destination: data[0]?.id }] },
    ])
  })

  it('says nothing of instant payouts where nothing takes them', async ({ stripe }) => {
    expect(await stripe.balance.retrieve()).not.toHaveProperty('instant_available')
  })
})
