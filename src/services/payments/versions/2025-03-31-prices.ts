import type { Members, VersionChange } from './change.ts'
import { isHash } from './members.ts'

/** Returns how the usage of a price was added up before meters did that. */
function aggregation({ usage_type: type }: Members): 'sum' | null {
  return type === 'metered' ? 'sum' : null
}

/**
 * Meters add up the usage of metered prices, which no longer say how.
 * https://docs.stripe.com/changelog/basil/2025-03-31/deprecate-legacy-usage-based-billing
 */
export const meteredPrices: VersionChange = {
  version: '2025-03-31.basil',
  objects: {
    plan: (plan) => ({ ...plan, aggregate_usage: aggregation(plan) }),
    price: (price) => {
      const { recurring } = price
      return isHash(recurring)
        ? { ...price, recurring: { ...recurring, aggregate_usage: aggregation(recurring) } }
        : price
    },
  },
}
