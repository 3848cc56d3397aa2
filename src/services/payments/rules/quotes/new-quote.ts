import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import type { SessionLine } from '#payments/schema/checkout.ts'
import type { Quote, QuoteDiscount } from '#payments/schema/quotes.ts'
import { linesOf, requireLinesFor } from '../checkout/lines.ts'
import { discountsOf } from '../checkout/new-session.ts'
import { findConnectedAccount } from '../connect/find-account.ts'
import { findLiveCustomer } from '../customers/find-customer.ts'
import { newId, now } from '../new-id.ts'
import { findRecord, newRecord } from '../records.ts'
import { DAY_SECONDS } from '../seconds.ts'
import type { QuoteInput } from './params.ts'

/** How long a quote may be accepted, in seconds. */
const LIFETIME = 30 * DAY_SECONDS

/** The fields of a quote that requests set. */
type QuoteFields = Omit<Quote, 'id' | 'account' | 'seq' | 'created' | 'number' | 'status'>

/**
 * Adds a draft of a quote. Emits `quote.created`. https://docs.stripe.com/api/quotes/create
 *
 * @throws 400 for prices that do not belong together, and for a revision of a quote that has not been finalized.
 */
export function addQuote(context: PaymentsContext, account: string, input: QuoteInput): Quote {
  const source = sourceOf(context, account, input)
  const head = newRecord(context, account, 'qt_')
  const blank: QuoteFields = {
    ...(source === null ? BLANK : source.fields),
    expiresAt: head.created + LIFETIME,
    fromQuote: source === null ? null : { isRevision: source.isRevision, quote: source.id },
    testClock: input.test_clock ?? null,
  }
  const fields = { ...blank, ...quoteChanges(context, account, blank, input) }
  const quote = context.rows.quotes.insert({ ...head, ...fields, number: null, status: 'draft' })
  context.emit({ type: 'quote.created', kind: 'quote', row: quote })
  return quote
}

const BLANK: Omit<QuoteFields, 'expiresAt' | 'fromQuote' | 'testClock'> = {
  applicationFeeAmount: null,
  applicationFeePercent: null,
  automaticTax: false,
  collectionMethod: 'charge_automatically',
  currency: null,
  customer: null,
  defaultTaxRates: [],
  description: null,
  discounts: [],
  footer: null,
  header: null,
  invoice: null,
  invoiceSettings: { customFields: null, daysUntilDue: null, description: null, footer: null },
  lines: [],
  metadata: {},
  onBehalfOf: null,
  acceptedAt: null,
  canceledAt: null,
  finalizedAt: null,
  subscription: null,
  subscriptionData: { description: null, effectiveDate: null, metadata: {}, trialPeriodDays: null },
  subscriptionSchedule: null,
  transferData: null,
}

/** Returns the quote that a new one is a copy or a revision of, as the new one begins. */
function sourceOf(
  context: PaymentsContext,
  account: string,
  { from_quote: from }: QuoteInput,
): { id: string; isRevision: boolean; fields: typeof BLANK } | null {
  if (from === undefined) return null
  const quote = findRecord(context.rows.quotes, account, 'quote', from.quote, { param: 'from_quote[quote]' })
  const isRevision = from.is_revision ?? false
  if (isRevision && quote.status !== 'open') {
    throw invalidRequest('A quote can only be revised while it is open.', { param: 'from_quote' })
  }
  const { id, account: _account, seq: _seq, created: _created, number: _number, status: _status, ...fields } = quote
  const lines = fields.lines.map((line) => ({ ...line, id: newId(context, 'li_') }))
  return { id, isRevision, fields: { ...fields, ...STATELESS, lines } }
}

/** The members of a copy that only the life of a quote sets. */
const STATELESS = {
  acceptedAt: null,
  canceledAt: null,
  finalizedAt: null,
  invoice: null,
  subscription: null,
  subscriptionSchedule: null,
}

/**
 * Returns the fields of a quote as a request changes them.
 *
 * @throws 400 for prices that do not belong together, and for records that do not exist.
 */
