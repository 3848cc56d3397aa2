import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import {
  customerWith,
  eventTypes,
  latestInvoice,
  linesOf,
  recurringPrice,
  idOf,
} from '#payments/tests/billing.fixture.ts'
import { refusal, paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

const seconds = (text: string): number => Date.parse(text) / 1000
const itemOf = ({ items }: Stripe.Subscription): Stripe.SubscriptionItem => {
  const [item] = items.data
  if (item === undefined) throw new Error('the subscription has no item')
  return item
}

async function subscribe(
  { stripe }: Pick<Fixtures, 'stripe'>,
  more: Partial<Stripe.SubscriptionCreateParams> = {},
  method: string | null = 'pm_card_visa',
): Promise<Stripe.Subscription> {
  const customer = await customerWith(stripe, method)
  const price = await recurringPrice(stripe)
  return stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }], ...more })
}

describe('a new subscription', () => {
  it('is paid at once by the default payment method, and reports it in order', async ({ stripe }) => {
    const subscription = await subscribe({ stripe })
    expect(subscription.status).toBe('active')
    expect(itemOf(subscription).current_period_end).toBe(seconds('2026-02-01T12:00:00Z'))
    const invoice = await latestInvoice(stripe, subscription)
    expect(invoice).toMatchObject({
      status: 'paid',
      total: 1500,
      billing_reason: 'subscription_create',
      amount_paid: 1500,
    })
    expect(invoice.number).toMatch(/^[0-9A-F]{8}-0001$/)
    expect(linesOf(invoice)).toEqual([['1 × Gold (at $15.00 / month)', 1500]])
    expect(await eventTypes(stripe, 'customer.subscription', 'invoice', 'charge', 'payment_intent')).toEqual([
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.updated',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ])
    const [event] = (await stripe.events.list({ type: 'customer.subscription.updated' })).data
    expect(event?.data.previous_attributes).toEqual({ status: 'incomplete' })
  })

  it('waits for its payment with default_incomplete, and becomes active when the customer pays', async ({ stripe }) => {
    const customer = await customerWith(stripe, null)
    const price = await recurringPrice(stripe)
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
    })
    expect(subscription.status).toBe('incomplete')
    const invoice = subscription.latest_invoice as Stripe.Invoice // expanded
    expect(invoice.status).toBe('open')
    expect(invoice.confirmation_secret?.type).toBe('payment_intent')
    const intent = idOf(invoice.payments?.data[0]?.payment.payment_intent)
    expect(invoice.confirmation_secret?.client_secret.startsWith(intent)).toBe(true)
    await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa', return_url: 'https://example.com' })
    const paid = await stripe.subscriptions.retrieve(subscription.id)
    expect(paid.status).toBe('active')
    expect(paid.default_payment_method).toMatch(/^pm_/)
    expect((await latestInvoice(stripe, subscription)).status).toBe('paid')
  })

  it('waits for the confirmation with default_incomplete where its customer has a card', async ({ stripe }) => {
    const customer = await customerWith(stripe, 'pm_card_visa')
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: (await recurringPrice(stripe)).id }],
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice.payments'],
    })
    expect(subscription.status).toBe('incomplete')
    const { payments: paid } = subscription.latest_invoice as Stripe.Invoice // expanded
    const intent = await stripe.paymentIntents.retrieve(idOf(paid?.data[0]?.payment.payment_intent))
    const method = customer.invoice_settings.default_payment_method
    expect(intent).toMatchObject({ status: 'requires_confirmation', payment_method: method })
    await stripe.paymentIntents.confirm(intent.id, { return_url: 'https://example.com' })
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  })

  it('stays incomplete when the card is declined, and expires after 23 hours', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe }, {}, 'pm_card_chargeCustomerFail')
    expect(subscription.status).toBe('incomplete')
    expect(await eventTypes(stripe, 'invoice.payment', 'charge')).toEqual(['charge.failed', 'invoice.payment_failed'])
    payments.clock.advance('22h 59m')
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
    payments.clock.advance('1m')
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete_expired')
    expect((await latestInvoice(stripe, subscription)).status).toBe('void')
  })

  it('is refused with error_if_incomplete, and leaves nothing behind', async ({ stripe }) => {
    const customer = await customerWith(stripe, 'pm_card_chargeCustomerFail')
    const price = await recurringPrice(stripe)
    const error = await refusal(
      stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        payment_behavior: 'error_if_incomplete',
      }),
    )
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' })
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
    expect((await stripe.invoices.list()).data).toEqual([])
  })

  it('needs a payment method', async ({ stripe }) => {
    expect((await refusal(subscribe({ stripe }, {}, null))).message).toContain(
      'no attached payment source or default payment method',
    )
  })

  it('is sent to the customer with send_invoice: a draft first, finalized and sent an hour later', async ({
    payments,
    stripe,
  }) => {
    const subscription = await subscribe({ stripe }, { collection_method: 'send_invoice', days_until_due: 14 }, null)
    expect(subscription.status).toBe('active')
    expect((await latestInvoice(stripe, subscription)).status).toBe('draft')
    payments.clock.advance('1h')
    const invoice = await latestInvoice(stripe, subscription)
    expect(invoice).toMatchObject({ status: 'open', due_date: seconds('2026-01-15T13:00:00Z') })
    expect(await eventTypes(stripe, 'invoice.sent')).toEqual(['invoice.sent'])
    payments.clock.advance('14d')
    expect(await eventTypes(stripe, 'invoice.will_be_due', 'invoice.overdue')).toEqual([
      'invoice.will_be_due',
      'invoice.overdue',
    ])
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
  })

  it('charges the part of the first period up to a later billing cycle anchor', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe }, { billing_cycle_anchor: seconds('2026-01-11T12:00:00Z') })
    expect(itemOf(subscription).current_period_end).toBe(seconds('2026-01-11T12:00:00Z'))
    // 10 of the 31 days that end on 11 January.
    const { total, lines } = await latestInvoice(stripe, subscription)
    expect(total).toBe(Math.round((1500 * 10) / 31))
    expect(lines.data[0]?.parent?.subscription_item_details).toMatchObject({
      invoice_item: expect.stringMatching(/^ii_/) as string,
      proration: true,
    })
    payments.clock.advance('10d 2h')
    expect((await latestInvoice(stripe, subscription)).total).toBe(1500)
  })

  it('adds what is charged once, discounts and taxes to its first invoice', async ({ payments, stripe }) => {
    const rate = await stripe.taxRates.create({ display_name: 'Sales tax', inclusive: false, percentage: 10 })
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' })
    const setup = await stripe.prices.create({ currency: 'usd', unit_amount: 500, product_data: { name: 'Setup' } })
    const subscription = await subscribe(
      { stripe },
      {
        add_invoice_items: [{ price: setup.id }],
        discounts: [{ coupon: coupon.id }],
        default_tax_rates: [rate.id],
      },
    )
    const invoice = await latestInvoice(stripe, subscription)
    expect(invoice).toMatchObject({ subtotal: 2000, total_excluding_tax: 1000, total: 1100 })
    expect(invoice.total_taxes).toMatchObject([{ amount: 100, taxable_amount: 1000, tax_behavior: 'exclusive' }])
    expect((await stripe.subscriptions.retrieve(subscription.id)).discounts).toEqual([])
    payments.clock.advance('1 month')
    expect((await latestInvoice(stripe, subscription)).total).toBe(1650)
    expect(await eventTypes(stripe, 'customer.discount')).toEqual([
      'customer.discount.created',
      'customer.discount.deleted',
    ])
  })

  it.for<[Partial<Stripe.SubscriptionCreateParams>, string]>([
    [{ items: [] }, 'items'],
    [{ trial_end: 5 }, 'trial_end'],
    [{ billing_cycle_anchor: 1_900_000_000 }, 'billing_cycle_anchor'],
    [{ payment_behavior: 'pending_if_incomplete' }, 'payment_behavior'],
    [{ default_payment_method: 'pm_none' }, 'default_payment_method'],
  ])('refuses %j', async ([params, param], { stripe }) => {
    expect(await refusal(subscribe({ stripe }, params))).toMatchObject({ statusCode: 400, param })
  })

  it('refuses prices that are charged once, and prices of different intervals in the classic billing mode', async ({
    stripe,
  }) => {
    const { id: customer } = await customerWith(stripe)
    const once = await stripe.prices.create({ currency: 'usd', unit_amount: 1, product_data: { name: 'Once' } })
    const [month, year] = [
      await recurringPrice(stripe),
      await recurringPrice(stripe, { recurring: { interval: 'year' } }),
    ]
    const create = (...prices: Stripe.Price[]) =>
      stripe.subscriptions.create({ customer, items: prices.map(({ id }) => ({ price: id })) })
    expect((await refusal(create(once))).message).toContain('`type=one_time`')
    const classic = stripe.subscriptions.create({
      customer,
      items: [{ price: month.id }, { price: year.id }],
      billing_mode: { type: 'classic' },
    })
    expect((await refusal(classic)).message).toContain('must have the same `recurring.interval`')
    expect((await refusal(create(month, month))).message).toContain(`with the same Price: ${month.id}`)
  })
})

