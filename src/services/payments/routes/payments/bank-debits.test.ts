import { describe, expect } from 'vitest'
import { paymentsTest, refusal } from '#payments/tests/payments.fixture.ts'

// The debits of bank accounts that have a number and a number of their bank: in the United Kingdom, Australia, New
// Zealand and Canada.

const it = paymentsTest()

const ADDRESS = { country: 'GB', line1: '1 Main Street', city: 'London', postal_code: 'N1 9GU' }
const HOLDER = { name: 'Ada Lovelace', email: 'ada@example.com', address: ADDRESS }

const BANKS = [
  ['bacs_debit', 'gbp', { sort_code: '10-88-00', account_number: '00012345' }, 'pm_bacsDebit_insufficientFunds'],
  ['au_becs_debit', 'aud', { bsb_number: '000-000', account_number: '000123456' }, 'pm_auBecsDebit_referToCustomer'],
  [
    'nz_bank_account',
    'nzd',
    { bank_code: '11', branch_code: '0000', account_number: '0000000', suffix: '010' },
    'pm_nzBankAccount_insufficientFunds',
  ],
  [
    'acss_debit',
    'cad',
    { institution_number: '000', transit_number: '11000', account_number: '000123456789' },
    'pm_acssDebit_insufficientFunds',
  ],
] as const

const FAILURES = {
  bacs_debit: 'insufficient_funds',
  au_becs_debit: 'refer_to_customer',
  acss_debit: 'insufficient_funds',
  nz_bank_account: 'insufficient_funds',
}

describe.each(BANKS)('%s', (type, currency, numbers, failing) => {
  const order = { amount: 5000, currency, confirm: true, allowed_payment_method_types: [type] }

  it('is processing for days, then pays, and is refunded later', async ({ payments, stripe }) => {
    const created = await stripe.paymentIntents.create({
      ...order,
      payment_method_data: { type, [type]: numbers, billing_details: HOLDER },
      expand: ['payment_method'],
    })
    if (type === 'acss_debit') {
      expect(created.next_action?.type).toBe('verify_with_microdeposits')
      await stripe.paymentIntents.verifyMicrodeposits(created.id, { amounts: [32, 45] })
    }
    const bank = Object.fromEntries(
      Object.entries(numbers)
        .filter(([name]) => name !== 'account_number')
        .map(([name, value]) => [name, value.replaceAll('-', '')]),
    )
    expect(created.payment_method).toMatchObject({ type, [type]: { ...bank, last4: numbers.account_number.slice(-4) } })
    expect((await stripe.paymentIntents.retrieve(created.id)).status).toBe('processing')
    payments.clock.advance('5 days')
    const paid = await stripe.paymentIntents.retrieve(created.id, { expand: ['latest_charge'] })
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 5000 })
    expect(paid.latest_charge).toMatchObject({ payment_method_details: { type, [type]: bank } })
    expect((await stripe.refunds.create({ payment_intent: created.id })).status).toBe('pending')
  })

  it('fails as the vendor’s test account does', async ({ payments, stripe }) => {
    const { id } = await stripe.paymentIntents.create({ ...order, payment_method: failing })
    payments.clock.advance('5 days')
    const failed = await stripe.paymentIntents.retrieve(id)
    expect(failed.status).toBe('requires_payment_method')
    expect(failed.last_payment_error?.code).toBe(FAILURES[type])
  })

  it('is set up for later payments, with a mandate', async ({ stripe }) => {
    const { id: customer } = await stripe.customers.create({})
    const setup = await stripe.setupIntents.create({
      customer,
      confirm: true,
      allowed_payment_method_types: [type],
      payment_method_data: { type, [type]: numbers, billing_details: HOLDER },
    })
    if (type === 'acss_debit') await stripe.setupIntents.verifyMicrodeposits(setup.id, { amounts: [32, 45] })
    const done = await stripe.setupIntents.retrieve(setup.id, { expand: ['mandate'] })
    expect(done).toMatchObject({ status: 'succeeded', mandate: { status: 'active', payment_method_details: { type } } })
    const saved = await stripe.customers.listPaymentMethods(customer, { type })
    expect(saved.data).toHaveLength(1)
    const intent = { ...order, customer, payment_method: saved.data[0]?.id ?? '', off_session: true }
    expect((await stripe.paymentIntents.create(intent)).status).toBe('processing')
  })

  it('pays a Checkout session', async ({ payments, stripe }) => {
    const price_data = { currency, unit_amount: 900, product_data: { name: 'Mug' } }
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      allowed_payment_method_types: [type],
      line_items: [{ price_data, quantity: 1 }],
      success_url: 'https://shop.test',
    })
    expect(payments.pay(session.id, { method: type }).session.payment_status).toBe('unpaid')
    payments.clock.advance('5 days')
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid')
  })

  it('refuses other currencies, and numbers that cannot be an account’s', async ({ stripe }) => {
    const other = stripe.paymentIntents.create({ ...order, currency: 'jpy', payment_method: failing })
    expect((await refusal(other)).message).toContain(
      `Invalid currency: jpy. The payment method \`${type}\` only supports`,
    )
    const data = { type, billing_details: HOLDER, [type]: { ...numbers, account_number: '12' } }
    const wrong = stripe.paymentMethods.create(data)
    expect(await refusal(wrong)).toMatchObject({ param: `${type}[account_number]`, code: 'account_number_invalid' })
  })
})

