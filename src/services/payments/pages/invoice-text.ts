import type { PaymentsContext } from '#payments/call.ts'
import { formatAmount } from '#payments/schema/currencies.ts'
import type { InvoiceText } from './invoice.ts'
import type { Invoice } from '#payments/schema/billing/invoices.ts'
import { merchantName } from './checkout-view.ts'

const STATES: Readonly<Record<Invoice['status'], string>> = {
  draft: 'Draft',
  open: 'Payment due',
  paid: 'Paid',
  uncollectible: 'Uncollectible',
  void: 'Void',
}

/** Returns what an invoice says, for its page and its PDF. */
export function invoiceText({ rows }: Pick<PaymentsContext, 'rows'>, invoice: Invoice): InvoiceText {
  const format = (amount: number): string => formatAmount(amount, invoice.currency)
  const customer = invoice.customerDetails
  const sum = (list: readonly { readonly amount: number }[]): number =>
    list.reduce((all, { amount }) => all + amount, 0)
  const discount = sum(invoice.totalDiscountAmounts)
  const tax = sum(invoice.totalTaxes)
  return {
    merchant: merchantName({ rows }, invoice.account),
    number: invoice.number ?? invoice.id,
    state: STATES[invoice.status],
    total: format(invoice.status === 'open' ? invoice.amountDue : invoice.total),
    facts: [
      { label: 'Invoice number', value: invoice.number ?? 'none' },
      { label: 'Date of issue', value: dateInWords(invoice.finalizedAt ?? invoice.created) },
      ...(invoice.dueDate === null ? [] : [{ label: 'Due', value: dateInWords(invoice.dueDate) }]),
      { label: 'Bill to', value: [customer?.name, customer?.email].filter(Boolean).join(', ') || invoice.customer },
    ],
    lines: invoice.lines.map(({ description, quantity, amount }) => ({
      description: description ?? 'Item',
      quantity: String(quantity),
      amount: format(amount),
    })),
    sums: [
      { label: 'Subtotal', amount: format(invoice.subtotal) },
      ...(discount === 0 ? [] : [{ label: 'Discount', amount: `-${format(discount)}` }]),
      ...(tax === 0 ? [] : [{ label: 'Tax', amount: format(tax) }]),
      { label: 'Total', amount: format(invoice.total) },
      { label: 'Amount due', amount: format(invoice.status === 'paid' ? 0 : invoice.amountDue) },
    ],
    footer: invoice.footer,
  }
}

/** Formats a moment, in epoch seconds, as a date: `January 1, 2026`. */
export function dateInWords(seconds: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(seconds * 1000))
}
