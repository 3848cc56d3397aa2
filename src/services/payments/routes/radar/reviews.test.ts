import { expect } from 'vitest'
import type Stripe from 'stripe'
import { paymentsTest, refusal } from '../../tests/payments.fixture.ts'

const it = paymentsTest({ seed: { payments: { account: { radar_for_fraud_teams: true } } } })

const ELEVATED = 'pm_card_riskLevelElevated'

async function pay(stripe: Stripe, method: string, more: object = {}): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    confirm: true,
    payment_method: method,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    ...more,
  })
}

const reviewOf = ({ review }: Stripe.PaymentIntent): string => (typeof review === 'string' ? review : '')

it('puts a payment of an elevated risk up for review, and closes the review when it is approved', async ({
  stripe,
}) => {
  expect((await pay(stripe, 'pm_card_visa')).review).toBeNull()
  const intent = await pay(stripe, ELEVATED, { expand: ['latest_charge'] })
  expect(intent).toMatchObject({
    status: 'succeeded',
    latest_charge: { outcome: { type: 'manual_review', reason: 'elevated_risk_level' }, review: intent.review },
  })
  const { data } = await stripe.reviews.list({ expand: ['data.payment_intent'] })
  expect(data).toMatchObject([
    { id: intent.review, open: true, opened_reason: 'rule', reason: 'rule', payment_intent: { id: intent.id } },
  ])
  const approved = await stripe.reviews.approve(reviewOf(intent))
  expect(approved).toMatchObject({ open: false, closed_reason: 'approved', reason: 'approved' })
  expect((await stripe.reviews.list()).data).toEqual([])
  expect(await stripe.reviews.retrieve(approved.id, { expand: ['charge'] })).toMatchObject({ charge: { paid: true } })
  expect(await refusal(stripe.reviews.approve(approved.id))).toMatchObject({ statusCode: 400 })
  const events = await stripe.events.list({ type: 'review.*' })
  expect(events.data.map(({ type }) => type)).toEqual(['review.closed', 'review.opened'])
})

it('closes a review when its payment is refunded, disputed or canceled', async ({ stripe, payments }) => {
  const refunded = await pay(stripe, ELEVATED)
  await stripe.refunds.create({ payment_intent: refunded.id, amount: 500 })
  expect((await stripe.reviews.retrieve(reviewOf(refunded))).open).toBe(true)
  await stripe.refunds.create({ payment_intent: refunded.id })
  const fraud = await pay(stripe, ELEVATED)
  await stripe.refunds.create({ payment_intent: fraud.id, reason: 'fraudulent' })
  const disputed = await pay(stripe, ELEVATED)
  payments.dispute({ charge: disputed.latest_charge as string }) // not expanded
  const held = await pay(stripe, ELEVATED, { capture_method: 'manual' })
  expect((await stripe.reviews.list()).data.map(({ id }) => id)).toEqual([held.review])
  await stripe.paymentIntents.cancel(held.id)
  const reasons = [refunded, fraud, disputed, held].map(
    async (intent) => (await stripe.reviews.retrieve(reviewOf(intent))).closed_reason,
  )
  expect(await Promise.all(reasons)).toEqual(['refunded', 'refunded_as_fraud', 'disputed', 'canceled'])
})

it('reviews legacy charges, too', async ({ stripe }) => {
  const charge = await stripe.charges.create({ amount: 500, currency: 'usd', source: 'tok_riskLevelElevated' })
  expect((await stripe.reviews.list()).data).toMatchObject([{ id: charge.review, charge: charge.id }])
})
