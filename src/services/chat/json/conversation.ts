import type { Caption, Conversation } from '#chat/schema/conversations.ts'
import type { Rows } from '#chat/call.ts'
import { teamIdOf, teamIdsOf, teamOf } from '#chat/rules/workspaces.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import { codeChannelJson } from './code-channel.ts'
import { messageJson } from './message.ts'
import type { Site } from './user.ts'

/**
 * Returns a conversation as the vendor writes it for the user with the id `userId`.
 * https://docs.slack.dev/reference/objects/conversation-object
 */
export function conversationJson({ rows }: Pick<Site, 'rows'>, conversation: Conversation, userId: string) {
  return conversation.kind === 'im'
    ? directMessageJson(rows, conversation, userId)
    : channelJson(rows, conversation, userId)
}

function channelJson(rows: Rows, conversation: Conversation, userId: string) {
  const { id, kind, createdAt, creator, archived, topic, purpose, previousNames, updatedAt, isGeneral } = conversation
  const host = teamOf(rows, conversation).id
  const { teamId, name, isPrivate } = placeOf(rows, conversation, userId)
  const [, ...others] = teamIdsOf(rows, conversation)
  const isShared = others.length > 0
  const connected = [host, ...others].filter((each) => each !== teamId)
  return {
    id,
    name,
    is_channel: kind !== 'mpim',
    is_group: false,
    is_im: false,
    is_mpim: kind === 'mpim',
    is_private: isPrivate,
    created: seconds(createdAt),
    is_archived: archived,
    is_general: isGeneral,
    unlinked: 0,
    name_normalized: name,
    is_shared: isShared,
    is_org_shared: false,
    is_pending_ext_shared: false,
    pending_shared: [],
    context_team_id: host,
    updated: updatedAt,
    parent_conversation: null,
    creator,
    is_ext_shared: isShared,
    shared_team_ids: [host, ...others],
    ...(isShared ? { conversation_host_id: host, connected_team_ids: connected } : {}),
    pending_connected_team_ids: [],
    is_member: rows.memberships.find('member', id, userId) !== undefined,
    topic: captionJson(topic),
    purpose: captionJson(purpose),
    ...propertiesJson(rows, id),
    previous_names: previousNames,
  }
}

/** Returns the canvases of a channel, its own and those that are tabs, and what a code channel has. */
function propertiesJson(rows: Rows, channelId: string): object {
  const canvases = rows.canvases.list('byChannel', channelId)
  const ofSession = codeChannelJson(rows, channelId)
  if (canvases.length === 0) return Object.keys(ofSession).length === 0 ? {} : { properties: ofSession }
  const own = rows.canvases.find('ofChannel', channelId)
  const tabs = canvases.map(({ id, isOfChannel }) => {
    const place = { id: `Ct${id.slice(1)}`, label: '' }
    return isOfChannel ? { ...place, type: 'channel_canvas' } : { ...place, type: 'canvas', data: { file_id: id } }
  })
  return {
    properties: {
      ...ofSession,
      ...(own === undefined
        ? {}
        : { canvas: { file_id: own.id, is_empty: own.sections.length === 0, quip_thread_id: own.threadId } }),
      tabs,
    },
  }
}

/** Returns the workspace from which a user sees a channel, and its name and privacy there. */
function placeOf(
  rows: Rows,
  { id, name, kind }: Conversation,
  userId: string,
): { readonly teamId: string; readonly name: string; readonly isPrivate: boolean } {
  const teamId = teamIdOf(rows, userId)
  const connection = rows.workspaces.size === 0 ? undefined : rows.connections.find('connection', id, teamId)
  return connection ?? { teamId, name, isPrivate: kind !== 'public' }
}

function directMessageJson(rows: Rows, conversation: Conversation, userId: string) {
  const { id, createdAt, archived, updatedAt } = conversation
  const other = otherPerson(conversation, userId)
  return {
    id,
    created: seconds(createdAt),
    is_archived: archived,
    is_im: true,
    is_org_shared: false,
    context_team_id: rows.team.get().id,
    updated: updatedAt,
    user: other,
    is_user_deleted: rows.users.get(other)?.deleted ?? false,
    priority: 0,
  }
}

/** Returns the id of the other person of a direct message; the user's own where there is no other. */
export function otherPerson({ people }: Conversation, userId: string): string {
  const ids = (people ?? '').split(',')
  return ids.find((id) => id !== userId) ?? userId
}

function captionJson({ value, creator, lastSet }: Caption) {
  return { value, creator, last_set: lastSet }
}

/**
 * Returns the members that `conversations.info` and `conversations.open` add: the last message that the user has read,
 * and for a direct message the newest one and the number of unread ones.
 */
export function readStateJson(site: Site, conversation: Conversation, userId: string) {
  const { rows } = site
  const membership = rows.memberships.find('member', conversation.id, userId)
  if (membership === undefined) return {}
  const { lastRead, isOpen } = membership
  const isDirect = conversation.kind === 'im' || conversation.kind === 'mpim'
  const [latest] = rows.messages.page('history', [conversation.id], { offset: 0, limit: 1, descending: true }).rows
  const unread = unreadCount(rows, conversation.id, lastRead)
  return {
    last_read: lastRead,
    ...(isDirect
      ? {
          is_open: isOpen,
          latest: latest === undefined ? null : messageJson(site, latest),
          unread_count: unread,
          unread_count_display: unread,
        }
      : {}),
  }
}

/** Returns the number of messages in a conversation after the one that a user has read last. */
export function unreadCount(rows: Rows, channelId: string, lastRead: string): number {
  const after = Number(lastRead.replace('.', '')) + 1
  return rows.messages.count('history', channelId) - rows.messages.countBefore('history', [channelId], after)
}
