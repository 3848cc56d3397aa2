import { SECOND } from '#core/duration.ts'
import type { WebhookDialect } from '#core/webhooks.ts'
import type { OidcContext } from './call.ts'
import { hookEventJson } from './json/hooks.ts'
import { channelHeaders } from './rules/hooks/channels.ts'
import { eventHookEntity, recordEvent } from './rules/system-log/entries.ts'
import { LOG_MESSAGES, type LogEvent, type LogEventType } from './schema.ts'

interface Details {
  readonly hookId: string
  readonly headers: Readonly<Record<string, string>>
}

const EVENT_TYPES = Object.keys(LOG_MESSAGES) as LogEventType[] // its own keys

/** The entries about event hooks themselves cannot be subscribed to: each delivery would cause the next one. */
const isEligible = (type: LogEventType): boolean => !type.startsWith('event_hook.')

/**
 * Sends entries of the System Log to the event hooks that subscribe to them. A receiver has three seconds, and a second
 * try when it is late or has an error of its own. https://developer.okta.com/docs/concepts/event-hooks/
 */
export const webhooks: WebhookDialect<OidcContext, LogEventType, LogEvent> = {
  events: EVENT_TYPES.filter(isEligible),
  *write(context: OidcContext, event: LogEvent) {
    if (!isEligible(event.eventType)) return
    for (const hook of context.rows.eventHooks.list('byStatus', 'ACTIVE', true)) {
      if (!hook.eventTypes.includes(event.eventType)) continue
      const guid = context.ids.uuid()
      const details: Details = { hookId: hook.id, headers: channelHeaders(hook.channel) }
      yield {
        event: event.eventType,
        action: null,
        subscription: { id: `event hook ${hook.id}`, url: hook.channel.uri, details: { ...details } },
        body: JSON.stringify(hookEventJson(context, hook, event, guid)),
        guid,
      }
    }
  },
  headers(_context, { subscription }) {
    const { headers } = subscription.details as unknown as Details // this file writes them
    return { Accept: 'application/json', 'Content-Type': 'application/json', ...headers }
  },
  timeout: 3 * SECOND,
  retryAfter: (_context, { response }) => (response !== null && response.status < 500 ? [] : [0]),
  stillListens({ rows }, { details }) {
    const hook = rows.eventHooks.get((details as unknown as Details).hookId) // this file writes them
    return hook?.status === 'ACTIVE' && hook.verified
  },
  ended(context, { subscription, state, response, error }) {
    const hook = context.rows.eventHooks.get((subscription.details as unknown as Details).hookId) // this file writes them
    if (hook === undefined) return
    const failure = state === 'delivered' ? {} : { failure: error ?? `HTTP ${response?.status ?? 0}` }
    recordEvent(context, 'event_hook.delivery', { target: [eventHookEntity(hook)], ...failure })
  },
}
