import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import type Stripe from 'stripe'
import { refusal, paymentsTest } from '#payments/tests/payments.fixture.ts'
import { SEPA_COUNTRIES } from './bank-accounts.ts'
import { testCards } from './test-cards.ts'

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

// Every number of https://docs.stripe.com/testing, used as the vendor describes it.

type Parameters = Partial<Stripe.PaymentIntentCreateParams>

/** Pays 20 dollars with a payment method; with a number, the card is typed in with a code and an address. */
const pay = (
  { stripe }: Pick<Fixtures, 'stripe'>,
  method: Parameters,
  more: Parameters = {},
): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    confirm: true,
    return_url: 'https://shop.test',
    expand: ['latest_charge'],
    ...method,
    ...more,
  })
const typed = (number: string, card: object = {}): Parameters => ({
  payment_method_data: {
    type: 'card',
    // The types of the SDK have no raw card numbers.
    ...({ card: { number, exp_month: 12, exp_year: 2030, cvc: '123', ...card } } as object),
    billing_details: { address: { line1: '1 Main Street', postal_code: '94107' } },
  },
})
const chargeOf = (intent: Stripe.PaymentIntent): Stripe.Charge => intent.latest_charge as Stripe.Charge // expanded
const cardOf = (intent: Stripe.PaymentIntent) => chargeOf(intent).payment_method_details?.card

/** The result of a payment in a word: its status, or the decline code. */
async function outcomeOf(payment: Promise<Stripe.PaymentIntent>): Promise<string> {
  try {
    return (await payment).status
  } catch (error) {
    const { code, decline_code: decline } = error as { code: string; decline_code?: string } // a refusal by the SDK
    return decline === undefined || decline === '' ? code : decline
  }
}

/** The outcomes that the vendor lists: on session, and after the customer has authenticated where the bank asks. */
const OUTCOMES: Readonly<Record<string, readonly [onSession: string, authenticated?: string]>> = {
  '4000000000000002': ['generic_decline'],
  '4000000000009995': ['insufficient_funds'],
  '4000000000009987': ['lost_card'],
  '4000000000009979': ['stolen_card'],
  '4000000000000069': ['expired_card'],
  '4000000000000127': ['incorrect_cvc'],
  '4000000000000119': ['processing_error'],
  '4000000000006975': ['card_velocity_exceeded'],
  '4000000000000341': ['generic_decline'],
  '4100000000000019': ['fraudulent'],
  '4000002500003155': ['requires_action', 'succeeded'],
  '4000002760003184': ['requires_action', 'succeeded'],
  '4000003800000446': ['requires_action', 'succeeded'],
  '4000008260003178': ['requires_action', 'insufficient_funds'],
  '4000000000003220': ['requires_action', 'succeeded'],
  '4000000000003063': ['requires_action', 'succeeded'],
  '4000008400000027': ['requires_action', 'succeeded'],
  '4000008400001629': ['requires_action', 'generic_decline'],
  '4000008400001280': ['generic_decline'],
  '4000582600000094': ['requires_action', 'succeeded'],
  '4000582600000045': ['requires_action', 'succeeded'],
  '4000582600000102': ['requires_action', 'succeeded'],
  '4000582600000110': ['requires_action', 'succeeded'],
}

