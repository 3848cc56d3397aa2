import type { ChatContext } from '#chat/call.ts'
import { appContextJson } from '../app-context.ts'
import { messageJson } from '../message.ts'
import { permalinkOf } from '../permalink.ts'
import type { ConversationKind } from '#chat/schema/conversations.ts'
import type { File, Message } from '#chat/schema/messages.ts'
import type { App } from '#chat/schema/people.ts'
import { conversationScopes } from '#chat/rules/scopes.ts'
import type { WorkspaceEvent } from '#chat/schema/events.ts'
import { linkedUrls, mentionedUsers } from '#chat/rules/text/entities.ts'
import { unfurlId } from '#chat/rules/messages/unfurl-id.ts'
import { nextMessageTime, seconds, timestampOf } from '#chat/rules/timestamps.ts'
import type { EventType } from '#chat/schema/event-names.ts'
import type { EventBody, InnerEvent } from './app-event.ts'

// Events about messages, reactions, pins and files. https://docs.slack.dev/reference/events

const CHANNEL_TYPE: Readonly<Record<ConversationKind, string>> = {
  public: 'channel',
  private: 'group',
  im: 'im',
  mpim: 'mpim',
}

/** Returns the events of a change of a message, a reaction, a pin or a file; none for another change. */
export function messageEvents(context: ChatContext, event: WorkspaceEvent): readonly InnerEvent[] {
  switch (event.kind) {
    case 'message':
      return event.message.ephemeralTo === null ? postedEvents(context, event.message) : []
    case 'message_changed':
      if (event.message.ephemeralTo !== null) return []
      return [
        changedEvent(context, event.message, event.previous),
        ...metadataChanged(context, event.message, event.previous),
      ]
    case 'message_deleted':
      if (event.previous.ephemeralTo !== null) return []
      return [deletedEvent(context, event.previous), ...metadataDeleted(context, event.previous)]
    case 'reaction_added':
    case 'reaction_removed':
      return [reactionEvent(context, event)]
    case 'pin_added':
    case 'pin_removed':
      return [pinEvent(context, event)]
    case 'file_created':
    case 'file_deleted':
      return [fileEvent(context, event.kind, event.file, event.userId)]
    case 'file_changed':
      return [fileChanged(context, event.file)]
    case 'file_made_public':
      return [fileEvent(context, 'file_public', event.file, event.userId)]
    case 'file_shared':
    case 'file_unshared':
      return [fileInChannel(context, event.kind, event.file, event.userId, event.message)]
    default:
      return []
  }
}

function postedEvents(context: ChatContext, message: Message): readonly InnerEvent[] {
  const { channelId } = message
  const body = (): EventBody => ({
    ...typed('message', messageJson(context, message)),
    ...(message.subtype !== null && WITH_TEAM.has(message.subtype) ? { team: context.rows.team.get().id } : {}),
    channel: channelId,
    event_ts: message.ts,
    channel_type: channelTypeOf(context, channelId),
    ...appContextOf(context, message),
  })
  return [
    { audience: { scopes: historyScopes(context, channelId), channelId }, body },
    ...mentionEvents(context, message),
    ...linkEvents(context, message),
    ...metadataEvents(context, message),
  ]
}

/** Returns the member with the place that a person looks at, for a message to an agent; none for another message. */
function appContextOf(context: ChatContext, { channelId, userId }: Message) {
  const { rows } = context
  const thread = rows.agentThreads
    .list('byThread', channelId, '')
    .find(({ appId, openedBy }) => openedBy === userId && rows.apps.get(appId)?.isAgent === true)
  return thread === undefined ? {} : { app_context: appContextJson(context, thread) }
}

/** The subtypes of messages whose events have the member `team`. */
const WITH_TEAM: ReadonlySet<string> = new Set([
  'channel_archive',
  'channel_join',
  'channel_leave',
  'channel_name',
  'channel_unarchive',
])

