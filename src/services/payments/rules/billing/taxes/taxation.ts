import type { TaxAmount } from '#payments/schema/billing/invoices.ts'
import { share } from '../decimals.ts'

/** The part of a tax rate that says how much tax an amount has. */
export interface Rate {
  readonly id: string
  /** Up to four decimal places. */
  readonly percentage: number
  /** True when the amount contains the tax already. */
  readonly inclusive: boolean
}

const SCALE = 10_000

/**
 * Returns the tax of each rate on an amount after discounts, rounded half away from zero. Inclusive rates share the
 * amount: together they are taken out of it once. Exclusive rates are added to what is left.
 * https://docs.stripe.com/tax/tax-rates
 */
export function taxesOf(amount: number, rates: readonly Rate[]): readonly TaxAmount[] {
  const scaled = (rate: Rate): number => Math.round(rate.percentage * SCALE)
  const included = rates.filter(({ inclusive }) => inclusive).reduce((sum, rate) => sum + scaled(rate), 0)
  const whole = 100 * SCALE
  const inclusive = (rate: Rate): number => share(amount, scaled(rate), whole + included)
  const taxable = amount - rates.filter((rate) => rate.inclusive).reduce((sum, rate) => sum + inclusive(rate), 0)
  return rates.map((rate) => ({
    rate: rate.id,
    inclusive: rate.inclusive,
    amount: rate.inclusive ? inclusive(rate) : share(taxable, scaled(rate), whole),
    taxable,
  }))
}
