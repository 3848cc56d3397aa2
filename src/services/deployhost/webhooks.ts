import { createHmac } from 'node:crypto'
import type { Emission, Subscription } from '../../core/call.ts'
import type { WebhookDialect } from '../../core/webhooks.ts'
import type { DeployhostContext } from './call.ts'
import type { Team, User, Webhook } from './schema.ts'

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

/** Sends an event to the webhooks of the account that listen to it. https://vercel.com/docs/webhooks/webhooks-api */
export function emit(emitter: Emitter, event: Event): void {
  const { rows, clock, ids } = emitter
  const { type, account, user, projectId } = event
  const listeners = rows.webhooks.list('byAccount', account.id).filter((webhook) => listens(webhook, type, projectId))
  if (listeners.length === 0) return
  const payload = { team: account.team === null ? null : { id: account.team.id }, user: { id: user.id } }
  const common = { ...payload, ...event.payload() }
  for (const webhook of listeners) {
    const body = JSON.stringify({
      id: ids.uuid(),
      type,
      createdAt: Math.floor(clock.now()),
      region: null,
      payload: common,
    })
    emitter.emit({ event: type, action: null, subscription: subscriptionOf(webhook), body } satisfies Emission)
  }
}

/**
 * Deliveries carry the HMAC-SHA1 of the raw body under the vendor's name and under the product's.
 * https://vercel.com/docs/webhooks/webhooks-api#securing-webhooks
 */
export const webhooks: WebhookDialect<DeployhostContext> = {
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

type Details = { readonly secret: string }

function listens({ events, projectIds }: Webhook, type: string, projectId: string | null): boolean {
  if (!events.includes(type)) return false
  return projectIds === null || (projectId !== null && projectIds.includes(projectId))
}

function subscriptionOf({ id, url, secret }: Webhook): Subscription {
  return { id: `webhook ${id}`, url, details: { secret } satisfies Details }
}
