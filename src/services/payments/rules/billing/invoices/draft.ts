import type { PaymentsContext } from '#payments/call.ts'
import { smallestCharge } from '#payments/schema/currencies.ts'
import { invalidRequest } from '#payments/errors.ts'
import { now } from '../../new-id.ts'
import { newRecord } from '../../records.ts'
import type { Invoice, InvoiceItem } from '#payments/schema/billing/invoices.ts'
import type { Customer } from '#payments/schema/customers.ts'
import { remainingDiscounts } from '../discounts/discounts.ts'
import { lineOfItem, totaled } from './lines.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../../seconds.ts'

/**
 * The time after which a draft is finalized by itself, in seconds.
 * https://docs.stripe.com/invoicing/integration/automatic-advancement-collection
 */
const DRAFT_TIME = HOUR_SECONDS

/** The members of a new invoice; those that are absent are those of a draft of the vendor's. */
export type InvoiceInput = Partial<Omit<Invoice, 'id' | 'account' | 'seq' | 'customer'>> &
  Pick<Invoice, 'currency' | 'billingReason'>

/** The member `payment_settings` of an invoice that leaves all to the vendor. */
export const PAYMENT_SETTINGS: Invoice['paymentSettings'] = {
  default_mandate: null,
  payment_method_options: null,
  payment_method_types: null,
}

/**
 * Adds a draft with its totals and emits `invoice.created`. One that advances by itself is finalized an hour later,
 * unless `finalizesAt` says otherwise.
 *
 * @throws 400 for another currency than the customer's.
 */
export function addInvoice(context: PaymentsContext, customer: Customer, input: InvoiceInput): Invoice {
  const invoice = insertInvoice(context, customer, input)
  emitNewInvoice(context, invoice)
  return invoice
}

/** Emits `invoice.created`. A draft that advances by itself is finalized when it is due. */
export function emitNewInvoice(context: PaymentsContext, invoice: Invoice): void {
  context.emit({ type: 'invoice.created', kind: 'invoice', row: invoice })
  scheduleFinalization(context, invoice)
}

/** Lets a draft be finalized when it is due. */
export function scheduleFinalization(context: PaymentsContext, { id, finalizesAt }: Invoice): void {
  if (finalizesAt === null) return
  context.schedule(finalizesAt * 1000 - context.clock.now(), 'finalizeInvoice', { id, at: finalizesAt })
}

/**
 * Adds a draft with its totals, and emits nothing.
 *
 * @throws 400 for another currency than the customer's.
 */
export function insertInvoice(context: PaymentsContext, customer: Customer, input: InvoiceInput): Invoice {
  requireCurrency(context, customer, input.currency)
  const invoice = draftOf(context, customer, input)
  bindItems(context, invoice)
  for (const each of invoice.discounts) {
    if (context.rows.discounts.get(each)?.invoice === 'new')
      context.rows.discounts.update(each, { invoice: invoice.id })
  }
  dropUsedDiscount(context, customer, invoice)
  return context.rows.invoices.insert(invoice)
}

/** The members of an invoice that begin in the same way for every customer. */
const BLANK = {
  accountTaxIds: null,
  amountDue: 0,
  amountPaid: 0,
  attemptCount: 0,
  attempted: false,
  automaticTax: false,
  automaticTaxDisabled: null,
  collectionMethod: 'charge_automatically',
  defaultPaymentMethod: null,
  defaultSource: null,
  defaultTaxRates: [],
  description: null,
  dueDate: null,
  daysUntilDue: null,
  effectiveAt: null,
  endingBalance: null,
  fromInvoice: null,
  latestRevision: null,
  hostedToken: null,
  lastFinalizationError: null,
  lines: [],
  metadata: {},
  nextPaymentAttempt: null,
  number: null,
  onBehalfOf: null,
  paymentIntent: null,
  paymentSettings: PAYMENT_SETTINGS,
  postPaymentCredit: 0,
  prePaymentCredit: 0,
  rendering: null,
  shippingCost: null,
  shippingDetails: null,
  startingBalance: 0,
  statementDescriptor: null,
  status: 'draft',
  finalizedAt: null,
  paidAt: null,
  voidedAt: null,
  uncollectibleAt: null,
  subscription: null,
  subscriptionMetadata: null,
  subtotal: 0,
  subtotalExcludingTax: 0,
  thresholdReason: null,
  total: 0,
  totalExcludingTax: 0,
  totalDiscountAmounts: [],
  totalTaxes: [],
  applicationFeeAmount: null,
  transferData: null,
} satisfies Partial<Invoice>

