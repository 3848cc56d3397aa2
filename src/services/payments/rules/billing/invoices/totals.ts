import { discountLines, type AppliedDiscount, type DiscountedLine } from '../discounts/discounting.ts'
import type { DiscountAmount, TaxAmount } from '#payments/schema/billing/invoices.ts'
import { taxesOf, type Rate } from '../taxes/taxation.ts'

/** The part of an invoice line that totals depend on. */
export interface TotaledLine extends DiscountedLine {
  readonly rates: readonly Rate[]
}

/** The amounts that the totals add to a line. */
export interface LineTotals {
  readonly discountAmounts: readonly DiscountAmount[]
  readonly taxes: readonly TaxAmount[]
}

/** The sums of an invoice, in minor units. */
export interface Totals {
  readonly lines: readonly LineTotals[]
  /** The sum of the lines, less the discounts of lines, before those of the invoice and exclusive tax. */
  readonly subtotal: number
  readonly subtotalExcludingTax: number
  /** One entry for each discount that took something off, in the order of the first line. */
  readonly discountAmounts: readonly DiscountAmount[]
  /** One entry for each rate, in the order of the first line. */
  readonly taxes: readonly TaxAmount[]
  readonly total: number
  readonly totalExcludingTax: number
}

/** Returns the sums of an invoice. `shipping` is what shipping costs without its tax, with the rates of that tax. */
export function totalsOf(
  lines: readonly TotaledLine[],
  discounts: readonly AppliedDiscount[],
  shipping: { readonly amount: number; readonly rates: readonly Rate[] } = { amount: 0, rates: [] },
): Totals {
  const perLine = discountLines(lines, discounts)
  const totals = lines.map(({ amount, rates }, at): LineTotals => {
    const discountAmounts = perLine[at] ?? []
    return { discountAmounts, taxes: taxesOf(amount - sum(discountAmounts), rates) }
  })
  const shippingTaxes = taxesOf(shipping.amount, shipping.rates)
  const lineTaxes = totals.flatMap(({ taxes }) => taxes)
  const taxes = mergeTaxes([...lineTaxes, ...shippingTaxes])
  const discountAmounts = mergeDiscounts(perLine.flat())
  const whole = sum(lines)
  const ofLines = perLine.map((list, at) => list.filter((each) => isOfLine(lines[at], each)))
  const subtotal = whole - sum(ofLines.flat())
  const inclusive = (list: readonly TaxAmount[]): number => sum(list.filter((tax) => tax.inclusive))
  const total = whole - sum(discountAmounts) + shipping.amount + sum(taxes) - inclusive(taxes)
  return {
    lines: totals,
    subtotal,
    subtotalExcludingTax: subtotal - inclusive(lineTaxes),
    discountAmounts,
    taxes,
    total,
    totalExcludingTax: total - sum(taxes),
  }
}

/** The balance of an invoice's customer before and after, and what the invoice asks for. */
export interface Settlement {
  /** The amount to pay; 0 for an invoice that the balance covers, that is too small to charge, or that is a credit. */
  readonly amountDue: number
  /** The change of the customer's balance: positive where credit is used, negative where the invoice adds credit. */
  readonly balanceChange: number
  /** The amount that is too small to be charged, and moves to the customer's balance. */
  readonly tooSmall: number
}

/**
 * Returns what an invoice asks for, given the customer's balance (negative: credit) and the smallest amount that can be
 * charged. https://docs.stripe.com/billing/customer/balance
 */
export function settle(total: number, balance: number, minimum: number): Settlement {
  if (total <= 0) return { amountDue: 0, balanceChange: total, tooSmall: 0 }
  const due = total + balance
  if (due <= 0) return { amountDue: 0, balanceChange: total, tooSmall: 0 }
  if (due < minimum) return { amountDue: 0, balanceChange: -balance + due, tooSmall: due }
  return { amountDue: due, balanceChange: balance === 0 ? 0 : -balance, tooSmall: 0 }
}

function sum(list: readonly { readonly amount: number }[]): number {
  return list.reduce((total, { amount }) => total + amount, 0)
}

/** Returns whether a discount is one of a line itself, and not of the whole invoice. */
function isOfLine(line: TotaledLine | undefined, { discount }: DiscountAmount): boolean {
  return line?.discounts.some(({ id }) => id === discount) ?? false
}

function mergeDiscounts(list: readonly DiscountAmount[]): DiscountAmount[] {
  const merged = new Map<string, DiscountAmount>()
  for (const { discount, amount } of list) {
    merged.set(discount, { discount, amount: (merged.get(discount)?.amount ?? 0) + amount })
  }
  return [...merged.values()]
}

function mergeTaxes(list: readonly TaxAmount[]): TaxAmount[] {
  const merged = new Map<string, TaxAmount>()
  for (const tax of list) {
    const before = merged.get(tax.rate)
    merged.set(tax.rate, {
      ...tax,
      amount: tax.amount + (before?.amount ?? 0),
      taxable: tax.taxable + (before?.taxable ?? 0),
    })
  }
  return [...merged.values()]
}
