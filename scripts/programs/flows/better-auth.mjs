// A person signs up, subscribes in Checkout, and cancels: Better Auth keeps the subscription by its webhook.
import assert from 'node:assert/strict'
import { stripe } from '@better-auth/stripe'
import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import Stripe from 'stripe'

export default async function flow({ payments, key, listen }) {
  const client = new Stripe(key)
  const gold = await client.prices.create({
    currency: 'usd',
    unit_amount: 1900,
    recurring: { interval: 'month' },
    product_data: { name: 'Gold' },
  })
  let auth
  const origin = await listen(async ({ url, method, headers, body }) => {
    const answer = await auth.handler(
      new Request(`${origin}${url}`, { method, headers, body: method === 'POST' ? body : null }),
    )
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
  })
  const endpoint = await client.webhookEndpoints.create({
    url: `${origin}/api/auth/stripe/webhook`,
    enabled_events: ['checkout.session.completed', 'customer.subscription.updated', 'customer.subscription.deleted'],
  })
  const tables = { user: [], session: [], account: [], verification: [], subscription: [] }
  auth = betterAuth({
    baseURL: origin,
    secret: 'a secret of at least thirty-two characters',
    database: memoryAdapter(tables),
    emailAndPassword: { enabled: true },
    plugins: [
      stripe({
        stripeClient: client,
        stripeWebhookSecret: endpoint.secret,
        createCustomerOnSignUp: true,
        subscription: { enabled: true, plans: [{ name: 'gold', priceId: gold.id }] },
      }),
    ],
  })
  const signUp = await auth.api.signUpEmail({
    body: { email: 'ada@example.com', password: 'correct horse', name: 'Ada' },
    asResponse: true,
  })
  const headers = new Headers({
    cookie: signUp.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; '),
    origin,
  })
  assert.equal((await client.customers.list()).data[0].email, 'ada@example.com')
  const upgrade = await auth.api.upgradeSubscription({
    body: { plan: 'gold', successUrl: `${origin}/done`, cancelUrl: `${origin}/plans` },
    headers,
  })
  assert.match(upgrade.url, /^https:\/\/checkout\.stripe\.com\//)
  payments.pay(upgrade.id)
  await payments.webhooks.settled()
  const [active] = await auth.api.listActiveSubscriptions({ headers })
  assert.equal(active.status, 'active')
  assert.equal(active.plan, 'gold')
  await client.subscriptions.update(active.stripeSubscriptionId, { cancel_at_period_end: true })
  await payments.webhooks.settled()
  assert.equal(tables.subscription[0].cancelAtPeriodEnd, true)
  payments.clock.advance('32 days')
  await payments.webhooks.settled()
  assert.equal(tables.subscription[0].status, 'canceled')
}
