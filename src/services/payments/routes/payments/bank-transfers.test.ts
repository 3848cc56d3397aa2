import { describe, expect } from 'vitest'
import type Stripe from 'stripe'
import { paymentsTest, refusal } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

const TRANSFER = { funding_type: 'bank_transfer', bank_transfer: { type: 'us_bank_transfer' } } as const

const order = (stripe: Stripe, customer: string, amount: number): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    customer,
    confirm: true,
    allowed_payment_method_types: ['customer_balance'],
    payment_method_data: { type: 'customer_balance' },
    payment_method_options: { customer_balance: TRANSFER },
  })

describe('a payment by bank transfer', () => {
  it('shows where to send the money, and succeeds when all of it is there', async ({ stripe }) => {
    const { id: customer } = await stripe.customers.create({})
    const intent = await order(stripe, customer, 5000)
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: {
        type: 'display_bank_transfer_instructions',
        display_bank_transfer_instructions: { amount_remaining: 5000, currency: 'usd', type: 'us_bank_transfer' },
      },
    })
    const { financial_addresses: addresses } = intent.next_action?.display_bank_transfer_instructions ?? {}
    expect(addresses?.map(({ type }) => type)).toEqual(['aba', 'swift'])
    const fund = (amount: number): Promise<Stripe.CustomerCashBalanceTransaction> =>
      stripe.testHelpers.customers.fundCashBalance(customer, { amount, currency: 'usd' })
    expect(await fund(2000)).toMatchObject({ type: 'funded', net_amount: 2000 })
    const partly = await stripe.paymentIntents.retrieve(intent.id)
    expect(partly.next_action?.display_bank_transfer_instructions?.amount_remaining).toBe(3000)
    await fund(4000)
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect(paid).toMatchObject({
      status: 'succeeded',
      latest_charge: { payment_method_details: { type: 'customer_balance' } },
    })
    expect((await stripe.customers.retrieveCashBalance(customer)).available).toEqual({ usd: 1000 })
    const moves = (await stripe.customers.listCashBalanceTransactions(customer)).data
    expect(moves.map(({ type, net_amount }) => [type, net_amount])).toEqual([
      ['applied_to_payment', -3000],
      ['funded', 4000],
      ['applied_to_payment', -2000],
      ['funded', 2000],
    ])
    const types = (await stripe.events.list({ limit: 20 })).data.map(({ type }) => type)
    expect(types).toContain('payment_intent.partially_funded')
    expect(types).toContain('cash_balance.funds_available')
  })

  it('succeeds at once from money that is there, and is refunded to it', async ({ stripe }) => {
    const { id: customer } = await stripe.customers.create({})
    await stripe.testHelpers.customers.fundCashBalance(customer, { amount: 5000, currency: 'usd' })
    const { id, status } = await order(stripe, customer, 5000)
    expect(status).toBe('succeeded')
    const refund = await stripe.refunds.create({ payment_intent: id, amount: 2000 })
    expect(refund).toMatchObject({ status: 'succeeded', destination_details: { type: 'customer_cash_balance' } })
    expect((await stripe.customers.retrieveCashBalance(customer)).available).toEqual({ usd: 2000 })
  })

  it('waits to be told where the customer reconciles by hand, and gives its part back when it is canceled', async ({
    stripe,
  }) => {
    const { id: customer } = await stripe.customers.create({})
    await stripe.customers.updateCashBalance(customer, { settings: { reconciliation_mode: 'manual' } })
    const { id } = await order(stripe, customer, 5000)
    await stripe.testHelpers.customers.fundCashBalance(customer, { amount: 3000, currency: 'usd' })
    expect((await stripe.customers.retrieveCashBalance(customer)).available).toEqual({ usd: 3000 })
    const applied = await stripe.paymentIntents.applyCustomerBalance(id, { amount: 1000, currency: 'usd' })
    expect(applied.next_action?.display_bank_transfer_instructions?.amount_remaining).toBe(4000)
    await stripe.paymentIntents.cancel(id)
    expect((await stripe.customers.retrieveCashBalance(customer)).available).toEqual({ usd: 3000 })
  })

  it('pays a Checkout session after it is complete', async ({ payments, stripe }) => {
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' })
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      customer,
      allowed_payment_method_types: ['customer_balance'],
      payment_method_options: { customer_balance: TRANSFER },
      line_items: [{ price_data: { currency: 'usd', unit_amount: 900, product_data: { name: 'Mug' } }, quantity: 1 }],
      success_url: 'https://shop.test',
    })
    const { session: after } = payments.pay(session.id, { method: 'customer_balance' })
    expect(after).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
    await stripe.testHelpers.customers.fundCashBalance(customer, { amount: 900, currency: 'usd' })
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid')
  })

  it('needs a customer, and a transfer in its currency', async ({ stripe }) => {
    const { id: customer } = await stripe.customers.create({})
    const intent: Stripe.PaymentIntentCreateParams = {
      amount: 5000,
      currency: 'eur',
      confirm: true,
      allowed_payment_method_types: ['customer_balance'],
      payment_method_data: { type: 'customer_balance' },
      payment_method_options: { customer_balance: TRANSFER },
    }
    expect(await refusal(stripe.paymentIntents.create(intent))).toMatchObject({ param: 'customer' })
    expect(await refusal(stripe.paymentIntents.create({ ...intent, customer }))).toMatchObject({
      param: 'payment_method_options[customer_balance][bank_transfer][type]',
    })
  })
})
