import { describe, expect } from 'vitest'
import type Stripe from 'stripe'
import { idOf } from '#payments/tests/billing.fixture.ts'
import { paymentsTest, refusal } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

const ACCEPTANCE = {
  accepted_at: 1767268800,
  online: { ip_address: '192.0.2.1', user_agent: 'a browser' },
  type: 'online',
} as const

const method = (stripe: Stripe, iban = 'DE89370400440532013000'): Promise<Stripe.PaymentMethod> =>
  stripe.paymentMethods.create({
    type: 'sepa_debit',
    billing_details: { name: 'Ada', email: 'ada@example.com' },
    sepa_debit: { iban },
  })

/** Sets a debit up for a new customer, who accepts its mandate online. */
async function setUp(stripe: Stripe, more: Partial<Stripe.SetupIntentCreateParams> = {}): Promise<Stripe.SetupIntent> {
  const { id: customer } = await stripe.customers.create()
  return stripe.setupIntents.create({
    allowed_payment_method_types: ['sepa_debit'],
    confirm: true,
    customer,
    mandate_data: { customer_acceptance: ACCEPTANCE },
    payment_method: (await method(stripe)).id,
    ...more,
  })
}

const debit = (
  stripe: Stripe,
  { customer, payment_method: by }: Stripe.SetupIntent,
  mandate: string,
): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create({
    allowed_payment_method_types: ['sepa_debit'],
    amount: 5200,
    confirm: true,
    currency: 'eur',
    customer: idOf(customer),
    mandate,
    payment_method: idOf(by),
    expand: ['latest_charge'],
  })

const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge => charge as Stripe.Charge // expanded

describe('a SEPA debit', () => {
  it.for([
    ['DE89370400440532013000', '37040044', ''],
    ['FR1420041010050500013M02606', '20041', '01005'],
    ['HR7624020064583467589', '2402006', ''],
    ['FI2112345600000785', '123456', ''],
    ['BE62510007547061', '510', ''],
    ['DK5000400440116243', '0040', ''],
  ] as const)('of %s names the bank %s and its branch', async ([iban, bank, branch], { stripe }) => {
    expect((await method(stripe, iban)).sepa_debit).toMatchObject({ bank_code: bank, branch_code: branch })
  })

  it('is captured from the start, and has a receipt and a day once the bank has paid', async ({ payments, stripe }) => {
    const setup = await setUp(stripe)
    const begun = chargeOf(await debit(stripe, setup, idOf(setup.mandate)))
    expect(begun).toMatchObject({
      amount_captured: 5200,
      calculated_statement_descriptor: null,
      captured: true,
      outcome: { risk_level: 'normal', seller_message: 'Payment complete.' },
      paid: false,
      receipt_url: null,
      status: 'pending',
    })
    payments.clock.advance('5d')
    const paid = await stripe.charges.retrieve(begun.id)
    expect(paid).toMatchObject({
      paid: true,
      payment_method_details: { sepa_debit: { expected_debit_date: '2026-01-06' } },
    })
    expect(paid.receipt_url).toContain('/receipts/')
  })
})

describe('the mandate of a SEPA debit', () => {
  it('says how the customer has accepted it, and serves the payments that name it', async ({ stripe }) => {
    const setup = await setUp(stripe)
    const id = idOf(setup.mandate)
    expect(await stripe.mandates.retrieve(id)).toMatchObject({
      customer_acceptance: ACCEPTANCE,
      status: 'active',
      type: 'multi_use',
    })
    const charge = chargeOf(await debit(stripe, setup, id))
    expect(charge.payment_method_details?.sepa_debit?.mandate).toBe(id)
    const other = await setUp(stripe)
    expect(await refusal(debit(stripe, other, id))).toMatchObject({ code: 'resource_missing', param: 'mandate' })
  })

  it('for a single payment is inactive after it', async ({ stripe }) => {
    const setup = await setUp(stripe, { single_use: { amount: 5200, currency: 'eur' }, usage: 'on_session' })
    expect(setup.mandate).toBeNull()
    const id = idOf(setup.single_use_mandate)
    const single = { single_use: { amount: 5200, currency: 'eur' }, type: 'single_use' }
    expect(await stripe.mandates.retrieve(id)).toMatchObject({ ...single, status: 'active' })
    await debit(stripe, setup, id)
    expect(await stripe.mandates.retrieve(id)).toMatchObject({ ...single, status: 'inactive' })
  })
})
