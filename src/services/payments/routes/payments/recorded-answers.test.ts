import { describe, expect } from 'vitest'
import { paymentsTest, refusal } from '#payments/tests/payments.fixture.ts'

// Details that the vendor's answers of 2025 and 2026 show and its description does not tell.

const it = paymentsTest()

const ADDRESS = {
  line1: '1 Main Street',
  city: 'Berlin',
  state: null,
  postal_code: '10115',
  country: 'DE',
  line2: null,
}

describe('a charge', () => {
  it('has its destination, its dispute and the number of its refunds in every version', async ({ stripe }) => {
    const charge = await stripe.charges.create({
      amount: 2000,
      currency: 'usd',
      source: 'tok_visa',
      expand: ['refunds'],
    })
    expect(charge).toMatchObject({ destination: null, dispute: null, order: null, refunds: { total_count: 0 } })
    const disputed = await stripe.charges.create({ amount: 2000, currency: 'usd', source: 'tok_createDispute' })
    const [dispute] = (await stripe.disputes.list()).data
    expect(await stripe.charges.retrieve(disputed.id)).toMatchObject({ disputed: true, dispute: dispute?.id })
  })
})

describe('the shipping of a payment', () => {
  it('says who carries it, or that nobody said so', async ({ stripe }) => {
    const shipping = {
      name: 'Ada',
      address: { line1: '1 Main Street', city: 'Berlin', postal_code: '10115', country: 'DE' },
    }
    const shown = { address: ADDRESS, carrier: null, name: 'Ada', phone: null, tracking_number: null }
    const intent = await stripe.paymentIntents.create({ amount: 2000, currency: 'usd', shipping })
    expect(intent.shipping).toEqual(shown)
    const tracked = { ...shipping, carrier: 'DHL', tracking_number: '42' }
    const paid = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      shipping: tracked,
      payment_method: 'pm_card_visa',
      confirm: true,
      allowed_payment_method_types: ['card'],
      expand: ['latest_charge'],
    })
    const carried = { shipping: { ...shown, carrier: 'DHL', tracking_number: '42' } }
    expect(paid).toMatchObject({ ...carried, latest_charge: carried })
  })
})

describe('a payment method', () => {
  it('that does not exist may exist on another account', async ({ stripe }) => {
    const { id: customer } = await stripe.customers.create()
    expect(await refusal(stripe.paymentMethods.attach('abcd', { customer }))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'payment_method',
      message:
        "No such PaymentMethod: 'abcd'; It's possible this PaymentMethod exists on one of your connected accounts, in which case you should retry this request on that connected account. Learn more at https://stripe.com/docs/connect/authentication",
    })
  })

  it('has the vendor’s test cards of American Express and Discover, and the company of an FPX account', async ({
    stripe,
  }) => {
    const { id: customer } = await stripe.customers.create()
    const amex = await stripe.paymentMethods.attach('pm_card_amex', { customer })
    expect(amex.card).toMatchObject({
      brand: 'amex',
      last4: '8431',
      display_brand: 'american_express',
      three_d_secure_usage: { supported: true },
    })
    const discover = await stripe.paymentMethods.attach('pm_card_discover', { customer })
    expect(discover.card).toMatchObject({ brand: 'discover', last4: '9424' })
    const bank = await stripe.paymentMethods.create({ type: 'fpx', fpx: { bank: 'affin_bank' } })
    expect(bank.fpx?.account_holder_type).toBe('individual')
  })

  it('of a customer is not attached to another one', async ({ stripe }) => {
    const [one, other] = [await stripe.customers.create(), await stripe.customers.create()]
    const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer: one.id })
    const failure = await refusal(stripe.paymentMethods.attach(id, { customer: other.id }))
    expect([failure.message, failure.code]).toEqual([
      'The payment method you provided has already been attached to a customer.',
      undefined,
    ])
  })
})

describe('an ephemeral key', () => {
  it('names its customer', async ({ stripe }) => {
    const { id: customer } = await stripe.customers.create()
    const key = await stripe.ephemeralKeys.create({ customer }, { apiVersion: '2023-10-16' })
    expect(key).toMatchObject({ associated_objects: [{ id: customer, type: 'customer' }] })
  })
})
