import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import type Stripe from 'stripe'
import { billingScenarios } from './billing-operations.fixture.ts'
import { sdkMethods } from './sdk-operations.fixture.ts'
import { productScenarios } from './product-operations.fixture.ts'
import { resourceScenarios } from './resource-operations.fixture.ts'
import { startPayments, stripe21Of, stripe22Of, stripeOf, type RunningPayments } from './payments.fixture.ts'

// Every operation that the SDK has, with the SDK of today and of two major versions before. The fixture holds every
// answer against the types that the version publishes. The operations are those that the SDK's own methods lead to: one
// that no test below calls with success fails the last test, and so does one that is neither built nor named in the
// docs.

describe.each([
  ['stripe 23', stripeOf, '2026-10-28.endive'],
  ['stripe 22', stripe22Of, '2026-08-26.dahlia'],
  ['stripe 21', stripe21Of, '2026-03-25.dahlia'],
] as const)('%s', (_name, sdkOf, apiVersion) => {
  let payments: RunningPayments
  let stripe: Stripe

  beforeAll(async () => {
    // A customer's discount comes from the seed: the API only deletes it. Events are in the version of the account.
    payments = await startPayments({
      seed: {
        payments: {
          account: { api_version: apiVersion, payment_methods: ['konbini'], radar_for_fraud_teams: true },
          coupons: [{ id: 'HALF', percent_off: 50, duration: 'forever' }],
          customers: [{ id: 'cus_half', coupon: 'HALF' }],
        },
      },
    })
  })
  afterAll(() => payments.close())

  /** The operations that the tests have called with success. */
  const called = new Set<string | null>()

  beforeEach(() => {
    payments.reset()
    stripe = sdkOf(payments) as unknown as Stripe // the calls below are the same in every version
  })
  afterEach(() => {
    for (const { operation, status } of payments.requests) if (status === 200) called.add(operation)
  })

  const pay = (more: object = {}): Promise<Stripe.PaymentIntent> =>
    stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      ...more,
    })
  const balanceOf = async (account: string): Promise<number> => {
    const { available, pending } = await stripe.balance.retrieve({}, { stripeAccount: account })
    return (available[0]?.amount ?? 0) + (pending[0]?.amount ?? 0)
  }
  const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): string =>
    typeof charge === 'string' ? charge : ''

  it('customers, their tax ids and balance', async () => {
    const { id } = await stripe.customers.create({
      name: 'Ada',
      email: 'ada@example.com',
      balance: -500,
      payment_method: 'pm_card_visa',
    })
    await stripe.customers.update(id, { shipping: { name: 'Ada', address: { line1: '1 Main Street' } } })
    await stripe.customers.retrieve(id, { expand: ['subscriptions', 'tax_ids', 'sources'] })
    await stripe.customers.list({ email: 'ada@example.com', created: { gte: 1 } })
    await stripe.customers.search({ query: 'email:"ada@example.com"' })
    const taxId = await stripe.customers.createTaxId(id, { type: 'gb_vat', value: 'GB123456789' })
    await stripe.customers.retrieveTaxId(id, taxId.id)
    await stripe.customers.listTaxIds(id)
    await stripe.customers.deleteTaxId(id, taxId.id)
    const change = await stripe.customers.createBalanceTransaction(id, { amount: 200, currency: 'usd' })
    await stripe.customers.retrieveBalanceTransaction(id, change.id)
    await stripe.customers.updateBalanceTransaction(id, change.id, { description: 'credit' })
    const { data } = await stripe.customers.listBalanceTransactions(id)
    expect(data.map(({ amount, ending_balance }) => [amount, ending_balance])).toEqual([
      [200, -300],
      [-500, -500],
    ])
    expect((await stripe.customers.del(id)).deleted).toBe(true)
  })

  it('payment methods, tokens, sessions and keys', async () => {
    const { id: customer } = await stripe.customers.create({})
    const token = await stripe.tokens.create({
      card: { number: '5555555555554444', exp_month: '12', exp_year: '2030', cvc: '123' },
    })
    await stripe.tokens.retrieve(token.id)
    const former = await stripe.sources.create({ type: 'card', token: 'tok_visa' })
    await stripe.sources.retrieve(former.id)
    await stripe.sources.update(former.id, { owner: { email: 'ada@example.com' }, metadata: { a: '1' } })
    await stripe.sources.listSourceTransactions(former.id)
    await stripe.tokens.create({
      bank_account: { country: 'US', currency: 'usd', account_number: '000123456789', routing_number: '110000000' },
    })
    const method = await stripe.paymentMethods.create({ type: 'card', card: { token: token.id } })
    await stripe.paymentMethods.attach(method.id, { customer })
    await stripe.paymentMethods.update(method.id, { billing_details: { name: 'Ada' }, metadata: { a: '1' } })
    await stripe.paymentMethods.retrieve(method.id, { expand: ['customer'] })
    await stripe.paymentMethods.create({ type: 'link', billing_details: { email: 'ada@example.com' } })
    await stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban: 'AT611904300234573201' },
      billing_details: { name: 'Ada', email: 'ada@example.com' },
    })
    expect((await stripe.paymentMethods.list({ customer, type: 'card' })).data).toHaveLength(1)
    expect((await stripe.customers.listPaymentMethods(customer)).data).toHaveLength(1)
    await stripe.customers.retrievePaymentMethod(customer, method.id)
    const source = await stripe.customers.createSource(customer, { source: 'btok_us' })
    await stripe.customers.updateSource(customer, source.id, { account_holder_name: 'Ada' })
    await stripe.customers.retrieveSource(customer, source.id)
    await stripe.customers.verifySource(customer, source.id, { amounts: [32, 45] })
    expect((await stripe.customers.listSources(customer)).data).toHaveLength(1)
    await stripe.customers.deleteSource(customer, source.id)
    await stripe.customerSessions.create({ customer, components: { payment_element: { enabled: true } } })
    const key = await stripe.ephemeralKeys.create({ customer }, { apiVersion: '2026-10-28.endive' })
    await stripe.ephemeralKeys.del(key.id)
    expect((await stripe.paymentMethods.detach(method.id)).customer).toBeNull()
  })

  it('setup intents', async () => {
    const { id: customer } = await stripe.customers.create({})
    const intent = await stripe.setupIntents.create({ customer, description: 'later' })
    await stripe.setupIntents.update(intent.id, { metadata: { a: '1' } })
    const done = await stripe.setupIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa',
      return_url: 'https://shop.test',
      expand: ['latest_attempt', 'payment_method'],
    })
    expect(done).toMatchObject({ status: 'succeeded', latest_attempt: { status: 'succeeded' } })
    await stripe.setupAttempts.list({ setup_intent: intent.id })
    await stripe.setupIntents.retrieve(intent.id)
    const waiting = await stripe.setupIntents.create({
      customer,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      confirm: true,
      return_url: 'https://shop.test',
    })
    expect(waiting.status).toBe('requires_action')
    await stripe.setupIntents.cancel(waiting.id)
    const bank = await stripe.setupIntents.create({
      customer,
      confirm: true,
      return_url: 'https://shop.test',
      payment_method_data: {
        type: 'us_bank_account',
        us_bank_account: { account_number: '000123456789', routing_number: '110000000' },
      },
    })
    const verified = await stripe.setupIntents.verifyMicrodeposits(bank.id, { amounts: [32, 45], expand: ['mandate'] })
    expect(verified).toMatchObject({ status: 'succeeded', mandate: { object: 'mandate' } })
    await stripe.mandates.retrieve((verified.mandate as Stripe.Mandate).id)
    expect((await stripe.setupIntents.list({ customer })).data).toHaveLength(3)
  })

  it('payment intents and charges', async () => {
    const open = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd', metadata: { order: '7' } })
    await stripe.paymentIntents.update(open.id, {
      description: 'seven',
      shipping: { name: 'Ada', address: { line1: '1' } },
    })
    await stripe.paymentIntents.retrieve(open.id)
    await stripe.paymentIntents.confirm(open.id, {
      payment_method: 'pm_card_mastercard',
      return_url: 'https://shop.test',
    })
    const options = { card: { request_incremental_authorization: 'if_available' } }
    const held = await pay({ capture_method: 'manual', payment_method_options: options })
    await stripe.paymentIntents.incrementAuthorization(held.id, { amount: 6000 })
    await stripe.paymentIntents.capture(held.id, { amount_to_capture: 5500 })
    await stripe.paymentIntents.cancel((await pay({ capture_method: 'manual' })).id)
    expect(
      (await stripe.paymentIntents.search({ query: 'metadata["order"]:"7" AND status:"succeeded"' })).data,
    ).toHaveLength(1)
    await stripe.paymentIntents.list({ limit: 2, expand: ['data.latest_charge'] })
    const debit = await pay({
      payment_method_data: {
        type: 'us_bank_account',
        us_bank_account: { account_number: '000123456789', routing_number: '110000000' },
      },
      payment_method: undefined,
    })
    await stripe.paymentIntents.verifyMicrodeposits(debit.id, { amounts: [32, 45] })
    const token = await stripe.testHelpers.confirmationTokens.create({ payment_method: 'pm_card_visa' })
    const confirmed = await pay({ payment_method: undefined, confirmation_token: token.id })
    expect((await stripe.confirmationTokens.retrieve(token.id)).payment_intent).toBe(confirmed.id)
    const charge = await stripe.charges.create({ amount: 900, currency: 'usd', source: 'tok_visa', capture: false })
    await stripe.charges.capture(charge.id)
    await stripe.charges.update(charge.id, { description: 'legacy' })
    await stripe.charges.retrieve(charge.id, { expand: ['balance_transaction', 'refunds'] })
    await stripe.charges.list({ payment_intent: held.id })
    expect((await stripe.charges.search({ query: 'amount>800 AND amount<1000' })).data.map(({ id }) => id)).toEqual([
      charge.id,
    ])
  })

  it('refunds, disputes, balance and payouts', async () => {
    const intent = await pay({ payment_method: 'pm_card_bypassPending' })
    const refund = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 1000,
      reason: 'requested_by_customer',
    })
    await stripe.refunds.update(refund.id, { metadata: { a: '1' } })
    await stripe.refunds.retrieve(refund.id, { expand: ['charge', 'balance_transaction'] })
    await stripe.refunds.list({ charge: chargeOf(intent) })
    const pending = await stripe.refunds.create({
      payment_intent: (await pay({ payment_method: 'pm_card_pendingRefund' })).id,
    })
    expect((await stripe.refunds.cancel(pending.id)).status).toBe('canceled')

    await pay({ payment_method: 'pm_card_createDispute' })
    const { data } = await stripe.disputes.list()
    const { id } = data[0] ?? { id: '' }
    await stripe.disputes.update(id, { evidence: { uncategorized_text: 'not yet' }, submit: false })
    await stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } })
    expect(await stripe.disputes.retrieve(id)).toMatchObject({
      status: 'won',
      balance_transactions: [{ amount: -5000 }, { amount: 5000 }],
    })
    const { id: other } = payments.dispute({ charge: intent.id })
    await stripe.disputes.retrieve(other, { expand: ['charge'] })
    expect((await stripe.disputes.close(other)).status).toBe('lost')
    await pay({ payment_method: 'pm_card_createIssuerFraudRecord' })
    const warnings = await stripe.radar.earlyFraudWarnings.list()
    await stripe.radar.earlyFraudWarnings.retrieve(warnings.data[0]?.id ?? '')

    payments.clock.advance('3d')
    const balance = await stripe.balance.retrieve()
    const transactions = await stripe.balanceTransactions.list({ limit: 100 })
    const sum = transactions.data.reduce((total, { net }) => total + net, 0)
    expect((balance.available[0]?.amount ?? 0) + (balance.pending[0]?.amount ?? 0)).toBe(sum)
    await stripe.balanceTransactions.retrieve(transactions.data[0]?.id ?? '', { expand: ['source'] })
    const payout = await stripe.payouts.create({ amount: 100, currency: 'usd' })
    await stripe.payouts.update(payout.id, { metadata: { a: '1' } })
    await stripe.payouts.cancel(payout.id)
    const paid = await stripe.payouts.create({ amount: 100, currency: 'usd' })
    payments.clock.advance('2d')
    expect((await stripe.payouts.retrieve(paid.id)).status).toBe('paid')
    expect((await stripe.payouts.reverse(paid.id)).amount).toBe(-100)
    await stripe.payouts.list({ status: 'paid' })
  })

  it('connected accounts, transfers and application fees', async () => {
    await stripe.accounts.retrieveCurrent()
    const account = await stripe.accounts.create({
      type: 'express',
      country: 'US',
      email: 'shop@example.com',
      business_profile: { name: 'Shop' },
    })
    await stripe.accounts.update(account.id, {
      metadata: { a: '1' },
      capabilities: { sepa_debit_payments: { requested: true } },
    })
    await stripe.accounts.retrieve(account.id)
    expect((await stripe.accounts.list()).data.map(({ id }) => id)).toEqual([account.id])
    await stripe.accountLinks.create({
      account: account.id,
      type: 'account_onboarding',
      return_url: 'https://shop.test',
      refresh_url: 'https://shop.test',
    })
    const destination = await pay({
      application_fee_amount: 500,
      transfer_data: { destination: account.id },
    })
    const sent = await stripe.paymentIntents.retrieve(destination.id, { expand: ['latest_charge.transfer'] })
    expect(sent.latest_charge).toMatchObject({ transfer: { amount: 5000, destination: account.id } })
    const [fee] = (await stripe.applicationFees.list()).data
    await stripe.applicationFees.retrieve(fee?.id ?? '', { expand: ['balance_transaction'] })
    const feeRefund = await stripe.applicationFees.createRefund(fee?.id ?? '', { amount: 100 })
    await stripe.applicationFees.retrieveRefund(fee?.id ?? '', feeRefund.id)
    await stripe.applicationFees.updateRefund(fee?.id ?? '', feeRefund.id, { metadata: { a: '1' } })
    await stripe.applicationFees.listRefunds(fee?.id ?? '')
    await stripe.refunds.create({
      payment_intent: destination.id,
      reverse_transfer: true,
      refund_application_fee: true,
    })
    expect(await balanceOf(account.id)).toBe(0)

    await pay({ payment_method: 'pm_card_bypassPending' })
    const transfer = await stripe.transfers.create({ amount: 1000, currency: 'usd', destination: account.id })
    await stripe.transfers.update(transfer.id, { description: 'share' })
    await stripe.transfers.retrieve(transfer.id)
    await stripe.transfers.list({ destination: account.id })
    const reversal = await stripe.transfers.createReversal(transfer.id, { amount: 400 })
    await stripe.transfers.retrieveReversal(transfer.id, reversal.id)
    await stripe.transfers.updateReversal(transfer.id, reversal.id, { metadata: { a: '1' } })
    await stripe.transfers.listReversals(transfer.id)
    expect(await balanceOf(account.id)).toBe(600)

    const direct = await stripe.paymentIntents.create(
      {
        amount: 2000,
        currency: 'usd',
        application_fee_amount: 123,
        payment_method: 'pm_card_visa',
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      },
      { stripeAccount: account.id },
    )
    expect(direct.application_fee_amount).toBe(123)
    await expect(stripe.paymentIntents.retrieve(direct.id)).rejects.toMatchObject({ code: 'resource_missing' })
    expect((await stripe.applicationFees.list()).data[0]).toMatchObject({ amount: 123, account: account.id })
    const { id: another } = await stripe.accounts.create({ type: 'custom', country: 'US' })
    await stripe.accounts.update(another, { email: 'other@example.com' })
    await stripe.accounts.reject(account.id, { reason: 'fraud' })
    expect((await stripe.accounts.del(account.id)).deleted).toBe(true)
  })

  it('events and webhook endpoints', async () => {
    const endpoint = await stripe.webhookEndpoints.create({
      url: 'http://127.0.0.1:9/',
      enabled_events: ['customer.created'],
    })
    expect(endpoint.secret).toMatch(/^whsec_\w{32}$/)
    await stripe.webhookEndpoints.update(endpoint.id, { disabled: true, description: 'mine' })
    await stripe.webhookEndpoints.retrieve(endpoint.id)
    await stripe.webhookEndpoints.list()
    await stripe.customers.create({})
    const { data } = await stripe.events.list({ types: ['customer.created'] })
    const event = await stripe.events.retrieve(data[0]?.id ?? '')
    expect(event).toMatchObject({ pending_webhooks: 0, request: { id: expect.stringMatching(/^req_/) as string } })
    expect((await stripe.webhookEndpoints.del(endpoint.id)).deleted).toBe(true)
  })

  it.each(Object.entries({ ...billingScenarios, ...resourceScenarios, ...productScenarios }))(
    '%s',
    async (_subject, run) => {
      await run({ stripe, payments })
      expect(payments.requests.filter(({ status }) => status !== 200)).toEqual([])
    },
  )

  it('leave no operation of the SDK out: it was called above, or the docs name it as not built', async () => {
    const methods = await sdkMethods(stripe, payments)
    expect(methods.length).toBeGreaterThan(450)
    const built = methods.filter(({ operation }) => operation !== null)
    expect(built.filter(({ operation }) => !called.has(operation)).map(({ name }) => name)).toEqual([])
    const missing = methods.filter(({ operation }) => operation === null)
    expect(missing.filter(({ status }) => status !== 501)).toEqual([])
    const isNamed = ({ name }: { readonly name: string }): boolean => NOT_BUILT.some((each) => covers(each, name))
    expect(missing.filter((each) => !isNamed(each)).map(({ name }) => name)).toEqual([])
    expect(built.filter(isNamed).map(({ name }) => name)).toEqual([])
  })
})

/** The methods that the docs name as not built: `quotes` stands for all of a resource. */
const NOT_BUILT: readonly string[] = namesOfDocs()

function namesOfDocs(): readonly string[] {
  const docs = readFileSync('docs/payments.md', 'utf8')
  const section = /\n### Methods that are not built\n([\s\S]*?)\n##/.exec(docs)?.[1] ?? ''
  return [...section.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name)
}

function covers(named: string, name: string): boolean {
  return name === named || name.startsWith(`${named}.`)
}
