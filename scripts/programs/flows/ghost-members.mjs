// Ghost sells a membership: a coupon, a Checkout session, a change of the price, the end of the subscription.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import Stripe from 'stripe'

const require = createRequire(import.meta.url)
const StripeAPI = require('@tryghost/members-stripe-service/lib/StripeAPI')

export default async function flow({ payments, key }) {
  const api = new StripeAPI({ labs: { isSet: () => false } })
  api.configure({
    secretKey: key,
    publicKey: 'pk_test_programs',
    checkoutSessionSuccessUrl: 'https://blog.test/done',
    checkoutSessionCancelUrl: 'https://blog.test/',
    checkoutSetupSessionSuccessUrl: 'https://blog.test/done',
    checkoutSetupSessionCancelUrl: 'https://blog.test/',
    appInfo: { name: 'Ghost', partner_id: 'pp_1', version: '5', url: 'https://ghost.org' },
    enablePromoCodes: true,
  })
  const product = await api.createProduct({ name: 'Gold' })
  const price = async (amount) =>
    api.createPrice({
      product: product.id,
      active: true,
      nickname: 'Monthly',
      currency: 'usd',
      amount,
      interval: 'month',
      type: 'recurring',
    })
  const [monthly, more] = [await price(500), await price(700)]
  const coupon = await api.createCoupon({ name: 'Half', percent_off: 50, duration: 'once' })
  const customer = await api.createCustomer({ email: 'ada@example.com', name: 'Ada' })
  const session = await api.createCheckoutSession(monthly.id, customer, {
    metadata: {},
    coupon: coupon.id,
    successUrl: 'https://blog.test/done',
    cancelUrl: 'https://blog.test/',
  })
  assert.equal(session.amount_total, 250)
  payments.pay(session.id)
  const { customer: member } = await new Stripe(key).checkout.sessions.retrieve(session.id)
  const [subscription] = (await api.getCustomer(member, { expand: ['subscriptions'] })).subscriptions.data
  const changed = await api.updateSubscriptionItemPrice(subscription.id, subscription.items.data[0].id, more.id)
  assert.equal(changed.items.data[0].price.unit_amount, 700)
  assert.equal((await api.cancelSubscriptionAtPeriodEnd(subscription.id, 'too much')).cancel_at_period_end, true)
  assert.equal((await api.continueSubscriptionAtPeriodEnd(subscription.id)).cancel_at_period_end, false)
  assert.equal((await api.cancelSubscription(subscription.id)).status, 'canceled')
  const endpoint = await api.createWebhookEndpoint('https://blog.test/webhooks', ['customer.subscription.deleted'])
  await api.updateWebhookEndpoint(endpoint.id, 'https://blog.test/webhooks', ['checkout.session.completed'])
  await api.deleteWebhookEndpoint(endpoint.id)
}