describe('test cards', () => {
  it.for(testCards().map((card) => [card.number, card.name, card] as const))(
    '%s (%s) behave as listed, by number and by name',
    async ([number, name, card], { payments, stripe }) => {
      const [onSession, authenticated] = OUTCOMES[number] ?? ['succeeded']
      const payment = pay({ stripe }, typed(number))
      expect(await outcomeOf(payment)).toBe(onSession)
      const named = await outcomeOf(pay({ stripe }, { payment_method: `pm_card_${name}` }))
      expect(named).toBe(onSession)
      if (authenticated !== undefined) {
        const { id } = await payment
        payments.authenticate({ intent: id })
        const after = await stripe.paymentIntents.retrieve(id)
        const error = after.last_payment_error
        expect(error?.decline_code ?? error?.code ?? after.status).toBe(authenticated)
      }
      if (onSession === 'succeeded') {
        const paid = cardOf(await payment)
        expect(paid).toMatchObject({ brand: card.brand, country: card.country, funding: card.funding })
      }
    },
  )

  it('that fail checks succeed, with the result of each check', async ({ stripe }) => {
    const checks = async (number: string) => cardOf(await pay({ stripe }, typed(number)))?.checks
    const passed = { address_line1_check: 'pass', address_postal_code_check: 'pass', cvc_check: 'pass' }
    expect(await checks('4242424242424242')).toEqual(passed)
    expect(await checks('4000000000000101')).toEqual({ ...passed, cvc_check: 'fail' })
    expect(await checks('4000000000000036')).toEqual({ ...passed, address_postal_code_check: 'fail' })
    expect(await checks('4000058400307872')).toEqual({ ...passed, cvc_check: 'fail' })
    expect(await checks('4000058400306072')).toEqual({ ...passed, address_postal_code_check: 'fail' })
    expect(await checks('4000000000000028')).toEqual({ ...passed, address_line1_check: 'fail' })
    const both = { address_line1_check: 'fail', address_postal_code_check: 'fail', cvc_check: 'pass' }
    expect(await checks('4000000000000010')).toEqual(both)
    const none = { address_line1_check: 'unavailable', address_postal_code_check: 'unavailable', cvc_check: 'pass' }
    expect(await checks('4000000000000044')).toEqual(none)
  })

  it('that fail the checks of an address fail them without one, as payment methods of the vendor', async ({
    stripe,
  }) => {
    const failed = await pay({ stripe }, { payment_method: 'pm_card_avsFail' })
    const both = { address_line1_check: 'fail', address_postal_code_check: 'fail', cvc_check: 'pass' }
    expect(cardOf(failed)?.checks).toEqual(both)
  })

  it('that authenticate are declined off session: by the need, or without a reason', async ({ stripe }) => {
    const offSession = async (name: string) =>
      outcomeOf(pay({ stripe }, { payment_method: `pm_card_${name}`, off_session: true }))
    expect(await offSession('threeDSecure2Required')).toBe('authentication_required')
    expect(await offSession('threeDSecureRequired')).toBe('generic_decline')
  })

  it('of a risk have its level', async ({ stripe }) => {
    const riskOf = async (number: string) => chargeOf(await pay({ stripe }, typed(number))).outcome?.risk_level
    expect(await riskOf('4242424242424242')).toBe('normal')
    expect(await riskOf('4000000000009235')).toBe('elevated')
    expect(await riskOf('4000000000004954')).toBe('highest')
    expect(await riskOf('4000058400307872')).toBe('elevated')
  })

  it.for([
    ['4242424242424241', {}, 'incorrect_number'],
    ['123', {}, 'invalid_number'],
    ['4242424242424242', { exp_month: 13 }, 'invalid_expiry_month'],
    ['4242424242424242', { exp_year: 95 }, 'invalid_expiry_year'],
    ['4242424242424242', { cvc: '99' }, 'invalid_cvc'],
    ['4111111111111111', {}, 'test_mode_live_card'],
  ] as const)('%s with %o is refused: %s', async ([number, card, code], { stripe }) => {
    expect(await outcomeOf(pay({ stripe }, typed(number, card)))).toBe(code)
  })

  it.for([
    ['4000000000000259', 1, 'fraudulent', 'chargeback', 'needs_response', []],
    ['4000000000002685', 1, 'product_not_received', 'chargeback', 'needs_response', []],
    ['4000000000001976', 1, 'fraudulent', 'inquiry', 'warning_needs_response', []],
    ['4000000404000079', 2, 'fraudulent', 'chargeback', 'needs_response', []],
    ['4000000404000038', 1, 'fraudulent', 'chargeback', 'needs_response', ['visa_compelling_evidence_3']],
    ['4000008400000779', 1, 'noncompliant', 'compliance', 'needs_response', ['visa_compliance']],
    ['5105008400000002', 1, 'noncompliant', 'compliance', 'needs_response', ['mastercard_compliance']],
    ['4000000001000043', 1, 'fraudulent', 'chargeback', 'needs_response', []],
    ['4000000404004816', 1, 'fraudulent', 'chargeback', 'needs_response', []],
    ['4000000404005649', 1, 'fraudulent', 'chargeback', 'needs_response', []],
    ['5105000300000018', 1, 'fraudulent', 'chargeback', 'needs_response', []],
  ] as const)('%s is disputed %i times', async ([number, count, reason, type, status, programs], { stripe }) => {
    const { id } = await pay({ stripe }, typed(number))
    const { data } = await stripe.disputes.list({ payment_intent: id })
    expect(data).toHaveLength(count)
    expect(data[0]).toMatchObject({ reason, status, enhanced_eligibility_types: programs })
    expect(data[0]?.payment_method_details?.card?.case_type).toBe(type)
  })

  it('of a compliance dispute ask for the acknowledgement of the fee', async ({ stripe }) => {
    const { id: intent } = await pay({ stripe }, { payment_method: 'pm_card_createComplianceDispute' })
    const { id = '' } = (await stripe.disputes.list({ payment_intent: intent })).data[0] ?? {}
    const answer = { uncategorized_text: 'winning_evidence' }
    expect((await refusal(stripe.disputes.update(id, { evidence: answer }))).message).toContain('network fee')
    const evidence = { ...answer, enhanced_evidence: { visa_compliance: { fee_acknowledged: true } } }
    expect((await stripe.disputes.update(id, { evidence })).status).toBe('under_review')
    expect(await stripe.disputes.retrieve(id)).toMatchObject({
      status: 'won',
      evidence_details: { enhanced_eligibility: { visa_compliance: { status: 'fee_acknowledged' } } },
    })
  })

  it('of an early fraud warning get one', async ({ stripe }) => {
    const { id } = await pay({ stripe }, typed('4000000000005423'))
    expect((await stripe.radar.earlyFraudWarnings.list({ payment_intent: id })).data).toHaveLength(1)
  })

  it.for([
    ['4242424242424242', 'succeeded', 'succeeded'],
    ['4000000000007726', 'pending', 'succeeded'],
    ['4000000000005126', 'succeeded', 'failed'],
  ] as const)('%s: a refund is %s, later %s', async ([number, first, later], { payments, stripe }) => {
    const refund = await stripe.refunds.create({ payment_intent: (await pay({ stripe }, typed(number))).id })
    expect(refund.status).toBe(first)
    payments.clock.advance('1h')
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe(later)
  })

  it.for([
    ['4242424242424242', 0],
    ['4000000000000077', 1912],
    ['4000003720000278', 1882],
  ] as const)('%s makes %i cents available at once', async ([number, available], { stripe }) => {
    await pay({ stripe }, typed(number))
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(available)
  })

  it('that authenticate say how', async ({ stripe }) => {
    expect(cardOf(await pay({ stripe }, typed('4000000032200000')))?.three_d_secure).toMatchObject({
      authentication_flow: 'frictionless',
      result: 'authenticated',
    })
    const threeDSecure = { payment_method_options: { card: { request_three_d_secure: 'any' as const } } }
    expect((await pay({ stripe }, typed('4000000000003055'), threeDSecure)).status).toBe('requires_action')
    for (const number of ['4000000000003097', '4242424242424242', '378282246310005']) {
      expect(cardOf(await pay({ stripe }, typed(number), threeDSecure))?.three_d_secure).toBeNull()
    }
  })

  it.for([
    ['4242424242424242', 'succeeded'],
    ['4000002500003155', 'authentication_required'],
    ['4000002760003184', 'authentication_required'],
    ['4000003800000446', 'succeeded'],
    ['4000008260003178', 'authentication_required'],
  ] as const)('%s off session: %s', async ([number, outcome], { stripe }) => {
    const { id: customer } = await stripe.customers.create({})
    const token = await stripe.paymentMethods.create(typed(number)['payment_method_data'])
    const { id } = await stripe.paymentMethods.attach(token.id, { customer })
    expect(await outcomeOf(pay({ stripe }, { payment_method: id, customer, off_session: true }))).toBe(outcome)
  })
})

