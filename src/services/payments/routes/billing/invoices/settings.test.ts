import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { customerWith, eventTypes, idOf, recurringPrice } from '#payments/tests/billing.fixture.ts'
import { refusal, paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>
let customer: string
it.beforeEach(async ({ stripe }) => {
  customer = (await customerWith(stripe)).id
})

/** Adds a draft over an amount in cents. */
async function draftOf(
  { stripe }: Pick<Fixtures, 'stripe'>,
  amount: number,
  more: Partial<Stripe.InvoiceCreateParams> = {},
): Promise<string> {
  const id = idOf(await stripe.invoices.create({ customer, ...more }))
  await stripe.invoiceItems.create({ customer, invoice: id, amount, currency: 'usd' })
  return id
}

describe('an invoice', () => {
  it('keeps the number that the account gave it', async ({ stripe }) => {
    const id = await draftOf({ stripe }, 1000, { number: 'ACME-7' })
    expect((await stripe.invoices.finalizeInvoice(id)).number).toBe('ACME-7')
  })

  it('has options of its payment methods, which its payment takes over', async ({ stripe }) => {
    const options: Stripe.InvoiceCreateParams.PaymentSettings.PaymentMethodOptions = {
      acss_debit: { mandate_options: { transaction_type: 'business' }, verification_method: 'microdeposits' },
      card: { installments: { enabled: true }, request_three_d_secure: 'challenge' },
    }
    const id = await draftOf({ stripe }, 1000, {
      auto_advance: false,
      payment_settings: { payment_method_options: options, payment_method_types: ['card', 'acss_debit'] },
    })
    const invoice = await stripe.invoices.finalizeInvoice(id)
    expect(invoice.payment_settings.payment_method_options).toMatchObject({ ...options, bancontact: null, pix: null })
    const { data } = await stripe.invoicePayments.list({ invoice: id })
    const intent = await stripe.paymentIntents.retrieve(idOf(data[0]?.payment.payment_intent))
    expect(intent.payment_method_options).toMatchObject({
      acss_debit: options.acss_debit,
      card: { installments: { enabled: true }, request_three_d_secure: 'challenge' },
    })
  })

  it('names the company that buys by Billie, whom its payment takes over', async ({ stripe }) => {
    const company = {
      registered_address: { country: 'DE', city: 'Berlin' },
      registered_name: 'Ada GmbH',
      registration_number: 'HRB 1',
      registration_type: 'de_hrb',
    } as const
    const shown = {
      company_details: {
        ...company,
        registered_address: { ...company.registered_address, line1: null, line2: null, postal_code: null, state: null },
        vat: null,
      },
      reference: 'PO-7',
    }
    const id = await draftOf({ stripe }, 1000, {
      auto_advance: false,
      payment_settings: {
        payment_method_options: { billie: { company_details: company, reference: 'PO-7' } },
        payment_method_types: ['card', 'billie'],
      },
    })
    const invoice = await stripe.invoices.finalizeInvoice(id)
    expect(invoice.payment_settings.payment_method_options?.billie).toEqual(shown)
    const { data } = await stripe.invoicePayments.list({ invoice: id })
    const intent = await stripe.paymentIntents.retrieve(idOf(data[0]?.payment.payment_intent))
    expect(intent.payment_method_options?.billie).toEqual(shown)
  })

  it('that is too small to be charged is paid, and its amount moves to the balance', async ({ stripe }) => {
    expect(await stripe.invoices.finalizeInvoice(await draftOf({ stripe }, 20))).toMatchObject({
      status: 'paid',
      amount_due: 0,
    })
    const [change] = (await stripe.customers.listBalanceTransactions(customer)).data
    expect(change).toMatchObject({ type: 'invoice_too_small', amount: 20, ending_balance: 20 })
  })

  it('that is voided gives back the credit that it used', async ({ stripe }) => {
    await stripe.customers.createBalanceTransaction(customer, { amount: -300, currency: 'usd' })
    const invoice = await stripe.invoices.finalizeInvoice(await draftOf({ stripe }, 1000))
    expect(invoice).toMatchObject({ amount_due: 700, starting_balance: -300, ending_balance: 0 })
    await stripe.invoices.voidInvoice(idOf(invoice))
    const [change] = (await stripe.customers.listBalanceTransactions(customer)).data
    expect(change).toMatchObject({ type: 'unapplied_from_invoice', amount: -300, ending_balance: -300 })
  })

  it('that is sent is announced a week before it is due, and when it is overdue', async ({ payments, stripe }) => {
    await stripe.invoices.sendInvoice(
      await draftOf({ stripe }, 1000, { collection_method: 'send_invoice', days_until_due: 10 }),
    )
    const notices = (): Promise<string[]> => eventTypes(stripe, 'invoice.will_be_due', 'invoice.overdue')
    payments.clock.advance('2d 23h')
    expect(await notices()).toEqual([])
    payments.clock.advance('1h')
    expect(await notices()).toEqual(['invoice.will_be_due'])
    payments.clock.advance('7d')
    expect(await notices()).toEqual(['invoice.will_be_due', 'invoice.overdue'])
  })

  it('is paid by its own payment method before that of its subscription', async ({ payments, stripe }) => {
    const { id: own } = await stripe.paymentMethods.attach('pm_card_mastercard', { customer })
    const { id: other } = await stripe.paymentMethods.attach('pm_card_amex', { customer })
    const price = await recurringPrice(stripe)
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      default_payment_method: other,
    })
    payments.clock.advance('1 month')
    const renewal = idOf((await stripe.subscriptions.retrieve(subscription.id)).latest_invoice)
    await stripe.invoices.update(renewal, { default_payment_method: own })
    payments.clock.advance('1h')
    const [charge] = (await stripe.charges.list({ customer, limit: 1 })).data
    expect(charge?.payment_method).toBe(own)
  })

  it('gives an item back that is taken from it without being deleted', async ({ stripe }) => {
    const id = await draftOf({ stripe }, 1000)
    const { lines } = await stripe.invoices.retrieve(id)
    await stripe.invoices.removeLines(id, { lines: [{ id: idOf(lines.data[0]), behavior: 'unassign' }] })
    expect((await stripe.invoiceItems.list({ pending: true })).data).toMatchObject([{ amount: 1000, invoice: null }])
  })

  it('of a renewal is not collected any more after the last retry', async ({ payments, stripe }) => {
    const price = await recurringPrice(stripe)
    const subscription = await stripe.subscriptions.create({ customer, items: [{ price: price.id }] })
    const { id: bad } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: bad } })
    payments.clock.advance('1 month 17d')
    const renewal = idOf((await stripe.subscriptions.retrieve(subscription.id)).latest_invoice)
    expect(await stripe.invoices.retrieve(renewal)).toMatchObject({
      attempt_count: 4,
      auto_advance: false,
      next_payment_attempt: null,
    })
  })
})

