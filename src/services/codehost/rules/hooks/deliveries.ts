import type { Delivery } from '#core/webhooks.ts'
import type { CodehostCall } from '#codehost/call.ts'

type DeliveryRows = Pick<CodehostCall['rows'], 'deliveries'>

/** The part of a list of deliveries to read. */
export interface DeliveryWindow {
  /** The delivery to start with; null for the newest. */
  readonly from: number | null
  readonly limit: number
  /** Limits the list to successful or failed deliveries; null for all. */
  readonly status: 'success' | 'failure' | null
}

/** Returns the completed deliveries to a subscriber (a hook or an app), newest first. */
export function endedDeliveries({ deliveries }: DeliveryRows, subscriber: string, window: DeliveryWindow): Delivery[] {
  const { from, limit, status } = window
  const total = deliveries.count('subscriber', subscriber)
  const newer = from === null ? 0 : total - deliveries.countBefore('subscriber', [subscriber], from + 1)
  const found: Delivery[] = []
  let offset = Math.max(newer, countQueued({ deliveries }, subscriber))
  while (offset < total && found.length < limit) {
    const { rows } = deliveries.page('subscriber', [subscriber], { offset, limit, descending: true })
    found.push(...rows.filter(({ state }) => status === null || (state === 'delivered') === (status === 'success')))
    offset += limit
  }
  return found.slice(0, limit)
}

/** Returns the latest completed delivery to a subscriber. */
export function newestDelivery(rows: DeliveryRows, subscriber: string): Delivery | undefined {
  return endedDeliveries(rows, subscriber, { from: null, limit: 1, status: null })[0]
}

/** Returns a completed delivery to a subscriber by its id. */
export function deliveryOf({ deliveries }: DeliveryRows, subscriber: string, id: number): Delivery | undefined {
  const delivery = deliveries.get(id)
  return delivery?.subscription.id === subscriber && delivery.state !== 'queued' ? delivery : undefined
}

/** Returns the number of queued deliveries. They are sent in order, so these are the newest. */
function countQueued({ deliveries }: DeliveryRows, subscriber: string): number {
  const at = (offset: number): Delivery | undefined =>
    deliveries.page('subscriber', [subscriber], { offset, limit: 1, descending: true }).rows[0]
  let count = 0
  while (at(count)?.state === 'queued') count += 1
  return count
}
