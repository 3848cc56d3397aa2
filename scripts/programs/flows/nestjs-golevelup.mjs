// A Nest application: a service uses the injected client, and a method handles the webhook.
import 'reflect-metadata'
import assert from 'node:assert/strict'
import { StripeModule, StripeWebhookHandler } from '@golevelup/nestjs-stripe'
import { Injectable, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import Stripe from 'stripe'

export default async function flow({ payments, key, listen }) {
  const paid = []
  class Orders {
    handle(event) {
      paid.push(event.data.object.id)
    }
  }
  const handler = Object.getOwnPropertyDescriptor(Orders.prototype, 'handle')
  StripeWebhookHandler('payment_intent.succeeded')(Orders.prototype, 'handle', handler)
  Injectable()(Orders)
  const stripe = new Stripe(key)
  let app
  // The application needs the secret of its endpoint before it listens.
  const url = await listen(async ({ headers, body }) => {
    const answer = await fetch(`${await app.getUrl()}/stripe/webhook`, { method: 'POST', headers, body })
    return { status: answer.status, body: await answer.text() }
  })
  const { secret } = await stripe.webhookEndpoints.create({ url, enabled_events: ['payment_intent.succeeded'] })
  class App {}
  Module({
    imports: [
      StripeModule.forRoot({
        apiKey: key,
        webhookConfig: { stripeSecrets: { accountTest: secret }, requestBodyProperty: 'rawBody' },
      }),
    ],
    providers: [Orders],
  })(App)
  app = await NestFactory.create(App, { rawBody: true, logger: ['error'] })
  await app.listen(0, '127.0.0.1')
  const { id } = await stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  })
  await payments.webhooks.settled()
  assert.deepEqual(paid, [id])
  await app.close()
}
