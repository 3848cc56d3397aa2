import type { Site } from '#oidc-d/call.ts'
import { date } from '#oidc-d/rules/dates.ts'
import type { EventHook, HookChannel, InlineHook, LogEvent } from '#oidc-d/schema.ts'
import { POST } from './links.ts'
import { logEventJson } from './log-event.ts'

/** Returns an event hook. */
export function eventHookJson({ origin }: Pick<Site, 'origin'>, hook: EventHook) {
  const self = `${origin}/api/v1/eventHooks/${hook.id}`
  return {
    id: hook.id,
    status: hook.status,
    verificationStatus: hook.verified ? 'VERIFIED' : 'UNVERIFIED',
    name: hook.name,
    description: hook.description,
    created: date(hook.created),
    createdBy: hook.createdBy,
    lastUpdated: date(hook.lastUpdated),
    events: { type: 'EVENT_TYPE', items: hook.eventTypes, filter: hook.filter },
    channel: channelJson(hook.channel),
    _links: linksJson(self, hook.status, 'lifecycle/verify'),
  }
}

/** Returns an inline hook. */
export function inlineHookJson({ origin }: Pick<Site, 'origin'>, hook: InlineHook) {
  const self = `${origin}/api/v1/inlineHooks/${hook.id}`
  return {
    id: hook.id,
    status: hook.status,
    name: hook.name,
    type: hook.type,
    version: hook.version,
    channel: channelJson(hook.channel),
    created: date(hook.created),
    lastUpdated: date(hook.lastUpdated),
    _links: linksJson(self, hook.status, 'execute'),
  }
}

/** Returns a channel without its secrets. */
function channelJson({ type, version, uri, headers, method, authScheme, oauth }: HookChannel) {
  const { clientSecret: _secret, ...shown } = oauth ?? {}
  const scheme = authScheme === null ? null : { type: authScheme.type, key: authScheme.key }
  return { type, version, config: { uri, headers, method, authScheme: scheme, ...shown } }
}

/** Returns the links of a hook: an active one can be tried out, and an inactive one can be deleted. */
function linksJson(self: string, status: EventHook['status'], trial: 'lifecycle/verify' | 'execute') {
  if (status === 'INACTIVE') {
    return {
      activate: { href: `${self}/lifecycle/activate`, ...POST },
      self: { href: self },
      delete: { href: self, hints: { allow: ['DELETE'] } },
    }
  }
  const name = trial === 'execute' ? 'execute' : 'verify'
  return {
    self: { href: self },
    [name]: { href: `${self}/${trial}`, ...POST },
    deactivate: { href: `${self}/lifecycle/deactivate`, ...POST },
  }
}

/** Returns what the receiver of an event hook is sent. https://developer.okta.com/docs/concepts/event-hooks/ */
export function hookEventJson({ origin }: Pick<Site, 'origin'>, hook: EventHook, event: LogEvent, eventId: string) {
  return {
    eventType: 'com.okta.event_hook',
    eventTypeVersion: '1.0',
    cloudEventsVersion: '0.1',
    source: `${origin}/api/v1/eventHooks/${hook.id}`,
    eventId,
    data: { events: [logEventJson(event)] },
    eventTime: date(event.published),
    contentType: 'application/json',
  }
}
