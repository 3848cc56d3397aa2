// The services of a Feathers application subscribe a customer, and cancel.
import assert from 'node:assert/strict'
import {
  CustomerService,
  PaymentMethodService,
  PriceService,
  ProductService,
  SubscriptionService,
} from 'feathers-stripe'
import Stripe from 'stripe'

export default async function flow({ key }) {
  const options = { stripe: new Stripe(key) }
  const customers = new CustomerService(options)
  const methods = new PaymentMethodService(options)
  const subscriptions = new SubscriptionService(options)
  const product = await new ProductService(options).create({ name: 'Gold' }, {})
  const price = await new PriceService(options).create(
    { currency: 'usd', unit_amount: 500, product: product.id, recurring: { interval: 'month' } },
    {},
  )
  const customer = await customers.create({ email: 'ada@example.com' }, {})
  const { id } = await methods.patch('pm_card_visa', { attach: true, customer: customer.id }, {})
  const [method] = (await methods.find({ query: { customer: customer.id, type: 'card' } })).data
  assert.equal(method.id, id)
  await customers.patch(customer.id, { invoice_settings: { default_payment_method: method.id } }, {})
  const subscription = await subscriptions.create({ customer: customer.id, items: [{ price: price.id }] }, {})
  assert.equal(subscription.status, 'active')
  assert.equal((await subscriptions.find({ query: { customer: customer.id } })).data.length, 1)
  assert.equal((await subscriptions.remove(subscription.id, {})).status, 'canceled')
  assert.equal((await customers.get(customer.id, {})).email, 'ada@example.com')
}
