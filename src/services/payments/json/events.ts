import { PLATFORM_APPLICATION } from '#payments/rules/connect/application.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { Event, WebhookEndpoint } from '#payments/schema/account.ts'

/** Writes an event. `pending_webhooks` counts the endpoints that have not accepted it yet. */
export function eventJson(context: PaymentsContext, event: Event) {
  const { rows } = context
  const connected = event.account !== rows.platform.get()
  const delivered = event.subscribers === 0 ? 0 : deliveredTo(context, event)
  return eventBodyJson(event, Math.max(0, event.subscribers - delivered), connected)
}

/**
 * Writes an event for which this number of deliveries is pending. `connected`: the event is of a connected account,
 * whose id it then names.
 */
export function eventBodyJson(event: Event, pendingWebhooks: number, connected: boolean) {
  const { id, account, created, type, object, previous, requestId, idempotencyKey, apiVersion } = event
  return {
    id,
    object: 'event',
    ...(connected ? { account } : {}),
    api_version: apiVersion,
    created,
    data: previous === null ? { object } : { object, previous_attributes: previous },
    livemode: false,
    pending_webhooks: pendingWebhooks,
    request: { id: requestId, idempotency_key: idempotencyKey },
    type,
  }
}

/** Counts the endpoints that have accepted an event. */
function deliveredTo({ rows }: PaymentsContext, { id }: Event): number {
  const head = `{"id":"${id}"`
  const accepted = rows.deliveries.list('state', 'delivered').filter(({ request }) => request.body.startsWith(head))
  return new Set(accepted.map(({ subscription }) => subscription.id)).size
}

/**
 * Writes a webhook endpoint; with its secret only when it is created.
 * https://docs.stripe.com/api/webhook_endpoints/object
 */
export function webhookEndpointJson(endpoint: WebhookEndpoint) {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    api_version: endpoint.apiVersion,
    application: endpoint.connect ? PLATFORM_APPLICATION : null,
    created: endpoint.created,
    description: endpoint.description,
    enabled_events: endpoint.enabledEvents,
    livemode: false,
    metadata: endpoint.metadata,
    status: endpoint.status,
    url: endpoint.url,
  }
}