describe('an account in New Zealand', () => {
  const numbers = { bank_code: '11', branch_code: '0000', account_number: '0000000', suffix: '010' }
  const order = { amount: 5000, currency: 'nzd', confirm: true, allowed_payment_method_types: ['nz_bank_account'] }

  it('has a suffix of two or three digits, and shows a holder who is another person', async ({ stripe }) => {
    const data = { type: 'nz_bank_account', billing_details: HOLDER } as const
    const own = { ...numbers, suffix: '10', account_holder_name: 'Babbage Ltd', reference: 'RENT' }
    const method = await stripe.paymentMethods.create({ ...data, nz_bank_account: own })
    expect(method.nz_bank_account).toEqual({
      account_holder_name: 'Babbage Ltd',
      bank_code: '11',
      bank_name: 'STRIPE TEST BANK',
      branch_code: '0000',
      last4: '0000',
      suffix: '10',
    })
    const wrong = stripe.paymentMethods.create({ ...data, nz_bank_account: { ...numbers, suffix: '1' } })
    expect(await refusal(wrong)).toMatchObject({ param: 'nz_bank_account[suffix]' })
  })

  it('that the vendor has for it stays in processing', async ({ payments, stripe }) => {
    const { id } = await stripe.paymentIntents.create({ ...order, payment_method: 'pm_nzBankAccount_processing' })
    payments.clock.advance('1 month')
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('processing')
  })

  it('is debited in two days', async ({ payments, stripe }) => {
    const { id } = await stripe.paymentIntents.create({ ...order, payment_method: 'pm_nzBankAccount_success' })
    payments.clock.advance('1 day')
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('processing')
    payments.clock.advance('1 day')
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  })
})

it('a debit that is not authorized ends the mandate', async ({ payments, stripe }) => {
  const { id } = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'gbp',
    confirm: true,
    allowed_payment_method_types: ['bacs_debit'],
    payment_method: 'pm_bacsDebit_debitNotAuthorized',
    expand: ['latest_charge'],
  })
  payments.clock.advance('5 days')
  const { data } = await stripe.charges.list({ payment_intent: id })
  const mandate = await stripe.mandates.retrieve(data[0]?.payment_method_details?.bacs_debit?.mandate ?? '')
  expect(mandate).toMatchObject({
    status: 'inactive',
    payment_method_details: { bacs_debit: { network_status: 'refused' } },
  })
})