/** Returns an event for each bot that a text mentions, for the bot's app; none in a direct message. */
function mentionEvents(context: ChatContext, message: Message): readonly InnerEvent[] {
  const { rows } = context
  const { channelId, text, ts, subtype } = message
  const isDirect = rows.conversations.require(channelId).kind === 'im'
  if (isDirect || (subtype !== null && !MENTIONING.has(subtype))) return []
  return mentionedUsers(text).flatMap((userId): readonly InnerEvent[] => {
    const bot = rows.bots.find('user', userId)
    // A bot gets no event about mentioning itself.
    if (bot === undefined || bot.id === message.botId) return []
    const body = (): EventBody => ({
      ...typed('app_mention', messageJson(context, message)),
      channel: channelId,
      event_ts: ts,
    })
    return [{ audience: { scopes: ['app_mentions:read'], channelId, appId: bot.appId }, body }]
  })
}

const MENTIONING: ReadonlySet<string> = new Set(['bot_message', 'file_share', 'thread_broadcast'])

function linkEvents(context: ChatContext, message: Message): readonly InnerEvent[] {
  const { text, botId } = message
  const urls = linkedUrls(text)
  // The vendor sends no event about the links in a bot's message.
  if (urls.length === 0 || botId !== null) return []
  return context.rows.apps.list('byNumber').flatMap((app) => linkEvent(context, message, app, urls))
}

/** Returns `link_shared` for an app, with the links to its domains; none without such links. */
function linkEvent(context: ChatContext, message: Message, app: App, urls: readonly string[]): readonly InnerEvent[] {
  const { channelId, ts, threadTs, userId } = message
  const links = urls.map((url) => ({ domain: URL.canParse(url) ? new URL(url).hostname : '', url }))
  const own = links.filter(({ domain }) => hasDomain(app, domain))
  if (own.length === 0) return []
  const body = (): EventBody => ({
    type: 'link_shared',
    channel: channelId,
    is_bot_user_member: true,
    user: userId,
    message_ts: ts,
    ...(threadTs === null ? {} : { thread_ts: threadTs }),
    unfurl_id: unfurlId(message),
    source: 'conversations_history',
    links: own,
    event_ts: eventTime(context),
  })
  return [{ audience: { scopes: ['links:read'], channelId, appId: app.id }, body }]
}

/** Returns true for a domain of an app, or a subdomain of one. */
function hasDomain({ unfurlDomains }: App, domain: string): boolean {
  return unfurlDomains === null || unfurlDomains.some((each) => domain === each || domain.endsWith(`.${each}`))
}

function metadataEvents(context: ChatContext, message: Message): readonly InnerEvent[] {
  if (message.metadata === null) return []
  return [metadataEvent(context, 'posted', message, { metadata: message.metadata })]
}

function metadataChanged(context: ChatContext, message: Message, previous: Message): readonly InnerEvent[] {
  const { metadata: now } = message
  const { metadata: before } = previous
  if (now === before) return []
  if (before === null) return metadataEvents(context, message)
  if (now === null) return metadataDeleted(context, previous)
  return [metadataEvent(context, 'updated', message, { metadata: now, previous_metadata: before })]
}

function metadataDeleted(context: ChatContext, previous: Message): readonly InnerEvent[] {
  if (previous.metadata === null) return []
  const members = { previous_metadata: previous.metadata, deleted_ts: previous.ts }
  return [metadataEvent(context, 'deleted', previous, members)]
}

/**
 * Returns an event about metadata. https://docs.slack.dev/reference/events/message_metadata_posted, and `_updated`,
 * `_deleted`.
 */
function metadataEvent(
  context: ChatContext,
  change: 'posted' | 'updated' | 'deleted',
  message: Message,
  members: object,
): InnerEvent {
  const { channelId, ts, userId, botId, appId } = message
  const body = (): EventBody => ({
    type: `message_metadata_${change}`,
    app_id: appId,
    bot_id: botId,
    user_id: userId,
    team_id: context.rows.team.get().id,
    channel_id: channelId,
    ...members,
    message_ts: ts,
    event_ts: eventTime(context),
  })
  return { audience: { scopes: ['metadata.message:read'], channelId }, body }
}

function changedEvent(context: ChatContext, message: Message, previous: Message): InnerEvent {
  return hiddenEvent(context, message.channelId, () => ({
    subtype: 'message_changed',
    message: messageJson(context, message),
    previous_message: messageJson(context, previous),
  }))
}

function deletedEvent(context: ChatContext, previous: Message): InnerEvent {
  return hiddenEvent(context, previous.channelId, () => ({
    subtype: 'message_deleted',
    previous_message: messageJson(context, previous),
    deleted_ts: previous.ts,
  }))
}

