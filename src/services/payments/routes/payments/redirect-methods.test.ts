import { describe, expect } from 'vitest'
import type Stripe from 'stripe'
import { METHOD_KINDS, METHOD_KIND_NAMES, kindNamed, type MethodKindName } from '#payments/schema/method-kinds.ts'
import { paymentsTest, refusal } from '#payments/tests/payments.fixture.ts'
import type { FixturesOf } from '#testkit/service-test.ts'

// Payment methods that the customer authorizes outside of the form. The SDK of the fixture holds every answer against
// the vendor's types.

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

const RETURN_URL = 'https://shop.test/done'

const DETAILS = {
  name: 'Jenny Rosen',
  email: 'jenny@example.com',
  phone: '+351912345678',
  address: { line1: '1 Main Street', city: 'Berlin', postal_code: '10115', state: 'BE', country: 'DE' },
}

/** The parameters that some kinds cannot do without. */
const OWN: Partial<Record<MethodKindName, object>> = {
  boleto: { tax_id: '000.000.000-00' },
  fpx: { bank: 'maybank2u' },
  ideal: { bank: 'ing' },
  payto: { pay_id: 'jenny@example.com' },
}

/** The kinds whose customer answers in an application, to which no page leads. */
const IN_APPLICATION: readonly MethodKindName[] = ['bizum', 'blik', 'mb_way', 'payto']

const OPTIONS: Partial<Record<MethodKindName, object>> = {
  blik: { code: '123456' },
  wechat_pay: { client: 'web' },
}

const currencyOf = (type: MethodKindName): string => METHOD_KINDS[type].currencies[0]

/** The parameters of an intent that is confirmed with a kind of payment method. */
function paramsFor(type: MethodKindName, more: object = {}): Stripe.PaymentIntentCreateParams {
  const own = { [type]: OWN[type] ?? {} }
  const options = OPTIONS[type] === undefined ? {} : { payment_method_options: { [type]: OPTIONS[type] } }
  return {
    amount: 10_000,
    currency: currencyOf(type),
    allowed_payment_method_types: [type],
    payment_method_data: { type, ...own, billing_details: DETAILS },
    confirm: true,
    return_url: RETURN_URL,
    ...options,
    ...more,
  }
}

/** Presses a button of the page to which an action leads, and returns where that leads to. */
async function answer({ payments }: Pick<Fixtures, 'payments'>, url: string, outcome: string): Promise<string | null> {
  expect(await (await fetch(url)).text()).toContain('test payment page')
  const { href } = new URL(url.slice(new URL(url).origin.length), payments.url)
  const response = await fetch(href, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })
  return response.headers.get('location')
}

/** Returns the address of the page in an intent's action, wherever the kind has it. */
function pageOf({ next_action: action }: Pick<Stripe.PaymentIntent, 'next_action'>): string {
  const [, url = ''] =
    /"(?:url|hosted_instructions_url|hosted_voucher_url)":"([^"]+)"/.exec(JSON.stringify(action)) ?? []
  return url
}

