import type { Delivery } from '#core/webhooks.ts'
import { time } from '../format.ts'

/** A delivery in a list: `hook-delivery-item`. */
export function deliveryItemJson(delivery: Delivery) {
  const { installation, repository } = payloadOf(delivery)
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: time(delivery.deliveredAt ?? delivery.createdAt),
    redelivery: delivery.redelivery,
    // Seconds, rounded to hundredths.
    duration: Math.round((delivery.durationMs ?? 0) / 10) / 100,
    status: statusOf(delivery),
    status_code: delivery.response?.status ?? 0,
    event: delivery.event,
    action: delivery.action,
    installation_id: installation?.id ?? null,
    repository_id: repository?.id ?? null,
    throttled_at: null,
  }
}

/** A delivery with its request and response: `hook-delivery`. */
export function deliveryJson(delivery: Delivery) {
  const { request, response, subscription } = delivery
  return {
    ...deliveryItemJson(delivery),
    url: subscription.url,
    request: { headers: request.headers, payload: payloadOf(delivery) },
    response: { headers: response?.headers ?? {}, payload: response?.body ?? '' },
  }
}

interface Payload {
  readonly installation?: { readonly id: number }
  readonly repository?: { readonly id: number }
}

function payloadOf({ request, subscription }: Delivery): Payload {
  const isForm = subscription.details['contentType'] === 'form'
  const text = isForm ? (new URLSearchParams(request.body).get('payload') ?? '{}') : request.body
  return JSON.parse(text) as Payload // the text is a payload that this service wrote
}

function statusOf({ state, response, error }: Delivery): string {
  if (state === 'delivered') return 'OK'
  return response === null ? (error ?? '') : `Invalid HTTP Response: ${response.status}`
}
