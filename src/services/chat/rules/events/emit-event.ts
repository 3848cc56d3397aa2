import type { ChatContext } from '#chat/call.ts'
import type { WorkspaceEvent } from '#chat/schema/events.ts'
import { conversationEvents } from './conversation-events.ts'
import { messageEvents } from './message-events.ts'
import { peopleEvents } from './people-events.ts'
import { sendEvent } from './send-event.ts'

/** Sends the vendor's events for a change to the apps that may see it. */
export function emitEvent(context: ChatContext, event: WorkspaceEvent): void {
  const events = [
    ...messageEvents(context, event),
    ...conversationEvents(context, event),
    ...peopleEvents(context, event),
  ]
  for (const each of events) sendEvent(context, each)
}
