import { expect } from 'vitest'
import { paymentsTest, refusal } from '../../tests/payments.fixture.ts'

const it = paymentsTest()

it('clones the payment method of a customer to a connected account, where it pays once', async ({ stripe }) => {
  const { id: customer } = await stripe.customers.create()
  const { id: payment_method } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const account = { stripeAccount: (await stripe.accounts.create({ type: 'standard' })).id }
  const clone = await stripe.paymentMethods.create({ customer, payment_method }, account)
  expect(clone).toMatchObject({ card: { last4: '4242' }, customer: null, type: 'card' })
  expect(clone.id).not.toBe(payment_method)
  const terms = { amount: 2000, currency: 'usd', allowed_payment_method_types: ['card' as const], confirm: true }
  const pay = () => stripe.paymentIntents.create({ ...terms, payment_method: clone.id }, account)
  expect((await pay()).status).toBe('succeeded')
  expect((await refusal(pay())).statusCode).toBe(400)
  expect((await stripe.paymentMethods.retrieve(payment_method)).customer).toBe(customer)
})

it('clones a payment method for a customer of the connected account', async ({ stripe }) => {
  const { id: payment_method } = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_mastercard' } })
  const account = { stripeAccount: (await stripe.accounts.create({ type: 'standard' })).id }
  const clone = await stripe.paymentMethods.create({ payment_method }, account)
  const customer = await stripe.customers.create({ payment_method: clone.id }, account)
  expect((await stripe.paymentMethods.retrieve(clone.id, {}, account)).customer).toBe(customer.id)
})

it('clones nothing to the platform itself, and no payment method of another customer', async ({ stripe }) => {
  const { id: customer } = await stripe.customers.create()
  const { id: payment_method } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const account = { stripeAccount: (await stripe.accounts.create({ type: 'standard' })).id }
  expect((await refusal(stripe.paymentMethods.create({ customer, payment_method }))).param).toBe('payment_method')
  expect((await refusal(stripe.paymentMethods.create({ payment_method }, account))).param).toBe('customer')
})
