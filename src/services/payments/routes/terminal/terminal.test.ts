import { expect } from 'vitest'
import type Stripe from 'stripe'
import { paymentsTest, refusal } from '../../tests/payments.fixture.ts'

const it = paymentsTest().extend('reader', ({ stripe }) =>
  stripe.terminal.readers.create({ registration_code: 'simulated-wpe' }),
)

const intentOf = (stripe: Stripe, more: object = {}): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    allowed_payment_method_types: ['card_present'],
    ...more,
  })

it('takes a payment, with its tip and the fee of a card at a reader', async ({ stripe, reader }) => {
  const { readers } = stripe.terminal
  const { id: payment_intent } = await intentOf(stripe)
  const begun = await readers.processPaymentIntent(reader.id, { payment_intent })
  expect(begun.action).toMatchObject({ type: 'process_payment_intent', status: 'in_progress' })
  expect(await refusal(readers.processPaymentIntent(reader.id, { payment_intent }))).toMatchObject({
    code: 'terminal_reader_busy',
  })
  const read = await stripe.testHelpers.terminal.readers.presentPaymentMethod(reader.id, { amount_tip: 500 })
  expect(read).toMatchObject({ action: { status: 'succeeded', process_payment_intent: { payment_intent } } })
  const expand = ['latest_charge.balance_transaction', 'payment_method']
  expect(await stripe.paymentIntents.retrieve(payment_intent, { expand })).toMatchObject({
    status: 'succeeded',
    amount: 5500,
    amount_details: { tip: { amount: 500 } },
    payment_method: { type: 'card_present', card_present: { last4: '4242' } },
    latest_charge: {
      payment_method_details: { type: 'card_present', card_present: { reader: reader.id, read_method: 'contact_emv' } },
      balance_transaction: { type: 'charge', fee: 154 },
    },
  })
  const { data } = await stripe.events.list({ type: 'terminal.reader.*' })
  expect(data).toMatchObject([{ type: 'terminal.reader.action_succeeded', data: { object: { id: reader.id } } }])
})

it('ends the action of a declined card with the reason, and takes another card then', async ({ stripe, reader }) => {
  const { id: payment_intent } = await intentOf(stripe, { capture_method: 'manual' })
  await stripe.terminal.readers.processPaymentIntent(reader.id, { payment_intent })
  const card_present = { number: '4000000000009995' }
  const present = stripe.testHelpers.terminal.readers
  const declined = await present.presentPaymentMethod(reader.id, { type: 'card_present', card_present })
  expect(declined.action).toMatchObject({
    status: 'failed',
    failure_code: 'card_declined',
    api_error: { decline_code: 'insufficient_funds', type: 'card_error' },
  })
  expect(await refusal(present.presentPaymentMethod(reader.id))).toMatchObject({ statusCode: 400 })
  await stripe.terminal.readers.processPaymentIntent(reader.id, { payment_intent })
  await present.presentPaymentMethod(reader.id)
  expect((await stripe.paymentIntents.retrieve(payment_intent)).status).toBe('requires_capture')
  expect((await stripe.paymentIntents.capture(payment_intent)).status).toBe('succeeded')
})

it('pays with a card that it has collected before', async ({ payments, stripe, reader }) => {
  const { readers } = stripe.terminal
  const { id: payment_intent } = await intentOf(stripe)
  expect(await refusal(readers.confirmPaymentIntent(reader.id, { payment_intent }))).toMatchObject({ statusCode: 400 })
  await readers.collectPaymentMethod(reader.id, { payment_intent })
  const read = await stripe.testHelpers.terminal.readers.presentPaymentMethod(reader.id)
  expect(read.action?.collect_payment_method?.payment_method?.card_present?.last4).toBe('4242')
  await readers.confirmPaymentIntent(reader.id, { payment_intent })
  payments.clock.advance('1s')
  expect((await readers.retrieve(reader.id)) as Stripe.Terminal.Reader).toMatchObject({
    action: { type: 'confirm_payment_intent', status: 'succeeded' },
  })
  expect((await stripe.paymentIntents.retrieve(payment_intent)).status).toBe('succeeded')
})

it('saves a card that can be charged without a reader', async ({ stripe, reader }) => {
  const { id: customer } = await stripe.customers.create({})
  const setup = await stripe.setupIntents.create({ customer, allowed_payment_method_types: ['card_present'] })
  await stripe.terminal.readers.processSetupIntent(reader.id, { setup_intent: setup.id, allow_redisplay: 'always' })
  const read = await stripe.testHelpers.terminal.readers.presentPaymentMethod(reader.id)
  const generated = read.action?.process_setup_intent?.generated_card ?? ''
  expect(await stripe.paymentMethods.retrieve(generated)).toMatchObject({ type: 'card', customer })
  const paid = await intentOf(stripe, {
    allowed_payment_method_types: ['card'],
    confirm: true,
    customer,
    off_session: true,
    payment_method: generated,
  })
  expect(paid.status).toBe('succeeded')
})

it('refunds, shows a cart and collects inputs', async ({ payments, stripe, reader }) => {
  const { readers } = stripe.terminal
  const { id: payment_intent } = await intentOf(stripe)
  await readers.processPaymentIntent(reader.id, { payment_intent })
  await stripe.testHelpers.terminal.readers.presentPaymentMethod(reader.id)
  await readers.refundPayment(reader.id, { payment_intent, amount: 1000 })
  const refunded = await stripe.testHelpers.terminal.readers.presentPaymentMethod(reader.id)
  const refund = await stripe.refunds.retrieve(refunded.action?.refund_payment?.refund as string) // not expanded
  expect(refund).toMatchObject({ amount: 1000, payment_intent })

  const cart = { currency: 'usd', line_items: [{ amount: 500, description: 'Mug', quantity: 1 }], total: 500 }
  await readers.setReaderDisplay(reader.id, { type: 'cart', cart })
  payments.clock.advance('1s')
  expect(await readers.retrieve(reader.id)).toMatchObject({
    action: { status: 'succeeded', set_reader_display: { cart: { total: 500, tax: null } } },
  })

  const choices = [{ id: 'yes', text: 'Yes' }]
  const inputs = [
    { type: 'selection', custom_text: { title: 'Sure?' }, required: true, selection: { choices } },
    { type: 'email', custom_text: { title: 'Receipt' } },
  ]
  await readers.collectInputs(reader.id, { inputs })
  const skip_non_required_inputs = 'all'
  const filled = await stripe.testHelpers.terminal.readers.succeedInputCollection(reader.id, {
    skip_non_required_inputs,
  })
  expect(filled.action?.collect_inputs?.inputs).toMatchObject([
    { selection: { id: 'yes', text: 'Yes' }, skipped: false },
    { skipped: true, email: { value: null } },
  ])
})

it('refuses intents that no reader can process, and codes of devices', async ({ stripe, reader }) => {
  const { readers } = stripe.terminal
  const online = await intentOf(stripe, { allowed_payment_method_types: ['card'] })
  expect(await refusal(readers.processPaymentIntent(reader.id, { payment_intent: online.id }))).toMatchObject({
    code: 'payment_intent_incompatible_payment_method',
  })
  const done = await intentOf(stripe)
  await stripe.paymentIntents.cancel(done.id)
  expect(await refusal(readers.processPaymentIntent(reader.id, { payment_intent: done.id }))).toMatchObject({
    code: 'intent_invalid_state',
  })
  expect(await refusal(readers.create({ registration_code: 'puppies-plug-could' }))).toMatchObject({
    param: 'registration_code',
  })
})