describe('bank accounts in the United States', () => {
  const debit = (account: string): Parameters => ({
    payment_method_data: {
      type: 'us_bank_account',
      us_bank_account: { account_number: account, routing_number: '110000000', account_holder_type: 'individual' },
      billing_details: { name: 'Ada' },
    },
    allowed_payment_method_types: ['us_bank_account'],
  })

  it.for([
    ['000123456789', 'succeeded'],
    ['000111111113', 'account_closed'],
    ['000000004954', 'payment_method_provider_decline'],
    ['000111111116', 'no_account'],
    ['000222222227', 'insufficient_funds'],
    ['000333333335', 'debit_not_authorized'],
    ['000444444440', 'invalid_currency'],
    ['000555555559', 'succeeded'],
    ['000000000009', 'processing'],
    ['000777777771', 'charge_exceeds_weekly_limit'],
    ['000888888885', 'tokenized_account_number_deactivated'],
  ] as const)('%s: %s', async ([account, outcome], { payments, stripe }) => {
    const { id } = await pay({ stripe }, debit(account))
    const verified = await stripe.paymentIntents.verifyMicrodeposits(id, { amounts: [32, 45] })
    expect(verified.status).toBe('processing')
    payments.clock.advance('6d')
    const after = await stripe.paymentIntents.retrieve(id)
    expect(after.last_payment_error?.code ?? after.status).toBe(outcome)
    const disputes = await stripe.disputes.list({ payment_intent: id })
    expect(disputes.data).toHaveLength(account === '000555555559' ? 1 : 0)
  })

  it.for<[string, Stripe.PaymentIntentVerifyMicrodepositsParams, string]>([
    ['000123456789', { amounts: [10, 11] }, 'payment_method_microdeposit_verification_attempts_exceeded'],
    ['000123456789', { descriptor_code: 'SM33CC' }, 'payment_method_microdeposit_verification_attempts_exceeded'],
    ['000123456789', { amounts: [40, 41] }, 'payment_method_microdeposit_verification_timeout'],
    ['000123456789', { descriptor_code: 'SM44DD' }, 'payment_method_microdeposit_verification_timeout'],
    ['000123456789', { amounts: [1, 2] }, 'payment_method_microdeposit_verification_amounts_mismatch'],
    ['000123456789', { descriptor_code: 'SM99' }, 'payment_method_microdeposit_verification_descriptor_code_mismatch'],
    ['000666666661', { amounts: [32, 45] }, 'payment_method_microdeposit_failed'],
  ])('%s verified with %o: %s', async ([account, deposits, code], { stripe }) => {
    const { id } = await pay({ stripe }, debit(account))
    const refused = refusal(stripe.paymentIntents.verifyMicrodeposits(id, deposits))
    expect((await refused).code).toBe(code)
  })
})