describe('an invoice item', () => {
  it('is refused with the path of what is wrong in its price', async ({ stripe }) => {
    const item = (price_data: object) => stripe.invoiceItems.create({ customer, price_data: price_data as never }) // incomplete, to be refused
    const noProduct = await refusal(item({ currency: 'usd', product: 'none', unit_amount: 1 }))
    expect(noProduct).toMatchObject({ code: 'resource_missing', param: 'price_data[product]' })
    const { id: product } = await stripe.products.create({ name: 'Gold' })
    expect((await refusal(item({ currency: 'usd', product }))).param).toBe('price_data[unit_amount]')
  })
})

describe('a promotion code of one customer', () => {
  it('is refused for another', async ({ stripe }) => {
    const coupon = await stripe.coupons.create({ percent_off: 10 })
    const { id: owner } = await stripe.customers.create({})
    const code = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      customer: owner,
    })
    const price = await recurringPrice(stripe)
    const subscribing = stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      discounts: [{ promotion_code: code.id }],
    })
    expect(await refusal(subscribing)).toMatchObject({
      param: 'discounts[0][promotion_code]',
      message: 'This promotion code cannot be redeemed because it belongs to another customer.',
    })
  })
})

describe('a subscription', () => {
  it('in its trial keeps the trial when its interval changes', async ({ stripe }) => {
    const price = await recurringPrice(stripe)
    const yearly = await recurringPrice(stripe, { recurring: { interval: 'year' } })
    const before = await stripe.subscriptions.create({ customer, items: [{ price: price.id }], trial_period_days: 7 })
    const after = await stripe.subscriptions.update(before.id, {
      items: [{ id: idOf(before.items.data[0]), price: yearly.id }],
    })
    expect(after).toMatchObject({ status: 'trialing', trial_end: before.trial_end })
  })

  it('stays active while an update waits for its payment', async ({ stripe }) => {
    const price = await recurringPrice(stripe)
    const { id, items } = await stripe.subscriptions.create({ customer, items: [{ price: price.id }] })
    const { id: bad } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: bad } })
    const pending = await stripe.subscriptions.update(id, {
      items: [{ id: idOf(items.data[0]), quantity: 4 }],
      payment_behavior: 'pending_if_incomplete',
      proration_behavior: 'always_invoice',
    })
    expect(pending).toMatchObject({ status: 'active', pending_update: { subscription_items: [{ quantity: 4 }] } })
    expect(await refusal(stripe.invoices.pay(idOf(pending.latest_invoice)))).toMatchObject({ statusCode: 402 })
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  })

  it('of a schedule is not paused, and keeps no end of the schedule that is released', async ({ stripe }) => {
    const price = await recurringPrice(stripe)
    const schedule = await stripe.subscriptionSchedules.create({
      customer,
      start_date: 'now',
      end_behavior: 'cancel',
      phases: [{ items: [{ price: price.id }] }],
    })
    const id = idOf(schedule.subscription)
    expect((await refusal(stripe.subscriptions.pause(id))).message).toContain(schedule.id)
    expect((await stripe.subscriptions.retrieve(id)).cancel_at).not.toBeNull()
    await stripe.subscriptionSchedules.release(schedule.id)
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ schedule: null, cancel_at: null })
  })

  it('whose renewals stay unpaid aborts its schedule', async ({ payments, stripe }) => {
    const price = await recurringPrice(stripe)
    await stripe.subscriptionSchedules.create({
      customer,
      start_date: 'now',
      phases: [{ items: [{ price: price.id }], duration: { interval: 'year' } }],
    })
    const { id: bad } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    payments.clock.advance('2h')
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: bad } })
    payments.clock.advance('1 month 17d')
    expect(await eventTypes(stripe, 'subscription_schedule.aborted', 'subscription_schedule.canceled')).toEqual([
      'subscription_schedule.aborted',
    ])
  })
})

describe('a list', () => {
  it('that is paged backwards has more where there are newer records', async ({ stripe }) => {
    for (const name of ['a', 'b', 'c', 'd']) {
      await stripe.products.create({ name })
    }
    const all = (await stripe.products.list()).data
    const before = (at: number, limit: number) => stripe.products.list({ ending_before: idOf(all[at]), limit })
    expect(await before(3, 2)).toMatchObject({ has_more: true, data: [{ name: 'c' }, { name: 'b' }] })
    expect(await before(2, 2)).toMatchObject({ has_more: false, data: [{ name: 'd' }, { name: 'c' }] })
  })
})
