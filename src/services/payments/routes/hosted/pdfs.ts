import type { Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { formatAmount } from '#payments/schema/currencies.ts'
import { noSuch } from '#payments/errors.ts'
import { pdfOf, type PdfLine } from '#payments/pages/pdf.ts'
import type { CreditNote, Invoice } from '#payments/schema/billing/invoices.ts'

const { get } = routesFor<PaymentsCall>()

/** The documents of invoices and credit notes. The URL is the only proof that they ask for, as at the vendor. */
export const pdfsRoutes = [
  get('InvoicePdf', '/i/:account/:token/pdf', (call) => {
    const invoice = call.rows.invoices.find('hostedToken', call.params.token)
    if (invoice === undefined || invoice.account !== call.params.account) {
      throw noSuch('invoice', call.params.token, 'invoice', 404)
    }
    const name = `Invoice-${invoice.number}`
    return pdf(pdfOf(invoiceLines(call, invoice), name), name)
  }),
  get('CreditNotePdf', '/credit_notes/:account/:token/pdf', (call) => {
    const note = call.rows.creditNotes.find('token', call.params.token)
    if (note === undefined || note.account !== call.params.account) {
      throw noSuch('credit_note', call.params.token, 'id', 404)
    }
    const name = `CreditNote-${note.number}`
    return pdf(pdfOf(creditNoteLines(call, note), name), name)
  }),
]

function pdf(bytes: Uint8Array, name: string): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'application/pdf', 'content-disposition': `inline; filename="${name}.pdf"` },
    body: bytes,
  }
}

function dateOf(at: number | null): string {
  const format = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' })
  return at === null ? '' : format.format(at * 1000)
}

function invoiceLines({ rows }: PaymentsCall, invoice: Invoice): PdfLine[] {
  const money = (amount: number): string => formatAmount(amount, invoice.currency)
  const details = invoice.customerDetails
  const taxes = invoice.totalTaxes.map(({ rate, amount, inclusive }) => {
    const taxRate = rows.taxRates.get(rate)
    const name = `${taxRate?.displayName ?? 'Tax'} (${taxRate?.percentage ?? 0}%${inclusive ? ' included' : ''})`
    return { text: name, right: money(amount) }
  })
  const off = invoice.totalDiscountAmounts.reduce((sum, { amount }) => sum + amount, 0)
  return [
    { text: 'Invoice', size: 22, bold: true },
    { text: rows.accounts.get(invoice.account)?.name ?? '', size: 12, bold: true },
    { text: '' },
    { text: `Invoice number  ${invoice.number}` },
    { text: `Date of issue  ${dateOf(invoice.effectiveAt)}` },
    ...(invoice.dueDate === null ? [] : [{ text: `Date due  ${dateOf(invoice.dueDate)}` }]),
    { text: '' },
    { text: 'Bill to', bold: true },
    ...[details?.name, details?.email].flatMap((each) => (each === null || each === undefined ? [] : [{ text: each }])),
    ...(invoice.customFields ?? []).map(({ name, value }) => ({ text: `${name}: ${value}` })),
    { text: '' },
    { text: `${money(invoice.amountDue)} ${statusText(invoice)}`, size: 14, bold: true },
    ...(invoice.description === null ? [] : [{ text: invoice.description }]),
    { text: '' },
    { text: 'Description', right: 'Amount', bold: true },
    ...invoice.lines.map(({ description, amount }) => ({
      text: (description ?? '').slice(0, 90),
      right: money(amount),
    })),
    { text: '' },
    { text: 'Subtotal', right: money(invoice.subtotal) },
    ...(off === 0 ? [] : [{ text: 'Discount', right: money(-off) }]),
    ...(invoice.shippingCost === null ? [] : [{ text: 'Shipping', right: money(invoice.shippingCost.amount) }]),
    ...taxes,
    { text: 'Total', right: money(invoice.total) },
    { text: 'Amount due', right: money(invoice.amountDue), bold: true },
    ...(invoice.footer === null ? [] : [{ text: '' }, { text: invoice.footer }]),
  ]
}

function statusText({ status, paidAt, dueDate }: Invoice): string {
  if (status === 'paid') return `paid on ${dateOf(paidAt)}`
  if (status === 'void') return 'void'
  return dueDate === null ? 'due' : `due ${dateOf(dueDate)}`
}

function creditNoteLines({ rows }: PaymentsCall, note: CreditNote): PdfLine[] {
  const money = (amount: number): string => formatAmount(amount, note.currency)
  return [
    { text: 'Credit note', size: 22, bold: true },
    { text: rows.accounts.get(note.account)?.name ?? '', size: 12, bold: true },
    { text: '' },
    { text: `Credit note number  ${note.number}` },
    { text: `Invoice number  ${rows.invoices.get(note.invoice)?.number ?? ''}` },
    { text: `Date of issue  ${dateOf(note.effectiveAt)}` },
    { text: '' },
    { text: 'Description', right: 'Amount', bold: true },
    ...note.lines.map(({ description, amount }) => ({ text: (description ?? '').slice(0, 90), right: money(amount) })),
    { text: '' },
    { text: 'Total', right: money(note.amount), bold: true },
    ...(note.memo === null ? [] : [{ text: '' }, { text: note.memo }]),
  ]
}
