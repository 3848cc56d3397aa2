import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import {
  customerWith,
  idOf,
  eventTypes,
  latestInvoice,
  linesOf,
  recurringPrice,
} from '#payments/tests/billing.fixture.ts'
import { refusal, paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

const seconds = (text: string): number => Date.parse(text) / 1000
const ADDRESS = { country: 'US', postal_code: '94107' }

async function subscribe(
  { stripe }: Pick<Fixtures, 'stripe'>,
  more: Partial<Stripe.SubscriptionCreateParams> = {},
  customer: Stripe.CustomerCreateParams = {},
): Promise<Stripe.Subscription> {
  const { id } = await customerWith(stripe, 'pm_card_visa', customer)
  const price = await recurringPrice(stripe)
  return stripe.subscriptions.create({ customer: id, items: [{ price: price.id }], ...more })
}

describe('automatic tax', () => {
  it('needs the location of the customer, and is nothing for an account without registrations', async ({ stripe }) => {
    expect(await refusal(subscribe({ stripe }, { automatic_tax: { enabled: true } }))).toMatchObject({
      statusCode: 400,
      code: 'customer_tax_location_invalid',
    })
    const subscription = await subscribe({ stripe }, { automatic_tax: { enabled: true } }, { address: ADDRESS })
    expect(subscription.automatic_tax).toEqual({ enabled: true, liability: { type: 'self' }, disabled_reason: null })
    const invoice = await latestInvoice(stripe, subscription)
    expect(invoice).toMatchObject({
      total: 1500,
      total_taxes: [],
      automatic_tax: { enabled: true, status: 'complete' },
    })
  })

  it('is switched off for a renewal when the location is gone', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe }, { automatic_tax: { enabled: true } }, { address: ADDRESS })
    await stripe.customers.update(idOf(subscription.customer), { address: '' })
    payments.clock.advance('1 month 1 hour')
    expect(await latestInvoice(stripe, subscription)).toMatchObject({
      status: 'paid',
      automatic_tax: { enabled: false, disabled_reason: 'finalization_requires_location_inputs', status: null },
    })
    expect((await stripe.subscriptions.retrieve(subscription.id)).automatic_tax).toMatchObject({
      enabled: false,
      disabled_reason: 'requires_location_inputs',
    })
  })

  it('keeps a draft from being finalized, and reports why', async ({ payments, stripe }) => {
    const customer = await customerWith(stripe)
    await stripe.invoiceItems.create({ customer: customer.id, amount: 500, currency: 'usd' })
    const draft = await stripe.invoices.create({
      customer: customer.id,
      automatic_tax: { enabled: true },
      auto_advance: true,
      pending_invoice_items_behavior: 'include',
    })
    expect(draft.automatic_tax.status).toBe('requires_location_inputs')
    payments.clock.advance('1 hour')
    const failed = await stripe.invoices.retrieve(draft.id)
    expect(failed).toMatchObject({
      status: 'draft',
      last_finalization_error: { code: 'customer_tax_location_invalid' },
    })
    expect(await eventTypes(stripe, 'invoice.finalization')).toEqual(['invoice.finalization_failed'])
    expect(await refusal(stripe.invoices.finalizeInvoice(draft.id))).toMatchObject({
      code: 'customer_tax_location_invalid',
    })
    await stripe.customers.update(customer.id, { address: ADDRESS })
    expect((await stripe.invoices.pay(draft.id)).status).toBe('paid')
  })
})

describe('cancel_at', () => {
  it('before the end of the period credits the time after it', async ({ stripe }) => {
    const subscription = await subscribe({ stripe })
    await stripe.subscriptions.update(subscription.id, { cancel_at: seconds('2026-01-17T00:00:00Z') })
    const [credit] = (await stripe.invoiceItems.list({ pending: true })).data
    expect(credit?.amount).toBe(-750) // 15.5 of 31 days
    const gift = await stripe.invoiceItems.create({
      customer: idOf(subscription.customer),
      subscription: subscription.id,
      amount: -100,
      currency: 'usd',
      period: { start: seconds('2026-01-17T00:00:00Z'), end: seconds('2026-01-18T00:00:00Z') },
    })
    await stripe.subscriptions.update(subscription.id, { cancel_at: '' })
    expect((await stripe.invoiceItems.list({ pending: true })).data.map(({ id }) => id)).toEqual([gift.id])
  })

  it('in a later period shortens that period', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe }, { cancel_at: seconds('2026-02-15T12:00:00Z') })
    payments.clock.advance('1 month 1 hour')
    expect(await latestInvoice(stripe, subscription)).toMatchObject({ total: 750, status: 'paid' })
    payments.clock.advance('14 days')
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'cancellation_requested' },
    })
  })

  it('may name the end of the present period', async ({ stripe }) => {
    const { id } = await subscribe({ stripe })
    const { cancel_at: end } = await stripe.subscriptions.update(id, { cancel_at: 'min_period_end' })
    expect(end).toBe(seconds('2026-02-01T12:00:00Z'))
    expect((await stripe.invoiceItems.list({ pending: true })).data).toEqual([])
  })
})

