import assert from 'node:assert/strict'
import Stripe from 'stripe'
import { startPostgres } from './database.mjs'

/**
 * A shop exists before the engine: what it has is copied by a backfill, and what happens afterwards by webhooks.
 * `runMigrations` and `StripeSync` are those of the engine.
 */
export async function syncShop({ payments, key, listen }, { runMigrations, StripeSync }) {
  const stripe = new Stripe(key)
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 1900,
    recurring: { interval: 'month' },
    product_data: { name: 'Gold' },
  })
  const customer = await stripe.customers.create({
    email: 'ada@example.com',
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  })
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  const { db, url } = await startPostgres()
  await runMigrations({ databaseUrl: url, schema: 'stripe' })
  let sync
  const origin = await listen(async ({ headers, body }) => {
    try {
      await sync.processWebhook(body, headers['stripe-signature'])
      return { status: 200 }
    } catch (error) {
      return { status: 500, body: String(error) }
    }
  })
  const endpoint = await stripe.webhookEndpoints.create({
    url: origin,
    enabled_events: [
      'customer.updated',
      'customer.subscription.deleted',
      'invoice.paid',
      'charge.refunded',
      'product.updated',
    ],
  })
  sync = new StripeSync({
    poolConfig: { connectionString: url, max: 1 },
    schema: 'stripe',
    stripeSecretKey: key,
    stripeWebhookSecret: endpoint.secret,
    autoExpandLists: true,
  })
  const report = await sync.syncBackfill({ object: 'all' })
  const found = async (query) => (await db.query(query)).rows
  assert.equal((await found('select id from stripe.customers')).length, 1)
  assert.equal((await found('select id from stripe.invoices')).length, 1)
  assert.deepEqual(await found('select status from stripe.subscriptions'), [{ status: 'active' }])
  // The engine drops events that are older than what it has read.
  payments.clock.advance('1 minute')
  await stripe.customers.update(customer.id, { name: 'Ada Lovelace' })
  payments.clock.advance('1 month')
  payments.clock.advance('1 hour')
  const [charge] = (await stripe.charges.list()).data
  await stripe.refunds.create({ charge: charge.id })
  await stripe.subscriptions.cancel(subscription.id)
  await payments.webhooks.settled()
  assert.deepEqual(await found('select name from stripe.customers'), [{ name: 'Ada Lovelace' }])
  assert.deepEqual(await found('select status from stripe.invoices'), [{ status: 'paid' }, { status: 'paid' }])
  assert.deepEqual(await found('select status from stripe.subscriptions'), [{ status: 'canceled' }])
  assert.equal((await found('select id from stripe.charges where refunded')).length, 1)
  assert.ok(report)
}
