import { createHmac } from 'node:crypto'
import type { Emission, Subscription } from '../../core/call.ts'
import type { WebhookDialect } from '../../core/webhooks.ts'
import type { DeployhostContext } from './call.ts'
import type { Team, User, Webhook } from './schema.ts'
import { namesOfEvent } from './webhook-events.ts'

/** Something that happened in an account, as handlers report it. */
export interface Event {
  /** The vendor's name: `project.created`. https://vercel.com/docs/webhooks/webhooks-api#supported-event-types */
  readonly type: string
  /** Where it happened: a team, or what belongs to a user alone. */
  readonly account: { readonly id: string; readonly team: Team | null }
  /** Whose doing it was. */
  readonly user: User
  /** The project it is about, for webhooks that listen to some only; null for what is of the whole account. */
  readonly projectId: string | null
  /** The members of the payload beside `team` and `user`; made when someone listens. */
  readonly payload: () => Readonly<Record<string, unknown>>
}

/** What reporting an event takes: a call, or the context of a timer. */
export type Emitter = Pick<DeployhostContext, 'rows' | 'clock' | 'ids' | 'emit'>

/**
 * Sends an event to the webhooks of the account that listen to it, under the name by which they do.
 * https://vercel.com/docs/webhooks/webhooks-api
 */
export function emit({ rows, clock, ids, emit: send }: Emitter, event: Event): void {
  const { type, account, user, projectId } = event
  const names = namesOfEvent(type)
  const listeners = rows.webhooks
    .list('byAccount', account.id)
    .filter(({ projectIds }) => projectIds === null || (projectId !== null && projectIds.includes(projectId)))
    .flatMap((webhook) => names.filter((name) => webhook.events.includes(name)).map((name) => ({ webhook, name })))
  if (listeners.length === 0) return
  const team = account.team === null ? null : { id: account.team.id }
  const payload = { team, user: { id: user.id }, ...event.payload() }
  const createdAt = Math.floor(clock.now())
  for (const { webhook, name } of listeners) {
    const body = JSON.stringify({ id: ids.uuid(), type: name, createdAt, region: null, payload })
    send({ event: name, action: null, subscription: subscriptionOf(webhook), body } satisfies Emission)
  }
}

/** Attempts go on for less than a day, ever more slowly. https://vercel.com/docs/webhooks/webhooks-api */
const RETRY_AFTER = Array.from({ length: 10 }, (_, attempt) => 60_000 * 2 ** attempt)

/**
 * Deliveries carry the HMAC-SHA1 of the raw body under the vendor's name and under the product's.
 * https://vercel.com/docs/webhooks/webhooks-api#securing-webhooks
 */
export const webhooks: WebhookDialect<DeployhostContext> = {
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