/** Returns an event about an earlier message, which has a time of its own. */
function hiddenEvent(context: ChatContext, channelId: string, members: () => object): InnerEvent {
  const body = (): EventBody => {
    const ts = eventTime(context)
    return {
      type: 'message',
      ...members(),
      channel: channelId,
      hidden: true,
      ts,
      event_ts: ts,
      channel_type: channelTypeOf(context, channelId),
    }
  }
  return { audience: { scopes: historyScopes(context, channelId), channelId }, body }
}

type ReactionEvent = Extract<WorkspaceEvent, { kind: 'reaction_added' | 'reaction_removed' }>

function reactionEvent(context: ChatContext, { kind, userId, name, item }: ReactionEvent): InnerEvent {
  const body = (): EventBody => ({
    type: kind,
    user: userId,
    reaction: name,
    item:
      'message' in item
        ? { type: 'message', channel: item.message.channelId, ts: item.message.ts }
        : { type: 'file', file: item.file.id },
    ...authorOf(item),
    event_ts: eventTime(context),
  })
  const scopes = ['reactions:read']
  return { audience: 'message' in item ? { scopes, channelId: item.message.channelId } : { scopes }, body }
}

function authorOf(item: ReactionEvent['item']) {
  const author = 'message' in item ? item.message.userId : item.file.userId
  return author === null ? {} : { item_user: author }
}

type PinEvent = Extract<WorkspaceEvent, { kind: 'pin_added' | 'pin_removed' }>

function pinEvent(context: ChatContext, { kind, userId, message }: PinEvent): InnerEvent {
  const { channelId } = message
  const body = () => {
    const pins = context.rows.pins.list('byChannel', channelId)
    const pinnedAt = pins.find((each) => each.messageId === message.id)?.createdAt ?? seconds(context.clock.now())
    return {
      type: kind,
      user: userId,
      channel_id: channelId,
      item: {
        type: 'message',
        created: pinnedAt,
        created_by: userId,
        channel: channelId,
        message: { ...messageJson(context, message), permalink: permalinkOf(context.origin, message) },
      },
      item_user: message.userId ?? '',
      pin_count: String(pins.length),
      pinned_info: { channel: channelId, pinned_by: userId, pinned_ts: pinnedAt },
      ...(kind === 'pin_removed' ? { has_pins: pins.length > 0 } : {}),
      event_ts: eventTime(context),
    }
  }
  return { audience: { scopes: ['pins:read'], channelId }, body }
}

function fileEvent(context: ChatContext, kind: EventType, { id }: File, userId: string): InnerEvent {
  const body = (): EventBody => ({
    type: kind,
    file_id: id,
    ...(kind === 'file_deleted' ? {} : { user_id: userId, file: { id } }),
    event_ts: eventTime(context),
  })
  return { audience: { scopes: ['files:read'] }, body }
}

function fileChanged(context: ChatContext, { id }: File): InnerEvent {
  const body = (): EventBody => ({ type: 'file_change', file_id: id, file: { id }, event_ts: eventTime(context) })
  return { audience: { scopes: ['files:read'] }, body }
}

function fileInChannel(
  context: ChatContext,
  type: EventType,
  { id }: File,
  userId: string,
  { channelId }: Message,
): InnerEvent {
  const body = (): EventBody => ({
    type,
    file_id: id,
    user_id: userId,
    file: { id },
    channel_id: channelId,
    event_ts: eventTime(context),
  })
  return { audience: { scopes: ['files:read'], channelId }, body }
}

function typed<T extends string>(type: T, json: object): Readonly<Record<string, unknown>> & { readonly type: T } {
  return { ...json, type }
}

function historyScopes({ rows }: ChatContext, channelId: string): readonly string[] {
  return conversationScopes(rows.conversations.require(channelId).kind, 'history')
}

function channelTypeOf({ rows }: ChatContext, channelId: string): string {
  return CHANNEL_TYPE[rows.conversations.require(channelId).kind]
}

/** Returns the `event_ts` of an event that has no message of its own: later than every message. */
export function eventTime(context: ChatContext): string {
  return timestampOf(nextMessageTime(context))
}