describe('a trial', () => {
  it('costs nothing, is announced three days before its end, and is followed by the first payment', async ({
    payments,
    stripe,
  }) => {
    const subscription = await subscribe({ stripe }, { trial_period_days: 14 })
    expect(subscription).toMatchObject({ status: 'trialing', trial_end: seconds('2026-01-15T12:00:00Z') })
    expect(linesOf(await latestInvoice(stripe, subscription))).toEqual([['Free trial for 1 × Gold', 0]])
    payments.clock.advance('11d')
    expect(await eventTypes(stripe, 'customer.subscription.trial')).toEqual(['customer.subscription.trial_will_end'])
    payments.clock.advance('3d 2h')
    const active = await stripe.subscriptions.retrieve(subscription.id)
    expect(active.status).toBe('active')
    expect(itemOf(active)).toMatchObject({
      current_period_start: seconds('2026-01-15T12:00:00Z'),
      current_period_end: seconds('2026-02-15T12:00:00Z'),
    })
    expect(await latestInvoice(stripe, subscription)).toMatchObject({ status: 'paid', total: 1500 })
  })

  it.for([
    ['cancel', 'canceled', 'customer.subscription.deleted'],
    ['pause', 'paused', 'customer.subscription.paused'],
    ['create_invoice', 'past_due', 'invoice.payment_failed'],
  ] as const)('without a payment method ends with %s: %s', async ([behavior, status, event], { payments, stripe }) => {
    const subscription = await subscribe(
      { stripe },
      { trial_period_days: 7, trial_settings: { end_behavior: { missing_payment_method: behavior } } },
      null,
    )
    payments.clock.advance('7d 2h')
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe(status)
    expect(await eventTypes(stripe, event)).toEqual([event])
  })

  it('that has paused a subscription is over when it is resumed', async ({ payments, stripe }) => {
    const subscription = await subscribe(
      { stripe },
      { trial_period_days: 7, trial_settings: { end_behavior: { missing_payment_method: 'pause' } } },
      null,
    )
    payments.clock.advance('10d')
    const customer = idOf(subscription.customer)
    const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
    const resumed = await stripe.subscriptions.resume(subscription.id)
    expect(resumed.status).toBe('active')
    expect(itemOf(resumed).current_period_start).toBe(seconds('2026-01-11T12:00:00Z'))
    expect(await latestInvoice(stripe, subscription)).toMatchObject({ status: 'paid', total: 1500 })
    expect(await eventTypes(stripe, 'customer.subscription.resumed')).toHaveLength(1)
  })

  it('without a payment method has a setup intent, whose card then pays', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe }, { trial_period_days: 7 }, null)
    const setup = idOf(subscription.pending_setup_intent)
    await stripe.setupIntents.confirm(setup, { payment_method: 'pm_card_visa', return_url: 'https://example.com' })
    const ready = await stripe.subscriptions.retrieve(subscription.id)
    expect(ready.pending_setup_intent).toBeNull()
    expect(ready.default_payment_method).toMatch(/^pm_/)
    payments.clock.advance('7d 2h')
    expect(await latestInvoice(stripe, subscription)).toMatchObject({ status: 'paid', total: 1500 })
  })

  it('can be ended at once', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe }, { trial_period_days: 30 })
    payments.clock.advance('3d')
    const ended = await stripe.subscriptions.update(subscription.id, { trial_end: 'now' })
    expect(ended.status).toBe('active')
    expect(itemOf(ended).current_period_start).toBe(seconds('2026-01-04T12:00:00Z'))
    expect(await latestInvoice(stripe, subscription)).toMatchObject({ status: 'paid', total: 1500 })
  })
})

