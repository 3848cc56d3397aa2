// A Nest application with the client of 2020 charges a card and refunds it.
import 'reflect-metadata'
import assert from 'node:assert/strict'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import nestjsStripe from 'nestjs-stripe'

const { stripeToken, StripeModule } = nestjsStripe

export default async function flow({ key }) {
  class App {}
  Module({ imports: [StripeModule.forRoot({ apiKey: key, apiVersion: '2020-08-27' })] })(App)
  const app = await NestFactory.createApplicationContext(App, { logger: ['error'] })
  const stripe = app.get(stripeToken, { strict: false })
  const customer = await stripe.customers.create({ email: 'ada@example.com', source: 'tok_visa', expand: ['sources'] })
  assert.equal(customer.sources.data[0].object, 'card')
  const charge = await stripe.charges.create({ amount: 900, currency: 'usd', customer: customer.id })
  assert.equal(charge.paid, true)
  const refund = await stripe.refunds.create({ charge: charge.id })
  assert.equal(refund.status, 'succeeded')
  const after = await stripe.charges.retrieve(charge.id)
  assert.equal(after.refunds.data[0].id, refund.id)
  await app.close()
}
