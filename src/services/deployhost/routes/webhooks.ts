import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { findProject, type Account, ownedBy } from '#deployhost/rules/access.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { notFound } from '#deployhost/errors.ts'
import { listedWebhookJson, webhookJson } from '#deployhost/json/webhook.ts'
import { createWebhook } from '#deployhost/rules/accounts.ts'
import type { Webhook } from '#deployhost/schema.ts'
import { WEBHOOK_EVENTS } from '#deployhost/schema/events.ts'
import { requireAccountWrite, loadAccount } from '#deployhost/steps/accounts.ts'
import * as v from 'valibot'

const { get, post, del } = routesFor<DeployhostCall>()

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const WebhookInput = v.object({
  url: v.pipe(v.string(), v.check(isAddress, 'should match format "uri"')),
  events: v.pipe(v.array(v.picklist(WEBHOOK_EVENTS)), v.minLength(1, 'should NOT have fewer than 1 items')),
  projectIds: v.optional(
    v.pipe(
      v.array(v.string()),
      v.minLength(1, 'should NOT have fewer than 1 items'),
      v.maxLength(50, 'should NOT have more than 50 items'),
    ),
  ),
})

/** The account's webhooks. https://vercel.com/docs/rest-api/webhooks */
export const webhooksRoutes = [
  post('createWebhook', '/v1/webhooks', requireAccountWrite('repo'), body(WebhookInput), (call) => {
    const { rows, account, body } = call
    const projectIds = body.projectIds?.map((id) => findProject(rows, account, id).id) ?? null
    const webhook = createWebhook(call, account, { url: body.url, events: body.events, projectIds })
    return json({ ...webhookJson(webhook), secret: webhook.secret })
  }),
  get('getWebhooks', '/v1/webhooks', loadAccount, ({ rows, account, query }) => {
    const projectId = query.get('projectId')
    const all = rows.webhooks.list('byAccount', account.id).toReversed()
    const matches = all.filter(
      ({ projectIds }) => projectId === null || projectIds === null || projectIds.includes(projectId),
    )
    return json(matches.map((webhook) => listedWebhookJson(rows, webhook)))
  }),
  get('getWebhook', '/v1/webhooks/:id', loadAccount, (call) =>
    json(webhookJson(findWebhook(call, call.account, call.params.id))),
  ),
  del('deleteWebhook', '/v1/webhooks/:id', requireAccountWrite('repo'), (call) => {
    call.rows.webhooks.delete(findWebhook(call, call.account, call.params.id).id)
    return empty()
  }),
]

/**
 * Returns the account's webhook with this id.
 *
 * @throws 404.
 */
function findWebhook({ rows }: DeployhostCall, account: Account, id: string): Webhook {
  const webhook = ownedBy(account, rows.webhooks.get(id))
  if (webhook === undefined) throw notFound('Webhook')
  return webhook
}
