import { json } from '#core/answer.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { invoiceJson } from '#payments/json/billing/invoices.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { newId } from '#payments/rules/new-id.ts'
import { currency, hash, isInRange, oneOf, range, required, text, unsupported } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, del, get, post } from '../../route.ts'
import {
  addInvoice,
  addInvoiceItem,
  changeInvoice,
  deleteDraft,
  pendingItems,
  scheduleFinalization,
} from '#payments/rules/billing/invoices/draft.ts'
import { INVOICE_FIELDS, invoiceFieldsOf } from '#payments/rules/billing/invoices/params.ts'
import { lineOfItem } from '#payments/rules/billing/invoices/lines.ts'
import { invoiceMembers } from '#payments/rules/billing/subscriptions/invoice-members.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import type { Invoice, InvoiceLine } from '#payments/schema/billing/invoices.ts'
import type { Customer } from '#payments/schema/customers.ts'
import { search, SEARCH_PARAMS } from '#payments/protocol/search.ts'

const INVOICE_INPUT = {
  ...INVOICE_FIELDS,
  currency: currency(),
  customer: text(),
  customer_account: unsupported(),
  from_invoice: hash({ action: required(oneOf('revision')), invoice: required(text()) }),
  pending_invoice_items_behavior: oneOf('include', 'exclude'),
  subscription: text(),
}

const LIST = {
  ...LIST_PARAMS,
  collection_method: INVOICE_FIELDS.collection_method,
  created: range(),
  customer: text(),
  customer_account: unsupported(),
  due_date: range(),
  status: oneOf('draft', 'open', 'void', 'paid', 'uncollectible'),
  subscription: text(),
}

const SEARCHED = {
  created: 'numeric',
  currency: 'token',
  customer: 'token',
  metadata: 'token',
  number: 'string',
  receipt_number: 'string',
  status: 'token',
  subscription: 'token',
  total: 'numeric',
} as const

const one = '/v1/invoices/:invoice'

/** Invoices. https://docs.stripe.com/api/invoices */
export const invoicesRoutes = [
  post('PostInvoices', '/v1/invoices', INVOICE_INPUT, (call) => {
    const { rows, account, input } = call
    const from =
      input.from_invoice === undefined
        ? undefined
        : findRecord(rows.invoices, account, 'invoice', input.from_invoice.invoice, { param: 'from_invoice[invoice]' })
    const id = input.customer ?? from?.customer
    if (id === undefined)
      throw invalidRequest('Missing required param: customer.', { code: 'parameter_missing', param: 'customer' })
    const customer = findLiveCustomer(call, account, id, { param: 'customer' })
    const context = onTestClock(call, customer.testClock)
    const subscription =
      input.subscription === undefined
        ? undefined
        : findRecord(rows.subscriptions, account, 'subscription', input.subscription, { param: 'subscription' })
    const code =
      input.currency ??
      from?.currency ??
      subscription?.currency ??
      customer.currency ??
      rows.accounts.get(account)?.defaultCurrency ??
      'usd'
    const includes =
      input.pending_invoice_items_behavior === 'include' ||
      (input.pending_invoice_items_behavior === undefined && subscription !== undefined)
    const items = includes
      ? pendingItems(context, customer.id, { currency: code, subscription: subscription?.id ?? null })
      : []
    // One that asks for pending items requires some; without them the draft is empty.
    if (input.pending_invoice_items_behavior === 'include' && subscription !== undefined && items.length === 0) {
      throw invalidRequest('Nothing to invoice for subscription', {
        code: 'invoice_no_subscription_line_items',
        param: 'subscription',
      })
    }
    const lines = from === undefined ? items.map((item) => lineOfItem(context, item)) : copiedLines(context, from)
    const invoice = addInvoice(context, customer, {
      ...(subscription === undefined ? {} : { ...invoiceMembers(subscription), periodStart: subscription.periodStart }),
      ...(from === undefined ? {} : revisedMembers(from)),
      ...invoiceFieldsOf(context, customer.id, account, { ...revisedInput(from), ...input }, null, {
        currency: code,
        ...purchaseAmount(lines),
      }),
      billingReason: 'manual',
      currency: code,
      fromInvoice: from?.id ?? null,
      lines,
    })
    if (from !== undefined) copyItems(context, customer, from, invoice.id)
    return answer(call, invoiceJson(call, rows.invoices.require(invoice.id)))
  }),
  get('GetInvoices', '/v1/invoices', LIST, (call) => {
    const { rows, account, input } = call
    const { customer, subscription } = input
    const where = (invoice: Invoice): boolean =>
      invoice.account === account &&
      isInRange(invoice.created, input.created) &&
      (input.due_date === undefined || (invoice.dueDate !== null && isInRange(invoice.dueDate, input.due_date))) &&
      (input.collection_method === undefined || invoice.collectionMethod === input.collection_method) &&
      (input.status === undefined || invoice.status === input.status) &&
      (subscription === undefined || invoice.subscription === subscription) &&
      (customer === undefined || invoice.customer === customer)
    const found =
      subscription !== undefined
        ? newestFirst(rows.invoices, 'subscription', [subscription], where)
        : customer !== undefined
          ? newestFirst(rows.invoices, 'customer', [customer], where)
          : newestFirst(rows.invoices, 'all', [account], where)
    return answerPage(call, found, 'invoice', (invoice) => invoiceJson(call, invoice))
  }),
  get('GetInvoicesSearch', '/v1/invoices/search', SEARCH_PARAMS, (call) => {
    const rows = call.rows.invoices.walk('all', [call.account], { descending: true })
    const write = (row: Invoice): object => ({ ...invoiceJson(call, row), subscription: row.subscription })
    const result = search(rows, write, SEARCHED, call.input, call.path)
    return answer(call, {
      ...result,
      data: result.data.map((found) => {
        const { subscription: _subscription, ...invoice } = found as { subscription: string | null } // added above, to be searched
        return invoice
      }),
    })
  }),
  get('GetInvoicesInvoice', one, {}, (call) =>
    answer(call, invoiceJson(call, find(call, call.account, call.params.invoice))),
  ),
  post('PostInvoicesInvoice', one, INVOICE_FIELDS, (call) => {
    const { account, input } = call
    const before = find(call, account, call.params.invoice, 'id')
    const context = onTestClock(call, before.testClock)
    requireEditable(before, Object.keys(input))
    const changes = invoiceFieldsOf(context, before.customer, account, input, before, {
      currency: before.currency,
      ...purchaseAmount(before.lines),
    })
    const after = changeInvoice(context, before.id, changes)
    if (after.status === 'draft' && after.finalizesAt !== before.finalizesAt) scheduleFinalization(context, after)
    return answer(call, invoiceJson(call, after))
  }),
  del('DeleteInvoicesInvoice', one, {}, (call) => {
    const invoice = find(call, call.account, call.params.invoice)
    deleteDraft(onTestClock(call, invoice.testClock), invoice)
    return json({ id: invoice.id, object: 'invoice', deleted: true })
  }),
]

