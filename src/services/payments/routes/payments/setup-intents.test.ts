import { describe, expect } from 'vitest'
import { paymentsTest, refusal } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

const READY = {
  payment_method: 'pm_card_visa',
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} as const

describe('a setup intent', () => {
  it('that has succeeded is not confirmed, canceled or given another method, but described', async ({ stripe }) => {
    const { id } = await stripe.setupIntents.create({ ...READY, confirm: true })
    const state = { statusCode: 400, code: 'setup_intent_unexpected_state' }
    expect(await refusal(stripe.setupIntents.confirm(id))).toMatchObject({
      ...state,
      message: 'You cannot confirm this SetupIntent because it has already succeeded.',
    })
    expect((await refusal(stripe.setupIntents.cancel(id))).message).toBe(
      'You cannot cancel this SetupIntent because it has a status of succeeded. Only a SetupIntent with one of the following statuses may be canceled: `requires_payment_method`, `requires_confirmation`, or `requires_action`.',
    )
    expect((await refusal(stripe.setupIntents.update(id, { payment_method: 'pm_card_visa' }))).message).toBe(
      'You cannot update this SetupIntent because it has already succeeded.',
    )
    const after = await stripe.setupIntents.update(id, { description: 'Kept', metadata: { a: 'b' } })
    expect(after).toMatchObject({ status: 'succeeded', description: 'Kept', metadata: { a: 'b' } })
  })

  it('that was canceled is not canceled again, and lacks a payment method before it lacks a status', async ({
    stripe,
  }) => {
    const [bare, ready] = [await stripe.setupIntents.create(), await stripe.setupIntents.create(READY)]
    for (const { id } of [bare, ready]) await stripe.setupIntents.cancel(id)
    expect((await refusal(stripe.setupIntents.cancel(bare.id))).message).toBe(
      'You cannot cancel this SetupIntent because it is already canceled.',
    )
    expect((await refusal(stripe.setupIntents.confirm(bare.id))).message).toContain("it's missing a payment method")
    expect((await refusal(stripe.setupIntents.confirm(ready.id))).message).toBe(
      'You cannot confirm this SetupIntent because it has been canceled.',
    )
  })

  it('without deposits to verify is not actioned on', async ({ stripe }) => {
    const { id } = await stripe.setupIntents.create()
    expect(await refusal(stripe.setupIntents.verifyMicrodeposits(id, { amounts: [32, 45] }))).toMatchObject({
      statusCode: 400,
      code: 'intent_invalid_state',
      message:
        'This SetupIntent cannot be actioned on because it has a status of requires_payment_method. Only a SetupIntent with one of the following statuses may be actioned on: ["requires_action"].',
    })
  })

  it("refuses another customer's payment method, and one whose customer it does not name", async ({ stripe }) => {
    const [ada, bob] = [await stripe.customers.create(), await stripe.customers.create()]
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: bob.id })
    const error = await refusal(stripe.setupIntents.create({ customer: ada.id, payment_method: method.id }))
    expect(error).toMatchObject({ statusCode: 400, param: 'payment_method' })
    expect(error.message).toBe(
      `The PaymentMethod ${method.id} does not belong to the Customer you supplied ${ada.id}. Please use this PaymentMethod with the Customer that it belongs to instead.`,
    )
    expect((await refusal(stripe.setupIntents.create({ payment_method: method.id }))).message).toBe(
      `The payment method supplied (${method.id}) belongs to the Customer ${bob.id}. Please include the Customer in the \`customer\` parameter on the SetupIntent.`,
    )
  })

  it('that does not exist is named in one word', async ({ stripe }) => {
    expect(await refusal(stripe.setupIntents.retrieve('seti_none'))).toMatchObject({
      statusCode: 404,
      param: 'intent',
      message: "No such setupintent: 'seti_none'",
    })
  })
})
