import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { invoiceJson, invoiceLineJson } from '#payments/json/billing/invoices.ts'
import { LIST_PARAMS, listOfRows } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { hash, list, metadata, oneOf, required, text, type MetadataChanges } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../../route.ts'
import { addInvoiceItem, changeInvoice, requireDraft } from '#payments/rules/billing/invoices/draft.ts'
import { INVOICE_LINE, invoiceItemOf, type InvoiceItemParams } from '#payments/rules/billing/invoices/item-params.ts'
import { lineOfItem } from '#payments/rules/billing/invoices/lines.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import type { Invoice, InvoiceLine } from '#payments/schema/billing/invoices.ts'

const one = '/v1/invoices/:invoice'
const byPath = { param: 'invoice', inPath: true }

/** The lines of invoices. https://docs.stripe.com/api/invoice-line-item */
export const invoiceLinesRoutes = [
  get('GetInvoicesInvoiceLines', `${one}/lines`, LIST_PARAMS, (call) => {
    const invoice = find(call, call.account, call.params.invoice)
    return answerPage(call, listOfRows(invoice.lines), 'line_item', (line) => invoiceLineJson(invoice, line))
  }),
  post(
    'PostInvoicesInvoiceAddLines',
    `${one}/add_lines`,
    {
      invoice_metadata: metadata(),
      lines: required(list(hash({ ...INVOICE_LINE, invoice_item: text() }))),
    },
    (call) => {
      const before = find(call, call.account, call.params.invoice)
      const context = onTestClock(call, before.testClock)
      requireDraft(before)
      const customer = call.rows.customers.require(before.customer)
      for (const [index, line] of call.input.lines.entries()) {
        if (line.amount !== undefined && line.quantity !== undefined) {
          throw invalidParameter(
            `lines[${index}][amount]`,
            'You may only specify one of these parameters: amount, quantity.',
          )
        }
        if (line.invoice_item === undefined) {
          const members = invoiceItemOf(context, customer, line, before.currency, `lines[${index}]`)
          addInvoiceItem(context, customer, { ...members, invoice: before.id, subscription: before.subscription })
        } else takeItem(context, before.id, line.invoice_item, `lines[${index}][invoice_item]`)
      }
      return answer(call, invoiceJson(call, withMetadata(context, before.id, call.input.invoice_metadata)))
    },
  ),
  post(
    'PostInvoicesInvoiceRemoveLines',
    `${one}/remove_lines`,
    {
      invoice_metadata: metadata(),
      lines: required(list(hash({ behavior: required(oneOf('delete', 'unassign')), id: required(text()) }))),
    },
    (call) => {
      const before = find(call, call.account, call.params.invoice)
      const context = onTestClock(call, before.testClock)
      requireDraft(before)
      const removed = call.input.lines.map(({ id, behavior }) => ({ line: lineOf(before, id), behavior }))
      for (const { line, behavior } of removed) {
        if (line.invoiceItem === null)
          throw invalidRequest('Only lines of invoice items can be removed.', { param: 'lines' })
        if (behavior === 'delete') call.rows.invoiceItems.delete(line.invoiceItem)
        else call.rows.invoiceItems.update(line.invoiceItem, { invoice: null })
      }
      changeInvoice(context, before.id, {
        lines: before.lines.filter(({ id }) => !removed.some(({ line }) => line.id === id)),
      })
      return answer(call, invoiceJson(call, withMetadata(context, before.id, call.input.invoice_metadata)))
    },
  ),
  post(
    'PostInvoicesInvoiceUpdateLines',
    `${one}/update_lines`,
    {
      invoice_metadata: metadata(),
      lines: required(list(hash({ ...INVOICE_LINE, id: required(text()) }))),
    },
    (call) => {
      const before = find(call, call.account, call.params.invoice)
      const context = onTestClock(call, before.testClock)
      for (const [index, line] of call.input.lines.entries())
        changeLine(context, before.id, line.id, line, `lines[${index}]`)
      return answer(call, invoiceJson(call, withMetadata(context, before.id, call.input.invoice_metadata)))
    },
  ),
  post('PostInvoicesInvoiceLinesLineItemId', `${one}/lines/:line_item_id`, INVOICE_LINE, (call) => {
    const before = find(call, call.account, call.params.invoice)
    const context = onTestClock(call, before.testClock)
    const after = changeLine(context, before.id, call.params.line_item_id, call.input, '')
    return answer(call, invoiceLineJson(after, lineOf(after, call.params.line_item_id)))
  }),
]

