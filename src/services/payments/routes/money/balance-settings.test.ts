import { describe, expect } from 'vitest'
import type Stripe from 'stripe'
import { paymentsTest } from '../../tests/payments.fixture.ts'

const it = paymentsTest()

const pay = (stripe: Stripe, amount: number, options: Stripe.RequestOptions = {}): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create(
    {
      amount,
      currency: 'usd',
      payment_method: 'pm_card_bypassPending',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    },
    options,
  )

const daily = (payments: Stripe.BalanceSettingsUpdateParams.Payments = {}): Stripe.BalanceSettingsUpdateParams => ({
  payments: { payouts: { schedule: { interval: 'daily' } }, ...payments },
})

describe('the balance settings', () => {
  it('are paid by hand until a schedule is set', async ({ stripe, payments }) => {
    expect((await stripe.balanceSettings.retrieve()).payments).toMatchObject({
      debit_negative_balances: true,
      payouts: { schedule: { interval: 'manual' }, status: 'enabled' },
      settlement_timing: { delay_days: 2 },
    })
    await pay(stripe, 10_000)
    payments.clock.advance('1 week')
    expect((await stripe.payouts.list()).data).toEqual([])
  })

  it('pay out every day what is above the minimum, and name the transactions that are paid', async ({
    stripe,
    payments,
  }) => {
    await pay(stripe, 10_000)
    await stripe.balanceSettings.update({
      payments: {
        payouts: {
          schedule: { interval: 'daily' },
          minimum_balance_by_currency: { usd: 680 },
          statement_descriptor: 'THE SHOP',
        },
      },
    })
    payments.clock.advance('1 day')
    const [payout] = (await stripe.payouts.list()).data
    expect(payout).toMatchObject({ amount: 9000, automatic: true, statement_descriptor: 'THE SHOP' })
    const { data } = await stripe.balanceTransactions.list({ payout: payout?.id ?? '' })
    expect(data.map(({ type }) => type)).toEqual(['payout', 'charge'])
    const types = ['balance_settings.updated', 'payout.created', 'payout.reconciliation_completed']
    expect((await stripe.events.list({ types })).data).toHaveLength(3)
    payments.clock.advance('3 days')
    expect((await stripe.payouts.list()).data).toHaveLength(1)
  })

  it.for([
    [{ interval: 'weekly', weekly_payout_days: ['tuesday'] }, '2026-01-06'],
    [{ interval: 'monthly', monthly_payout_days: [31] }, '2026-01-31'],
  ] as const)('pay out on the days of their schedule: %j', async ([schedule, day], { stripe, payments }) => {
    await pay(stripe, 10_000)
    await stripe.balanceSettings.update({ payments: { payouts: { schedule: schedule as never } } })
    payments.clock.advance('45 days')
    const created = (await stripe.payouts.list()).data.map(({ created }) => new Date(created * 1000).toISOString())
    expect(created).toEqual([`${day}T00:00:00.000Z`])
  })

  it('refuse a schedule by the week without a day', async ({ stripe }) => {
    await expect(
      stripe.balanceSettings.update({ payments: { payouts: { schedule: { interval: 'weekly' } } } }),
    ).rejects.toMatchObject({ statusCode: 400, param: 'payments[payouts][schedule][weekly_payout_days]' })
  })

  it('delay the money of a payment', async ({ stripe, payments }) => {
    await stripe.balanceSettings.update({ payments: { settlement_timing: { delay_days_override: 7 } } })
    await stripe.charges.create({ amount: 10_000, currency: 'usd', source: 'tok_visa' })
    payments.clock.advance('6 days')
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(0)
    payments.clock.advance('1 day')
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(9680)
  })

  it('are those that the settings of an account name', async ({ stripe, payments }) => {
    const { id, settings } = await stripe.accounts.create({
      type: 'express',
      settings: { payouts: { schedule: { interval: 'daily', delay_days: 3 } } },
    })
    expect(settings?.payouts?.schedule).toEqual({ interval: 'daily', delay_days: 3 })
    const options = { stripeAccount: id }
    expect((await stripe.balanceSettings.retrieve({}, options)).payments.payouts?.schedule?.interval).toBe('daily')
    await stripe.accounts.update(id, { settings: { payouts: { schedule: { interval: 'manual' } } } })
    await pay(stripe, 10_000, options)
    payments.clock.advance('2 days')
    expect((await stripe.payouts.list({}, options)).data).toEqual([])
  })
})

describe('a connected account that owes money', () => {
  const owing = async (stripe: Stripe): Promise<Stripe.RequestOptions> => {
    const { id } = await stripe.accounts.create({ type: 'express' })
    const { id: charge } = await stripe.charges.create(
      { amount: 10_000, currency: 'usd', source: 'tok_visa' },
      { stripeAccount: id },
    )
    await stripe.refunds.create({ charge }, { stripeAccount: id })
    return { stripeAccount: id }
  }

  it('is answered for by the platform, whose balance keeps a part', async ({ stripe }) => {
    await pay(stripe, 10_000)
    const before = await stripe.balance.retrieve()
    expect(before.connect_reserved).toBeUndefined()
    const account = await owing(stripe)
    expect(await stripe.balance.retrieve({}, account)).toMatchObject({
      available: [{ amount: 0 }],
      pending: [{ amount: -320 }],
    })
    const after = await stripe.balance.retrieve()
    expect(after.connect_reserved).toEqual([{ amount: 320, currency: 'usd' }])
    expect(after.available[0]?.amount).toBe((before.available[0]?.amount ?? 0) - 320)
    await expect(
      stripe.payouts.create({ amount: before.available[0]?.amount ?? 0, currency: 'usd' }),
    ).rejects.toMatchObject({ code: 'balance_insufficient' })
  })

  it.for([true, false])('pays by its bank where it allows it: %s', async (allows, { stripe, payments }) => {
    const account = await owing(stripe)
    await stripe.balanceSettings.update(daily({ debit_negative_balances: allows }), account)
    payments.clock.advance('4 days')
    const [payout] = (await stripe.payouts.list({}, account)).data
    expect(payout?.amount).toBe(allows ? -320 : undefined)
  })
})
