import type { ChatContext } from '#chat/call.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import { conversationScopes } from '#chat/rules/scopes.ts'
import type { WorkspaceEvent } from '#chat/schema/events.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import { teamIdOf, teamIdsOf, teamOf } from '#chat/rules/workspaces.ts'
import type { Audience } from '#chat/rules/audience.ts'
import { eventTime } from './message-events.ts'
import type { EventType } from '#chat/schema/event-names.ts'
import type { EventBody, InnerEvent } from './app-event.ts'

// Events about conversations and their members. https://docs.slack.dev/reference/events

/** Returns the events of a change of a conversation; none for another change. */
export function conversationEvents(context: ChatContext, event: WorkspaceEvent): readonly InnerEvent[] {
  switch (event.kind) {
    case 'conversation_created':
      return createdEvents(context, event.conversation)
    case 'conversation_renamed': {
      const { id, name, createdAt } = event.conversation
      const channel = { id, name, created: seconds(createdAt), is_channel: true, is_mpim: false, name_normalized: name }
      return [channelEvent(context, event.conversation, 'rename', () => ({ channel }))]
    }
    case 'conversation_archived':
    case 'conversation_unarchived': {
      const { conversation, userId, kind } = event
      const name = kind === 'conversation_archived' ? 'archive' : 'unarchive'
      return [channelEvent(context, conversation, name, () => archival(conversation, userId, name))]
    }
    case 'conversation_opened':
    case 'conversation_closed': {
      const { conversation, userId, kind } = event
      if (conversation.kind !== 'im') return []
      const type = kind === 'conversation_opened' ? 'im_open' : 'im_close'
      const body = (): EventBody => ({ type, user: userId, channel: conversation.id, event_ts: eventTime(context) })
      return [{ audience: { scopes: ['im:read'], channelId: conversation.id }, body }]
    }
    case 'member_joined':
      return [membership(context, 'member_joined_channel', event)]
    case 'member_left':
      return [
        membership(context, 'member_left_channel', event),
        ...leftEvents(context, event.conversation, event.userId, event.removerId ?? event.userId),
      ]
    default:
      return []
  }
}

/** The topic and the purpose of a channel that has none. */
const NOTHING = { value: '', creator: '', last_set: 0 }

function createdEvents(context: ChatContext, conversation: Conversation): readonly InnerEvent[] {
  const { id, name, kind, createdAt, creator } = conversation
  if (kind === 'public') {
    const channel = {
      id,
      is_channel: true,
      name,
      name_normalized: name,
      created: seconds(createdAt),
      creator,
      is_shared: false,
      is_org_shared: false,
      context_team_id: teamOf(context.rows, conversation).id,
      is_archived: false,
      is_frozen: false,
      is_general: conversation.isGeneral,
      is_group: false,
      is_private: false,
      is_ext_shared: false,
      is_im: false,
      is_mpim: false,
      is_pending_ext_shared: false,
      unlinked: 0,
      pending_shared: [],
      updated: conversation.updatedAt,
      shared_team_ids: [teamOf(context.rows, conversation).id],
      pending_connected_team_ids: [],
      topic: NOTHING,
      purpose: NOTHING,
      previous_names: [],
    }
    const body = (): EventBody => ({ type: 'channel_created', channel, event_ts: eventTime(context) })
    return [{ audience: audienceOf(context, conversation), body }]
  }
  if (kind !== 'im') return []
  const body = (): EventBody => ({
    type: 'im_created',
    user: creator,
    channel: { id, created: seconds(createdAt), is_im: true, user: creator },
    event_ts: eventTime(context),
  })
  return [{ audience: { scopes: ['im:read'], channelId: id }, body }]
}

/** Returns the members of an event about archiving, which differ by the kind of the conversation. */
function archival({ id, kind }: Conversation, userId: string, name: 'archive' | 'unarchive') {
  if (name === 'archive') return { channel: id, user: userId, is_moved: 0 }
  return kind === 'public' ? { channel: id, user: userId } : { channel: id, actor_id: userId }
}

/**
 * Returns an event whose name begins with `channel_`, or for a private channel with `group_`. Members alone see those
 * of private channels.
 */
function channelEvent(
  context: ChatContext,
  conversation: Conversation,
  name: 'archive' | 'rename' | 'unarchive',
  members: () => object,
): InnerEvent {
  const isPublic = conversation.kind === 'public'
  const type = `${isPublic ? 'channel' : 'group'}_${name}` as const
  const body = (): EventBody => ({ type, ...members(), event_ts: eventTime(context) })
  return { audience: audienceOf(context, conversation), body }
}

function audienceOf(context: ChatContext, conversation: Conversation): Audience {
  const { id, kind } = conversation
  const scopes = conversationScopes(kind, 'read')
  return kind === 'public' ? { scopes, teamIds: teamIdsOf(context.rows, conversation) } : { scopes, channelId: id }
}

type MemberEvent = Extract<WorkspaceEvent, { kind: 'member_joined' | 'member_left' }>

function membership(context: ChatContext, type: EventType, event: MemberEvent): InnerEvent {
  const { conversation, userId } = event
  const inviter = event.kind === 'member_joined' ? event.inviterId : null
  const body = (): EventBody => ({
    type,
    user: userId,
    channel: conversation.id,
    channel_type: conversation.kind === 'public' ? 'C' : 'G',
    team: teamIdOf(context.rows, userId),
    ...(inviter === null ? {} : { inviter }),
    event_ts: eventTime(context),
  })
  return { audience: { scopes: conversationScopes(conversation.kind, 'read'), channelId: conversation.id }, body }
}

/**
 * Returns `channel_left` or `group_left`, for the apps of the user or bot that is no longer in the channel. Its
 * `actor_id` is who has ended the membership.
 */
function leftEvents(
  context: ChatContext,
  conversation: Conversation,
  userId: string,
  actorId: string,
): readonly InnerEvent[] {
  const type = conversation.kind === 'public' ? 'channel_left' : 'group_left'
  const body = (): EventBody => ({ type, channel: conversation.id, actor_id: actorId, event_ts: eventTime(context) })
  return [{ audience: { scopes: conversationScopes(conversation.kind, 'read'), userId }, body }]
}
