import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { newId, now } from '../../new-id.ts'
import { newRecord } from '../../records.ts'
import type { Metadata } from '#payments/schema/account.ts'
import type { CreditNote, CreditNoteLine, Invoice, InvoiceLine } from '#payments/schema/billing/invoices.ts'
import { adjustBalance } from '../../customers/balance.ts'
import { addRefund } from '../../money/refunds.ts'
import { share } from '../decimals.ts'
import { payInvoice } from '../invoices/pay.ts'
import { emitInvoiceChange } from '../invoices/draft.ts'
import { creditNoteNumber } from '../invoices/numbering.ts'
import { taxesOf } from '../taxes/taxation.ts'

/** A line of a new credit note: of a line of the invoice, or of its own. */
interface CreditedLine {
  readonly invoiceLine: string | null
  /** With the tax of the line, in minor units; undefined for the whole line, or for `quantity` units of it. */
  readonly amount: number | undefined
  readonly quantity: number | undefined
  readonly unitAmountDecimal: string | undefined
  readonly description: string | undefined
  readonly metadata: Metadata
  /** The ids of the tax rates of a line of its own. */
  readonly taxRates: readonly string[]
}

/**
 * The fields of a new credit note: the lines that it credits, and how the money is returned where the invoice has been
 * paid.
 */
export interface CreditNoteInput {
  readonly lines: readonly CreditedLine[]
  /** The total of a credit note without lines. */
  readonly amount: number | undefined
  readonly creditAmount: number | undefined
  readonly refundAmount: number | undefined
  readonly outOfBandAmount: number | undefined
  readonly refunds: readonly { readonly refund: string; readonly amount: number }[]
  readonly memo: string | null
  readonly metadata: Metadata
  readonly reason: CreditNote['reason']
  readonly effectiveAt: number | null
}

/**
 * Issues a credit note for an invoice that has been finalized: it reduces what is to be paid, or returns what has been
 * paid by refund, by credit to the customer's balance, or out of band. https://docs.stripe.com/api/credit_notes/create
 *
 * @throws 400 for more than the invoice has left.
 */
export function issueCreditNote(context: PaymentsContext, invoice: Invoice, input: CreditNoteInput): CreditNote {
  const { rows } = context
  if (invoice.status !== 'open' && invoice.status !== 'paid') {
    throw invalidRequest(
      `You can only create credit notes for open or paid invoices. This invoice is ${invoice.status}.`,
      {
        param: 'invoice',
      },
    )
  }
  const note = creditNoteOf(context, invoice, input)
  const due = invoice.status === 'open' ? invoice.amountDue - invoice.amountPaid : 0
  const credited = invoice.prePaymentCredit + invoice.postPaymentCredit
  if (note.amount > invoice.total - credited) {
    throw invalidRequest(
      `The credit note amount ${note.amount} must not exceed the amount that is left of the invoice, ${invoice.total - credited}.`,
      { param: 'amount' },
    )
  }
  const isPaid = invoice.status === 'paid'
  checkReturn(note.amount, input, isPaid)
  const refunds = [...input.refunds]
  if (isPaid && input.refundAmount !== undefined && input.refundAmount > 0) {
    refunds.push({ refund: refundInvoice(context, invoice, input.refundAmount), amount: input.refundAmount })
  }
  const credit = isPaid ? (input.creditAmount ?? 0) : 0
  const balance = credit > 0 ? creditBalance(context, invoice, note.id, credit) : null
  const issued = rows.creditNotes.insert({
    ...note,
    refunds,
    customerBalanceTransaction: balance,
    prePaymentAmount: isPaid ? 0 : Math.min(note.amount, due),
    postPaymentAmount: isPaid ? note.amount : 0,
  })
  emitInvoiceChange(context, invoice.id, () => rows.invoices.update(invoice.id, creditedMembers(invoice, note.amount)))
  context.emit({ type: 'credit_note.created', kind: 'credit_note', row: issued })
  lowerIntent(context, invoice.id)
  return issued
}

/**
 * Credits an amount in minor units to the balance of an invoice's customer. Returns the id of the balance transaction.
 */
