import { invalidRequest } from '#payments/errors.ts'
import type { Price, PriceAmounts } from '#payments/schema/billing/catalog.ts'
import { exact, parseDecimal, type Exact } from '../decimals.ts'
import type { Cadence } from '#payments/schema/billing/periods.ts'
import type { Pricing } from './amounts.ts'

/** Returns a price's amounts in a currency; undefined when the price has none in it. */
export function amountsIn(price: Price, currency: string): PriceAmounts | undefined {
  return currency === price.currency ? price : price.currencyOptions[currency]
}

/**
 * Returns the pricing of a price in a currency.
 *
 * @throws 400 for a currency that the price does not have.
 */
export function pricingOf(price: Price, currency: string): Pricing {
  const amounts = amountsIn(price, currency)
  if (amounts === undefined) {
    throw invalidRequest(
      `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${currency}\`.`,
    )
  }
  const { transformQuantity: transform } = price
  return {
    unit: amounts.tiers === null ? exactOf(amounts.unitAmountDecimal) : null,
    tiers:
      amounts.tiers?.map((tier) => ({
        upTo: tier.up_to,
        unit: exactOf(tier.unit_amount_decimal),
        flat: exactOf(tier.flat_amount_decimal),
      })) ?? null,
    tiersMode: price.tiersMode,
    transform: transform === null ? null : { divideBy: transform.divide_by, round: transform.round },
  }
}

function exactOf(text: string | null): Exact | null {
  return text === null ? null : (parseDecimal(text) ?? exact(0))
}

/** Returns the length of a recurring price's billing periods; a month for a price that is not recurring. */
export function cadenceOf({ recurring }: Price): Cadence {
  return { interval: recurring?.interval ?? 'month', count: recurring?.interval_count ?? 1 }
}

/** Returns whether the usage of a price is reported by meter events. */
export function isMetered({ recurring }: Price): boolean {
  return recurring?.usage_type === 'metered'
}
