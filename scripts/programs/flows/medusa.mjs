// The payments of a shop: authorized, captured, refunded in part, and canceled; a saved card; the webhook.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import Stripe from 'stripe'

const { default: provider } = createRequire(import.meta.url)('@medusajs/payment-stripe')

export default async function flow({ key, listen, payments }) {
  const Service = provider.services.find(({ identifier }) => identifier === 'stripe')
  const taken = []
  let service
  const url = await listen(async ({ headers, body }) => {
    taken.push(await service.getWebhookActionAndData({ data: JSON.parse(body), rawData: body, headers }))
    return { status: 200 }
  })
  const stripe = new Stripe(key)
  const endpoint = await stripe.webhookEndpoints.create({
    url,
    enabled_events: ['payment_intent.succeeded', 'payment_intent.amount_capturable_updated'],
  })
  service = new Service(
    { logger: console },
    { apiKey: key, webhookSecret: endpoint.secret, automaticPaymentMethods: true },
  )
  const { id: holder } = await service.createAccountHolder({
    context: { customer: { id: 'cus_1', email: 'ada@example.com' } },
  })
  const context = { account_holder: { data: { id: holder } }, idempotency_key: 'payses_1' }
  const begin = (amount, data = {}) =>
    service.initiatePayment({
      amount,
      currency_code: 'usd',
      data: { session_id: 'payses_1', ...data },
      context: { ...context, idempotency_key: `payses_${amount}` },
    })
  const { data: intent, status } = await begin(49.99)
  assert.equal(status, 'pending')
  assert.equal(intent.amount, 4999)
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa', return_url: 'https://shop.test' })
  assert.equal((await service.authorizePayment({ data: intent })).status, 'authorized')
  await service.capturePayment({ data: intent })
  assert.equal((await service.getPaymentStatus({ data: intent })).status, 'captured')
  await service.refundPayment({ amount: 9.99, data: intent })
  assert.deepEqual(
    (await stripe.refunds.list()).data.map(({ amount }) => amount),
    [999],
  )
  const { data: second } = await begin(10)
  await service.updatePayment({ amount: 12, currency_code: 'usd', data: second, context })
  assert.equal((await service.retrievePayment({ data: second })).data.amount, 12)
  assert.equal((await service.cancelPayment({ data: second })).data.status, 'canceled')
  await payments.webhooks.settled()
  assert.deepEqual(
    taken.map(({ action }) => action),
    ['authorized', 'captured'],
  )
}
