import type Stripe from 'stripe'
import { customerWith, idOf, latestInvoice, recurringPrice } from './billing.fixture.ts'
import type { RunningPayments } from './payments.fixture.ts'

/** An instance, and the SDK of one version that is pointed at it. */
export interface Walk {
  readonly stripe: Stripe
  readonly payments: RunningPayments
}

/** Calls of every operation of billing and Checkout, by subject. The SDK checks each answer against its types. */
export const billingScenarios: Readonly<Record<string, (walk: Walk) => Promise<void>>> = {
  'products, prices and shipping rates': async ({ stripe }) => {
    const product = await stripe.products.create({
      name: 'Gold',
      default_price_data: { currency: 'usd', unit_amount: 1500, recurring: { interval: 'month' } },
    })
    await stripe.products.update(product.id, { description: 'the best' })
    await stripe.products.retrieve(product.id, { expand: ['default_price'] })
    await stripe.products.list({ limit: 3 })
    await stripe.products.search({ query: 'name:"Gold"' })
    await stripe.products.listFeatures(product.id)
    const price = await recurringPrice(stripe, { lookup_key: 'gold' })
    await stripe.prices.update(price.id, { nickname: 'monthly' })
    await stripe.prices.retrieve(price.id, { expand: ['tiers', 'product'] })
    await stripe.prices.list({ lookup_keys: ['gold'] })
    await stripe.prices.search({ query: 'active:"true"' })
    const plan = await stripe.plans.create({
      currency: 'usd',
      interval: 'month',
      product: { name: 'Bronze' },
      billing_scheme: 'tiered',
      tiers_mode: 'volume',
      tiers: [{ up_to: 'inf', unit_amount: 500 }],
    })
    await stripe.plans.update(plan.id, { nickname: 'bronze' })
    await stripe.plans.retrieve(plan.id, { expand: ['product', 'tiers'] })
    await stripe.plans.list({ product: product.id })
    await stripe.plans.del(plan.id)
    const unused = await stripe.products.create({ name: 'Silver' })
    await stripe.products.del(unused.id)
    const rate = await stripe.shippingRates.create({
      display_name: 'Ground',
      type: 'fixed_amount',
      fixed_amount: { amount: 500, currency: 'usd' },
    })
    await stripe.shippingRates.update(rate.id, { metadata: { a: '1' } })
    await stripe.shippingRates.retrieve(rate.id)
    await stripe.shippingRates.list()
  },

  'coupons, promotion codes and tax rates': async ({ stripe }) => {
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
    await stripe.coupons.update(coupon.id, { name: 'ten' })
    await stripe.coupons.retrieve(coupon.id)
    await stripe.coupons.list()
    const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } })
    await stripe.promotionCodes.update(code.id, { active: false })
    await stripe.promotionCodes.retrieve(code.id)
    await stripe.promotionCodes.list()
    await stripe.coupons.del(coupon.id)
    const taxId = await stripe.taxIds.create({ type: 'eu_vat', value: 'DE123456789' })
    await stripe.taxIds.retrieve(taxId.id)
    await stripe.taxIds.list({ owner: { type: 'self' } })
    await stripe.taxIds.del(taxId.id)
    const rate = await stripe.taxRates.create({ display_name: 'VAT', inclusive: false, percentage: 20 })
    await stripe.taxRates.update(rate.id, { active: false })
    await stripe.taxRates.retrieve(rate.id)
    await stripe.taxRates.list()
  },

  'subscriptions and their items': async ({ stripe, payments }) => {
    const customer = await customerWith(stripe)
    const price = await recurringPrice(stripe)
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      discounts: [{ coupon: coupon.id }],
      expand: ['latest_invoice.payments', 'discounts'],
    })
    await stripe.subscriptions.update(subscription.id, { metadata: { a: '1' } })
    await stripe.subscriptions.retrieve(subscription.id)
    await stripe.subscriptions.list({ customer: customer.id })
    await stripe.subscriptions.search({ query: 'status:"active"' })
    await stripe.subscriptions.deleteDiscount(subscription.id)
    const other = await recurringPrice(stripe)
    const item = await stripe.subscriptionItems.create({ subscription: subscription.id, price: other.id })
    await stripe.subscriptionItems.update(item.id, { quantity: 2 })
    await stripe.subscriptionItems.retrieve(item.id)
    await stripe.subscriptionItems.list({ subscription: subscription.id })
    await stripe.subscriptionItems.del(item.id)
    await stripe.subscriptions.cancel(subscription.id)
    const { id: another } = await customerWith(stripe, null)
    const paused = await stripe.subscriptions.create({
      customer: another,
      items: [{ price: price.id }],
      trial_period_days: 7,
      trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
    })
    payments.clock.advance('10d')
    const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer: another })
    await stripe.customers.update(another, { invoice_settings: { default_payment_method: method } })
    await stripe.subscriptions.resume(paused.id)
  },

  'subscription schedules, and what changes subscriptions': async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const price = await recurringPrice(stripe)
    const schedule = await stripe.subscriptionSchedules.create({
      customer,
      start_date: 'now',
      phases: [{ items: [{ price: price.id }] }],
    })
    await stripe.subscriptionSchedules.update(schedule.id, { metadata: { a: '1' } })
    await stripe.subscriptionSchedules.retrieve(schedule.id, { expand: ['subscription'] })
    await stripe.subscriptionSchedules.list({ customer })
    await stripe.subscriptionSchedules.release(schedule.id)
    const other = await stripe.subscriptionSchedules.create({
      customer,
      start_date: 'now',
      phases: [{ items: [{ price: price.id }] }],
    })
    await stripe.subscriptionSchedules.cancel(other.id)
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      billing_mode: { type: 'classic' },
    })
    await stripe.subscriptions.migrate(subscription.id, { billing_mode: { type: 'flexible' } })
    // Versions before the current one do not have the method.
    if ('pause' in stripe.subscriptions) await stripe.subscriptions.pause(subscription.id, { type: 'subscription' })
    await stripe.customers.deleteDiscount('cus_half')
  },

  'invoices and their lines': async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const draft = await stripe.invoices.create({ customer, auto_advance: false })
    const item = await stripe.invoiceItems.create({ customer, invoice: draft.id, amount: 1000, currency: 'usd' })
    await stripe.invoiceItems.update(item.id, { description: 'work' })
    await stripe.invoiceItems.retrieve(item.id)
    await stripe.invoiceItems.list({ customer })
    const added = await stripe.invoices.addLines(idOf(draft), { lines: [{ amount: 500, description: 'more' }] })
    const lines = await stripe.invoices.listLineItems(idOf(draft))
    const line = lines.data.find(({ amount }) => amount === 500)
    await stripe.invoices.updateLineItem(idOf(draft), idOf(line), { description: 'much more' })
    await stripe.invoices.updateLines(idOf(added), { lines: [{ id: idOf(line), description: 'most' }] })
    await stripe.invoices.removeLines(idOf(added), { lines: [{ id: idOf(line), behavior: 'delete' }] })
    await stripe.invoices.update(idOf(draft), { description: 'thanks' })
    await stripe.invoices.finalizeInvoice(idOf(draft))
    await stripe.invoices.sendInvoice(idOf(draft))
    await stripe.invoices.pay(idOf(draft))
    await stripe.invoices.retrieve(idOf(draft), { expand: ['payments', 'confirmation_secret'] })
    await stripe.invoices.list({ customer })
    await stripe.invoices.search({ query: 'status:"paid"' })
    const payments = await stripe.invoicePayments.list({ invoice: idOf(draft) })
    await stripe.invoicePayments.retrieve(idOf(payments.data[0]))
    await stripe.invoices.createPreview({
      customer,
      invoice_items: [{ amount: 100, currency: 'usd' }],
    })
    const note = await stripe.creditNotes.create({ invoice: idOf(draft), amount: 100, credit_amount: 100 })
    await stripe.creditNotes.update(note.id, { memo: 'sorry' })
    await stripe.creditNotes.retrieve(note.id)
    await stripe.creditNotes.list({ customer })
    await stripe.creditNotes.listLineItems(note.id)
    await stripe.creditNotes.preview({ invoice: idOf(draft), amount: 100, credit_amount: 100 })
    await stripe.creditNotes.listPreviewLineItems({ invoice: idOf(draft), amount: 100, credit_amount: 100 })
    await stripe.invoiceItems.del((await stripe.invoiceItems.create({ customer, amount: 100, currency: 'usd' })).id)
    await stripe.invoices.del(idOf(await stripe.invoices.create({ customer })))
    const open = async (): Promise<string> => {
      const invoice = await stripe.invoices.create({ customer, collection_method: 'send_invoice', days_until_due: 3 })
      await stripe.invoiceItems.create({ customer, invoice: idOf(invoice), amount: 1000, currency: 'usd' })
      return idOf(await stripe.invoices.finalizeInvoice(idOf(invoice)))
    }
    const noted = await stripe.creditNotes.create({ invoice: await open(), amount: 100 })
    await stripe.creditNotes.voidCreditNote(noted.id)
    await stripe.invoices.voidInvoice(await open())
    const intent = await stripe.paymentIntents.create({ customer, amount: 1000, currency: 'usd' })
    await stripe.invoices.attachPayment(await open(), { payment_intent: intent.id })
    await stripe.invoices.markUncollectible(await open())
  },

  'meters and test clocks': async ({ stripe }) => {
    const { id: customer } = await stripe.customers.create({})
    const meter = await stripe.billing.meters.create({
      display_name: 'calls',
      event_name: 'calls',
      default_aggregation: { formula: 'sum' },
    })
    await stripe.billing.meters.update(meter.id, { display_name: 'Calls' })
    await stripe.billing.meters.retrieve(meter.id)
    await stripe.billing.meters.list()
    const payload = { stripe_customer_id: customer, value: '1' }
    const event = await stripe.billing.meterEvents.create({ event_name: 'calls', payload })
    await stripe.billing.meters.listEventSummaries(meter.id, {
      customer,
      start_time: 1_767_225_600,
      end_time: 1_767_312_000,
    })
    await stripe.billing.meterEventAdjustments.create({
      event_name: 'calls',
      type: 'cancel',
      cancel: { identifier: event.identifier },
    })
    await stripe.billing.meters.deactivate(meter.id)
    await stripe.billing.meters.reactivate(meter.id)
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_900_000_000 })
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: 1_900_003_600 })
    await stripe.testHelpers.testClocks.retrieve(clock.id)
    await stripe.testHelpers.testClocks.list()
    await stripe.testHelpers.testClocks.del(clock.id)
  },

  'subscription schedules': async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const price = await recurringPrice(stripe)
    const phases = [{ items: [{ price: price.id }] }]
    const schedule = await stripe.subscriptionSchedules.create({ customer, start_date: 'now', phases })
    await stripe.subscriptionSchedules.retrieve(schedule.id, { expand: ['subscription', 'phases.items.price'] })
    await stripe.subscriptionSchedules.update(schedule.id, { metadata: { a: '1' } })
    await stripe.subscriptionSchedules.release(schedule.id)
    const adopted = await stripe.subscriptionSchedules.create({ from_subscription: idOf(schedule.subscription) })
    await stripe.subscriptionSchedules.list({ customer })
    await stripe.subscriptionSchedules.cancel(adopted.id)
  },

  'a subscription that is migrated, paused and resumed': async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const price = await recurringPrice(stripe)
    const { id } = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      billing_mode: { type: 'classic' },
    })
    await stripe.subscriptions.migrate(id, { billing_mode: { type: 'flexible' } })
    // Versions before 23 do not pause.
    if (!('pause' in stripe.subscriptions)) return
    await stripe.subscriptions.pause(id)
    await stripe.subscriptions.resume(id)
  },

  'a payment that is attached to an invoice, and the discount of a customer': async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const { id } = await stripe.invoices.create({ customer, collection_method: 'send_invoice', days_until_due: 3 })
    await stripe.invoiceItems.create({ customer, invoice: id, amount: 500, currency: 'usd' })
    await stripe.invoices.finalizeInvoice(id)
    const intent = await stripe.paymentIntents.create({ amount: 500, currency: 'usd', customer })
    await stripe.invoices.attachPayment(id, { payment_intent: intent.id })
    await stripe.customers.deleteDiscount('cus_half')
  },

  'Checkout, payment links and the portal': async ({ stripe, payments }) => {
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price_data: { currency: 'usd', unit_amount: 2000, product_data: { name: 'Mug' } }, quantity: 2 }],
      success_url: 'http://localhost/thanks',
    })
    await stripe.checkout.sessions.update(session.id, { metadata: { a: '1' } })
    await stripe.checkout.sessions.listLineItems(session.id)
    payments.pay(session.id, { card: 'visa', email: 'ada@example.com' })
    await stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items', 'payment_intent.latest_charge'] })
    const price = await recurringPrice(stripe)
    const second = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: 'http://localhost/thanks',
    })
    await stripe.checkout.sessions.expire(second.id)
    await stripe.checkout.sessions.list({ limit: 2 })
    const link = await stripe.paymentLinks.create({ line_items: [{ price: price.id, quantity: 1 }] })
    await stripe.paymentLinks.update(link.id, { metadata: { a: '1' } })
    await stripe.paymentLinks.retrieve(link.id)
    await stripe.paymentLinks.list()
    await stripe.paymentLinks.listLineItems(link.id)
    const configuration = await stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
    })
    await stripe.billingPortal.configurations.update(configuration.id, { metadata: { a: '1' } })
    await stripe.billingPortal.configurations.retrieve(configuration.id)
    await stripe.billingPortal.configurations.list()
    const { id: customer } = await stripe.customers.create({})
    await stripe.billingPortal.sessions.create({ customer, return_url: 'http://localhost' })
  },

  'a renewal': async ({ stripe, payments }) => {
    const customer = await customerWith(stripe)
    const price = await recurringPrice(stripe)
    const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
    payments.clock.advance('1 month 1 hour')
    const { status } = await latestInvoice(stripe, subscription)
    if (status !== 'paid') throw new Error(`the renewal is ${String(status)}`)
    for await (const event of stripe.events.list({ limit: 100 })) await stripe.events.retrieve(event.id)
  },
}
