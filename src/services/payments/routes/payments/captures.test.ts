import type { Stripe } from 'stripe'
import { describe, expect } from 'vitest'
import { paymentsTest, refusal } from '#payments/tests/payments.fixture.ts'

// A payment while its money moves, and the advice of the bank that declines one.

const it = paymentsTest()

const PAID = {
  amount: 2000,
  currency: 'usd',
  confirm: true,
  payment_method: 'pm_card_visa',
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} as const

const EXPANDED = ['latest_charge']

const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent) => charge as Stripe.Charge // it is expanded

describe('a payment that is captured asynchronously', () => {
  it('has no balance transaction, transfer or fee in its answer, and has them in the next one', async ({ stripe }) => {
    const { id: destination } = await stripe.accounts.create({ type: 'express' })
    const created = await stripe.paymentIntents.create({
      ...PAID,
      application_fee_amount: 100,
      transfer_data: { destination },
      expand: EXPANDED,
    })
    expect(created).toMatchObject({ status: 'succeeded', capture_method: 'automatic_async' })
    expect(chargeOf(created)).toMatchObject({ captured: true, balance_transaction: null, application_fee: null })
    expect(chargeOf(created)).not.toHaveProperty('transfer')
    expect(await stripe.charges.retrieve(chargeOf(created).id)).toMatchObject({
      balance_transaction: expect.stringMatching(/^txn_/) as string,
      application_fee: expect.stringMatching(/^fee_/) as string,
      transfer: expect.stringMatching(/^tr_/) as string,
    })
  })

  it('reports its charge without the balance transaction, which a later event has', async ({ stripe }) => {
    await stripe.paymentIntents.create(PAID)
    const events = (await stripe.events.list({ types: ['charge.succeeded', 'charge.updated'] })).data
    expect(events.map(({ type, data }) => [type, (data.object as Stripe.Charge).balance_transaction])).toEqual([
      ['charge.updated', expect.stringMatching(/^txn_/)],
      ['charge.succeeded', null],
    ])
  })
})

describe('a payment that is captured at once', () => {
  it('has its balance transaction in its answer', async ({ stripe }) => {
    const paid = await stripe.paymentIntents.create({ ...PAID, capture_method: 'automatic', expand: EXPANDED })
    expect(chargeOf(paid).balance_transaction).toMatch(/^txn_/)
    expect((await stripe.events.list({ type: 'charge.updated' })).data).toEqual([])
  })
})

describe('a payment whose money goes on to another account', () => {
  it('is in a group of its own, which its charge and transfer share, from its confirmation on', async ({ stripe }) => {
    const { id: destination } = await stripe.accounts.create({ type: 'express' })
    const { id, transfer_group: before } = await stripe.paymentIntents.create({
      ...PAID,
      confirm: false,
      transfer_data: { destination },
    })
    expect(before).toBeNull()
    const paid = await stripe.paymentIntents.confirm(id, { expand: EXPANDED })
    expect([paid.transfer_group, chargeOf(paid).transfer_group]).toEqual([`group_${id}`, `group_${id}`])
    const [transfer] = (await stripe.transfers.list()).data
    expect(transfer?.transfer_group).toBe(`group_${id}`)
  })

  it('is refunded with its fee although it left the platform a part instead of a fee', async ({ stripe }) => {
    const { id: destination } = await stripe.accounts.create({ type: 'express' })
    const { id } = await stripe.paymentIntents.create({ ...PAID, transfer_data: { destination, amount: 1500 } })
    const refund = await stripe.refunds.create({
      payment_intent: id,
      reverse_transfer: true,
      refund_application_fee: true,
    })
    expect(refund).toMatchObject({ status: 'succeeded', transfer_reversal: expect.stringMatching(/^trr_/) as string })
  })
})

describe('a payment on a connected account', () => {
  it('names the application of the platform that made it', async ({ stripe }) => {
    const { id: stripeAccount } = await stripe.accounts.create({ type: 'express' })
    const paid = await stripe.paymentIntents.create({ ...PAID, expand: EXPANDED }, { stripeAccount })
    expect([paid.application, chargeOf(paid).application]).toEqual([
      expect.stringMatching(/^ca_/),
      expect.stringMatching(/^ca_/),
    ])
    const own = await stripe.paymentIntents.create({ ...PAID, expand: EXPANDED })
    expect([own.application, chargeOf(own).application]).toEqual([null, null])
  })
})