describe('a paused subscription', () => {
  it('credits unused time, renews no more, and is charged for the rest of its period when it is resumed', async ({
    payments,
    stripe,
  }) => {
    const { id } = await subscribe({ stripe })
    payments.clock.set('2026-01-17T00:00:00Z')
    expect((await stripe.subscriptions.pause(id, { invoicing_behavior: 'invoice' })).status).toBe('paused')
    const { customer } = await stripe.subscriptions.retrieve(id)
    expect(await stripe.customers.retrieve(idOf(customer))).toMatchObject({ balance: -750 })
    payments.clock.advance('2 months')
    expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(2)
    payments.clock.set('2026-04-01T12:00:00Z')
    const resumed = await stripe.subscriptions.resume(id, { billing_cycle_anchor: { type: 'unchanged' } })
    expect(resumed.status).toBe('active')
    expect(await latestInvoice(stripe, resumed)).toMatchObject({ total: 1500, amount_due: 750, status: 'paid' })
    expect(await eventTypes(stripe, 'customer.subscription')).toEqual([
      'customer.subscription.created',
      'customer.subscription.updated',
      'customer.subscription.updated',
      'customer.subscription.paused',
      'customer.subscription.updated',
      'customer.subscription.resumed',
    ])
  })

  it('can wait for the payment of its resumption', async ({ payments, stripe }) => {
    const { id, customer } = await subscribe({ stripe })
    await stripe.subscriptions.pause(id, { bill_for: { unused_time_from: { type: 'none' } } })
    const { id: declining } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: idOf(customer),
    })
    await stripe.subscriptions.update(id, { default_payment_method: declining })
    payments.clock.advance('1 day')
    const params = { payment_behavior: 'resume_on_payment_success' } as const
    const waiting = await stripe.subscriptions.resume(id, params)
    expect(waiting.status).toBe('paused')
    const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer: idOf(customer) })
    await stripe.invoices.pay(idOf(waiting.latest_invoice), { payment_method: card })
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
    expect(await refusal(stripe.subscriptions.resume(id))).toMatchObject({ statusCode: 400 })
  })
})

