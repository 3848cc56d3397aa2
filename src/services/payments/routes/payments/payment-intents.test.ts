import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import type Stripe from 'stripe'
import { refusal, paymentsTest, stripeOf } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

const eventTypes = async ({ stripe }: Pick<Fixtures, 'stripe'>): Promise<string[]> =>
  (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).toReversed()

const pay = (
  { stripe }: Pick<Fixtures, 'stripe'>,
  method: string,
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: method,
    confirm: true,
    ...more,
  })

describe('payment intents', () => {
  it('go from the choice of a payment method to success', async ({ stripe }) => {
    const created = await stripe.paymentIntents.create({
      amount: 1099,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
    })
    expect(created).toMatchObject({
      status: 'requires_payment_method',
      client_secret: expect.stringContaining(`${created.id}_secret_`) as string,
    })
    const chosen = await stripe.paymentIntents.update(created.id, { payment_method: 'pm_card_visa' })
    expect(chosen.status).toBe('requires_confirmation')
    const expand = ['latest_charge.balance_transaction', 'payment_method']
    const paid = await stripe.paymentIntents.confirm(created.id, { expand })
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 1099,
      latest_charge: { object: 'charge', paid: true, balance_transaction: null },
      payment_method: { card: { brand: 'visa', last4: '4242' } },
    })
    expect(await stripe.paymentIntents.retrieve(created.id, { expand })).toMatchObject({
      latest_charge: { balance_transaction: { amount: 1099, fee: 62, net: 1037 } },
    })
    expect(await eventTypes({ stripe })).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'charge.updated',
    ])
    const again = await refusal(stripe.paymentIntents.confirm(created.id))
    expect(again).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
  })

  it.for([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
    ['pm_card_visa_chargeDeclinedVelocityLimitExceeded', 'card_declined', 'card_velocity_exceeded'],
    ['pm_card_radarBlock', 'card_declined', 'fraudulent'],
    ['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline'],
    ['pm_card_threeDSecureRequiredProcessingError', 'card_declined', 'generic_decline'],
  ] as const)('decline %s with %s, %s', async ([method, code, declineCode], { stripe }) => {
    const error = await refusal(pay({ stripe }, method))
    expect(error).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code: declineCode,
      payment_intent: { status: 'requires_payment_method', last_payment_error: { code } },
    })
    const intent = await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '', { expand: ['latest_charge'] })
    expect(intent.latest_charge).toMatchObject({ status: 'failed', failure_code: code })
    expect(await eventTypes({ stripe })).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
    ])
  })

  it.for([
    ['pm_card_authenticationRequired', {}, 'requires_action'],
    ['pm_card_authenticationRequiredOnSetup', {}, 'requires_action'],
    ['pm_card_threeDSecure2Required', {}, 'requires_action'],
    ['pm_card_authenticationRequiredSetupForOffSession', {}, 'requires_action'],
    ['pm_card_authenticationRequiredSetupForOffSession', { off_session: true }, 'succeeded'],
    ['pm_card_threeDSecureOptional', {}, 'succeeded'],
    [
      'pm_card_threeDSecureOptional',
      { payment_method_options: { card: { request_three_d_secure: 'any' as const } } },
      'requires_action',
    ],
    [
      'pm_card_threeDSecureOptionalProcessingError',
      { payment_method_options: { card: { request_three_d_secure: 'any' as const } } },
      'succeeded',
    ],
    [
      'pm_card_amex_threeDSecureNotSupported',
      { payment_method_options: { card: { request_three_d_secure: 'any' as const } } },
      'succeeded',
    ],
  ] as const)('with %s and %j are %s', async ([method, more, status], { stripe }) => {
    expect((await pay({ stripe }, method, more)).status).toBe(status)
  })

  it('refuse authentication off session, unless the card was set up', async ({ payments, stripe }) => {
    const customer = await stripe.customers.create({ email: 'ada@example.com' })
    const error = await refusal(pay({ stripe }, 'pm_card_authenticationRequiredOnSetup', { off_session: true }))
    expect(error).toMatchObject({
      statusCode: 402,
      code: 'authentication_required',
      decline_code: 'authentication_required',
    })
    const first = await pay({ stripe }, 'pm_card_authenticationRequiredOnSetup', {
      customer: customer.id,
      setup_future_usage: 'off_session',
      return_url: 'https://shop.test/done',
    })
    expect(first.next_action).toMatchObject({
      type: 'redirect_to_url',
      redirect_to_url: { return_url: 'https://shop.test/done', url: expect.stringContaining(payments.url) as string },
    })
    expect(payments.authenticate({ intent: first.id })).toEqual({ status: 'succeeded' })
    const [saved] = (await stripe.customers.listPaymentMethods(customer.id)).data
    const later = await pay({ stripe }, saved?.id ?? '', { customer: customer.id, off_session: true })
    expect(later.status).toBe('succeeded')
  })

  it('go back to the choice of a payment method when authentication fails', async ({ payments, stripe }) => {
    const intent = await pay({ stripe }, 'pm_card_authenticationRequired')
    expect(intent.next_action?.type).toBe('use_stripe_sdk')
    expect(payments.authenticate({ intent: intent.id, result: 'fail' })).toEqual({ status: 'requires_payment_method' })
    const failed = await stripe.paymentIntents.retrieve(intent.id)
    expect(failed.last_payment_error?.code).toBe('payment_intent_authentication_failure')
    const insufficient = await pay({ stripe }, 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds')
    payments.authenticate({ intent: insufficient.id })
    const declined = await stripe.paymentIntents.retrieve(insufficient.id)
    expect(declined.last_payment_error).toMatchObject({ code: 'card_declined', decline_code: 'insufficient_funds' })
  })

  it('are authorized, captured in part, incremented, canceled and expire', async ({ payments, stripe }) => {
    const held = await pay({ stripe }, 'pm_card_visa', { capture_method: 'manual' })
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 2000, amount_received: 0 })
    const tooMuch = await refusal(stripe.paymentIntents.capture(held.id, { amount_to_capture: 2001 }))
    expect(tooMuch).toMatchObject({ statusCode: 400, code: 'amount_too_large' })
    expect(tooMuch.payment_intent).toMatchObject({ id: held.id, status: 'requires_capture' })
    const captured = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 1500 })
    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 1500, amount_capturable: 0 })

    const options = {
      card: {
        request_incremental_authorization: 'if_available' as const,
        request_overcapture: 'if_available' as const,
      },
    }
    const growing = await pay({ stripe }, 'pm_card_visa', { capture_method: 'manual', payment_method_options: options })
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(growing.id, { expand: ['latest_charge'] })
    expect((charge as Stripe.Charge).payment_method_details?.card).toMatchObject({
      incremental_authorization: { status: 'available' },
      overcapture: { status: 'available', maximum_amount_capturable: 2400 },
    })
    const grown = await stripe.paymentIntents.incrementAuthorization(growing.id, { amount: 3000 })
    expect(grown.amount_capturable).toBe(3000)
    expect((await stripe.paymentIntents.capture(growing.id, { amount_to_capture: 3600 })).amount_received).toBe(3600)

    const other = await pay({ stripe }, 'pm_card_visa', { capture_method: 'manual' })
    const canceled = await stripe.paymentIntents.cancel(other.id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })

    const forgotten = await pay({ stripe }, 'pm_card_visa', { capture_method: 'manual' })
    payments.clock.advance('7d')
    expect((await stripe.paymentIntents.retrieve(forgotten.id)).status).toBe('canceled')
    expect(await eventTypes({ stripe })).toContain('charge.expired')
  })

  it('debit bank accounts after days of the clock', async ({ payments, stripe }) => {
    const debit = { allowed_payment_method_types: ['us_bank_account' as const] }
    const good = await pay({ stripe }, 'pm_usBankAccount_success', debit)
    const bad = await pay({ stripe }, 'pm_usBankAccount_insufficientFunds', debit)
    const never = await pay({ stripe }, 'pm_usBankAccount_processing', debit)
    expect([good.status, bad.status]).toEqual(['processing', 'processing'])
    payments.clock.advance('5d')
    expect((await stripe.paymentIntents.retrieve(good.id)).status).toBe('succeeded')
    const failed = await stripe.paymentIntents.retrieve(bad.id)
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'insufficient_funds' },
    })
    expect((await stripe.paymentIntents.retrieve(never.id)).status).toBe('processing')
  })

  it('verify bank accounts with small deposits', async ({ stripe }) => {
    const method = await stripe.paymentMethods.create({
      type: 'us_bank_account',
      us_bank_account: {
        account_number: '000123456789',
        routing_number: '110000000',
        account_holder_type: 'individual',
      },
      billing_details: { name: 'Ada' },
    })
    const intent = await pay({ stripe }, method.id, { allowed_payment_method_types: ['us_bank_account'] })
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'verify_with_microdeposits' } })
    expect((await refusal(stripe.paymentIntents.verifyMicrodeposits(intent.id, { amounts: [1, 2] }))).code).toBe(
      'payment_method_microdeposit_verification_amounts_mismatch',
    )
    expect((await stripe.paymentIntents.verifyMicrodeposits(intent.id, { amounts: [32, 45] })).status).toBe(
      'processing',
    )
  })

  it('have billing details in a country that exists, unlike the address of a customer', async ({ stripe }) => {
    const inCountry = (country: string): Promise<Stripe.PaymentMethod> =>
      stripe.paymentMethods.create({
        type: 'card',
        card: { token: 'tok_visa' },
        billing_details: { address: { country } },
      })
    expect((await inCountry('JP')).billing_details.address?.country).toBe('JP')
    const error = await refusal(inCountry('JA'))
    expect(error).toMatchObject({ statusCode: 400, param: 'billing_details[address][country]' })
    expect(error.message).toContain("Country 'JA' is unknown.")
    const customer = await stripe.customers.create({ address: { country: 'Japan' } })
    expect(customer.address?.country).toBe('Japan')
  })

  it('are listed by a type that exists', async ({ stripe }) => {
    const { id } = await stripe.customers.create({ payment_method: 'pm_card_visa' })
    const of = (type: string) => stripe.paymentMethods.list({ customer: id, type: type as 'card' })
    expect((await of('card')).data).toHaveLength(1)
    expect((await of('sofort')).data).toEqual([])
    const error = await refusal(of('cards'))
    expect(error).toMatchObject({ statusCode: 400, param: 'type' })
    expect(error.message).toMatch(/^Invalid type: must be one of card, us_bank_account, /)
  })

  it('debit European accounts', async ({ payments, stripe }) => {
    const method = await stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban: 'DE89370400440532013000' },
      billing_details: { name: 'Ada', email: 'ada@example.com' },
    })
    const intent = await pay({ stripe }, method.id, { currency: 'eur', allowed_payment_method_types: ['sepa_debit'] })
    expect(intent.status).toBe('processing')
    payments.clock.advance('6d')
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect(paid.latest_charge).toMatchObject({
      payment_method_details: { sepa_debit: { last4: '3000', country: 'DE' } },
    })
  })

  it('take a statement descriptor of their own only where no card pays, and a suffix with a letter', async ({
    stripe,
  }) => {
    const create = (changes: Partial<Stripe.PaymentIntentCreateParams>) =>
      stripe.paymentIntents.create({ amount: 500, currency: 'usd', ...changes })
    const types = { allowed_payment_method_types: ['card', 'us_bank_account'] }
    const card = await refusal(create({ ...types, statement_descriptor: 'THE SHOP' }))
    expect(card).toMatchObject({ statusCode: 400, param: 'statement_descriptor' })
    expect(card.message).toContain('is not supported for the payment_method_type `card`')
    const bank = { allowed_payment_method_types: ['us_bank_account'], statement_descriptor: 'THE SHOP' }
    const { id, statement_descriptor: descriptor } = await create(bank)
    expect(descriptor).toBe('THE SHOP')
    expect((await create({ statement_descriptor: 'THE SHOP' })).statement_descriptor).toBe('THE SHOP')
    const added = stripe.paymentIntents.update(id, { ...types, statement_descriptor: 'OTHER' })
    expect((await refusal(added)).param).toBe('statement_descriptor')
    expect(await create({ ...types, statement_descriptor_suffix: 'ORDER 12' })).toMatchObject({
      statement_descriptor_suffix: 'ORDER 12',
    })
    for (const suffix of ['12', 'A*B', "O'NEIL", 'A<B']) {
      const refused = { statusCode: 400, param: 'statement_descriptor_suffix' }
      expect(await refusal(create({ ...types, statement_descriptor_suffix: suffix }))).toMatchObject(refused)
    }
  })

  it('say what their amount is made of, in numbers', async ({ stripe }) => {
    const { amount_details } = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      amount_details: {
        discount_amount: 100,
        line_items: [{ product_name: 'Mug', quantity: 2, unit_cost: 900 }],
        shipping: { amount: 300, to_postal_code: '94110' },
        tax: { total_tax_amount: 0 },
      },
    })
    expect(amount_details).toEqual({
      discount_amount: 100,
      shipping: { amount: 300, from_postal_code: null, to_postal_code: '94110' },
      tax: { total_tax_amount: 0 },
      tip: {},
    })
  })

  it('limit amounts by currency', async ({ stripe }) => {
    expect(await refusal(pay({ stripe }, 'pm_card_visa', { amount: 49 }))).toMatchObject({
      code: 'amount_too_small',
      param: 'amount',
    })
    expect(await refusal(pay({ stripe }, 'pm_card_visa', { amount: 100_000_000 }))).toMatchObject({
      code: 'amount_too_large',
    })
    const yen = await pay({ stripe }, 'pm_card_jp', { amount: 50, currency: 'jpy' })
    expect(yen.amount_received).toBe(50)
    expect(await refusal(pay({ stripe }, 'pm_card_visa', { amount: 1001, currency: 'kwd' }))).toMatchObject({
      param: 'amount',
    })
    expect((await refusal(pay({ stripe }, 'pm_card_visa', { currency: 'xyz' }))).message).toMatch(
      /^Invalid currency: xyz/,
    )
  })

  it('need a URL to return to where the vendor chooses the payment methods', async ({ stripe }) => {
    const error = await refusal(
      stripe.paymentIntents.create({ amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true }),
    )
    expect(error.message).toContain('you must provide a `return_url`')
    const intent = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    })
    expect(intent.status).toBe('succeeded')
  })

  it('are read and confirmed by a browser with their client secret only', async ({ payments, stripe }) => {
    const intent = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
    const browser = stripeOf(payments, 'pk_test_anything')
    expect(await refusal(browser.paymentIntents.retrieve(intent.id))).toMatchObject({ param: 'client_secret' })
    expect(await refusal(browser.customers.list())).toMatchObject({ statusCode: 401, code: 'secret_key_required' })
    const confirmed = await browser.paymentIntents.confirm(intent.id, {
      client_secret: intent.client_secret ?? '',
      payment_method_data: {
        type: 'card',
        card: { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' },
      },
    } as unknown as Stripe.PaymentIntentConfirmParams) // the browser library sends these
    expect(confirmed.status).toBe('succeeded')
  })
})