function find({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string): Invoice {
  return findRecord(rows.invoices, account, 'invoice', id, byPath)
}

function lineOf({ lines }: Invoice, id: string) {
  const line = lines.find((each) => each.id === id)
  if (line === undefined)
    throw invalidRequest(`No such invoice line item: '${id}'`, { code: 'resource_missing', param: 'line_item_id' })
  return line
}

function takeItem(context: PaymentsContext, invoiceId: string, itemId: string, param: string): void {
  const invoice = context.rows.invoices.require(invoiceId)
  const item = findRecord(context.rows.invoiceItems, invoice.account, 'invoiceitem', itemId, { param })
  if (item.invoice !== null || item.customer !== invoice.customer) {
    throw invalidRequest('The invoice item is of another invoice or another customer.', { param })
  }
  const taken = context.rows.invoiceItems.update(item.id, { invoice: invoiceId })
  changeInvoice(context, invoiceId, { lines: [...invoice.lines, lineOfItem(context, taken)] })
}

function withMetadata(context: PaymentsContext, id: string, changes: MetadataChanges | undefined): Invoice {
  const invoice = context.rows.invoices.require(id)
  return changes === undefined
    ? invoice
    : changeInvoice(context, id, { metadata: mergeMetadata(invoice.metadata, changes) })
}

/**
 * Changes a line of a draft.
 *
 * @throws 400 for a line that does not exist, and for an invoice that is no draft.
 */
function changeLine(
  context: PaymentsContext,
  invoiceId: string,
  lineId: string,
  input: InvoiceItemParams,
  path: string,
): Invoice {
  const invoice = context.rows.invoices.require(invoiceId)
  requireDraft(invoice)
  const line = lineOf(invoice, lineId)
  const customer = context.rows.customers.require(invoice.customer)
  const unit = input.amount === undefined && input.pricing === undefined && input.price_data === undefined
  const members = invoiceItemOf(
    context,
    customer,
    {
      ...(unit && line.price !== null ? { price: line.price } : {}),
      ...(unit && line.price === null ? { unit_amount_decimal: line.unitAmountDecimal ?? '0' } : {}),
      quantity: line.quantity,
      ...input,
    },
    invoice.currency,
    path,
  )
  const changed: InvoiceLine = {
    ...line,
    ...(changesAmount(input)
      ? {
          amount: members.amount,
          price: members.price ?? null,
          product: members.product ?? null,
          unitAmountDecimal: members.unitAmountDecimal ?? null,
          quantity: members.quantity ?? 1,
        }
      : {}),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.discountable === undefined ? {} : { discountable: input.discountable }),
    ...(input.discounts === undefined ? {} : { discounts: members.discounts ?? [] }),
    ...(members.period === undefined ? {} : { period: members.period }),
    ...(input.tax_rates === undefined ? {} : { taxRates: members.taxRates ?? null }),
    metadata: mergeMetadata(line.metadata, input.metadata),
  }
  return changeInvoice(context, invoiceId, {
    lines: invoice.lines.map((each) => (each.id === lineId ? changed : each)),
  })
}

/** Returns whether a request gives a line another amount. */
function changesAmount(input: InvoiceItemParams): boolean {
  const names = ['amount', 'price', 'price_data', 'pricing', 'quantity', 'quantity_decimal']
  return names.some((name) => name in input)
}