describe('an update', () => {
  it('prorates to the second, on the next invoice', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe })
    const silver = await recurringPrice(stripe, { unit_amount: 3000, product_data: { name: 'Platinum' } })
    payments.clock.advance('15d 12h') // half of 31 days
    await stripe.subscriptions.update(subscription.id, { items: [{ id: itemOf(subscription).id, price: silver.id }] })
    const pending = await stripe.invoiceItems.list({ pending: true })
    expect(pending.data.map(({ amount, description, proration }) => [amount, description, proration])).toEqual([
      [1500, 'Remaining time on Platinum after 17 Jan 2026', true],
      [-750, 'Unused time on Gold after 17 Jan 2026', true],
    ])
    payments.clock.advance('16d')
    expect(linesOf(await latestInvoice(stripe, subscription))).toEqual([
      ['Unused time on Gold after 17 Jan 2026', -750],
      ['Remaining time on Platinum after 17 Jan 2026', 1500],
      ['1 × Platinum (at $30.00 / month)', 3000],
    ])
  })

  it('is invoiced at once with always_invoice, and not at all with none', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe })
    payments.clock.advance('15d 12h')
    const { id } = itemOf(subscription)
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id, quantity: 3 }],
      proration_behavior: 'always_invoice',
    })
    const invoice = await latestInvoice(stripe, subscription)
    expect(invoice).toMatchObject({ billing_reason: 'subscription_update', status: 'paid', total: 1500 })
    await stripe.subscriptions.update(subscription.id, { items: [{ id, quantity: 1 }], proration_behavior: 'none' })
    expect((await stripe.invoiceItems.list({ pending: true })).data).toEqual([])
  })

  it('to another interval is paid at once', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe })
    const yearly = await recurringPrice(stripe, { unit_amount: 12_000, recurring: { interval: 'year' } })
    payments.clock.advance('15d 12h')
    const updated = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: yearly.id }],
    })
    expect(itemOf(updated).current_period_end).toBe(seconds('2027-01-01T12:00:00Z'))
    expect(await latestInvoice(stripe, subscription)).toMatchObject({ status: 'paid', total: 11_490 - 750 })
  })

  it('adds and deletes items', async ({ stripe }) => {
    const subscription = await subscribe({ stripe })
    const extra = await recurringPrice(stripe, { unit_amount: 700, product_data: { name: 'Extra' } })
    const item = await stripe.subscriptionItems.create({ subscription: subscription.id, price: extra.id, quantity: 2 })
    expect((await stripe.subscriptionItems.list({ subscription: subscription.id })).data).toHaveLength(2)
    expect(await stripe.subscriptionItems.update(item.id, { quantity: 5, metadata: { a: 'b' } })).toMatchObject({
      quantity: 5,
    })
    expect((await stripe.subscriptionItems.retrieve(item.id)).metadata).toEqual({ a: 'b' })
    await stripe.subscriptionItems.del(item.id, { proration_behavior: 'none' })
    const { items } = await stripe.subscriptions.retrieve(subscription.id)
    expect(items.data).toHaveLength(1)
    expect((await refusal(stripe.subscriptionItems.del(itemOf(subscription).id))).message).toBe(
      'A subscription must have at least one active plan. To cancel a subscription, please use the cancel API endpoint on /v1/subscriptions.',
    )
  })

  it('waits for its payment with pending_if_incomplete, and is applied when it is paid', async ({ stripe }) => {
    const subscription = await subscribe({ stripe })
    const customer = idOf(subscription.customer)
    const { id: bad } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: bad } })
    const pending = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, quantity: 4 }],
      payment_behavior: 'pending_if_incomplete',
      proration_behavior: 'always_invoice',
    })
    expect(pending.status).toBe('active')
    expect(itemOf(pending).quantity).toBe(1)
    expect(pending.pending_update?.subscription_items?.[0]?.quantity).toBe(4)
    const { id: good } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    await stripe.invoices.pay(idOf(pending.latest_invoice), { payment_method: good })
    const applied = await stripe.subscriptions.retrieve(subscription.id)
    expect(applied.pending_update).toBeNull()
    expect(itemOf(applied).quantity).toBe(4)
    expect(await eventTypes(stripe, 'customer.subscription.pending')).toEqual([
      'customer.subscription.pending_update_applied',
    ])
  })

  it('that waits for its payment expires after 23 hours', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe })
    const customer = idOf(subscription.customer)
    const { id: bad } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: bad } })
    const pending = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, quantity: 4 }],
      payment_behavior: 'pending_if_incomplete',
      proration_behavior: 'always_invoice',
    })
    payments.clock.advance('23h')
    expect((await stripe.subscriptions.retrieve(subscription.id)).pending_update).toBeNull()
    expect((await stripe.invoices.retrieve(idOf(pending.latest_invoice))).status).toBe('void')
  })

  it('pauses the collection of invoices until a time', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe })
    await stripe.subscriptions.update(subscription.id, {
      pause_collection: { behavior: 'void', resumes_at: seconds('2026-02-15T00:00:00Z') },
    })
    payments.clock.advance('1 month 2 hours')
    expect((await latestInvoice(stripe, subscription)).status).toBe('void')
    payments.clock.advance('1 month')
    expect((await stripe.subscriptions.retrieve(subscription.id)).pause_collection).toBeNull()
    expect((await latestInvoice(stripe, subscription)).status).toBe('paid')
  })

  it('changes metadata, discounts and the default payment method', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe }, { metadata: { plan: 'a' } })
    const coupon = await stripe.coupons.create({
      amount_off: 500,
      currency: 'usd',
      duration: 'repeating',
      duration_in_months: 2,
    })
    const updated = await stripe.subscriptions.update(subscription.id, {
      discounts: [{ coupon: coupon.id }],
      metadata: { plan: '', team: 'x' },
      expand: ['discounts.source.coupon'],
    })
    expect(updated.metadata).toEqual({ team: 'x' })
    expect(updated.discounts).toMatchObject([{ object: 'discount', end: seconds('2026-03-01T12:00:00Z') }])
    const totals: number[] = []
    for (let month = 0; month < 3; month++) {
      payments.clock.advance('1 month')
      totals.push((await latestInvoice(stripe, subscription)).total)
    }
    expect(totals).toEqual([1000, 1500, 1500])
  })
})

