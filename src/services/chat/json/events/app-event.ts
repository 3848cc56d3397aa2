import { enterpriseOf } from '#chat/rules/enterprise.ts'
import { ownMember } from '#core/objects.ts'
import type { Emission } from '#core/emission.ts'
import type { ChatContext, Rows } from '#chat/call.ts'
import { isReachable, requestTo } from '#chat/delivery/send.ts'
import { verificationToken } from '#chat/rules/verification-token.ts'
import type { App } from '#chat/schema/people.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { isExtShared, teamIdOf, teamOf } from '#chat/rules/workspaces.ts'
import { newId } from '#chat/rules/new-id.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import { authorizationOf, type Audience, type Authorization } from '#chat/rules/audience.ts'
import type { EventType } from '#chat/schema/event-names.ts'

/** An event in the vendor's form, without its envelope. `type` is its name. */
export type EventBody = Readonly<Record<string, unknown>> & { readonly type: EventType }

/** An event in the vendor's form, and the apps that may see it. */
export interface InnerEvent {
  readonly audience: Audience
  /** Makes the event, only when an app sees it. */
  readonly body: () => EventBody
}

/** Returns the requests that bring an event to every app that has an address and may see it. */
export function requestsForEvent(context: ChatContext, { audience, body }: InnerEvent): Emission<EventType>[] {
  return context.rows.apps.list('byNumber').flatMap((app) => {
    if (!isReachable(context, app, app.eventsUrl)) return []
    const authorization = authorizationOf(context, app, audience)
    return authorization === null ? [] : requestsForApp(context, app, authorization, body())
  })
}

/**
 * Returns the request that brings an event to an app, without checking its access; none for an app that does not
 * subscribe to it. `authorization` is null for an app that is no longer installed.
 */
export function requestsForApp(
  context: ChatContext,
  app: App,
  authorization: Authorization | null,
  event: EventBody,
): Emission<EventType>[] {
  const { rows, clock } = context
  if (!isSubscribed(rows, app, event)) return []
  const { id: teamId } = rows.team.get()
  const channelId = channelOf(event)
  const homeId = authorization === null ? teamId : teamIdOf(rows, authorization.userId)
  const conversation = rows.conversations.get(channelId)
  const payload = {
    token: verificationToken(app),
    team_id: homeId,
    context_team_id: conversation === undefined ? homeId : teamOf(rows, conversation).id,
    context_enterprise_id: rows.enterprise.get()?.id ?? null,
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
              enterprise_id: enterpriseOf(rows, homeId)?.id ?? null,
              team_id: homeId,
              user_id: authorization.userId,
              is_bot: authorization.isBot,
              is_enterprise_install: false,
            },
          ],
    is_ext_shared_channel: conversation !== undefined && isExtShared(rows, conversation.id),
    event_context: eventContext(app, homeId, event.type, channelId),
  }
  const request = requestTo(context, app, { event: event.type, kind: 'events_api', url: app.eventsUrl, payload })
  return request === null ? [] : [request]
}

/**
 * Returns true for an event that an app subscribes to: by its name, or for a message by the kind of its conversation. A
 * message in a code channel comes once, also to an app that subscribes to both.
 * https://docs.slack.dev/reference/events/message.session
 */
function isSubscribed(rows: Rows, { events }: App, event: EventBody): boolean {
  if (events === null) return true
  if (event.type !== 'message') return events.includes(event.type)
  const isOfKind = events.includes(`message.${ownMember(MESSAGES_OF, String(event['channel_type'])) ?? ''}`)
  return isOfKind || (events.includes('message.session') && rows.codeChannels.get(channelOf(event)) !== undefined)
}

/** The last part of a subscription to messages, by the `channel_type` of the event. */
const MESSAGES_OF: Readonly<Record<string, string>> = { channel: 'channels', group: 'groups', im: 'im', mpim: 'mpim' }

/** Returns the id of the conversation that an event is about; undefined for another event. */
function channelOf({ channel, channel_id: channelId, item }: EventBody): string | undefined {
  const place = channel ?? channelId ?? (isObject(item) ? item['channel'] : undefined)
  const id = isObject(place) ? place['id'] : place
  return typeof id === 'string' ? id : undefined
}

function eventContext(app: App, teamId: string, type: string, channelId: string | undefined): string {
  const parts = { et: type, tid: teamId, aid: app.id, ...(channelId === undefined ? {} : { cid: channelId }) }
  return `4-${Buffer.from(JSON.stringify(parts)).toString('base64url')}`
}
