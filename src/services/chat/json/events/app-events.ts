import type { Emission } from '#core/emission.ts'
import type { ChatContext } from '#chat/call.ts'
import { viewJson } from '#chat/json/view.ts'
import type { EventType } from '#chat/schema/event-names.ts'
import type { HomeOpened, TokensRevoked, WorkspaceEvent } from '#chat/schema/events.ts'
import type { Token } from '#chat/schema/people.ts'
import { requestsForApp, requestsForEvent, type EventBody } from './app-event.ts'
import { agentEvents } from './agent-events.ts'
import { conversationEvents } from './conversation-events.ts'
import { eventTime, messageEvents } from './message-events.ts'
import { peopleEvents } from './people-events.ts'

/** Returns the requests that bring a change to the apps that may see it. */
export function requestsForChange(context: ChatContext, event: WorkspaceEvent): Emission<EventType>[] {
  switch (event.kind) {
    case 'tokens_revoked':
      // The app may have no token any more by which it could see the event.
      return requestsForApp(context, event.app, null, tokensRevoked(context, event))
    case 'app_uninstalled':
      return requestsForApp(context, event.app, null, { type: 'app_uninstalled', event_ts: eventTime(context) })
    case 'home_opened':
      return requestsForEvent(context, {
        audience: { scopes: [], appId: event.app.id },
        body: () => homeOpened(context, event),
      })
    default:
      return [
        ...messageEvents(context, event),
        ...conversationEvents(context, event),
        ...peopleEvents(context, event),
        ...agentEvents(context, event),
      ].flatMap((each) => requestsForEvent(context, each))
  }
}

function tokensRevoked(context: ChatContext, { tokens }: TokensRevoked): EventBody {
  const holders = (kind: Token['kind']): readonly string[] =>
    tokens.flatMap((token) => (token.kind === kind && token.userId !== null ? [token.userId] : []))
  return {
    type: 'tokens_revoked',
    tokens: { oauth: holders('user'), bot: holders('bot') },
    event_ts: eventTime(context),
  }
}

function homeOpened(context: ChatContext, { userId, channelId, view }: HomeOpened): EventBody {
  return {
    type: 'app_home_opened',
    user: userId,
    channel: channelId,
    tab: 'home',
    ...(view === undefined ? {} : { view: viewJson(context, view) }),
    event_ts: eventTime(context),
  }
}
