import type { Rows } from '#payments/call.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import { itemsOf, periodOfItem } from './items.ts'
import { usageOf } from './usage.ts'

type UsageRows = Pick<Rows, 'subscriptionItems' | 'prices' | 'meters' | 'meterEvents'>

/** Notes that the usage of a subscription's present period has been invoiced up to a moment, in epoch seconds. */
export function noteInvoicedUsage(rows: UsageRows, subscription: Subscription, until: number): void {
  const items = itemsOf(rows, subscription.id)
  for (const item of items) {
    const { start } = periodOfItem(rows, subscription, item, items)
    const invoicedUsage = usageOf(rows, rows.prices.require(item.price), subscription.customer, { start, end: until })
    if (invoicedUsage !== item.invoicedUsage) rows.subscriptionItems.update(item.id, { invoicedUsage })
  }
}

/** Begins the count of an item's invoiced usage anew, with a new period. */
export function beginUsage({ subscriptionItems }: Pick<Rows, 'subscriptionItems'>, item: string): void {
  if (subscriptionItems.require(item).invoicedUsage !== 0) subscriptionItems.update(item, { invoicedUsage: 0 })
}
