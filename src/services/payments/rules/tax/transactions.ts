import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest, missingParameter } from '#payments/errors.ts'
import type { Metadata } from '#payments/schema/account.ts'
import type { TaxCalculation, TaxTransaction, TransactionLine } from '#payments/schema/tax.ts'
import { newId, now } from '../new-id.ts'
import { newRecord } from '../records.ts'

interface TransactionInput {
  readonly metadata: Metadata | null
  readonly postedAt?: number | undefined
  readonly reference: string
}

/**
 * Records the sale of a calculation.
 *
 * @throws 400 for a calculation that has expired, and for the reference of another transaction.
 */
export function addTransaction(
  context: PaymentsContext,
  calculation: TaxCalculation,
  { metadata, postedAt, reference }: TransactionInput,
): TaxTransaction {
  if (calculation.expiresAt <= now(context)) {
    throw invalidParameter('calculation', `The tax calculation ${calculation.id} has expired.`)
  }
  requireFreeReference(context, calculation.account, reference)
  const { currency, customer, customerDetails, shipFrom, shipping, taxDate } = calculation
  const head = newRecord(context, calculation.account, 'tax_')
  return context.rows.taxTransactions.insert({
    currency,
    customer,
    customerDetails,
    lines: calculation.lines.map(({ tax, ...line }) => ({
      ...line,
      id: newId(context, 'tax_li_', 14),
      amountTax: tax.amount,
      originalLine: null,
    })),
    metadata,
    originalTransaction: null,
    postedAt: postedAt ?? head.created,
    reference,
    shipFrom,
    shipping: shipping === null ? null : shippingOf(shipping),
    taxDate,
    type: 'transaction',
    ...head,
  })
}

function shippingOf({ tax, ...shipping }: NonNullable<TaxCalculation['shipping']>): TaxTransaction['shipping'] {
  return { ...shipping, amountTax: tax.amount }
}

/** The extent of a reversal: everything, an amount of everything, or amounts of some lines. */
export interface ReversalInput {
  readonly mode: 'full' | 'partial'
  readonly flatAmount?: number | undefined
  readonly lines?:
    | readonly {
        readonly amount: number
        readonly amount_tax: number
        readonly metadata: Metadata | null
        readonly original_line_item: string
        readonly quantity?: number | undefined
        readonly reference: string
      }[]
    | undefined
  readonly shipping?: { readonly amount: number; readonly amount_tax: number } | undefined
  readonly metadata: Metadata | null
  readonly reference: string
}

/**
 * Takes a sale back, whole or in part.
 *
 * @throws 400 for a reversal of a reversal, for a sale that is reversed already, and for the reference of another
 * transaction.
 */
export function addReversal(context: PaymentsContext, original: TaxTransaction, input: ReversalInput): TaxTransaction {
  const { rows } = context
  if (original.type === 'reversal') {
    throw invalidParameter('original_transaction', 'A reversal cannot be reversed.')
  }
  requireFreeReference(context, original.account, input.reference)
  const earlier = rows.taxTransactions.list('original', original.id)
  if (input.mode === 'full' && earlier.length > 0) {
    throw invalidRequest(`The transaction ${original.id} has already been reversed.`, { param: 'original_transaction' })
  }
  const head = newRecord(context, original.account, 'tax_')
  return rows.taxTransactions.insert({
    ...original,
    ...head,
    ...partsOf(context, original, input),
    metadata: input.metadata,
    originalTransaction: original.id,
    postedAt: head.created,
    reference: input.reference,
    type: 'reversal',
  })
}

/** Returns the lines and the shipping of a reversal. */
function partsOf(
  context: PaymentsContext,
  original: TaxTransaction,
  { mode, flatAmount, lines, shipping }: ReversalInput,
): Pick<TaxTransaction, 'lines' | 'shipping'> {
  if (mode === 'full') return shareOf(context, original, 1)
  if (flatAmount !== undefined) return shareOf(context, original, -flatAmount / totalOf(original))
  if (lines === undefined && shipping === undefined) throw missingParameter('line_items')
  return {
    lines: (lines ?? []).map((line, index) => reversedLine(context, original, line, index)),
    shipping:
      shipping === undefined || original.shipping === null
        ? null
        : { ...original.shipping, amount: shipping.amount, amountTax: shipping.amount_tax },
  }
}

/** Returns what a sale costs, with its exclusive tax. */
function totalOf({ lines, shipping }: TaxTransaction): number {
  const parts = shipping === null ? lines : [...lines, shipping]
  return parts.reduce(
    (sum, { amount, amountTax, taxBehavior }) => sum + amount + (taxBehavior === 'exclusive' ? amountTax : 0),
    0,
  )
}

/** Returns a share of a sale, with the signs of a reversal. */
function shareOf(
  context: PaymentsContext,
  { lines, shipping }: TaxTransaction,
  share: number,
): Pick<TaxTransaction, 'lines' | 'shipping'> {
  const part = (amount: number): number => 0 - Math.round(amount * share)
  return {
    lines: lines.map((line) => ({
      ...line,
      id: newId(context, 'tax_li_', 14),
      amount: part(line.amount),
      amountTax: part(line.amountTax),
      originalLine: line.id,
    })),
    shipping:
      shipping === null ? null : { ...shipping, amount: part(shipping.amount), amountTax: part(shipping.amountTax) },
  }
}

function reversedLine(
  context: PaymentsContext,
  original: TaxTransaction,
  input: NonNullable<ReversalInput['lines']>[number],
  index: number,
): TransactionLine {
  const line = original.lines.find(({ id }) => id === input.original_line_item)
  const param = `line_items[${index}]`
  if (line === undefined) {
    throw invalidParameter(`${param}[original_line_item]`, `No such line item: '${input.original_line_item}'`)
  }
  if (input.amount > 0 || input.amount_tax > 0) {
    throw invalidParameter(`${param}[amount]`, 'The amounts of a reversal must be negative or zero.')
  }
  return {
    ...line,
    id: newId(context, 'tax_li_', 14),
    amount: input.amount,
    amountTax: input.amount_tax,
    metadata: input.metadata,
    originalLine: line.id,
    quantity: input.quantity ?? line.quantity,
    reference: input.reference,
  }
}

function requireFreeReference({ rows }: PaymentsContext, account: string, reference: string): void {
  if (rows.taxTransactions.find('reference', account, reference) === undefined) return
  throw invalidParameter('reference', `A tax transaction with the reference \`${reference}\` already exists.`)
}
