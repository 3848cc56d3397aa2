import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { newestFirst } from '#mail/rules/page.ts'
import { addWebhook, newSecret } from '#mail/rules/account/new-webhook.ts'
import { EVENT_TYPES } from '#mail/schema/events.ts'
import { loadWebhook } from '#mail/steps/webhooks.ts'
import * as v from 'valibot'
import { webhookJson } from '#mail/json/webhook.ts'
import { answerPage } from '#mail/json/page.ts'

const { get, post, patch, del } = routesFor<MailCall>()

const endpoint = v.pipe(
  v.string(),
  v.url('Invalid `endpoint` field. It must be a URL.'),
  v.regex(/^https?:/i, 'Invalid `endpoint` field. It must be a URL.'),
)
const events = v.pipe(
  v.array(v.picklist(EVENT_TYPES)),
  v.minLength(1, 'The `events` field must have at least one event type.'),
)

const WebhookInput = v.object({ endpoint, events })

const WebhookChanges = v.object({
  endpoint: v.optional(endpoint),
  events: v.optional(events),
  status: v.optional(v.picklist(['enabled', 'disabled'])),
})

const one = '/webhooks/:webhook_id'

/** The account's webhooks. https://resend.com/docs/api-reference/webhooks/create-webhook */
export const webhooksRoutes = [
  post('webhooks/create', '/webhooks', body(WebhookInput), (call) => {
    const webhook = addWebhook(call, call.body)
    return json({ object: 'webhook', id: webhook.uuid, signing_secret: webhook.secret }, 201)
  }),
  get('webhooks/list', '/webhooks', (call) => answerPage(call, newestFirst(call.rows.webhooks), webhookJson)),
  get('webhooks/get', one, loadWebhook, ({ webhook }) =>
    json({ object: 'webhook', ...webhookJson(webhook), signing_secret: webhook.secret }),
  ),
  patch('webhooks/update', one, loadWebhook, body(WebhookChanges), ({ rows, webhook, body }) =>
    json({ object: 'webhook', id: rows.webhooks.update(webhook.id, defined(body)).uuid }),
  ),
  del('webhooks/remove', one, loadWebhook, ({ rows, webhook }) => {
    rows.webhooks.delete(webhook.id)
    return json({ object: 'webhook', id: webhook.uuid, deleted: true })
  }),
  post('webhooks/rotate-signing-secret', `${one}/signing-secret/rotate`, loadWebhook, ({ rows, ids, webhook }) => {
    const { uuid, secret } = rows.webhooks.update(webhook.id, { secret: newSecret(ids) })
    return json({ object: 'webhook', id: uuid, signing_secret: secret })
  }),
]