function creditBalance(context: PaymentsContext, invoice: Invoice, creditNote: string, amount: number): string {
  const { id, customer, account, currency } = invoice
  const source = { type: 'credit_note', creditNote, invoice: id, currency } as const
  return adjustBalance(context, { id: customer, account }, -amount, source).id
}

/** Returns the members of an invoice that a credit note of an amount changes. */
function creditedMembers(invoice: Invoice, amount: number): Partial<Omit<Invoice, 'id'>> {
  if (invoice.status === 'paid') return { postPaymentCredit: invoice.postPaymentCredit + amount }
  return {
    prePaymentCredit: invoice.prePaymentCredit + amount,
    amountDue: Math.max(0, invoice.amountDue - amount),
  }
}

/** Returns a credit note as it would be issued, without issuing it. */
export function creditNoteOf(context: PaymentsContext, invoice: Invoice, input: CreditNoteInput): CreditNote {
  const head = newRecord(context, invoice.account, 'cn_')
  const lines = linesOf(context, invoice, input)
  const taxes = lines.flatMap((line) => line.taxes)
  const exclusive = taxes.reduce((sum, tax) => sum + (tax.inclusive ? 0 : tax.amount), 0)
  const discounts = lines.flatMap((line) => line.discountAmounts)
  const discount = discounts.reduce((sum, { amount }) => sum + amount, 0)
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const amount = subtotal - discount + exclusive
  if (amount <= 0) throw invalidRequest('The credit note amount must be greater than 0.', { param: 'amount' })
  return {
    ...head,
    amount,
    currency: invoice.currency,
    customer: invoice.customer,
    customerBalanceTransaction: null,
    discountAmounts: discounts,
    effectiveAt: input.effectiveAt ?? head.created,
    invoice: invoice.id,
    lines,
    memo: input.memo,
    metadata: input.metadata,
    number: creditNoteNumber(invoice.number ?? invoice.id, context.rows.creditNoteNumbers.next(invoice.id)),
    outOfBandAmount: input.outOfBandAmount ?? null,
    prePaymentAmount: invoice.status === 'paid' ? 0 : amount,
    postPaymentAmount: invoice.status === 'paid' ? amount : 0,
    reason: input.reason,
    refunds: input.refunds,
    shippingAmount: 0,
    status: 'issued',
    subtotal,
    taxes,
    token: context.ids.secret.base62(64),
    voidedAt: null,
  }
}

function linesOf(context: PaymentsContext, invoice: Invoice, { lines, amount }: CreditNoteInput): CreditNoteLine[] {
  if (lines.length === 0) {
    if (amount === undefined) {
      throw invalidRequest('You must pass either `amount` or `lines` when creating a credit note.', {
        code: 'parameter_missing',
        param: 'amount',
      })
    }
    return [customLine(context, { amount, description: 'Credit', quantity: 1, unit: null, metadata: {}, taxRates: [] })]
  }
  return lines.map((line, index) => {
    if (line.invoiceLine === null) {
      const unit = line.unitAmountDecimal ?? '0'
      const quantity = line.quantity ?? 1
      return customLine(context, {
        amount: line.amount ?? Math.round(Number(unit) * quantity),
        description: line.description ?? null,
        quantity,
        unit,
        metadata: line.metadata,
        taxRates: line.taxRates,
      })
    }
    const invoiceLine = invoice.lines.find(({ id }) => id === line.invoiceLine)
    if (invoiceLine === undefined) {
      throw invalidRequest(`No such invoice line item: '${line.invoiceLine}'`, {
        code: 'resource_missing',
        param: `lines[${index}][invoice_line_item]`,
      })
    }
    return partOfLine(context, invoiceLine, line)
  })
}

/** A line that credits no line of the invoice. */
interface CustomLine {
  readonly amount: number
  readonly description: string | null
  readonly quantity: number
  readonly unit: string | null
  readonly metadata: Metadata
  readonly taxRates: readonly string[]
}