/** Returns a draft with its totals, without adding it. */
export function draftOf(context: PaymentsContext, customer: Customer, input: InvoiceInput): Invoice {
  const head = newRecord(context, customer.account, 'in_')
  const autoAdvance = input.autoAdvance ?? false
  const invoice: Invoice = {
    ...BLANK,
    autoAdvance,
    finalizesAt: autoAdvance ? head.created + DRAFT_TIME : null,
    customFields: customer.invoiceSettings.custom_fields,
    customer: customer.id,
    customerDetails: null,
    discounts: customer.discount === null ? [] : [customer.discount.id],
    footer: customer.invoiceSettings.footer,
    periodStart: head.created,
    periodEnd: head.created,
    testClock: customer.testClock,
    ...input,
    ...head,
  }
  const advances = invoice.autoAdvance && invoice.collectionMethod === 'charge_automatically'
  const withAttempt = { ...invoice, nextPaymentAttempt: advances ? invoice.finalizesAt : null }
  return totaled(context.rows, withAttempt, smallestCharge(invoice.currency))
}

/** Drops the discount of a customer that an invoice has used up. */
function dropUsedDiscount(context: PaymentsContext, { id, discount }: Customer, invoice: Invoice): void {
  if (discount === null || !invoice.totalDiscountAmounts.some((each) => each.discount === discount.id)) return
  if (remainingDiscounts(context, [discount.id], now(context)).length === 0) {
    context.rows.customers.update(id, { discount: null })
  }
}

/** Binds the items of an invoice's lines to the invoice: they no longer wait for one. */
function bindItems({ rows }: PaymentsContext, { id, lines }: Pick<Invoice, 'id' | 'lines'>): void {
  for (const { invoiceItem } of lines) if (invoiceItem !== null) rows.invoiceItems.update(invoiceItem, { invoice: id })
}

function requireCurrency({ rows }: PaymentsContext, customer: Customer, currency: string): void {
  if (customer.currency === null) {
    rows.customers.update(customer.id, { currency })
    return
  }
  if (customer.currency === currency) return
  throw invalidRequest(
    `You cannot combine currencies on a single customer. This customer has had a subscription, coupon, or invoice item with currency ${customer.currency}`,
    { param: 'currency' },
  )
}

/** Replaces fields of an invoice without an event; a draft gets its totals again. */
function saveInvoice({ rows }: PaymentsContext, id: string, changes: Partial<Omit<Invoice, 'id'>>): Invoice {
  const invoice = { ...rows.invoices.require(id), ...changes }
  if (invoice.status !== 'draft') return rows.invoices.update(id, changes)
  const { id: _id, ...rest } = totaled(rows, invoice, smallestCharge(invoice.currency))
  return rows.invoices.update(id, rest)
}

/** Runs `change`, which changes an invoice, and emits the change. Returns the invoice after the change. */
export function emitInvoiceChange(context: PaymentsContext, id: string, change: () => void): Invoice {
  const before = context.rows.invoices.require(id)
  change()
  const after = context.rows.invoices.require(id)
  context.emit({ type: 'invoice.updated', kind: 'invoice', row: after, before })
  return after
}

/** Replaces fields of an invoice and emits the change. */
export function changeInvoice(context: PaymentsContext, id: string, changes: Partial<Omit<Invoice, 'id'>>): Invoice {
  return emitInvoiceChange(context, id, () => saveInvoice(context, id, changes))
}

