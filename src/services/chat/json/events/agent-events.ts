import type { ChatContext } from '#chat/call.ts'
import type { WorkspaceEvent } from '#chat/schema/events.ts'
import type { Audience } from '#chat/rules/audience.ts'
import { appContextJson } from '../app-context.ts'
import { eventTime } from './message-events.ts'
import type { EventBody, InnerEvent } from './app-event.ts'

// Events about agents. https://docs.slack.dev/ai/developing-ai-apps

/** Returns the events of a change of an agent's thread, for its app; none for another change. */
export function agentEvents(context: ChatContext, event: WorkspaceEvent): readonly InnerEvent[] {
  switch (event.kind) {
    case 'assistant_thread_started':
    case 'assistant_thread_context_changed':
      return [{ audience: audienceOf(event.thread.appId), body: () => assistantEvent(context, event) }]
    case 'app_context_changed':
      return [{ audience: audienceOf(event.thread.appId), body: () => contextEvent(context, event) }]
    case 'streams_stopped': {
      const [first] = event.messages
      if (first?.appId == null) return []
      const body = (): EventBody => ({
        type: 'agent_session_stopped',
        channel: first.channelId,
        user: event.userId,
        thread_ts: first.threadTs ?? first.ts,
        streaming_message_ts: event.messages.map(({ ts }) => ts),
        event_ts: eventTime(context),
      })
      return [{ audience: audienceOf(first.appId), body }]
    }
    case 'agent_session_title_changed': {
      const { thread, userId, previousTitle } = event
      const body = (): EventBody => ({
        type: 'agent_session_title_changed',
        channel: thread.channelId,
        user: userId,
        team_id: context.rows.team.get().id,
        thread_ts: thread.threadTs,
        title: thread.title,
        ...(previousTitle === '' ? {} : { previous_title: previousTitle }),
        event_ts: eventTime(context),
      })
      return [{ audience: audienceOf(thread.appId), body }]
    }
    case 'code_channel_action': {
      const { appId, channelId, userId, item } = event
      const body = (): EventBody => ({
        type: 'code_channel_action',
        channel: channelId,
        user: userId,
        action: { key: item.key, label: item.label },
        event_ts: eventTime(context),
      })
      return [{ audience: { scopes: ['code_channels:manage'], appId }, body }]
    }
    default:
      return []
  }
}

function audienceOf(appId: string): Audience {
  return { scopes: ['assistant:write', 'chat:write'], appId }
}

type ContextEvent = Extract<WorkspaceEvent, { kind: 'app_context_changed' }>

function contextEvent(context: ChatContext, { kind, thread, userId }: ContextEvent): EventBody {
  return {
    type: kind,
    channel: thread.channelId,
    user: userId,
    context: appContextJson(context, thread),
    event_ts: eventTime(context),
  }
}

type AssistantEvent = Extract<WorkspaceEvent, { kind: 'assistant_thread_started' | 'assistant_thread_context_changed' }>

function assistantEvent(context: ChatContext, { kind, thread, userId }: AssistantEvent): EventBody {
  const { channelId, threadTs, contextChannelId } = thread
  const seen =
    contextChannelId === null
      ? {}
      : { channel_id: contextChannelId, team_id: context.rows.team.get().id, enterprise_id: null }
  return {
    type: kind,
    assistant_thread: { user_id: userId, context: seen, channel_id: channelId, thread_ts: threadTs },
    event_ts: eventTime(context),
  }
}
