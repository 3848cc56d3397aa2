import type { PaymentsContext } from '#payments/call.ts'
import { retiredKey } from '#payments/schema/billing/retired-price.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'

type Context = Pick<PaymentsContext, 'rows'>

/**
 * Frees the id of a deleted price for a new one. What has the deleted price keeps it: subscriptions, the invoices and
 * items that charged for it, and the phases of schedules.
 */
export function retirePrice(context: Context, price: Price): void {
  const { rows } = context
  const key = retiredKey(price)
  rows.prices.insert({ ...price, id: key })
  retireInSubscriptions(context, price.id, key)
  retireInSchedules(context, price.id, key)
  for (const { id } of rows.invoiceItems.all().filter((item) => item.price === price.id))
    rows.invoiceItems.update(id, { price: key })
  for (const { id, lines } of rows.invoices.all()) {
    if (lines.some((line) => line.price === price.id))
      rows.invoices.update(id, { lines: lines.map((line) => renamed(line, price.id, key)) })
  }
  rows.prices.delete(price.id)
}

function retireInSubscriptions({ rows }: Context, id: string, key: string): void {
  for (const item of rows.subscriptionItems.all().filter(({ price }) => price === id))
    rows.subscriptionItems.update(item.id, { price: key })
  for (const { id: subscription, pendingUpdate } of rows.subscriptions.all()) {
    const items = pendingUpdate?.items ?? []
    if (pendingUpdate === null || !items.some(({ price }) => price === id)) continue
    const changed = items.map((item) => renamed(item, id, key))
    rows.subscriptions.update(subscription, { pendingUpdate: { ...pendingUpdate, items: changed } })
  }
}

function retireInSchedules({ rows }: Context, id: string, key: string): void {
  for (const { id: schedule, phases } of rows.subscriptionSchedules.all()) {
    const has = phases.some(({ items }) => items.some(({ price }) => price === id))
    if (!has) continue
    const changed = phases.map((phase) => ({ ...phase, items: phase.items.map((item) => renamed(item, id, key)) }))
    rows.subscriptionSchedules.update(schedule, { phases: changed })
  }
}

/** Returns what has a price with its new key; unchanged where it has another price. */
function renamed<T extends { readonly price: string | null }>(item: T, id: string, key: string): T {
  return item.price === id ? { ...item, price: key } : item
}