function customLine(
  context: PaymentsContext,
  { amount, description, quantity, unit, metadata, taxRates }: CustomLine,
): CreditNoteLine {
  return {
    id: newId(context, 'cnli_'),
    amount,
    description,
    discountAmounts: [],
    invoiceLine: null,
    metadata,
    quantity,
    unitAmountDecimal: unit,
    taxRates,
    taxes: taxesOf(
      amount,
      taxRates.flatMap((id) => context.rows.taxRates.get(id) ?? []),
    ),
  }
}

/** Returns the credit for a part of a line of the invoice, with the same part of its discounts and taxes. */
function partOfLine(
  context: PaymentsContext,
  line: InvoiceLine,
  { amount, quantity, description, metadata }: CreditedLine,
): CreditNoteLine {
  const [part, whole] =
    amount !== undefined ? [amount, line.amount] : quantity !== undefined ? [quantity, line.quantity] : [1, 1]
  const partOf = (value: number): number => share(value, part, whole)
  return {
    id: newId(context, 'cnli_'),
    amount: partOf(line.amount),
    description: description ?? line.description,
    discountAmounts: line.discountAmounts.map((each) => ({ ...each, amount: partOf(each.amount) })),
    invoiceLine: line.id,
    metadata,
    taxRates: [],
    quantity: quantity ?? (amount === undefined ? line.quantity : 1),
    unitAmountDecimal: line.unitAmountDecimal,
    taxes: line.taxes.map((tax) => ({ ...tax, amount: partOf(tax.amount), taxable: partOf(tax.taxable) })),
  }
}

/** @throws 400 unless the returned money adds up to the credit note of a paid invoice. */
function checkReturn(total: number, input: CreditNoteInput, isPaid: boolean): void {
  const { creditAmount = 0, refundAmount = 0, outOfBandAmount = 0, refunds } = input
  const linked = refunds.reduce((sum, { amount }) => sum + amount, 0)
  const returned = creditAmount + refundAmount + outOfBandAmount + linked
  if (!isPaid && returned > 0) {
    throw invalidRequest('`credit_amount`, `refund_amount` and `out_of_band_amount` can only be set for paid invoices.')
  }
  if (isPaid && returned !== total) {
    throw invalidRequest(
      `The sum of credit_amount, refund_amount, out_of_band_amount and refunds (${returned}) must equal the credit note amount (${total}).`,
    )
  }
}

function refundInvoice(context: PaymentsContext, invoice: Invoice, amount: number): string {
  const intent = context.rows.paymentIntents.get(invoice.paymentIntent)
  const charge = context.rows.charges.get(intent?.latestCharge)
  if (charge === undefined)
    throw invalidRequest('The invoice has no charge that could be refunded.', { param: 'refund_amount' })
  return addRefund(context, charge, { amount, metadata: {}, reason: null }).id
}

/** Lowers the payment intent of an open invoice to what is still to be paid. With nothing left, the invoice is paid. */
function lowerIntent(context: PaymentsContext, id: string): void {
  const invoice = context.rows.invoices.require(id)
  if (invoice.status !== 'open') return
  if (invoice.amountDue === 0) {
    payInvoice(context, id, { amount: 0, paymentMethod: null })
    return
  }
  if (invoice.paymentIntent !== null)
    context.rows.paymentIntents.update(invoice.paymentIntent, { amount: invoice.amountDue })
}

/**
 * Voids a credit note of an open invoice: the amount is to be paid again.
 *
 * @throws 400 for another one.
 */
export function voidCreditNote(context: PaymentsContext, before: CreditNote): CreditNote {
  const { rows } = context
  const invoice = rows.invoices.require(before.invoice)
  if (before.status === 'void' || invoice.status !== 'open') {
    throw invalidRequest('You can only void issued credit notes of open invoices.')
  }
  const note = rows.creditNotes.update(before.id, { status: 'void', voidedAt: now(context) })
  const after = rows.invoices.update(invoice.id, {
    prePaymentCredit: invoice.prePaymentCredit - before.amount,
    amountDue: invoice.amountDue + before.amount,
  })
  lowerIntent(context, invoice.id)
  context.emit({ type: 'credit_note.voided', kind: 'credit_note', row: note })
  context.emit({ type: 'invoice.updated', kind: 'invoice', row: after, before: invoice })
  return note
}
