import { describe, expect } from 'vitest'
import type Stripe from 'stripe'
import { eventTypes } from '#payments/tests/billing.fixture.ts'
import { paymentsTest, refusal } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

const ORDER = {
  amount: 2000,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
  confirm: true,
  expand: ['latest_charge'],
} satisfies Stripe.PaymentIntentCreateParams

const ALWAYS_ASKS = 'pm_card_authenticationRequired'
const ASKS_UNLESS_SET_UP = 'pm_card_authenticationRequiredOnSetup'

const IMPORTED = {
  cryptogram: '4BQwsg4yuKt0S1LI1nDZTcO9vUM=',
  electronic_commerce_indicator: '02',
  transaction_id: 'f879ea1c-aa2c-4441-806d-e30406466d79',
  version: '2.1.0',
} as const

describe('an authentication by another provider', () => {
  it('lets a card pay that asks for one, and is shown by the charge', async ({ stripe }) => {
    const paid = await stripe.paymentIntents.create({
      ...ORDER,
      payment_method: ALWAYS_ASKS,
      payment_method_options: { card: { three_d_secure: IMPORTED } },
    })
    expect(paid.status).toBe('succeeded')
    expect((paid.latest_charge as Stripe.Charge).payment_method_details?.card?.three_d_secure).toMatchObject({
      authentication_flow: null,
      electronic_commerce_indicator: '02',
      result: 'authenticated',
      transaction_id: IMPORTED.transaction_id,
      version: '2.1.0',
    })
  })

  it('lets such a card be set up', async ({ stripe }) => {
    const setUp = await stripe.setupIntents.create({
      allowed_payment_method_types: ['card'],
      confirm: true,
      payment_method: ALWAYS_ASKS,
      payment_method_options: { card: { three_d_secure: IMPORTED } },
    })
    expect(setUp.status).toBe('succeeded')
  })
})

describe('an order by mail or telephone', () => {
  const moto = { payment_method_options: { card: { moto: true } } }

  it('is paid without authentication, unless the card always needs it', async ({ stripe }) => {
    const paid = await stripe.paymentIntents.create({ ...ORDER, ...moto, payment_method: ASKS_UNLESS_SET_UP })
    expect(paid.status).toBe('succeeded')
    const error = await refusal(stripe.paymentIntents.create({ ...ORDER, ...moto, payment_method: ALWAYS_ASKS }))
    expect(error.message).toBe('Your card was declined. This transaction requires authentication.')
  })
})

describe('a payment that is to fail where the customer would have to act', () => {
  it('is back at the choice of a payment method, and says why', async ({ stripe }) => {
    const order = { ...ORDER, payment_method: ASKS_UNLESS_SET_UP, error_on_requires_action: true } as const
    const error = await refusal(stripe.paymentIntents.create(order))
    expect(error).toMatchObject({
      statusCode: 402,
      code: 'authentication_required',
      decline_code: 'authentication_not_handled',
      payment_intent: { status: 'requires_payment_method' },
    })
    expect(error.message).toContain('but `error_on_requires_action` was set.')
    const types = await eventTypes(stripe)
    expect(types).toContain('payment_intent.payment_failed')
    expect(types).not.toContain('payment_intent.requires_action')
  })
})