describe('accounts of the single European payments area', () => {
  const debit = (iban: string): Parameters => ({
    currency: 'eur',
    payment_method_data: {
      type: 'sepa_debit',
      sepa_debit: { iban },
      billing_details: { name: 'Ada', email: 'ada@example.com' },
    },
    allowed_payment_method_types: ['sepa_debit'],
  })
  const endOf = async (
    { payments, stripe }: Pick<Fixtures, 'payments' | 'stripe'>,
    payment: Promise<Stripe.PaymentIntent>,
  ): Promise<string> => {
    const { id } = await payment
    payments.clock.advance('6d')
    const after = await stripe.paymentIntents.retrieve(id)
    const disputed = (await stripe.disputes.list({ payment_intent: id })).data.length > 0
    return after.last_payment_error?.code ?? (disputed ? 'disputed' : after.status)
  }

  it.for(Object.entries(SEPA_COUNTRIES))(
    'of %s succeed, fail and are disputed',
    async ([country, ibans], { payments, stripe }) => {
      const ends = ['succeeded', 'succeeded', 'generic_decline', 'generic_decline', 'disputed']
      for (const [index, iban] of ibans.entries())
        expect(await endOf({ payments, stripe }, pay({ stripe }, debit(iban)))).toBe(ends[index])
      const named = {
        currency: 'eur',
        payment_method: `pm_sepaDebit_failed_${country}`,
        allowed_payment_method_types: ['sepa_debit'],
      }
      expect(await endOf({ payments, stripe }, pay({ stripe }, named))).toBe('generic_decline')
    },
  )

  it.for([
    ['AT981904300000343434', 'charge_exceeds_source_limit'],
    ['BE52510000121212', 'charge_exceeds_weekly_limit'],
    ['GB70WEST12345602222227', 'insufficient_funds'],
  ] as const)('%s fail: %s', async ([iban, code], { payments, stripe }) => {
    expect(await endOf({ payments, stripe }, pay({ stripe }, debit(iban)))).toBe(code)
  })

  it.for([
    ['AT271904300000055555', 'sepa_debit_bank_not_supported'],
    ['DE18370400440000066666', 'sepa_debit_debits_not_supported'],
  ] as const)('%s is refused: %s', async ([iban, code], { stripe }) => {
    expect((await refusal(pay({ stripe }, debit(iban)))).code).toBe(code)
  })
})

it('are all in the docs', () => {
  const docs = readFileSync('docs/payments.md', 'utf8').replaceAll(' ', '')
  const listed = testCards().filter(({ name }) => !/^[a-z]{2}$/.test(name))
  const missing = listed.filter(({ number, name }) => !docs.includes(number) && !docs.includes(`\`${name}\``))
  expect(missing.map(({ name }) => name)).toEqual([])
})