describe('a subscription', () => {
  it('invoices items that wait at an interval of their own', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe }, { pending_invoice_item_interval: { interval: 'week' } })
    expect(subscription.next_pending_invoice_item_invoice).toBe(seconds('2026-01-08T12:00:00Z'))
    const customer = idOf(subscription.customer)
    await stripe.invoiceItems.create({ customer, subscription: subscription.id, amount: 300, currency: 'usd' })
    payments.clock.advance('1 week 1 hour')
    const [invoice] = (await stripe.invoices.list({ subscription: subscription.id })).data
    expect(invoice).toMatchObject({
      billing_reason: 'automatic_pending_invoice_item_invoice',
      total: 300,
      status: 'paid',
    })
    const later = await stripe.subscriptions.retrieve(subscription.id)
    expect(later.next_pending_invoice_item_invoice).toBe(seconds('2026-01-15T12:00:00Z'))
  })

  it('gives its invoices texts, and its payments options and an application fee', async ({ stripe }) => {
    const subscription = await subscribe(
      { stripe },
      {
        invoice_settings: { custom_fields: [{ name: 'PO', value: '7' }], description: 'Thanks', footer: 'Bye' },
        payment_behavior: 'default_incomplete',
        payment_settings: { payment_method_options: { card: { request_three_d_secure: 'any' } } },
        application_fee_percent: 10,
      },
    )
    const { data } = await stripe.invoicePayments.list({ invoice: idOf(subscription.latest_invoice) })
    const intent = await stripe.paymentIntents.retrieve(idOf(data[0]?.payment.payment_intent))
    expect(intent.payment_method_options?.card?.request_three_d_secure).toBe('any')
    expect(intent.application_fee_amount).toBe(150)
    const invoice = await latestInvoice(stripe, subscription)
    expect(invoice).toMatchObject({
      custom_fields: [{ name: 'PO', value: '7' }],
      description: 'Thanks',
      footer: 'Bye',
      payment_settings: { payment_method_options: { card: { request_three_d_secure: 'any' } } },
    })
    expect(linesOf(invoice)).toEqual([['1 × Gold (at $15.00 / month)', 1500]])
  })

  it('passes the options of payment methods on to its invoices and their payments', async ({ stripe }) => {
    const options: Stripe.SubscriptionCreateParams.PaymentSettings.PaymentMethodOptions = {
      card: { mandate_options: { amount: 1500, amount_type: 'maximum', description: 'Gold' }, network: 'visa' },
      customer_balance: { funding_type: 'bank_transfer', bank_transfer: { type: 'us_bank_transfer' } },
      us_bank_account: {
        financial_connections: { permissions: ['payment_method', 'balances'] },
        verification_method: 'instant',
      },
    }
    const subscription = await subscribe(
      { stripe },
      {
        payment_behavior: 'default_incomplete',
        payment_settings: {
          payment_method_options: options,
          payment_method_types: ['card', 'us_bank_account', 'customer_balance'],
        },
      },
    )
    const bank = {
      financial_connections: { permissions: ['payment_method', 'balances'], prefetch: null },
      verification_method: 'instant',
    }
    expect(subscription.payment_settings?.payment_method_options).toMatchObject({
      ...options,
      card: { ...options.card, request_three_d_secure: null },
      us_bank_account: bank,
    })
    const invoice = await latestInvoice(stripe, subscription)
    expect(invoice.payment_settings.payment_method_options).toMatchObject({
      card: { request_three_d_secure: null },
      customer_balance: options.customer_balance,
      us_bank_account: bank,
    })
    const { data } = await stripe.invoicePayments.list({ invoice: invoice.id })
    const intent = await stripe.paymentIntents.retrieve(idOf(data[0]?.payment.payment_intent))
    expect(intent.payment_method_options).toMatchObject({
      card: { network: 'visa', mandate_options: null },
      customer_balance: options.customer_balance,
      us_bank_account: { verification_method: 'instant' },
    })
    const asked = await stripe.paymentIntents.confirm(intent.id, { payment_method_data: { type: 'customer_balance' } })
    expect(asked.next_action).toMatchObject({
      display_bank_transfer_instructions: { amount_remaining: 1500, type: 'us_bank_transfer' },
    })
  })

  it('can be moved from the classic to the flexible billing mode', async ({ stripe }) => {
    const { id, billing_mode: mode } = await subscribe({ stripe }, { billing_mode: { type: 'classic' } })
    expect(mode).toEqual({ type: 'classic', flexible: null })
    const { billing_mode: after } = await stripe.subscriptions.migrate(id, { billing_mode: { type: 'flexible' } })
    expect(after).toMatchObject({ type: 'flexible', updated_at: seconds('2026-01-01T12:00:00Z') })
  })

  it('may keep its billing cycle anchor when its trial ends', async ({ payments, stripe }) => {
    const subscription = await subscribe(
      { stripe },
      {
        trial_period_days: 15,
        trial_settings: {
          end_behavior: { billing_cycle_anchor: 'unchanged', missing_payment_method: 'create_invoice' },
        },
      },
    )
    payments.clock.advance('15 days 1 hour')
    expect(await latestInvoice(stripe, subscription)).toMatchObject({ total: 774, status: 'paid' }) // 16 of 31 days
    payments.clock.set('2026-02-01T13:00:00Z')
    expect(await latestInvoice(stripe, subscription)).toMatchObject({ total: 1500, status: 'paid' })
  })

  it('shows the terms of the mandates of its payments', async ({ stripe }) => {
    const options = { payto: { mandate_options: { amount: 100 } }, upi: { mandate_options: { amount_type: 'fixed' } } }
    const params: object = { payment_settings: { payment_method_options: options } }
    const subscription = await subscribe({ stripe }, params)
    expect(subscription.payment_settings?.payment_method_options).toMatchObject({
      payto: { mandate_options: { amount: 100, amount_type: null, purpose: null } },
      upi: { mandate_options: { amount: null, amount_type: 'fixed', description: null, end_date: null } },
    })
  })

  it.for([
    { billing_schedules: [{ bill_until: { type: 'timestamp', timestamp: 1_900_000_000 } }] },
    { payment_settings: { payment_method_options: { blik: { mandate_options: { expires_after: 1_900_000_000 } } } } },
    { items: [{ price: 'price_x', current_trial: { trial_offer: 'x' } }] },
  ])('refuses %j by name', async (params, { stripe }) => {
    expect(
      (await refusal(subscribe({ stripe }, params as Partial<Stripe.SubscriptionCreateParams>))).message,
    ).toContain('backlot does not hold the parameter')
  })
})