/** The parameters in which an invoice that is no draft may change, and those of an open one. */
const EDITABLE_LATER = ['metadata', 'auto_advance', 'default_payment_method', 'expand']
const EDITABLE_WHILE_OPEN = [...EDITABLE_LATER, 'description']

/**
 * https://support.stripe.com/questions/invoice-states
 *
 * @throws 400 unless an invoice may still change in these parameters.
 */
function requireEditable(invoice: Invoice, names: readonly string[]): void {
  const editable = invoice.status === 'open' ? EDITABLE_WHILE_OPEN : EDITABLE_LATER
  const param = names.find((name) => !editable.includes(name))
  if (invoice.status === 'draft' || param === undefined) return
  throw invalidRequest("Finalized invoices can't be updated in this way", { param })
}

/** Returns the amount of a purchase; nothing for an invoice that has no lines yet. */
function purchaseAmount(lines: readonly InvoiceLine[]): { readonly amount?: number } {
  return lines.length === 0 ? {} : { amount: lines.reduce((sum, { amount }) => sum + amount, 0) }
}

/**
 * Returns the members that a revision takes from the invoice that it revises.
 *
 * @throws 400 for one that is not finalized.
 */
function revisedMembers(from: Invoice) {
  if (from.status === 'draft' || from.status === 'void') {
    throw invalidRequest(`You can only revise finalized invoices. This invoice is ${from.status}.`, {
      param: 'from_invoice[invoice]',
    })
  }
  return {
    accountTaxIds: from.accountTaxIds,
    automaticTax: from.automaticTax,
    customFields: from.customFields,
    defaultPaymentMethod: from.defaultPaymentMethod,
    defaultTaxRates: from.defaultTaxRates,
    description: from.description,
    discounts: from.discounts,
    footer: from.footer,
    onBehalfOf: from.onBehalfOf,
    paymentSettings: from.paymentSettings,
    rendering: from.rendering,
    shippingCost: from.shippingCost,
    shippingDetails: from.shippingDetails,
    statementDescriptor: from.statementDescriptor,
    transferData: from.transferData,
  }
}

/** Returns the lines of subscriptions that a revision begins with. */
function copiedLines(context: PaymentsContext, { lines }: Invoice): InvoiceLine[] {
  return lines.filter(({ invoiceItem }) => invoiceItem === null).map((line) => ({ ...line, id: newId(context, 'il_') }))
}

/** Adds the invoice items of a revision: those of the invoice that it revises, again. */
function copyItems(context: PaymentsContext, customer: Customer, { lines }: Invoice, invoice: string): void {
  for (const { invoiceItem } of lines) {
    const item = context.rows.invoiceItems.get(invoiceItem)
    if (item === undefined) continue
    const { id: _id, account: _account, seq: _seq, created: _created, customer: _customer, ...members } = item
    addInvoiceItem(context, customer, { ...members, invoice })
  }
}

function revisedInput(from: Invoice | undefined) {
  if (from === undefined) return {}
  const sends = from.collectionMethod === 'send_invoice'
  return {
    collection_method: from.collectionMethod,
    metadata: from.metadata,
    ...(sends ? { days_until_due: from.daysUntilDue ?? 30 } : {}),
  }
}

function find({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string, param = 'invoice'): Invoice {
  return findRecord(rows.invoices, account, 'invoice', id, { param, inPath: true })
}
