import type { PaymentsContext } from '#payments/call.ts'
import { newRecord } from './records.ts'
import { addThinEvent } from './thin-events.ts'
import type { ThinEvent, WebhookEndpoint } from '#payments/schema/account.ts'

type EndpointInput = Pick<WebhookEndpoint, 'url' | 'enabledEvents'> &
  Partial<Pick<WebhookEndpoint, 'secret' | 'connect' | 'description' | 'apiVersion' | 'metadata' | 'destination'>>

/** Adds a webhook endpoint to an account, with a new secret unless one is given. */
export function addWebhookEndpoint(context: PaymentsContext, account: string, input: EndpointInput): WebhookEndpoint {
  return context.rows.webhookEndpoints.insert({
    ...newRecord(context, account, input.destination == null ? 'we_' : 'ed_test_'),
    secret: `whsec_${context.ids.secret.base62(32)}`,
    status: 'enabled',
    description: null,
    metadata: {},
    apiVersion: null,
    connect: false,
    destination: null,
    ...input,
  })
}

/** Sends a destination a test event, `v2.core.event_destination.ping`. Returns the event. */
export function pingDestination(context: PaymentsContext, { id, account }: WebhookEndpoint): ThinEvent {
  const type = 'v2.core.event_destination.ping'
  const related = { id, type: 'v2.core.event_destination', url: `/v2/core/event_destinations/${id}` }
  const ping = addThinEvent(context, account, { type, destination: id, related })
  context.emit({ type, kind: 'v2.core.event', row: ping })
  return ping
}