describe('payment methods of another page', () => {
  it.for(METHOD_KIND_NAMES.filter((type) => !IN_APPLICATION.includes(type)))(
    'pay by %s, whose page leads back to the application',
    async (type, { payments, stripe }) => {
      const waiting = await stripe.paymentIntents.create(paramsFor(type))
      expect(waiting.status).toBe('requires_action')
      const location = await answer({ payments }, pageOf(waiting), 'succeed')
      const done = new URL(location ?? '')
      expect(done.origin + done.pathname).toBe(RETURN_URL)
      expect(Object.fromEntries(done.searchParams)).toEqual({
        payment_intent: waiting.id,
        payment_intent_client_secret: waiting.client_secret,
        redirect_status: 'succeeded',
      })
      const paid = await stripe.paymentIntents.retrieve(waiting.id, {
        expand: ['latest_charge.balance_transaction', 'payment_method'],
      })
      expect(paid).toMatchObject({
        status: 'succeeded',
        next_action: null,
        amount_received: 10_000,
        payment_method: { type, [type]: {} },
        latest_charge: { paid: true, payment_method_details: { type, [type]: {} } },
      })
    },
  )

  it.for(METHOD_KIND_NAMES)('fail by %s, as the customer says', async (type, { payments, stripe }) => {
    const { id } = await stripe.paymentIntents.create(paramsFor(type))
    payments.authenticate(id, 'fail')
    const failed = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { payment_method: { type } },
      latest_charge: { status: 'failed' },
    })
    const types = (await stripe.events.list()).data.map((event) => event.type)
    expect(types).toEqual([
      'payment_intent.payment_failed',
      'charge.failed',
      'payment_intent.requires_action',
      'payment_intent.created',
    ])
  })

  it.for(METHOD_KIND_NAMES)('return the money of %s as the vendor does', async (type, { payments, stripe }) => {
    const { id } = await stripe.paymentIntents.create(paramsFor(type))
    payments.authenticate(id)
    payments.clock.advance('1m')
    const refunds = kindNamed(type)?.refunds ?? 'succeeded'
    if (refunds === 'never') {
      expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({ statusCode: 400 })
      return
    }
    const refund = await stripe.refunds.create({ payment_intent: id, amount: 4000 })
    expect(refund.status).toBe(refunds)
    payments.clock.advance('1h')
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
  })

  it.for(METHOD_KIND_NAMES)('refuse a currency that %s does not take', async (type, { stripe }) => {
    const error = await refusal(stripe.paymentIntents.create(paramsFor(type, { currency: 'mur' })))
    expect(error).toMatchObject({ statusCode: 400, param: 'currency' })
    expect(error.message).toContain(`The payment method \`${type}\` only supports the following currencies: `)
  })

  it('need a URL to return to, and the billing details of their kind', async ({ stripe }) => {
    const { return_url: _returnUrl, ...params } = paramsFor('ideal')
    expect(await refusal(stripe.paymentIntents.create(params))).toMatchObject({ param: 'return_url' })
    const bare = paramsFor('eps', { payment_method_data: { type: 'eps' } })
    expect(await refusal(stripe.paymentIntents.create(bare))).toMatchObject({
      code: 'parameter_missing',
      param: 'payment_method_data[billing_details][name]',
    })
    const boleto = paramsFor('boleto', { payment_method_data: { type: 'boleto', billing_details: DETAILS } })
    expect(await refusal(stripe.paymentIntents.create(boleto))).toMatchObject({ param: 'payment_method_data[boleto]' })
    const blik = paramsFor('blik', { payment_method_options: {} })
    expect(await refusal(stripe.paymentIntents.create(blik))).toMatchObject({
      param: 'payment_method_options[blik][code]',
    })
  })

  it('refuse amounts, captures and later payments that their kind does not have', async ({ stripe }) => {
    const small = paramsFor('boleto', { amount: 400 })
    expect(await refusal(stripe.paymentIntents.create(small))).toMatchObject({ code: 'amount_too_small' })
    const large = paramsFor('konbini', { amount: 300_001 })
    expect(await refusal(stripe.paymentIntents.create(large))).toMatchObject({ code: 'amount_too_large' })
    const manual = paramsFor('ideal', { capture_method: 'manual' })
    expect(await refusal(stripe.paymentIntents.create(manual))).toMatchObject({ param: 'capture_method' })
    const later = paramsFor('eps', { setup_future_usage: 'off_session' })
    expect(await refusal(stripe.paymentIntents.create(later))).toMatchObject({ param: 'setup_future_usage' })
    const retired = { amount: 1000, currency: 'eur', allowed_payment_method_types: ['giropay' as const] }
    expect((await refusal(stripe.paymentIntents.create(retired))).message).toContain('"giropay" is invalid')
  })

  it('hold an amount to be captured later, where their kind can', async ({ payments, stripe }) => {
    const { id } = await stripe.paymentIntents.create(paramsFor('klarna', { capture_method: 'manual' }))
    payments.authenticate(id)
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_capture')
    const captured = await stripe.paymentIntents.capture(id, { amount_to_capture: 6000 })
    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 6000 })
  })

  it.for([
    ['bizum', 'await_authorization'],
    ['mb_way', 'mb_way_await_authorization'],
  ] as const)(
    'answer %s in the application of the customer’s telephone',
    async ([type, action], { payments, stripe }) => {
      const bare = paramsFor(type, { payment_method_data: { type, [type]: {} } })
      expect(await refusal(stripe.paymentIntents.create(bare))).toMatchObject({
        param: 'payment_method_data[billing_details][phone]',
      })
      const waiting = await stripe.paymentIntents.create(paramsFor(type))
      expect(waiting.next_action).toEqual({ type: action })
      payments.clock.advance('10s')
      expect((await stripe.paymentIntents.retrieve(waiting.id)).status).toBe('succeeded')
    },
  )

  it('buy on account with Billie, up to the capture', async ({ payments, stripe }) => {
    const { id } = await stripe.paymentIntents.create(paramsFor('billie', { capture_method: 'manual' }))
    payments.authenticate(id)
    const captured = await stripe.paymentIntents.capture(id, {}, { idempotencyKey: 'once' })
    expect(captured).toMatchObject({ status: 'succeeded', payment_method_types: ['billie'] })
    const charge = await stripe.charges.retrieve(captured.latest_charge as string) // not expanded
    expect(charge.payment_method_details?.billie?.transaction_id).toEqual(expect.any(String))
    const bare = paramsFor('billie', { payment_method_data: { type: 'billie', billing_details: { name: 'Ada' } } })
    expect(await refusal(stripe.paymentIntents.create(bare))).toMatchObject({
      param: 'payment_method_data[billing_details][email]',
    })
  })

  it('pay by UPI with a code or in its application', async ({ payments, stripe }) => {
    const waiting = await stripe.paymentIntents.create(paramsFor('upi'))
    expect(waiting.next_action?.upi_handle_redirect_or_display_qr_code?.qr_code).toEqual({
      expires_at: waiting.created + 300,
      image_url_png: expect.stringContaining('/code.png') as string,
      image_url_svg: expect.stringContaining('/code.svg') as string,
    })
    payments.authenticate(waiting)
    const { data } = await stripe.charges.list({ payment_intent: waiting.id })
    expect(data[0]?.payment_method_details?.upi).toEqual({ vpa: 'jenny.rosen@upi' })
  })

  it('pay by PayTo a minute after the customer has agreed in the bank’s application', async ({ payments, stripe }) => {
    const terms = { amount: 20_000, amount_type: 'maximum' as const, payment_schedule: 'monthly' as const }
    const { id: customer } = await stripe.customers.create({})
    const waiting = await stripe.paymentIntents.create(
      paramsFor('payto', {
        customer,
        setup_future_usage: 'off_session',
        payment_method_options: { payto: { mandate_options: terms } },
      }),
    )
    expect(waiting.next_action).toEqual({ type: 'payto_await_authorization' })
    expect(waiting.payment_method_options?.payto?.mandate_options).toMatchObject({ ...terms, purpose: null })
    payments.clock.advance('10s')
    const processing = await stripe.paymentIntents.retrieve(waiting.id, { expand: ['latest_charge'] })
    expect(processing).toMatchObject({ status: 'processing', next_action: null, latest_charge: { status: 'pending' } })
    payments.clock.advance('1m')
    const paid = await stripe.paymentIntents.retrieve(waiting.id, { expand: ['latest_charge', 'payment_method'] })
    expect(paid).toMatchObject({
      status: 'succeeded',
      latest_charge: { status: 'succeeded', payment_method_details: { payto: { pay_id: 'jenny@example.com' } } },
      payment_method: { customer, payto: { bsb_number: null, last4: null, pay_id: 'jenny@example.com' } },
    })
    const { payment_method_details: details } = paid.latest_charge as Stripe.Charge // expanded
    const mandate = await stripe.mandates.retrieve(details?.payto?.mandate ?? '')
    expect(mandate).toMatchObject({
      status: 'active',
      type: 'multi_use',
      payment_method_details: { payto: { ...terms, start_date: null }, type: 'payto' },
    })
    const later = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'aud',
      customer,
      allowed_payment_method_types: ['payto'],
      payment_method: (paid.payment_method as Stripe.PaymentMethod).id, // expanded
      off_session: true,
      confirm: true,
    })
    expect(later.status).toBe('processing')
    payments.clock.advance('1m')
    expect((await stripe.paymentIntents.retrieve(later.id)).status).toBe('succeeded')
  })

  it('know a PayTo account by its numbers or by a PayID', async ({ stripe }) => {
    const account = { bsb_number: '000000', account_number: '000123456' }
    const { payto } = await stripe.paymentMethods.create({ type: 'payto', payto: account })
    expect(payto).toEqual({ bsb_number: '000000', last4: '3456', pay_id: null })
    const half = stripe.paymentMethods.create({ type: 'payto', payto: { bsb_number: '000000' } })
    expect(await refusal(half)).toMatchObject({ code: 'parameter_missing', param: 'payto[account_number]' })
  })

  it('answer BLIK in the banking application, without a page', async ({ payments, stripe }) => {
    const waiting = await stripe.paymentIntents.create(paramsFor('blik'))
    expect(waiting.next_action).toEqual({ blik_authorize: {}, type: 'blik_authorize' })
    payments.clock.advance('10s')
    expect((await stripe.paymentIntents.retrieve(waiting.id)).status).toBe('succeeded')
  })

  it.for([
    ['jenny@example.com', '4m', 'succeeded'],
    ['succeed_immediately@example.com', '10s', 'succeeded'],
    ['expire_immediately@example.com', '10s', 'requires_payment_method'],
    ['expire_with_delay@example.com', '4m', 'requires_payment_method'],
    ['fill_never@example.com', '3d', 'requires_action'],
    ['fill_never@example.com', '5d', 'requires_payment_method'],
  ] as const)('let the voucher of %s become, after %s, %s', async ([email, time, status], { payments, stripe }) => {
    const data = { type: 'oxxo', billing_details: { ...DETAILS, email } }
    const waiting = await stripe.paymentIntents.create(paramsFor('oxxo', { payment_method_data: data }))
    expect(waiting.next_action?.oxxo_display_details).toMatchObject({
      number: expect.stringMatching(/^\d{24}$/) as string,
    })
    payments.clock.advance(time)
    expect((await stripe.paymentIntents.retrieve(waiting.id)).status).toBe(status)
  })

  it('are those of the account where the choice is left to the vendor', async ({ stripe }) => {
    const { payment_method_types: types } = await stripe.paymentIntents.create({ amount: 1000, currency: 'eur' })
    expect(types).toEqual(['card', 'sepa_debit', 'link'])
  })
})

