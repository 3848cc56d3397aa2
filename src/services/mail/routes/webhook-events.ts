import { json } from '#core/answer.ts'
import { viewWithCursors } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { validationError } from '#mail/errors.ts'
import { answerPage } from '#mail/json/page.ts'
import { attemptId, attemptJson, listedWebhookEventJson, webhookEventJson } from '#mail/json/webhook-event.ts'
import { webhookEvents } from '#mail/rules/account/webhook-events.ts'
import { loadWebhook, loadWebhookEvent } from '#mail/steps/webhooks.ts'

const { get, post } = routesFor<MailCall>()

const list = '/webhooks/:webhook_id/events'
const one = `${list}/:event_id` as const

/** The events that a webhook was sent. https://resend.com/docs/api-reference/webhooks/list-events */
export const webhookEventsRoutes = [
  get('webhooks/list-events', list, requireNoBefore, loadWebhook, (call) => {
    const events = webhookEvents(call.rows, call.webhook)
    return answerPage(
      call,
      viewWithCursors(events, ({ id }) => id),
      listedWebhookEventJson,
    )
  }),
  get('webhooks/get-event', one, loadWebhook, loadWebhookEvent, ({ event }) => json(webhookEventJson(event))),
  get('webhooks/list-event-attempts', `${one}/attempts`, requireNoBefore, loadWebhook, loadWebhookEvent, (call) => {
    const ended = call.event.attempts.filter(({ state }) => state !== 'queued')
    return answerPage(call, viewWithCursors(ended.toReversed(), attemptId), attemptJson)
  }),
  post('webhooks/replay-event', `${one}/replay`, loadWebhook, loadWebhookEvent, (call) => {
    call.redeliver(call.event.first.id)
    return json({ object: 'webhook_event', id: call.event.id }, 202)
  }),
]

/** @throws 422 for `before`, by which these lists have no pages. */
function requireNoBefore({ query }: MailCall): void {
  if (query.has('before')) throw validationError('The `before` parameter is not supported for this endpoint.')
}