describe('a cancellation', () => {
  it('takes effect at once, with credit and a last invoice where it is asked for', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe })
    payments.clock.advance('15d 12h')
    const canceled = await stripe.subscriptions.cancel(subscription.id, {
      prorate: true,
      invoice_now: true,
      cancellation_details: { feedback: 'too_expensive', comment: 'Bye' },
    })
    expect(canceled).toMatchObject({
      status: 'canceled',
      ended_at: seconds('2026-01-17T00:00:00Z'),
      cancellation_details: { feedback: 'too_expensive', comment: 'Bye', reason: 'cancellation_requested' },
    })
    expect((await stripe.invoices.retrieve(idOf(canceled.latest_invoice))).total).toBe(-750)
    expect(await stripe.customers.retrieve(idOf(subscription.customer))).toMatchObject({ balance: -750 })
    expect(await eventTypes(stripe, 'customer.subscription.deleted')).toHaveLength(1)
    expect((await stripe.subscriptions.list()).data).toEqual([])
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1)
    expect((await refusal(stripe.subscriptions.update(subscription.id, { description: 'x' }))).message).toBe(
      'A canceled subscription can only update its cancellation_details and metadata.',
    )
  })

  it('at the end of the period can be taken back before', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe })
    const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    expect(ending).toMatchObject({
      cancel_at_period_end: true,
      cancel_at: seconds('2026-02-01T12:00:00Z'),
      status: 'active',
    })
    const kept = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
    expect(kept).toMatchObject({ cancel_at: null, canceled_at: null })
    const again = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    payments.clock.advance('1 month')
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      canceled_at: again.canceled_at,
      ended_at: seconds('2026-02-01T12:00:00Z'),
    })
    expect((await stripe.invoices.list()).data).toHaveLength(1)
  })

  it('stops the collection of its open invoices', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe })
    const customer = idOf(subscription.customer)
    const { id: bad } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: bad } })
    payments.clock.advance('1 month 1 hour')
    expect((await latestInvoice(stripe, subscription)).next_payment_attempt).not.toBeNull()
    await stripe.subscriptions.cancel(subscription.id)
    payments.clock.advance('10d')
    expect(await latestInvoice(stripe, subscription)).toMatchObject({
      status: 'open',
      attempt_count: 1,
      auto_advance: false,
      next_payment_attempt: null,
    })
  })

  it('follows the deletion of the customer', async ({ stripe }) => {
    const subscription = await subscribe({ stripe })
    await stripe.customers.del(idOf(subscription.customer))
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
    expect(await eventTypes(stripe, 'customer.deleted', 'customer.subscription.deleted')).toEqual([
      'customer.subscription.deleted',
      'customer.deleted',
    ])
  })

  it('happens at the time that cancel_at names', async ({ payments, stripe }) => {
    const subscription = await subscribe({ stripe }, { cancel_at: seconds('2026-01-20T00:00:00Z') })
    payments.clock.advance('18d')
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
    payments.clock.advance('1d')
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      ended_at: seconds('2026-01-20T00:00:00Z'),
    })
  })
})

describe('subscriptions', () => {
  it('are listed by customer, status and price, and searched', async ({ stripe }) => {
    const one = await subscribe({ stripe }, { metadata: { team: 'x' } })
    const two = await subscribe({ stripe }, { trial_period_days: 3 })
    const ids = async (params: Stripe.SubscriptionListParams) =>
      (await stripe.subscriptions.list(params)).data.map(({ id }) => id)
    expect(await ids({})).toEqual([two.id, one.id])
    expect(await ids({ customer: idOf(one.customer) })).toEqual([one.id])
    expect(await ids({ status: 'trialing' })).toEqual([two.id])
    expect(await ids({ price: itemOf(one).price.id })).toEqual([one.id])
    const found = await stripe.subscriptions.search({ query: 'status:"active" AND metadata["team"]:"x"' })
    expect(found.data.map(({ id }) => id)).toEqual([one.id])
  })
})
