import type { Emission } from '#core/emission.ts'
import type { ChatContext } from '#chat/call.ts'
import type { EventType } from '#chat/schema/event-names.ts'
import type { App } from '#chat/schema/people.ts'

// Requests to apps: over HTTP, signed, or over Socket Mode.

/** The kind of an envelope. https://docs.slack.dev/apis/events-api/using-socket-mode#events */
export type EnvelopeKind = 'events_api' | 'interactive' | 'slash_commands'

/** A request to an app. */
export interface AppRequest {
  /** The name under which a test finds the delivery: `message`, `slash_command`, `view_submission`. */
  readonly event: EventType
  readonly kind: EnvelopeKind
  /** The URL at which the app takes it over HTTP; null: only over Socket Mode. */
  readonly url: string | null
  readonly payload: Readonly<Record<string, unknown>>
}

/** The details of a delivery's subscription. */
export interface DeliveryDetails {
  readonly appId: string
  readonly kind: EnvelopeKind
  readonly contentType: 'application/json' | 'application/x-www-form-urlencoded'
}

/** Returns true for an app that takes requests: over HTTP, or with a token for Socket Mode. */
export function isReachable(context: ChatContext, app: App, url: string | null): boolean {
  return url !== null || usesSockets(context, app)
}

/** Returns true for an app that may connect by Socket Mode. */
function usesSockets({ rows }: Pick<ChatContext, 'rows'>, { id }: App): boolean {
  return rows.tokens.list('byApp', id).some(({ kind, revoked }) => kind === 'app' && !revoked)
}

/**
 * Sends a request to an app, and returns the guid of its delivery; null when the app has no address. An app with an
 * open connection gets it there. Without one it is posted to the URL.
 */
export function sendToApp(context: ChatContext, app: App, request: AppRequest): string | null {
  const emission = requestTo(context, app, request)
  if (emission === null) return null
  context.emit(emission)
  return emission.guid
}

/** Returns a request to an app, to be emitted; null when the app has no address. */
export function requestTo(
  context: ChatContext,
  app: App,
  { event, kind, url, payload }: AppRequest,
): (Emission<EventType> & { readonly guid: string }) | null {
  const overSocket = context.sockets.count(app.id) > 0 || url === null
  if (overSocket && !usesSockets(context, app)) return null
  const guid = context.ids.uuid()
  // Events are sent one after another. A person's click does not wait for the answer to an event.
  const id = kind === 'events_api' ? `app ${app.id} events` : `app ${app.id} interactions`
  const contentType = kind === 'events_api' ? 'application/json' : 'application/x-www-form-urlencoded'
  const details: DeliveryDetails = { appId: app.id, kind, contentType }
  const target = overSocket || url === null ? `socket:${app.id}` : url
  const body = overSocket ? envelope(guid, kind, payload) : httpBody(kind, payload)
  return { event, action: null, subscription: { id, url: target, details: { ...details } }, body, guid }
}

function envelope(guid: string, kind: EnvelopeKind, payload: AppRequest['payload']): string {
  const accepts = kind !== 'events_api'
  return JSON.stringify({
    envelope_id: guid,
    payload,
    type: kind,
    accepts_response_payload: accepts,
    ...retries(kind, 0, ''),
  })
}

/** Returns the members of an envelope with the number of earlier attempts; none for anything but an event. */
export function retries(kind: EnvelopeKind, attempt: number, reason: string): object {
  return kind === 'events_api' ? { retry_attempt: attempt, retry_reason: reason } : {}
}

function httpBody(kind: EnvelopeKind, payload: AppRequest['payload']): string {
  if (kind === 'events_api') return JSON.stringify(payload)
  if (kind === 'interactive') return new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
  // Every field of a slash command is text.
  return new URLSearchParams(payload as Record<string, string>).toString() // see above
}
