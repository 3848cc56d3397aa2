import { describe, expect } from 'vitest'
import { paymentsTest, refusal } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

const CHARGE = { amount: 2000, currency: 'usd', source: 'tok_visa' } as const

describe('a legacy charge', () => {
  it('passes its money on by the former parameter too: all of it, or a part', async ({ stripe }) => {
    const { id: destination } = await stripe.accounts.create({ type: 'express' })
    const passedOn = async (former: object) => {
      const charge = await stripe.charges.create({ ...CHARGE, ...former, expand: ['transfer'] })
      expect(charge.transfer_data?.destination).toBe(destination)
      return (charge.transfer as { readonly amount: number }).amount // expanded
    }
    expect(await passedOn({ destination })).toBe(2000)
    expect(await passedOn({ destination: { account: destination, amount: 1800 } })).toBe(1800)
    const above = { destination: { account: destination, amount: 2001 } }
    expect(await refusal(stripe.charges.create({ ...CHARGE, ...above }))).toMatchObject({
      param: 'destination[amount]',
      message: 'The transfer amount must be less than or equal to the charge amount.',
    })
  })

  it('of a bank account is not held for later', async ({ stripe }) => {
    const { id: customer } = await stripe.customers.create({ source: 'btok_us_verified' })
    const held = stripe.charges.create({ amount: 2000, currency: 'usd', customer, capture: false })
    expect((await refusal(held)).message).toBe('You cannot pass capture=false for this payment type.')
  })

  it('takes the name of the library that made it', async ({ stripe }) => {
    const named = { ...CHARGE, payment_user_agent: 'a library/1.0' }
    expect((await stripe.charges.create(named)).paid).toBe(true)
  })
})

describe('the refund of an application fee', () => {
  it('names what is left of the fee, or all of it', async ({ stripe }) => {
    const { id: stripeAccount } = await stripe.accounts.create({ type: 'express' })
    await stripe.charges.create({ ...CHARGE, application_fee_amount: 12 }, { stripeAccount })
    const [fee] = (await stripe.applicationFees.list()).data
    const refund = (amount: number) => stripe.applicationFees.createRefund(fee?.id ?? '', { amount })
    expect((await refusal(refund(14))).message).toBe('Refund amount ($0.14) is greater than fee amount ($0.12)')
    await refund(10)
    expect((await refusal(refund(10))).message).toBe(
      'Refund amount ($0.10) is greater than unrefunded amount on fee ($0.02)',
    )
  })
})
