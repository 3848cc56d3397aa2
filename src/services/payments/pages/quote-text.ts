import type { PaymentsContext } from '#payments/call.ts'
import { totalOf } from '#payments/rules/checkout/amounts.ts'
import { quoteAmounts } from '#payments/rules/quotes/amounts.ts'
import { formatAmount } from '#payments/schema/currencies.ts'
import type { Quote } from '#payments/schema/quotes.ts'
import { dateInWords } from './invoice-text.ts'
import type { PdfLine } from './pdf.ts'

/** Returns the lines of a quote's document. */
export function quoteLines(context: Pick<PaymentsContext, 'rows'>, quote: Quote): readonly PdfLine[] {
  const { rows } = context
  const { total, recurring } = quoteAmounts(context, quote)
  const money = (amount: number): string => formatAmount(amount, quote.currency ?? 'usd')
  const customer = rows.customers.get(quote.customer)
  return [
    { text: quote.header ?? 'Quote', size: 22, bold: true },
    { text: rows.accounts.get(quote.account)?.name ?? '', size: 12, bold: true },
    { text: '' },
    { text: `Quote number  ${quote.number ?? 'Draft'}` },
    { text: `Expires  ${dateInWords(quote.expiresAt)}` },
    { text: '' },
    { text: 'Prepared for', bold: true },
    ...[customer?.name, customer?.email].flatMap((each) =>
      each === null || each === undefined ? [] : [{ text: each }],
    ),
    { text: '' },
    ...(quote.description === null ? [] : [{ text: quote.description }, { text: '' }]),
    { text: 'Description', right: 'Amount', bold: true },
    ...total.lines.map((line) => ({
      text: `${line.line.quantity} x ${line.product.name}`,
      right: money(totalOf(line)),
    })),
    { text: '' },
    { text: 'Subtotal', right: money(total.totals.subtotal) },
    { text: 'Total', right: money(total.totals.total), bold: true },
    ...(recurring === null
      ? []
      : [{ text: `Each ${recurring.recurring.interval}`, right: money(recurring.amounts.totals.total) }]),
    ...(quote.footer === null ? [] : [{ text: '' }, { text: quote.footer }]),
  ]
}
