import type { PaymentsContext } from '#payments/call.ts'
import type { Recurring } from '#payments/schema/billing/catalog.ts'
import type { Quote } from '#payments/schema/quotes.ts'
import { amountsOf, type Sale, type SaleAmounts } from '../checkout/amounts.ts'

/** The amounts of a quote. */
export interface QuoteAmounts {
  /** All lines, as if none were in a trial. */
  readonly total: SaleAmounts
  /** The amount that is due when the quote is accepted. */
  readonly upfront: SaleAmounts
  /** The amount of every further period; null for a quote without a recurring price. */
  readonly recurring: { readonly amounts: SaleAmounts; readonly recurring: Recurring } | null
}

type Context = Pick<PaymentsContext, 'rows'>

/** Returns what a quote costs. */
export function quoteAmounts(context: Context, quote: Quote): QuoteAmounts {
  const { rows } = context
  const sale = saleOf(quote)
  const repeated = quote.lines.filter(({ price }) => rows.prices.require(price).recurring !== null)
  const [first] = repeated
  const recurring = first === undefined ? null : rows.prices.require(first.price).recurring
  const lasting = quote.discounts.filter(({ coupon }) => rows.coupons.get(coupon)?.duration !== 'once')
  return {
    total: amountsOf(context, sale),
    upfront: upfrontAmounts(context, quote),
    recurring:
      recurring === null
        ? null
        : { amounts: amountsOf(context, { ...sale, lines: repeated, discounts: lasting }), recurring },
  }
}

/** Returns what is due when a quote is accepted. */
export function upfrontAmounts(context: Context, quote: Quote): SaleAmounts {
  const { trialPeriodDays } = quote.subscriptionData
  if (trialPeriodDays === null) return amountsOf(context, saleOf(quote))
  const once = quote.lines.filter(({ price }) => context.rows.prices.require(price).recurring === null)
  return amountsOf(context, { ...saleOf(quote), lines: once })
}

function saleOf(quote: Quote): Sale {
  return {
    account: quote.account,
    automaticTax: quote.automaticTax ? { type: 'self' } : null,
    created: quote.created,
    customer: quote.customer,
    lines: quote.lines,
    currency: quote.currency ?? 'usd',
    discounts: quote.discounts,
    shippingRate: null,
    subscriptionData: { default_tax_rates: quote.defaultTaxRates },
  }
}
