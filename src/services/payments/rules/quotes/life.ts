import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest, missingParameter } from '#payments/errors.ts'
import type { Customer } from '#payments/schema/customers.ts'
import type { Quote } from '#payments/schema/quotes.ts'
import { hasTaxLocation } from '../billing/taxes/automatic-tax.ts'
import { addDiscount } from '../billing/discounts/discounts.ts'
import { addInvoice, addInvoiceItem } from '../billing/invoices/draft.ts'
import { phasesOf, settingsOf } from '../billing/schedules/params.ts'
import { addSchedule } from '../billing/schedules/schedules.ts'
import { createSubscription } from '../billing/subscriptions/create-subscription.ts'
import { INVOICE_SETTINGS } from '../billing/subscriptions/defaults.ts'
import { amountsOf, unitAmountOf } from '../checkout/amounts.ts'
import { now } from '../new-id.ts'
import { DAY_SECONDS } from '../seconds.ts'

/**
 * Opens a draft for the customer to accept, and gives it its number. Emits `quote.finalized`. A revision replaces the
 * quote that it revises.
 *
 * @throws 400 for a quote that is no draft, or has no customer or no line.
 */
export function finalizeQuote(context: PaymentsContext, before: Quote, expiresAt = before.expiresAt): Quote {
  const { rows } = context
  requireStatus(before, ['draft'], 'finalized')
  if (before.customer === null) throw missingParameter('customer')
  if (before.lines.length === 0) throw missingParameter('line_items')
  const at = now(context)
  if (expiresAt <= at) {
    throw invalidRequest('The quote has expired: `expires_at` must be in the future.', { param: 'expires_at' })
  }
  const revised = before.fromQuote?.isRevision === true ? rows.quotes.get(before.fromQuote.quote) : undefined
  if (revised?.status === 'open') cancelQuote(context, revised)
  const number = numberOf(context, rows.customers.require(before.customer), revised)
  const quote = rows.quotes.update(before.id, { status: 'open', finalizedAt: at, expiresAt, number })
  context.emit({ type: 'quote.finalized', kind: 'quote', row: quote })
  context.schedule((expiresAt - at) * 1000, 'expireQuote', { id: quote.id, at: expiresAt })
  return quote
}

/** Returns the number of a quote: the customer's prefix, the number of the quote, and that of the revision. */
function numberOf({ rows }: PaymentsContext, { id, invoicePrefix }: Customer, revised: Quote | undefined): string {
  const [, base, revision] = /^(.*)-(\d+)$/.exec(revised?.number ?? '') ?? []
  if (base !== undefined) return `${base}-${Number(revision) + 1}`
  const earlier = rows.quotes.list('customer', id).filter(({ number }) => number?.endsWith('-1') === true)
  return `QT-${invoicePrefix}-${String(earlier.length + 1).padStart(4, '0')}-1`
}

/**
 * Cancels a quote that was not accepted. Emits `quote.canceled`.
 *
 * @throws 400 for another.
 */
export function cancelQuote(context: PaymentsContext, before: Quote): Quote {
  requireStatus(before, ['draft', 'open'], 'canceled')
  const quote = context.rows.quotes.update(before.id, { status: 'canceled', canceledAt: now(context) })
  context.emit({ type: 'quote.canceled', kind: 'quote', row: quote })
  return quote
}

/** Cancels a quote that was not accepted in time. */
export function expireQuote(context: PaymentsContext, { id, at }: { readonly id: string; readonly at: number }): void {
  const quote = context.rows.quotes.get(id)
  if (quote?.status === 'open' && quote.expiresAt === at) cancelQuote(context, quote)
}

/**
 * Accepts a quote: begins its subscription, or a schedule for a later one, or drafts its invoice. Emits
 * `quote.accepted`.
 *
 * @throws 400 for a quote that is not open.
 */
export function acceptQuote(context: PaymentsContext, before: Quote): Quote {
  const { rows } = context
  requireStatus(before, ['open'], 'accepted')
  const customer = rows.customers.require(before.customer ?? '')
  const at = now(context)
  const quote = rows.quotes.update(before.id, {
    ...resultOf(context, customer, before, at),
    status: 'accepted',
    acceptedAt: at,
  })
  context.emit({ type: 'quote.accepted', kind: 'quote', row: quote })
  return quote
}

type Result = Partial<Pick<Quote, 'invoice' | 'subscription' | 'subscriptionSchedule'>>

function resultOf(context: PaymentsContext, customer: Customer, quote: Quote, at: number): Result {
  const { effectiveDate } = quote.subscriptionData
  const hasRecurring = quote.lines.some(({ price }) => context.rows.prices.require(price).recurring !== null)
  if (!hasRecurring) return { invoice: draftInvoice(context, customer, quote) }
  if (effectiveDate !== null && effectiveDate > at) {
    return { subscriptionSchedule: scheduleOf(context, customer, quote, effectiveDate) }
  }
  const subscription = subscribe(context, customer, quote, at)
  const { latestInvoice } = context.rows.subscriptions.require(subscription)
  return { subscription, invoice: latestInvoice }
}

