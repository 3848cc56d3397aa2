import { describe, expect } from 'vitest'
import type Stripe from 'stripe'
import type { FixturesOf } from '#testkit/service-test.ts'
import { paymentsTest } from '#payments/tests/payments.fixture.ts'

// The vendor's fees for accounts of other countries.

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

/** Pays 100 units of a currency to an account of a country, and returns the fee of that. */
async function feeOf(
  { stripe }: Pick<Fixtures, 'stripe'>,
  country: string,
  currency: string,
  method: string,
): Promise<number> {
  const { id: stripeAccount } = await stripe.accounts.create({ type: 'custom', country })
  const { latest_charge: charge } = await stripe.paymentIntents.create(
    {
      amount: 10_000,
      currency,
      confirm: true,
      capture_method: 'automatic',
      payment_method: method,
      allowed_payment_method_types: ['card'],
      expand: ['latest_charge.balance_transaction'],
    },
    { stripeAccount },
  )
  const { balance_transaction: transaction } = charge as Stripe.Charge // expanded
  return (transaction as Stripe.BalanceTransaction).fee // expanded
}

describe('the fee of a card payment', () => {
  it.for([
    ['DE', 'eur', 'pm_card_visa_cartesBancaires', 150 + 25],
    ['DE', 'eur', 'pm_card_gb_debit', 250 + 25],
    ['DE', 'eur', 'pm_card_visa', 325 + 25],
    ['PL', 'pln', 'pm_card_visa_cartesBancaires', 150 + 100],
    ['GB', 'gbp', 'pm_card_gb_debit', 150 + 20],
    ['GB', 'gbp', 'pm_card_visa_cartesBancaires', 250 + 20],
    ['GB', 'gbp', 'pm_card_visa', 325 + 20],
    ['US', 'usd', 'pm_card_visa', 290 + 30],
    ['US', 'usd', 'pm_card_gb_debit', 440 + 30],
  ] as const)('to an account in %s, of 100 %s by %s', async ([country, currency, method, fee], { stripe }) => {
    expect(await feeOf({ stripe }, country, currency, method)).toBe(fee)
  })

  it('of a dispute is 20 euros in Europe', async ({ stripe }) => {
    await feeOf({ stripe }, 'FR', 'eur', 'pm_card_createDispute')
    const [account] = (await stripe.accounts.list()).data
    const [dispute] = (await stripe.disputes.list({}, { stripeAccount: account?.id ?? '' })).data
    expect(dispute?.balance_transactions).toMatchObject([{ amount: -10_000, fee: 2000 }])
  })
})

describe('the currency of a connected account', () => {
  it.for([
    ['PL', 'pln'],
    ['NZ', 'nzd'],
    ['BG', 'eur'],
    ['LI', 'chf'],
  ] as const)('in %s is %s', async ([country, currency], { stripe }) => {
    expect((await stripe.accounts.create({ type: 'custom', country })).default_currency).toBe(currency)
  })
})
