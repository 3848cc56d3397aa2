import { createHash } from 'node:crypto'
import type { Rows } from '#chat/call.ts'
import { richTextOf } from '#chat/rules/text/rich-text.ts'
import type { Message } from '#chat/schema/messages.ts'
import { teamIdOf } from '#chat/rules/workspaces.ts'
import { NOTHING_READ } from '#chat/rules/timestamps.ts'
import { withCall } from './call.ts'
import { fileJson } from './file.ts'
import { groupReactions } from './reactions.ts'
import { botProfileJson, type Json, type Site } from './user.ts'

/** The reader of messages, on whom some members depend. */
export interface Reader {
  /** The user whose subscriptions and pins count; absent in events, which have no reader. */
  readonly userId?: string
  /** True where the answer has the metadata: for `include_all_metadata`, and for the app that posts. */
  readonly withMetadata?: boolean
}

/** Returns a message as the vendor writes it. https://docs.slack.dev/reference/events/message */
export function messageJson(site: Site, message: Message, reader: Reader = {}): Json {
  const { rows } = site
  const { subtype, userId, ts, text, isTombstone } = message
  if (isTombstone) return tombstoneJson(rows, message)
  const showsUser = userId !== null && subtype !== 'bot_message'
  return {
    ...(subtype === null ? {} : { subtype }),
    ...(showsUser ? { user: userId } : {}),
    type: 'message',
    ts,
    ...(message.clientMessageId === null ? {} : { client_msg_id: message.clientMessageId }),
    ...botJson(site, message),
    text,
    ...(subtype === null || subtype === 'thread_broadcast' ? { team: teamIdOf(rows, userId) } : {}),
    ...(message.username === null ? {} : { username: message.username }),
    ...(message.icons === null ? {} : { icons: message.icons }),
    ...contentJson(site, message),
    ...filesJson(site, message),
    ...(message.edited === null ? {} : { edited: message.edited }),
    ...message.extra,
    ...threadJson(site, message, reader),
    ...reactionsJson(rows, message),
    ...pinsJson(rows, message),
    ...(reader.withMetadata === true ? metadataJson(rows, message) : {}),
  }
}

function metadataJson(rows: Rows, { id, metadata }: Message) {
  const entities = rows.workObjects.list('byMessage', id).map((each) => each.metadata)
  if (entities.length > 0) return { metadata: { ...metadata, entities } }
  return metadata === null ? {} : { metadata }
}

function botJson(site: Site, { botId, appId }: Message) {
  const bot = site.rows.bots.get(botId)
  if (bot === undefined) return appId === null ? {} : { app_id: appId }
  return { bot_id: bot.id, app_id: bot.appId, bot_profile: botProfileJson(site, bot) }
}

/** Returns the blocks and attachments. A plain text has a `rich_text` block, too. */
function contentJson(site: Site, message: Message): object {
  const { blocks, attachments, text, subtype } = message
  const isPlain = blocks === null && text !== '' && PLAIN_SUBTYPES.has(subtype)
  return {
    ...(blocks === null ? {} : { blocks: blocks.map((block) => withCall(site, block)) }),
    ...(isPlain ? { blocks: [richTextOf(text, blockIdOf(message))] } : {}),
    ...(attachments === null ? {} : { attachments }),
  }
}

const PLAIN_SUBTYPES: ReadonlySet<string | null> = new Set([null, 'thread_broadcast', 'file_share'])

/** Returns the id of the block of a plain text: always the same for one message and text. */
function blockIdOf({ channelId, ts, text }: Message): string {
  return createHash('sha256').update(`${channelId} ${ts} ${text}`).digest('base64url').slice(0, 5)
}

function filesJson(site: Site, { fileIds }: Message) {
  const files = fileIds.flatMap((id) => site.rows.files.get(id) ?? [])
  if (files.length === 0) return {}
  return {
    files: files.map((file) => (file.state === 'deleted' ? { id: file.id, mode: 'tombstone' } : fileJson(site, file))),
    upload: true,
    display_as_bot: false,
  }
}

function threadJson(site: Site, message: Message, { userId }: Reader): object {
  const { threadTs, ts, channelId, isBroadcast } = message
  if (threadTs === null) return {}
  if (threadTs !== ts) {
    const parent = site.rows.messages.find('ts', channelId, threadTs)
    return {
      thread_ts: threadTs,
      ...(parent?.userId == null ? {} : { parent_user_id: parent.userId }),
      ...(isBroadcast && parent !== undefined ? { root: messageJson(site, parent, {}) } : {}),
    }
  }
  const { replyCount, replyUsers, latestReply, subscribers } = message
  if (replyCount === 0) return {}
  return {
    thread_ts: ts,
    reply_count: replyCount,
    reply_users_count: replyUsers.length,
    latest_reply: latestReply,
    reply_users: replyUsers.slice(0, 5),
    is_locked: false,
    subscribed: userId !== undefined && subscribers.includes(userId),
  }
}

/** Returns the tombstone of the first message of a thread, which was deleted while it had replies. */
function tombstoneJson(rows: Rows, message: Message) {
  const { ts, replyCount, replyUsers, latestReply } = message
  return {
    type: 'message',
    subtype: 'tombstone',
    text: 'This message was deleted.',
    user: 'USLACKBOT',
    hidden: true,
    ts,
    thread_ts: ts,
    reply_count: replyCount,
    reply_users_count: replyUsers.length,
    latest_reply: latestReply ?? NOTHING_READ,
    reply_users: replyUsers.slice(0, 5),
    is_locked: false,
    subscribed: false,
    team: rows.team.get().id,
  }
}

function reactionsJson(rows: Rows, { id }: Pick<Message, 'id'>) {
  const reactions = groupReactions(rows.reactions.list('byMessage', id))
  return reactions.length === 0 ? {} : { reactions }
}

function pinsJson(rows: Rows, { id }: Message) {
  const pin = rows.pins.find('message', id)
  if (pin === undefined) return {}
  return {
    pinned_to: [pin.channelId],
    pinned_info: { channel: pin.channelId, pinned_by: pin.userId, pinned_ts: pin.createdAt },
  }
}