/** Begins the subscription of a quote. Its first invoice is a draft for an hour. */
function subscribe(context: PaymentsContext, customer: Customer, quote: Quote, at: number): string {
  const { subscriptionData, invoiceSettings } = quote
  const lines = quote.lines.map((line) => ({ line, price: context.rows.prices.require(line.price) }))
  const { subscription } = createSubscription(context, customer, {
    // A quote has checked its prices; one that it describes is inactive, so that nothing else uses it.
    items: lines
      .filter(({ price }) => price.recurring !== null)
      .map(({ line, price }) => ({
        price: { ...price, active: true },
        quantity: price.recurring?.usage_type === 'metered' ? null : line.quantity,
        metadata: {},
        taxRates: line.taxRates,
        discounts: [],
      })),
    addInvoiceItems: lines
      .filter(({ price }) => price.recurring === null)
      .map(({ line, price }) => ({ price, quantity: line.quantity, discounts: [], taxRates: line.taxRates })),
    discounts: couponsOf(quote),
    trialEnd: subscriptionData.trialPeriodDays === null ? null : at + subscriptionData.trialPeriodDays * DAY_SECONDS,
    currency: quote.currency ?? undefined,
    leavesDraft: true,
    fields: {
      applicationFeePercent: quote.applicationFeePercent,
      automaticTax: quote.automaticTax && hasTaxLocation(customer),
      collectionMethod: quote.collectionMethod,
      daysUntilDue: daysUntilDue(quote),
      defaultTaxRates: quote.defaultTaxRates,
      description: subscriptionData.description,
      invoiceSettings: {
        ...INVOICE_SETTINGS,
        custom_fields: invoiceSettings.customFields,
        description: invoiceSettings.description,
        footer: invoiceSettings.footer,
      },
      metadata: subscriptionData.metadata ?? {},
      onBehalfOf: quote.onBehalfOf,
      transferData: transferOf(quote),
    },
  })
  return subscription.id
}

function transferOf({ transferData }: Quote): Readonly<Record<string, unknown>> | null {
  if (transferData === null) return null
  return { amount_percent: transferData.amount_percent, destination: transferData.destination }
}

function couponsOf({ discounts }: Quote): { coupon?: string; promotion_code?: string }[] {
  return discounts.map(({ coupon, promotionCode }) =>
    promotionCode === null ? { coupon } : { promotion_code: promotionCode },
  )
}

function daysUntilDue({ collectionMethod, invoiceSettings }: Quote): number | null {
  return collectionMethod === 'send_invoice' ? (invoiceSettings.daysUntilDue ?? 30) : null
}

/** Schedules the subscription of a quote that begins later. */
function scheduleOf(context: PaymentsContext, customer: Customer, quote: Quote, start: number): string {
  const { subscriptionData } = quote
  const { prices } = context.rows
  const recurring = quote.lines.filter(({ price }) => prices.require(price).recurring !== null)
  const once = quote.lines.filter(({ price }) => prices.require(price).recurring === null)
  const [phase, ...rest] = phasesOf(context, { customer, billingMode: 'flexible', start }, [
    {
      items: recurring.map(({ price, quantity, taxRates }) => ({ price, quantity, tax_rates: taxRates })),
      add_invoice_items: once.map(({ price, quantity, taxRates }) => ({ price, quantity, tax_rates: taxRates })),
      default_tax_rates: quote.defaultTaxRates,
      discounts: couponsOf(quote),
      ...(subscriptionData.trialPeriodDays === null
        ? {}
        : { trial_end: start + subscriptionData.trialPeriodDays * DAY_SECONDS }),
    },
  ])
  const schedule = addSchedule(context, customer, {
    billingMode: 'flexible',
    defaultSettings: settingsOf(context, customer, {
      collection_method: quote.collectionMethod,
      description: subscriptionData.description,
      ...(quote.collectionMethod === 'send_invoice'
        ? { invoice_settings: { days_until_due: daysUntilDue(quote) ?? 30 } }
        : {}),
    }),
    endBehavior: 'release',
    metadata: subscriptionData.metadata ?? {},
    phases: phase === undefined ? rest : [phase, ...rest],
    subscription: null,
  })
  return schedule.id
}

/** Drafts the invoice of a quote without a recurring price. */
function draftInvoice(context: PaymentsContext, customer: Customer, quote: Quote): string {
  const { rows } = context
  const { invoiceSettings } = quote
  const currency = quote.currency ?? 'usd'
  const draft = addInvoice(context, customer, {
    currency,
    automaticTax: quote.automaticTax && hasTaxLocation(customer),
    billingReason: 'manual',
    collectionMethod: quote.collectionMethod,
    customFields: invoiceSettings.customFields,
    defaultTaxRates: quote.defaultTaxRates,
    description: invoiceSettings.description,
    footer: invoiceSettings.footer,
    onBehalfOf: quote.onBehalfOf,
    discounts: quote.discounts.map(
      ({ coupon, promotionCode }) =>
        addDiscount(context, rows.coupons.require(coupon), { customer: customer.id }, promotionCode).id,
    ),
  })
  const sale = { lines: quote.lines, currency, discounts: [], shippingRate: null, subscriptionData: {} }
  for (const { line, price, product, amount } of amountsOf(context, sale).lines) {
    const unit = unitAmountOf(price, line, currency)
    addInvoiceItem(context, customer, {
      amount,
      currency,
      invoice: draft.id,
      description: product.name,
      price: price.id,
      product: product.id,
      quantity: line.quantity,
      unitAmountDecimal: unit === null ? null : String(unit),
      taxRates: line.taxRates,
    })
  }
  return draft.id
}

/** @throws 400 for a quote of another status. */
function requireStatus({ status }: Quote, allowed: readonly Quote['status'][], done: string): void {
  if (allowed.includes(status)) return
  throw invalidRequest(`This quote cannot be ${done} because it is ${status}.`)
}
