import type { PaymentsContext } from '#payments/call.ts'
import type { Coupon, Price, Product } from '#payments/schema/billing/catalog.ts'
import type { CheckoutSession, SessionDiscount, SessionLine } from '#payments/schema/checkout.ts'
import type { AppliedDiscount } from '../billing/discounts/discounting.ts'
import { exact } from '../billing/decimals.ts'
import { amountOf } from '../billing/prices/amounts.ts'
import { isMetered, pricingOf } from '../billing/prices/pricing.ts'
import type { Rate } from '../billing/taxes/taxation.ts'
import { automaticRatesOf, type Taxed } from './automatic-tax.ts'
import { totalsOf, type LineTotals, type Totals } from '../billing/invoices/totals.ts'

/** The part of a session, or of a payment link, that its amounts depend on. */
export type Sale = Pick<CheckoutSession, 'lines' | 'subscriptionData'> &
  Taxed & {
    readonly currency: string
    readonly discounts: readonly SessionDiscount[]
    readonly shippingRate: string | null
  }

/** A line with what it costs. */
export interface PricedLine {
  readonly line: SessionLine
  readonly price: Price
  readonly product: Product
  /** Before discounts and exclusive tax, in minor units. 0 for a recurring price in a trial. */
  readonly amount: number
  readonly totals: LineTotals
}

/** The amounts of a sale, in minor units. */
export interface SaleAmounts {
  readonly lines: readonly PricedLine[]
  readonly totals: Totals
  /** The cost of the chosen shipping; null while none is chosen. */
  readonly shipping: number | null
}

type Context = Pick<PaymentsContext, 'rows'>

/** Returns what a sale costs: its lines, discounts, taxes and shipping. */
export function amountsOf(context: Context, sale: Sale): SaleAmounts {
  const { rows } = context
  const inTrial = hasTrial(sale)
  const defaults = idsOf(sale.subscriptionData['default_tax_rates'])
  const automatic = automaticRatesOf(context, sale)
  const priced = sale.lines.map((line) => {
    const price = rows.prices.require(line.price)
    const free = price.recurring !== null && (inTrial || isMetered(price))
    return {
      line,
      price,
      product: rows.products.require(price.product),
      amount: free ? 0 : lineAmount(price, line, sale.currency),
      rates:
        automatic?.(price.id) ??
        ratesOf(context, line.taxRates.length > 0 || price.recurring === null ? line.taxRates : defaults),
    }
  })
  const rate = sale.shippingRate === null ? undefined : rows.shippingRates.get(sale.shippingRate)
  const shipping = rate === undefined ? null : (rate.currencyOptions[sale.currency]?.amount ?? rate.amount)
  const totals = totalsOf(
    priced.map(({ amount, price, rates }) => ({
      amount,
      discountable: true,
      product: price.product,
      discounts: [],
      rates,
    })),
    sale.discounts.flatMap((discount) => appliedDiscount(context, discount, sale.currency)),
    { amount: shipping ?? 0, rates: [] },
  )
  return {
    lines: priced.map(({ rates: _rates, ...line }, at) => ({ ...line, totals: totals.lines[at] ?? NO_TOTALS })),
    totals,
    shipping,
  }
}

const NO_TOTALS: LineTotals = { discountAmounts: [], taxes: [] }

/**
 * Returns what a line costs before discounts: the amount that the customer chose, or that of the price for the
 * quantity.
 */
export function lineAmount(
  price: Price,
  line: Pick<SessionLine, 'quantity' | 'chosenAmount'>,
  currency: string,
): number {
  const custom = price.customUnitAmount
  if (custom !== null) return (line.chosenAmount ?? custom.preset ?? 0) * line.quantity
  return amountOf(pricingOf(price, currency), line.quantity)
}

/** Returns whether a subscription begins with a trial. */
export function hasTrial({ subscriptionData: data }: Pick<Sale, 'subscriptionData'>): boolean {
  return data['trial_period_days'] !== undefined || data['trial_end'] !== undefined
}

function ratesOf({ rows }: Context, ids: readonly string[]): Rate[] {
  return ids.flatMap((id) => rows.taxRates.get(id) ?? [])
}

/** Returns the ids of a list that was kept as the client sent it. */
export function idsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}

function appliedDiscount({ rows }: Context, discount: SessionDiscount, currency: string): AppliedDiscount[] {
  const coupon = rows.coupons.get(discount.coupon)
  if (coupon === undefined) return []
  const { percentOff, products } = coupon
  return [{ id: discountKey(discount), reduction: { percentOff, amountOff: amountOff(coupon, currency), products } }]
}

/** Returns the name of a discount inside a sale's totals. */
function discountKey({ coupon, promotionCode }: SessionDiscount): string {
  return promotionCode ?? coupon
}

function amountOff(coupon: Coupon, currency: string): number | null {
  return coupon.currency === currency ? coupon.amountOff : (coupon.currencyOptions[currency]?.amount_off ?? null)
}

/** Returns the sum of what discounts take off a line. */
export function discountOf({ totals }: PricedLine): number {
  return totals.discountAmounts.reduce((sum, { amount }) => sum + amount, 0)
}

/** Returns the sum of a line's taxes. */
export function taxOf({ totals }: PricedLine): number {
  return totals.taxes.reduce((sum, { amount }) => sum + amount, 0)
}

/** Returns what a line costs after discounts, with its taxes. */
export function totalOf(line: PricedLine): number {
  const exclusive = line.totals.taxes.filter(({ inclusive }) => !inclusive)
  return line.amount - discountOf(line) + exclusive.reduce((sum, { amount }) => sum + amount, 0)
}

/** The exact amount of one unit, for a page. */
export function unitAmountOf(price: Price, line: Pick<SessionLine, 'chosenAmount'>, currency: string): number | null {
  if (price.customUnitAmount !== null) return line.chosenAmount ?? price.customUnitAmount.preset ?? 0
  const { unit } = pricingOf(price, currency)
  return unit === null || unit % exact(1) !== 0n ? null : Number(unit / exact(1))
}