describe('a refund', () => {
  it('repeats the description of its charge, and is pending as long as the money of a payment', async ({ stripe }) => {
    const { id: charge } = await stripe.charges.create({
      amount: 2000,
      currency: 'usd',
      source: 'tok_visa',
      description: 'A hat',
    })
    const refund = await stripe.refunds.create({ charge, amount: 500, expand: ['balance_transaction'] })
    expect(refund.balance_transaction).toMatchObject({ description: 'REFUND FOR CHARGE (A hat)', status: 'pending' })
    const atOnce = await stripe.charges.create({ amount: 2000, currency: 'usd', source: 'tok_bypassPending' })
    const returned = await stripe.refunds.create({ charge: atOnce.id, expand: ['balance_transaction'] })
    expect(returned.balance_transaction).toMatchObject({ description: 'REFUND FOR CHARGE', status: 'available' })
  })
})

describe('a decline', () => {
  it.for([
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'try_again_later', '51', '02'],
    ['pm_card_visa_chargeDeclinedLostCard', 'do_not_try_again', '41', '01'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'do_not_try_again', '43', '01'],
    ['pm_card_visa_chargeDeclinedVelocityLimitExceeded', 'try_again_later', '61', '02'],
    ['pm_card_chargeDeclinedExpiredCard', 'confirm_card_data', '54', '03'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'confirm_card_data', 'N7', '03'],
    ['pm_card_chargeDeclinedProcessingError', 'try_again_later', '06', null],
  ] as const)('of %s advises to %s', async ([payment_method, advice, decline, networkAdvice], { stripe }) => {
    const { raw, payment_intent: intent } = await refusal(stripe.paymentIntents.create({ ...PAID, payment_method }))
    const told = { advice_code: advice, network_decline_code: decline }
    const byNetwork = networkAdvice === null ? {} : { network_advice_code: networkAdvice }
    expect(raw).toMatchObject({ ...told, ...byNetwork })
    expect(intent?.last_payment_error).toMatchObject({ ...told, ...byNetwork })
    const [failed] = (await stripe.charges.list()).data
    expect(failed?.outcome).toMatchObject({ ...told, network_advice_code: networkAdvice })
  })

  it('names the member of the card that it is about', async ({ stripe }) => {
    const payment_method = 'pm_card_chargeDeclinedExpiredCard'
    const { payment_intent: intent } = await refusal(stripe.paymentIntents.create({ ...PAID, payment_method }))
    expect(intent?.last_payment_error?.param).toBe('exp_month')
  })

  it('uses the card up, whose bank was asked', async ({ stripe }) => {
    const { id } = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_chargeDeclined' } })
    await refusal(stripe.paymentIntents.create({ ...PAID, payment_method: id }))
    expect((await stripe.paymentMethods.retrieve(id)).card?.checks?.cvc_check).toBe('pass')
    const again = await refusal(stripe.paymentIntents.create({ ...PAID, confirm: false, payment_method: id }))
    expect(again.message).toContain('was previously used with a PaymentIntent without Customer attachment')
  })
})

describe('the token of a card', () => {
  it('is not checked before it is used, and keeps the currency of payouts', async ({ stripe }) => {
    const card = { number: '4000056655665556', exp_month: '12', exp_year: '2030', cvc: '123', address_zip: '10115' }
    const token = await stripe.tokens.create({ card: { ...card, currency: 'usd' } })
    expect(token.card).toMatchObject({ cvc_check: 'unchecked', address_zip_check: 'unchecked', currency: 'usd' })
    expect(token.card).not.toHaveProperty('allow_redisplay')
    const { id } = await stripe.customers.create({ source: token.id })
    const [kept] = (await stripe.customers.listSources(id)).data
    expect(kept).toMatchObject({ cvc_check: 'pass', address_zip_check: 'pass', allow_redisplay: 'unspecified' })
  })
})
