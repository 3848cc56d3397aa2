import { createHmac } from 'node:crypto'
import type { Subscription } from '#core/emission.ts'
import type { WebhookDialect } from '#core/webhooks.ts'
import type { DeployhostContext } from './call.ts'
import type { Team, User, Webhook } from './schema.ts'
import { namesOfEvent, WEBHOOK_EVENTS, type WebhookEvent } from './schema/events.ts'

/** An event in an account. */
export interface Event {
  /** The vendor's name: `project.created`. https://vercel.com/docs/webhooks/webhooks-api#supported-event-types */
  readonly type: WebhookEvent
  /** The team or user account that it happened in. */
  readonly account: { readonly id: string; readonly team: Team | null }
  /** The user who caused it. */
  readonly user: User
  /** The project that it is about, for webhooks of certain projects; null when it concerns the whole account. */
  readonly projectId: string | null
  /** Returns the members of the payload beside `team` and `user`; called only when there is a subscriber. */
  readonly payload: () => Readonly<Record<string, unknown>>
}

/** The part of a call or a timer's context that events are emitted with. */
export type Emitter = Pick<DeployhostContext, 'rows' | 'clock' | 'ids' | 'emit'>

/**
 * Emits an event to the account's webhooks that subscribe to it, under the name that they subscribe to.
 * https://vercel.com/docs/webhooks/webhooks-api
 */
export function emit({ rows, clock, ids, emit: send }: Emitter, event: Event): void {
  const { type, account, user, projectId } = event
  const names = namesOfEvent(type)
  const subscribers = rows.webhooks
    .list('byAccount', account.id)
    .filter(({ projectIds }) => projectIds === null || (projectId !== null && projectIds.includes(projectId)))
    .flatMap((webhook) => names.filter((name) => webhook.events.includes(name)).map((name) => ({ webhook, name })))
  if (subscribers.length === 0) return
  const team = account.team === null ? null : { id: account.team.id }
  const payload = { team, user: { id: user.id }, ...event.payload() }
  const createdAt = Math.floor(clock.now())
  for (const { webhook, name } of subscribers) {
    const body = JSON.stringify({ id: ids.uuid(), type: name, createdAt, region: null, payload })
    send({ event: name, action: null, subscription: subscriptionOf(webhook), body })
  }
}

/** The delays between attempts, which double and end within a day. https://vercel.com/docs/webhooks/webhooks-api */
const RETRY_AFTER = Array.from({ length: 10 }, (_, attempt) => 60_000 * 2 ** attempt)

/**
 * Signs deliveries with the HMAC-SHA1 of the raw body, in the vendor's header and in deployhost's own.
 * https://vercel.com/docs/webhooks/webhooks-api#securing-webhooks
 */
export const webhooks: WebhookDialect<DeployhostContext, WebhookEvent> = {
  events: WEBHOOK_EVENTS,
  retryAfter: RETRY_AFTER,
  stillListens({ rows }, { details }) {
    const { webhookId } = details as Details // this file writes them
    return rows.webhooks.get(webhookId) !== undefined
  },
  headers(_context, { event, subscription }, body) {
    const { secret } = subscription.details as Details // this file writes them
    const signature = createHmac('sha1', secret).update(body).digest('hex')
    return {
      Accept: '*/*',
      'Content-Type': 'application/json',
      'User-Agent': 'Vercel Webhooks backlot',
      'X-Vercel-Signature': signature,
      'X-Deployhost-Signature': signature,
      'X-Deployhost-Event': event,
    }
  },
}

type Details = { readonly webhookId: string; readonly secret: string }

function subscriptionOf({ id, url, secret }: Webhook): Subscription {
  return { id: `webhook ${id}`, url, details: { webhookId: id, secret } satisfies Details }
}
