import type { DiscountAmount } from '#payments/schema/billing/invoices.ts'
import { allocate, percentOf } from '../decimals.ts'

/** The part of a coupon that says how much it takes off. */
export interface Reduction {
  /** 0 to 100; null for a coupon with an amount. */
  readonly percentOff: number | null
  /**
   * In minor units of the invoice's currency; null for a coupon with a percentage, or without an amount in this
   * currency.
   */
  readonly amountOff: number | null
  /** The ids of the products that the coupon is for; null for all. */
  readonly products: readonly string[] | null
}

/** A discount and its reduction. */
export interface AppliedDiscount {
  readonly id: string
  readonly reduction: Reduction
}

/** The part of an invoice line that discounts depend on. */
export interface DiscountedLine {
  readonly amount: number
  readonly discountable: boolean
  readonly product: string | null
  /** Discounts of this line alone. They are applied before those of the invoice. */
  readonly discounts: readonly AppliedDiscount[]
}

/**
 * Returns the amounts that discounts take off each line, in the order of the lines. Discounts are applied in order,
 * each to what the ones before it leave; an amount is divided among the lines in proportion to what is left of them. A
 * line never becomes negative, and a line with a credit has no discount.
 * https://docs.stripe.com/billing/subscriptions/coupons#stacking
 */
export function discountLines(
  lines: readonly DiscountedLine[],
  discounts: readonly AppliedDiscount[],
): readonly (readonly DiscountAmount[])[] {
  const remaining = lines.map(({ amount }) => amount)
  const amounts: DiscountAmount[][] = lines.map(() => [])
  const apply = ({ id, reduction }: AppliedDiscount, at: readonly number[]): void => {
    const eligible = at.filter((index) => isEligible(lines[index], reduction) && (remaining[index] ?? 0) > 0)
    const weights = eligible.map((index) => remaining[index] ?? 0)
    const sum = weights.reduce((total, weight) => total + weight, 0)
    const off = reduction.percentOff === null ? (reduction.amountOff ?? 0) : percentOf(sum, reduction.percentOff)
    for (const [position, part] of allocate(Math.min(off, sum), weights).entries()) {
      const index = eligible[position] ?? 0
      remaining[index] = (remaining[index] ?? 0) - part
      amounts[index]?.push({ discount: id, amount: part })
    }
  }
  for (const [index, line] of lines.entries()) for (const discount of line.discounts) apply(discount, [index])
  for (const discount of discounts) apply(discount, [...lines.keys()])
  return amounts
}

function isEligible(line: DiscountedLine | undefined, { products }: Reduction): boolean {
  if (line === undefined || !line.discountable) return false
  return products === null || (line.product !== null && products.includes(line.product))
}
