import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import type Stripe from 'stripe'
import { idOf } from '#payments/tests/billing.fixture.ts'
import { refusal, paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

// Refunds, disputes, payouts and the payment methods behind them: states, refusals, events.

const pay = (
  { stripe }: Pick<Fixtures, 'stripe'>,
  method = 'pm_card_visa',
  params: Partial<Stripe.PaymentIntentCreateParams> = {},
) =>
  stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    confirm: true,
    payment_method: method,
    allowed_payment_method_types: ['card'],
    ...params,
  })
const chargeOf = async ({ stripe }: Pick<Fixtures, 'stripe'>, { id }: Stripe.PaymentIntent): Promise<Stripe.Charge> =>
  (await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).latest_charge as Stripe.Charge // expanded
const eventTypes = async ({ stripe }: Pick<Fixtures, 'stripe'>) =>
  (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type)
const disputeOf = async ({ stripe }: Pick<Fixtures, 'stripe'>, method: string): Promise<Stripe.Dispute> => {
  await pay({ stripe }, method)
  const [dispute] = (await stripe.disputes.list()).data
  if (dispute === undefined) throw new Error('there is no dispute')
  return dispute
}

describe('an authorization', () => {
  it('is released when its intent is canceled', async ({ stripe }) => {
    const intent = await pay({ stripe }, 'pm_card_visa', { capture_method: 'manual' })
    await stripe.paymentIntents.cancel(intent.id)
    expect(await chargeOf({ stripe }, intent)).toMatchObject({ captured: false, refunded: true, amount_refunded: 2000 })
    expect(await eventTypes({ stripe })).toContain('charge.refunded')
  })

  it('makes a larger charge when it is captured above its amount', async ({ stripe }) => {
    const intent = await pay({ stripe }, 'pm_card_visa', {
      capture_method: 'manual',
      payment_method_options: { card: { request_overcapture: 'if_available' } },
    })
    await stripe.paymentIntents.capture(intent.id, { amount_to_capture: 2400 })
    expect(await chargeOf({ stripe }, intent)).toMatchObject({ amount: 2400, amount_captured: 2400 })
  })

  it('is raised to a larger amount only', async ({ stripe }) => {
    const intent = await pay({ stripe }, 'pm_card_visa', {
      capture_method: 'manual',
      payment_method_options: { card: { request_incremental_authorization: 'if_available' } },
    })
    const same = await refusal(stripe.paymentIntents.incrementAuthorization(intent.id, { amount: 2000 }))
    expect(same).toMatchObject({ statusCode: 400, param: 'amount' })
  })
})

describe('a refund', () => {
  it('settles the early fraud warnings of its charge once all is refunded', async ({ stripe }) => {
    const intent = await pay({ stripe }, 'pm_card_createIssuerFraudRecord')
    const actionable = async () => (await stripe.radar.earlyFraudWarnings.list()).data.map((each) => each.actionable)
    await stripe.refunds.create({ payment_intent: intent.id, amount: 500 })
    expect(await actionable()).toEqual([true])
    await stripe.refunds.create({ payment_intent: intent.id })
    expect(await actionable()).toEqual([false])
    expect(await eventTypes({ stripe })).toContain('radar.early_fraud_warning.updated')
  })

  it('is refused for a charge whose money is withdrawn, and not for an inquiry', async ({ stripe }) => {
    const disputed = await pay({ stripe }, 'pm_card_createDispute')
    const error = await refusal(stripe.refunds.create({ payment_intent: disputed.id }))
    expect(error).toMatchObject({ statusCode: 400, code: 'charge_disputed' })
    const inquired = await pay({ stripe }, 'pm_card_createDisputeInquiry')
    expect((await stripe.refunds.create({ payment_intent: inquired.id })).status).toBe('succeeded')
  })

  it('is refused above what is left, and where nothing is', async ({ stripe }) => {
    const intent = await pay({ stripe })
    await stripe.refunds.create({ payment_intent: intent.id, amount: 500 })
    const above = await refusal(stripe.refunds.create({ payment_intent: intent.id, amount: 1501 }))
    expect(above.message).toBe('Refund amount ($15.01) is greater than unrefunded amount on charge ($15.00)')
    await stripe.refunds.create({ payment_intent: intent.id })
    const again = await refusal(stripe.refunds.create({ payment_intent: intent.id }))
    expect(again.code).toBe('charge_already_refunded')
  })

  it('is canceled while it is pending, and its money is back on the charge', async ({ stripe }) => {
    const intent = await pay({ stripe }, 'pm_card_pendingRefund')
    const pending = await stripe.refunds.create({ payment_intent: intent.id })
    expect(pending).toMatchObject({ status: 'pending', pending_reason: 'processing' })
    const canceled = await stripe.refunds.cancel(pending.id)
    expect(canceled).toMatchObject({ status: 'canceled', failure_reason: 'merchant_request' })
    expect(await chargeOf({ stripe }, intent)).toMatchObject({ refunded: false, amount_refunded: 0 })
    expect((await eventTypes({ stripe })).slice(0, 2).toSorted()).toEqual(['charge.refund.updated', 'refund.updated'])
    const settled = await stripe.refunds.create({ payment_intent: (await pay({ stripe })).id })
    expect((await refusal(stripe.refunds.cancel(settled.id))).message).toBe('Canceling this refund is unsupported.')
  })
})

