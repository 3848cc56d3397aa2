import { json } from '#core/answer.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { failure, invalidRequest } from '#payments/errors.ts'
import { invoiceItemJson } from '#payments/json/billing/invoices.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { boolean, isInRange, range, required, text, unsupported } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, del, get, post } from '../route.ts'
import { addInvoiceItem, changeInvoice, requireDraft } from '#payments/rules/billing/invoices/draft.ts'
import { INVOICE_ITEM_INPUT, invoiceItemOf } from '#payments/rules/billing/invoices/item-params.ts'
import { lineOfItem } from '#payments/rules/billing/invoices/lines.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import type { InvoiceItem } from '#payments/schema/billing/invoices.ts'

const { currency: _currency, ...FIELDS } = INVOICE_ITEM_INPUT
const INVOICE_ITEM_CHANGES = { ...FIELDS, invoicing_rules: unsupported() }

/** Invoice items. https://docs.stripe.com/api/invoiceitems */
export const invoiceItemsRoutes = [
  post(
    'PostInvoiceitems',
    '/v1/invoiceitems',
    {
      ...INVOICE_ITEM_INPUT,
      customer: required(text()),
      customer_account: unsupported(),
      invoice: text(),
      invoicing_rules: unsupported(),
      subscription: text(),
    },
    (call) => {
      const { rows, account, input } = call
      const customer = findLiveCustomer(call, account, input.customer, { param: 'customer' })
      const context = onTestClock(call, customer.testClock)
      const invoice =
        input.invoice === undefined
          ? undefined
          : findRecord(rows.invoices, account, 'invoice', input.invoice, { param: 'invoice' })
      const subscription =
        input.subscription === undefined
          ? undefined
          : findRecord(rows.subscriptions, account, 'subscription', input.subscription, { param: 'subscription' })
      if (invoice !== undefined) requireDraft(invoice)
      if (invoice !== undefined && invoice.customer !== customer.id) {
        throw invalidRequest('The invoice belongs to another customer.', { param: 'invoice' })
      }
      const item = addInvoiceItem(context, customer, {
        ...invoiceItemOf(context, customer, input, invoice?.currency ?? subscription?.currency ?? null),
        invoice: invoice?.id ?? null,
        subscription: subscription?.id ?? invoice?.subscription ?? null,
      })
      return answer(call, invoiceItemJson(call, item))
    },
  ),
  get(
    'GetInvoiceitems',
    '/v1/invoiceitems',
    {
      ...LIST_PARAMS,
      created: range(),
      customer: text(),
      customer_account: unsupported(),
      invoice: text(),
      pending: boolean(),
    },
    (call) => {
      const { created, customer, invoice, pending } = call.input
      const where = (item: InvoiceItem): boolean =>
        isInRange(item.created, created) &&
        (customer === undefined || item.customer === customer) &&
        (invoice === undefined || item.invoice === invoice) &&
        (pending === undefined || (item.invoice === null) === pending)
      const found = newestFirst(call.rows.invoiceItems, 'all', [call.account], where)
      return answerPage(call, found, 'invoiceitem', (item) => invoiceItemJson(call, item))
    },
  ),
  get('GetInvoiceitemsInvoiceitem', '/v1/invoiceitems/:invoiceitem', {}, (call) =>
    answer(call, invoiceItemJson(call, find(call, call.account, call.params.invoiceitem))),
  ),
  post('PostInvoiceitemsInvoiceitem', '/v1/invoiceitems/:invoiceitem', INVOICE_ITEM_CHANGES, (call) => {
    const { rows, input } = call
    const before = find(call, call.account, call.params.invoiceitem)
    const customer = rows.customers.require(before.customer)
    const context = onTestClock(call, before.testClock)
    const changesAmount = [
      'amount',
      'quantity',
      'quantity_decimal',
      'price',
      'price_data',
      'pricing',
      'unit_amount',
      'unit_amount_decimal',
    ].some((name) => name in input)
    if (changesAmount && before.proration) {
      throw invalidRequest('You cannot change the amount of a proration.', { param: 'amount' })
    }
    const isUnit =
      input.amount === undefined && input.unit_amount_decimal === undefined && input.unit_amount === undefined
    const given = {
      ...(isUnit && before.price !== null && input.pricing === undefined ? { price: before.price } : {}),
      ...(isUnit && before.price === null ? { unit_amount_decimal: before.unitAmountDecimal ?? '0' } : {}),
      quantity: before.quantity,
      ...input,
    }
    const { metadata: _metadata, ...fields } = invoiceItemOf(context, customer, given, before.currency)
    const after = rows.invoiceItems.update(before.id, {
      ...(changesAmount
        ? {
            amount: fields.amount,
            price: fields.price ?? null,
            product: fields.product ?? null,
            unitAmountDecimal: fields.unitAmountDecimal ?? null,
            quantity: fields.quantity ?? 1,
          }
        : {}),
      ...(input.description === undefined ? {} : { description: input.description }),
      ...(input.discountable === undefined ? {} : { discountable: input.discountable }),
      ...(input.discounts === undefined ? {} : { discounts: fields.discounts ?? [] }),
      ...(fields.period === undefined ? {} : { period: fields.period }),
      ...(input.tax_rates === undefined ? {} : { taxRates: fields.taxRates ?? null }),
      metadata: mergeMetadata(before.metadata, input.metadata),
    })
    updateLine(context, after)
    return answer(call, invoiceItemJson(call, after))
  }),
  del('DeleteInvoiceitemsInvoiceitem', '/v1/invoiceitems/:invoiceitem', {}, (call) => {
    const item = find(call, call.account, call.params.invoiceitem)
    const context = onTestClock(call, item.testClock)
    if (item.invoice !== null) {
      const invoice = call.rows.invoices.require(item.invoice)
      if (invoice.status !== 'draft') {
        throw invalidRequest("Can't delete an invoice item that is attached to an invoice that is no longer editable")
      }
      changeInvoice(context, invoice.id, { lines: invoice.lines.filter((line) => line.invoiceItem !== item.id) })
    }
    call.rows.invoiceItems.delete(item.id)
    context.emit({ type: 'invoiceitem.deleted', kind: 'invoiceitem', row: item })
    return json({ id: item.id, object: 'invoiceitem', deleted: true })
  }),
]

function find({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string): InvoiceItem {
  const item = rows.invoiceItems.get(id)
  if (item?.account === account) return item
  throw failure(404, `No such Invoice Item: '${id}'(livemode=false)`, { code: 'resource_missing', param: 'id' })
}

/**
 * Writes an item into the draft that it is a line of.
 *
 * @throws 400 for an invoice that is no longer a draft.
 */
function updateLine(context: PaymentsContext, item: InvoiceItem): void {
  if (item.invoice === null) return
  const invoice = context.rows.invoices.require(item.invoice)
  requireDraft(invoice)
  changeInvoice(context, invoice.id, {
    lines: invoice.lines.map((line) =>
      line.invoiceItem === item.id ? { ...lineOfItem(context, item), id: line.id } : line,
    ),
  })
}
