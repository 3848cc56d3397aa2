import { isRecord } from '#core/objects.ts'
import { idAt } from './members.ts'
import type { VersionChange } from './change.ts'

/**
 * Meters add up the usage of metered prices, which no longer say how.
 * https://docs.stripe.com/changelog/basil/2025-03-31/deprecate-legacy-usage-based-billing
 */
export const meteredPrices: VersionChange = {
  version: '2025-03-31.basil',
  objects: {
    plan: (plan, { rows }) => ({ ...plan, aggregate_usage: rows.prices.get(idAt(plan, 'id'))?.aggregateUsage ?? null }),
    price: (price, { rows }) => {
      const { recurring } = price
      if (!isRecord(recurring)) return price
      const aggregation = rows.prices.get(idAt(price, 'id'))?.aggregateUsage ?? null
      return { ...price, recurring: { ...recurring, aggregate_usage: aggregation } }
    },
  },
}