export function quoteChanges(
  context: PaymentsContext,
  account: string,
  before: QuoteFields,
  input: Omit<QuoteInput, 'from_quote' | 'test_clock'>,
): Partial<QuoteFields> {
  const { rows } = context
  const customer =
    input.customer === undefined ? null : findLiveCustomer(context, account, input.customer, { param: 'customer' })
  const lines = input.line_items === undefined ? before.lines : quoteLines(context, account, input.line_items)
  const currency = currencyOf(context, lines)
  if (input.on_behalf_of != null) findConnectedAccount(context, input.on_behalf_of, 'on_behalf_of')
  const rates = input.default_tax_rates
  for (const [at, id] of (rates ?? []).entries())
    findRecord(rows.taxRates, account, 'tax rate', id, { param: `default_tax_rates[${at}]` })
  return {
    ...settingsOf(before, input),
    customer: customer?.id ?? before.customer,
    testClock: customer?.testClock ?? before.testClock,
    currency,
    lines,
    defaultTaxRates: rates === undefined ? before.defaultTaxRates : (rates ?? []),
    discounts:
      input.discounts === undefined
        ? before.discounts
        : quoteDiscounts(context, account, input.discounts ?? [], { customer: customer?.id, currency }),
    subscriptionData: subscriptionDataOf(context, before.subscriptionData, input.subscription_data),
    metadata: mergeMetadata(before.metadata, input.metadata),
  }
}

/** Returns the fields that name no record. */
function settingsOf(before: QuoteFields, input: Omit<QuoteInput, 'from_quote' | 'test_clock'>): Partial<QuoteFields> {
  const { invoice_settings: invoices = {}, transfer_data: transfer } = input
  const settings = before.invoiceSettings
  return {
    applicationFeeAmount: given(input.application_fee_amount, before.applicationFeeAmount),
    applicationFeePercent: given(input.application_fee_percent, before.applicationFeePercent),
    automaticTax: input.automatic_tax?.enabled ?? before.automaticTax,
    collectionMethod: input.collection_method ?? before.collectionMethod,
    description: given(input.description, before.description),
    expiresAt: input.expires_at ?? before.expiresAt,
    footer: given(input.footer, before.footer),
    header: given(input.header, before.header),
    invoiceSettings: {
      customFields: given(invoices.custom_fields, settings.customFields),
      daysUntilDue: given(invoices.days_until_due, settings.daysUntilDue),
      description: given(invoices.description, settings.description),
      footer: given(invoices.footer, settings.footer),
    },
    onBehalfOf: given(input.on_behalf_of, before.onBehalfOf),
    transferData:
      transfer === undefined
        ? before.transferData
        : transfer && {
            amount: transfer.amount ?? null,
            amount_percent: transfer.amount_percent ?? null,
            destination: transfer.destination,
          },
  }
}

/** Returns the value of a parameter that may be unset; the value before where the request has none. */
function given<T>(value: T | undefined, before: T): T {
  return value === undefined ? before : value
}

function quoteLines(
  context: PaymentsContext,
  account: string,
  input: NonNullable<QuoteInput['line_items']>,
): readonly SessionLine[] {
  const withQuantity = input.map(({ id: _id, tax_rates: rates, ...line }) => ({
    ...line,
    quantity: line.quantity ?? 1,
    ...(rates == null ? {} : { tax_rates: rates }),
  }))
  return linesOf(context, account, withQuantity)
}

/**
 * Returns the currency of lines; null without one.
 *
 * @throws 400 for lines of several currencies or intervals.
 */
function currencyOf(context: PaymentsContext, lines: readonly SessionLine[]): string | null {
  if (lines.length === 0) return null
  const hasRecurring = lines.some(({ price }) => context.rows.prices.require(price).recurring !== null)
  return requireLinesFor(context, hasRecurring ? 'subscription' : 'payment', lines, undefined)
}

function quoteDiscounts(
  context: PaymentsContext,
  account: string,
  discounts: NonNullable<QuoteInput['discounts']>,
  { customer, currency }: { readonly customer: string | undefined; readonly currency: string | null },
): readonly QuoteDiscount[] {
  const purchase = currency === null ? {} : { currency }
  const input = { discounts: discounts.map(({ discount: _discount, ...each }) => each), customer }
  return discountsOf(context, account, input, purchase).map((each) => ({ id: newId(context, 'di_'), ...each }))
}

function subscriptionDataOf(
  context: PaymentsContext,
  before: Quote['subscriptionData'],
  input: QuoteInput['subscription_data'] = {},
): Quote['subscriptionData'] {
  const { effective_date: date } = input
  if (date === 'current_period_end') {
    throw invalidParameter(
      'subscription_data[effective_date]',
      'The effective date `current_period_end` is only allowed when the quote updates a subscription.',
    )
  }
  if (date != null && date < now(context) - DAY_SECONDS) {
    throw invalidParameter('subscription_data[effective_date]', 'The effective date must not be in the past.')
  }
  return {
    description: given(input.description, before.description),
    effectiveDate: given(date, before.effectiveDate),
    metadata: mergeMetadata(before.metadata ?? {}, input.metadata),
    trialPeriodDays: given(input.trial_period_days, before.trialPeriodDays),
  }
}
