import { createHash } from 'node:crypto'
import type { ChatContext } from '#chat/call.ts'
import { isReachable, sendToApp } from '#chat/delivery/send.ts'
import type { App } from '#chat/schema/people.ts'
import { newId } from '../new-id.ts'
import { seconds } from '../timestamps.ts'
import { authorizationOf, type Audience, type Authorization } from './audience.ts'
import type { EventType } from './names.ts'

/** An event in the vendor's form, without its envelope. `type` is its name. */
export type EventBody = Readonly<Record<string, unknown>> & { readonly type: EventType }

/** An event in the vendor's form, and the apps that may see it. */
export interface InnerEvent {
  readonly audience: Audience
  /** Makes the event, only when an app sees it. */
  readonly body: () => EventBody
}

/** Sends an event to every app that has an address and may see it. */
export function sendEvent(context: ChatContext, { audience, body }: InnerEvent): void {
  for (const app of context.rows.apps.list('byNumber')) {
    if (!isReachable(context, app, app.eventsUrl)) continue
    const authorization = authorizationOf(context, app, audience)
    if (authorization !== null) sendEventTo(context, app, authorization, body())
  }
}

/**
 * Sends an event to an app that subscribes to it, without checking its access. `authorization` is null for an app that
 * is no longer installed.
 */
export function sendEventTo(
  context: ChatContext,
  app: App,
  authorization: Authorization | null,
  event: EventBody,
): void {
  if (!isSubscribed(app, event)) return
  const { rows, clock } = context
  const { id: teamId } = rows.team.get()
  const payload = {
    token: verificationToken(app),
    team_id: teamId,
    context_team_id: teamId,
    context_enterprise_id: null,
    api_app_id: app.id,
    event,
    type: 'event_callback',
    event_id: newId(context, 'Ev'),
    event_time: seconds(clock.now()),
    authorizations:
      authorization === null
        ? []
        : [
            {
              enterprise_id: null,
              team_id: teamId,
              user_id: authorization.userId,
              is_bot: authorization.isBot,
              is_enterprise_install: false,
            },
          ],
    is_ext_shared_channel: false,
    event_context: eventContext(app, teamId, event),
  }
  sendToApp(context, app, { event: event.type, kind: 'events_api', url: app.eventsUrl, payload })
}

/**
 * Returns true for an event that an app subscribes to: by its name, or for a message by the kind of its conversation.
 */
function isSubscribed({ events }: App, { type, channel_type: channelType }: EventBody): boolean {
  if (events === null) return true
  return events.includes(type === 'message' ? `message.${MESSAGES_OF[String(channelType)] ?? ''}` : type)
}

/** The last part of a subscription to messages, by the `channel_type` of the event. */
const MESSAGES_OF: Readonly<Record<string, string>> = { channel: 'channels', group: 'groups', im: 'im', mpim: 'mpim' }

/** Returns the verification token of an app. The vendor replaced it by the signature, and still sends it. */
export function verificationToken({ id }: App): string {
  return createHash('sha256').update(`verification ${id}`).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, 24)
}

function eventContext(app: App, teamId: string, { type, channel }: EventBody): string {
  const parts = { et: type, tid: teamId, aid: app.id, ...(typeof channel === 'string' ? { cid: channel } : {}) }
  return `4-${Buffer.from(JSON.stringify(parts)).toString('base64url')}`
}
