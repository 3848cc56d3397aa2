import type { PaymentsContext } from '#payments/call.ts'
import { newRecord } from './records.ts'
import type { WebhookEndpoint } from '#payments/schema/account.ts'

type EndpointInput = Pick<WebhookEndpoint, 'url' | 'enabledEvents'> &
  Partial<Pick<WebhookEndpoint, 'secret' | 'connect' | 'description' | 'apiVersion' | 'metadata'>>

/** Adds a webhook endpoint to an account, with a new secret unless one is given. */
export function addWebhookEndpoint(context: PaymentsContext, account: string, input: EndpointInput): WebhookEndpoint {
  return context.rows.webhookEndpoints.insert({
    ...newRecord(context, account, 'we_'),
    secret: `whsec_${context.ids.secret.base62(32)}`,
    status: 'enabled',
    description: null,
    metadata: {},
    apiVersion: null,
    connect: false,
    ...input,
  })
}
