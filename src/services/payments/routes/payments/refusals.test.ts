import { describe, expect } from 'vitest'
import { eventTypes, idOf } from '#payments/tests/billing.fixture.ts'
import { paymentsTest, refusal } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

const CARD = { automatic_payment_methods: { enabled: true, allow_redirects: 'never' } } as const
const PAID = { ...CARD, amount: 5000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true } as const

describe('a payment intent', () => {
  it('lets the rest of a part that was captured go', async ({ stripe }) => {
    const { id } = await stripe.paymentIntents.create({ ...PAID, capture_method: 'manual' })
    await stripe.paymentIntents.capture(id, { amount_to_capture: 3000 })
    expect((await refusal(stripe.paymentIntents.capture(id))).message).toBe(
      'The remaining amount on this PaymentIntent could not be captured because the remainder of the authorized amount has been released.',
    )
  })

  it('names the customer whose payment method it lacks, and the one whose it is given', async ({ stripe }) => {
    const { id: customer } = await stripe.customers.create()
    const lacking = await stripe.paymentIntents.create({ ...CARD, amount: 500, currency: 'usd', customer })
    expect((await refusal(stripe.paymentIntents.confirm(lacking.id))).message).toContain(
      `To confirm the PaymentIntent with ${customer}, specify a payment method attached to this customer`,
    )
    const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    const given = refusal(stripe.paymentIntents.create({ ...PAID, payment_method: method }))
    expect(await given).toMatchObject({ code: 'parameter_missing', param: 'source' })
  })

  it('is not made for nothing', async ({ stripe }) => {
    const error = await refusal(stripe.paymentIntents.create({ amount: 0, currency: 'usd' }))
    expect(error).toMatchObject({ code: 'parameter_invalid_integer', param: 'amount' })
    expect(error.message).toContain('use a Setup Intent instead')
  })

  it('tells the advice of the bank that declined it', async ({ stripe }) => {
    const error = await refusal(stripe.paymentIntents.create({ ...PAID, payment_method: 'pm_card_chargeDeclined' }))
    const advice = { advice_code: 'try_again_later', network_decline_code: '01' }
    expect(error.raw).toMatchObject(advice)
    expect(error.payment_intent?.last_payment_error).toMatchObject(advice)
    const [failed] = (await stripe.charges.list()).data
    expect(failed?.outcome).toMatchObject(advice)
  })
})

describe('a charge of a payment intent', () => {
  it('is captured and released by its intent only', async ({ stripe }) => {
    const intent = await stripe.paymentIntents.create({ ...PAID, capture_method: 'manual' })
    const charge = idOf(intent.latest_charge)
    const created = `This uncaptured Charge was created by a PaymentIntent (${intent.id}). You must`
    expect((await refusal(stripe.charges.capture(charge))).message).toContain(`${created} capture the PaymentIntent`)
    expect((await refusal(stripe.refunds.create({ charge }))).message).toContain(`${created} cancel the PaymentIntent`)
  })

  it('that failed is not refunded, nor one that does not exist', async ({ stripe }) => {
    await refusal(stripe.paymentIntents.create({ ...PAID, payment_method: 'pm_card_chargeDeclined' }))
    const [failed] = (await stripe.charges.list()).data
    expect((await refusal(stripe.refunds.create({ charge: failed?.id ?? '' }))).message).toBe(
      `This PaymentIntent (${idOf(failed?.payment_intent)}) does not have a successful charge to refund.`,
    )
    expect(await refusal(stripe.refunds.create({ charge: 'ch_none' }))).toMatchObject({ statusCode: 404, param: 'id' })
  })
})

describe('a dispute', () => {
  it('is opened before its payment is reported, and can be refunded once it is won', async ({ stripe }) => {
    const intent = await stripe.paymentIntents.create({ ...PAID, payment_method: 'pm_card_createDispute' })
    expect(await eventTypes(stripe, 'charge.succeeded', 'charge.dispute', 'payment_intent.succeeded')).toEqual([
      'charge.succeeded',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'payment_intent.succeeded',
    ])
    const [dispute] = (await stripe.disputes.list()).data
    const id = dispute?.id ?? ''
    expect(id).toMatch(/^du_/)
    const answered = await stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } })
    expect(answered).toMatchObject({ status: 'under_review', is_charge_refundable: false })
    const won = await stripe.disputes.retrieve(id)
    expect(won).toMatchObject({ status: 'won', is_charge_refundable: true })
    expect((await eventTypes(stripe, 'charge.dispute')).slice(2)).toEqual([
      'charge.dispute.updated',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ])
    const closed = await refusal(stripe.disputes.close(id))
    expect([closed.message, closed.code]).toEqual(['This dispute is already closed', undefined])
    expect((await stripe.refunds.create({ payment_intent: intent.id })).status).toBe('succeeded')
  })
})

describe('a payment method', () => {
  it('is listed with its customer only, and not found with another', async ({ stripe }) => {
    const { id: customer } = await stripe.customers.create()
    const { id } = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
    expect((await stripe.paymentMethods.list()).data).toEqual([])
    const error = await refusal(stripe.customers.retrievePaymentMethod(customer, id))
    expect(error).toMatchObject({ statusCode: 404, param: 'customer', message: 'Invalid request' })
    expect(await refusal(stripe.customers.listPaymentMethods('cus_none'))).toMatchObject({ param: 'id' })
    expect((await refusal(stripe.paymentMethods.attach(id, {}))).message).toBe(
      'Must provide customer or customer_account.',
    )
  })

  it('is unchecked until the bank is asked about it', async ({ stripe }) => {
    const { id: customer } = await stripe.customers.create()
    const method = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
    expect(method.card?.checks).toMatchObject({ cvc_check: 'unchecked' })
    expect((await stripe.paymentMethods.attach(method.id, { customer })).card?.checks?.cvc_check).toBe('pass')
  })
})

describe('an idempotency key', () => {
  it('is of one endpoint', async ({ stripe }) => {
    await stripe.customers.create({}, { idempotencyKey: 'once' })
    expect((await refusal(stripe.products.create({ name: 'Hat' }, { idempotencyKey: 'once' }))).message).toBe(
      "Keys for idempotent requests can only be used for the same endpoint they were first used for ('/v1/products' vs '/v1/customers'). Try using a key other than 'once' if you meant to execute a different request.",
    )
  })
})