describe('payment methods of another page that are saved', () => {
  it('give rise to a SEPA debit that pays later', async ({ payments, stripe }) => {
    const { id: customer } = await stripe.customers.create({})
    const params = paramsFor('ideal', { customer, setup_future_usage: 'off_session' })
    const { id } = await stripe.paymentIntents.create(params)
    payments.authenticate(id)
    const paid = await stripe.paymentIntents.retrieve(id, {
      expand: ['latest_charge.payment_method_details.ideal.generated_sepa_debit'],
    })
    const [debit] = (await stripe.paymentMethods.list({ customer, type: 'sepa_debit' })).data
    const charge = paid.latest_charge as Stripe.Charge // expanded
    expect(debit?.sepa_debit?.generated_from).toEqual({ charge: charge.id, setup_attempt: null })
    expect(charge.payment_method_details?.ideal).toMatchObject({
      bank: 'ing',
      bic: 'INGBNL2A',
      generated_sepa_debit: { id: debit?.id, object: 'payment_method' },
    })
    const later = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'eur',
      customer,
      payment_method: debit?.id ?? '',
      off_session: true,
      confirm: true,
    })
    expect(later.status).toBe('processing')
    const attached = await refusal(stripe.paymentMethods.attach(paid.payment_method as string, { customer }))
    expect(attached.statusCode).toBe(400)
  })

  it('pay at once where they are wallets', async ({ payments, stripe }) => {
    const { id: customer } = await stripe.customers.create({})
    const setup = await stripe.setupIntents.create({
      customer,
      allowed_payment_method_types: ['paypal'],
      payment_method_data: { type: 'paypal', billing_details: { email: 'jenny@example.com' } },
      confirm: true,
      return_url: RETURN_URL,
    })
    const location = await answer({ payments }, setup.next_action?.redirect_to_url?.url ?? '', 'succeed')
    expect(new URL(location ?? '').searchParams.get('redirect_status')).toBe('succeeded')
    const done = await stripe.setupIntents.retrieve(setup.id, { expand: ['mandate', 'payment_method'] })
    expect(done).toMatchObject({
      status: 'succeeded',
      mandate: { status: 'active', payment_method_details: { type: 'paypal' } },
      payment_method: { customer, paypal: { payer_email: 'jenny@example.com' } },
    })
    const paid = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      customer,
      allowed_payment_method_types: ['paypal'],
      payment_method: (done.payment_method as Stripe.PaymentMethod).id,
      off_session: true,
      confirm: true,
    })
    expect(paid.status).toBe('succeeded')
  })

  it.for([
    ['upi', { amount: 150_000, amount_type: 'maximum', description: 'Gold' }],
    ['payto', { amount: 5000, purpose: 'utility', start_date: '2026-02-01' }],
  ] as const)(
    'keep the terms of a mandate by %s that a setup asks for',
    async ([type, terms], { payments, stripe }) => {
      const { id: customer } = await stripe.customers.create({})
      const setup = await stripe.setupIntents.create({
        customer,
        allowed_payment_method_types: [type],
        payment_method_data: { type, [type]: OWN[type] ?? {}, billing_details: DETAILS },
        payment_method_options: { [type]: { mandate_options: terms } },
        confirm: true,
      })
      expect(setup).toMatchObject({
        status: 'requires_action',
        payment_method_options: { [type]: { mandate_options: terms } },
      })
      payments.authenticate(setup.id)
      const done = await stripe.setupIntents.retrieve(setup.id, { expand: ['mandate', 'payment_method'] })
      expect(done).toMatchObject({
        status: 'succeeded',
        mandate: { payment_method_details: { [type]: terms, type } },
        payment_method: { customer, type },
      })
    },
  )

  it('learn a SEPA debit by a setup', async ({ payments, stripe }) => {
    const { id: customer } = await stripe.customers.create({})
    const setup = await stripe.setupIntents.create({
      customer,
      allowed_payment_method_types: ['bancontact'],
      payment_method_data: { type: 'bancontact', billing_details: DETAILS },
      confirm: true,
      return_url: RETURN_URL,
    })
    payments.authenticate(setup.id)
    const done = await stripe.setupIntents.retrieve(setup.id, { expand: ['latest_attempt', 'mandate'] })
    const [debit] = (await stripe.paymentMethods.list({ customer, type: 'sepa_debit' })).data
    expect(done).toMatchObject({
      status: 'succeeded',
      mandate: { payment_method: debit?.id },
      latest_attempt: { payment_method_details: { bancontact: { generated_sepa_debit: debit?.id } } },
    })
  })
})