/** The members of a new invoice item. */
export type InvoiceItemInput = Partial<Omit<InvoiceItem, 'account' | 'seq' | 'customer'>> &
  Pick<InvoiceItem, 'amount' | 'currency'>

/**
 * Adds an invoice item of a customer and emits `invoiceitem.created`: a line of a draft, or an item that waits for the
 * next invoice.
 */
export function addInvoiceItem(context: PaymentsContext, customer: Customer, input: InvoiceItemInput): InvoiceItem {
  requireCurrency(context, customer, input.currency)
  const head = newRecord(context, customer.account, 'ii_')
  const item = context.rows.invoiceItems.insert({
    customer: customer.id,
    description: null,
    discountable: true,
    discounts: [],
    invoice: null,
    metadata: {},
    period: { start: head.created, end: head.created },
    price: null,
    product: null,
    unitAmountDecimal: String(input.amount),
    quantity: 1,
    proration: false,
    creditedLines: null,
    subscription: null,
    subscriptionItem: null,
    taxRates: null,
    testClock: customer.testClock,
    ...input,
    ...head,
  })
  ownDiscounts(context, item)
  context.emit({ type: 'invoiceitem.created', kind: 'invoiceitem', row: item })
  if (item.invoice !== null) {
    const invoice = context.rows.invoices.require(item.invoice)
    changeInvoice(context, invoice.id, { lines: [...invoice.lines, lineOfItem(context, item)] })
  }
  return item
}

/** Names an item in the discounts that were made for it, before it had an id. */
function ownDiscounts({ rows }: PaymentsContext, { id, discounts }: InvoiceItem): void {
  for (const each of discounts) {
    const { invoiceItem } = rows.discounts.require(each)
    if (invoiceItem !== null && rows.invoiceItems.get(invoiceItem) === undefined) {
      rows.discounts.update(each, { invoiceItem: id })
    }
  }
}

/** The choice of pending items: those of a subscription and of none, or only those of none. */
interface PendingOf {
  readonly currency: string
  readonly subscription: string | null
}

/**
 * Returns the items of a customer that wait for an invoice in a currency, as the lines of an invoice are ordered:
 * newest first, but the prorations of one change as they were made.
 */
export function pendingItems(
  { rows }: PaymentsContext,
  customer: string,
  { currency, subscription }: PendingOf,
): InvoiceItem[] {
  const groups: InvoiceItem[][] = []
  for (const item of rows.invoiceItems.list('pending', customer)) {
    if (item.currency !== currency || (item.subscription !== null && item.subscription !== subscription)) continue
    const [latest] = groups
    const [first] = latest ?? []
    if (item.proration && first?.proration === true && first.created === item.created) latest?.push(item)
    else groups.unshift([item])
  }
  return groups.flat()
}

/** @throws 400 unless an invoice is a draft. */
export function requireDraft(invoice: Invoice): void {
  if (invoice.status === 'draft') return
  throw invalidRequest('Invalid invoice: This invoice is no longer editable', { code: 'invoice_not_editable' })
}

/**
 * Deletes a draft and its items.
 *
 * @throws 400 for an invoice that is no draft.
 */
export function deleteDraft(context: PaymentsContext, invoice: Invoice): void {
  if (invoice.status !== 'draft') throw invalidRequest('You can only delete draft invoices.')
  if (invoice.subscription !== null) {
    throw invalidRequest('You can only delete draft invoices that are not of a subscription.', {
      code: 'invoice_not_editable',
    })
  }
  for (const item of context.rows.invoiceItems.list('invoice', invoice.id)) {
    context.rows.invoiceItems.delete(item.id)
    context.emit({ type: 'invoiceitem.deleted', kind: 'invoiceitem', row: item })
  }
  context.rows.invoices.delete(invoice.id)
  context.emit({ type: 'invoice.deleted', kind: 'invoice', row: { ...invoice, hostedToken: null } })
}

/** Returns the end of the time in which an invoice that is sent can be paid, in epoch seconds. */
export function dueDateOf(context: PaymentsContext, days: number): number {
  return now(context) + days * DAY_SECONDS
}
