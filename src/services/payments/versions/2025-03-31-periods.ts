import type { Members, ObjectTransform, VersionChange } from './change.ts'
import { hashAt, hashesAt, numberAt } from './members.ts'

/** Writes the period of the items of a subscription as members of the subscription. */
const withPeriod: ObjectTransform = (subscription) => {
  const items = hashesAt(hashAt(subscription, 'items'), 'data')
  const ends = (item: Members): number => numberAt(item, 'current_period_end')
  const [first] = items.toSorted((one, other) => ends(one) - ends(other))
  return {
    ...subscription,
    current_period_end: first?.['current_period_end'] ?? subscription['start_date'],
    current_period_start: first?.['current_period_start'] ?? subscription['start_date'],
  }
}

/**
 * The items of a subscription have periods of their own.
 * https://docs.stripe.com/changelog/basil/2025-03-31/deprecate-subscription-current-period-start-and-end
 */
export const periodsOfItems: VersionChange = {
  version: '2025-03-31.basil',
  objects: { subscription: withPeriod },
  added: { subscription_item: ['current_period_end', 'current_period_start'] },
}