describe('a dispute', () => {
  it('withdraws the money, and says so', async ({ stripe }) => {
    const dispute = await disputeOf({ stripe }, 'pm_card_createDispute')
    expect(dispute).toMatchObject({ status: 'needs_response', is_charge_refundable: false })
    expect(dispute.balance_transactions).toMatchObject([{ amount: -2000, fee: 1500, net: -3500 }])
    expect(await eventTypes({ stripe })).toContain('charge.dispute.funds_withdrawn')
  })

  it('gathers its evidence over several updates', async ({ stripe }) => {
    const { id } = await disputeOf({ stripe }, 'pm_card_createDispute')
    await stripe.disputes.update(id, { evidence: { product_description: 'A mug' }, submit: false })
    await stripe.disputes.update(id, { evidence: { customer_name: 'Ada' }, submit: false })
    expect((await stripe.disputes.retrieve(id)).evidence).toMatchObject({
      product_description: 'A mug',
      customer_name: 'Ada',
    })
  })

  it('follows an inquiry that the bank escalates', async ({ stripe }) => {
    const inquiry = await disputeOf({ stripe }, 'pm_card_createDisputeInquiry')
    expect(inquiry).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true })
    expect(inquiry.balance_transactions).toEqual([])
    expect(await eventTypes({ stripe })).not.toContain('charge.dispute.funds_withdrawn')
    const evidence = { uncategorized_text: 'escalate_inquiry_evidence' }
    expect((await stripe.disputes.update(inquiry.id, { evidence })).status).toBe('warning_under_review')
    const escalated = await stripe.disputes.retrieve(inquiry.id)
    expect(escalated).toMatchObject({ status: 'needs_response', is_charge_refundable: false })
    expect(escalated.balance_transactions).toHaveLength(1)
  })
})

describe('a payout', () => {
  const fund = ({ stripe }: Pick<Fixtures, 'stripe'>) => pay({ stripe }, 'pm_card_bypassPending', { amount: 100_000 })

  it('never arrives once it is canceled', async ({ payments, stripe }) => {
    await fund({ stripe })
    const payout = await stripe.payouts.create({ amount: 1000, currency: 'usd' })
    await stripe.payouts.cancel(payout.id)
    payments.clock.advance('3d')
    expect((await stripe.payouts.retrieve(payout.id)).status).toBe('canceled')
    expect(await eventTypes({ stripe })).not.toContain('payout.paid')
  })

  it('is reversed once', async ({ payments, stripe }) => {
    await fund({ stripe })
    const payout = await stripe.payouts.create({ amount: 1000, currency: 'usd' })
    expect((await refusal(stripe.payouts.reverse(payout.id))).statusCode).toBe(400)
    payments.clock.advance('3d')
    const reversal = await stripe.payouts.reverse(payout.id)
    expect(reversal).toMatchObject({ amount: -1000, original_payout: payout.id })
    expect((await refusal(stripe.payouts.reverse(payout.id))).statusCode).toBe(400)
    expect((await refusal(stripe.payouts.create({ amount: 10_000_000, currency: 'usd' }))).code).toBe(
      'balance_insufficient',
    )
  })
})

describe('a payment method', () => {
  it('that has paid without a customer cannot be attached', async ({ stripe }) => {
    const method = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
    await pay({ stripe }, method.id)
    const customer = await stripe.customers.create({})
    const error = await refusal(stripe.paymentMethods.attach(method.id, { customer: customer.id }))
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_method_unexpected_state' })
  })

  it('ends its mandates when it is detached, and cannot be attached again', async ({ stripe }) => {
    const customer = await stripe.customers.create({})
    const setup = await stripe.setupIntents.create({
      confirm: true,
      customer: customer.id,
      allowed_payment_method_types: ['us_bank_account'],
      payment_method: 'pm_usBankAccount_success',
    })
    const mandate = idOf(setup.mandate)
    expect((await stripe.mandates.retrieve(mandate)).status).toBe('active')
    const method = idOf(setup.payment_method)
    await stripe.paymentMethods.detach(method)
    expect((await stripe.mandates.retrieve(mandate)).status).toBe('inactive')
    const again = await refusal(stripe.paymentMethods.attach(method, { customer: customer.id }))
    expect(again.code).toBe('payment_method_unexpected_state')
  })

  it('is authenticated once off session, if its card asks for that until it is set up', async ({
    payments,
    stripe,
  }) => {
    const customer = await stripe.customers.create({})
    const setup = await stripe.setupIntents.create({
      confirm: true,
      customer: customer.id,
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_authenticationRequiredOnSetup',
    })
    expect(setup.status).toBe('requires_action')
    payments.authenticate(setup.id)
    const [method] = (await stripe.customers.listPaymentMethods(customer.id)).data
    const later = await pay({ stripe }, method?.id, { customer: customer.id, off_session: true })
    expect(later.status).toBe('succeeded')
  })
})

describe('a customer’s balance', () => {
  it('has one currency', async ({ stripe }) => {
    const customer = await stripe.customers.create({})
    await stripe.customers.createBalanceTransaction(customer.id, { amount: -500, currency: 'usd' })
    const other = stripe.customers.createBalanceTransaction(customer.id, { amount: -500, currency: 'eur' })
    expect((await refusal(other)).message).toContain('cannot combine currencies')
  })
})
