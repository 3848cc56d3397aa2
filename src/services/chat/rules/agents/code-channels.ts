import type { Actor, ChatCall, ChatContext } from '#chat/call.ts'
import { invalidArguments, slackFailure } from '#chat/errors/failures.ts'
import { sessionKey, type CodeChannel } from '#chat/schema/code-channels.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import type { Message } from '#chat/schema/messages.ts'
import { inWorkspace } from '#chat/schema/people.ts'
import { archiveConversation, joinConversation, renameConversation } from '../conversations/change.ts'
import { addMember, createConversation } from '../conversations/create.ts'
import { requireActive, requireMember } from '../conversations/find.ts'
import { isAbsent } from '../messages/absent.ts'
import { postMessage } from '../messages/post.ts'
import { messageAt } from '../messages/target.ts'
import { isExtShared } from '../workspaces.ts'
import { findThreadConversation } from './sessions.ts'
import { agentThreadAt } from './threads.ts'

// Channels that are the session of an agent as a whole. https://docs.slack.dev/ai/slack-code

type WithActor = ChatCall & { readonly principal: Actor }

/** The longest name of a channel, in characters. */
const LONGEST_NAME = 80

/** A code channel to create. */
interface CodeChannelInput {
  readonly name: string | undefined
  readonly isPrivate: boolean | undefined
  readonly sessionId: string | undefined
  readonly originChannelId: string | undefined
  readonly originTs: string | undefined
}

/**
 * Creates the channel of a session with its bot, and with the author of the message where it began. Returns the one
 * that has the session's id already.
 *
 * @throws `invalid_arguments` without a name and an origin, `channel_not_found` and `message_not_found` for an origin
 *   that the bot does not see.
 */
export function createCodeChannel(call: WithActor, input: CodeChannelInput): CodeChannel {
  const { rows, principal } = call
  const { user } = principal
  const appId = principal.app?.id ?? '' // a bot belongs to an app
  const sessionId = isAbsent(input.sessionId) ? null : (input.sessionId ?? null)
  const before = sessionId === null ? undefined : rows.codeChannels.find('session', sessionKey(appId, sessionId))
  if (before !== undefined) return before
  const origin = originOf(call, input)
  const title = isAbsent(input.name) ? (origin?.message.text.trim() ?? '') : (input.name ?? '')
  if (title === '') throw invalidArguments('[ERROR] missing required field: name')
  const isPrivate = input.isPrivate ?? (origin !== null && origin.channel.kind !== 'public')
  const kind = isPrivate ? 'private' : 'public'
  const name = freeName(call, title, user.teamId, null)
  const conversation = createConversation(call, { kind, name, creator: user.id, teamId: user.teamId })
  addMember(call, conversation.id, user.id)
  call.emit({ kind: 'conversation_created', conversation, userId: user.id })
  const session = agentThreadAt(call, { channelId: conversation.id, threadTs: '', appId })
  rows.agentThreads.update(session.id, { session: 'active', title })
  const codeChannel = rows.codeChannels.insert({
    id: conversation.id,
    appId,
    botUserId: user.id,
    sessionId,
    origin: origin === null ? null : { channelId: origin.channel.id, ts: origin.message.ts },
    contextBarItems: [],
    summaryMessage: null,
    agentResource: {},
    commands: [],
  })
  const author = origin?.message.userId ?? null
  if (author !== null) joinConversation(call, conversation, author, user.id)
  return codeChannel
}

function originOf(
  call: WithActor,
  { originChannelId = '', originTs = '' }: CodeChannelInput,
): { readonly channel: Conversation; readonly message: Message } | null {
  if (originChannelId === '' && originTs === '') return null
  if (originChannelId === '' || originTs === '') {
    const missing = originTs === '' ? 'origin_message_ts' : 'origin_channel_id'
    throw invalidArguments(`[ERROR] missing required field: ${missing}`)
  }
  const channel = findThreadConversation(call, originChannelId)
  if (isExtShared(call.rows, channel.id)) {
    throw invalidArguments('[ERROR] must not be externally shared [json-pointer:/origin_channel_id]')
  }
  const message = messageAt(call, channel, originTs)
  if (message === undefined) throw slackFailure('message_not_found')
  return { channel, message }
}

/** Returns the name of the channel of a title, with a number where another channel than its own has it. */
function freeName({ rows }: ChatContext, title: string, teamId: string | undefined, own: string | null): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  const base = words.slice(0, LONGEST_NAME - 4) || 'session'
  const isTaken = (name: string): boolean => {
    const found = rows.conversations.find('name', inWorkspace(teamId, name))
    return found !== undefined && found.id !== own
  }
  let name = base
  for (let number = 2; isTaken(name); number += 1) name = `${base}-${number}`
  return name
}

/** A code channel, and the channel that it is. */
export interface FoundCodeChannel {
  readonly codeChannel: CodeChannel
  readonly conversation: Conversation
}

/**
 * Returns a code channel that the bot is in.
 *
 * @throws `channel_not_found`, `not_agent_channel` for another channel, `not_in_channel`, and `is_archived`.
 */
export function findCodeChannel(call: WithActor, channelId: string): FoundCodeChannel {
  const conversation = findThreadConversation(call, channelId)
  const codeChannel = call.rows.codeChannels.get(channelId)
  if (codeChannel === undefined) throw slackFailure('not_agent_channel')
  requireMember(call, conversation)
  requireActive(conversation)
  return { codeChannel, conversation }
}

/** Sets the title of the session of a code channel, and renames the channel after it. */
export function renameCodeChannel(
  context: ChatContext,
  conversation: Conversation,
  userId: string,
  title: string,
): void {
  const name = freeName(context, title, conversation.teamId, conversation.id)
  if (name !== conversation.name) renameConversation(context, conversation, userId, name)
}

/**
 * Archives a code channel. A summary becomes the session's, and a reply to the message where it began.
 *
 * @throws `message_not_found` for an unknown summary, and `invalid_arguments` for one of a channel without an origin.
 */
export function archiveCodeChannel(
  call: WithActor,
  { codeChannel, conversation }: FoundCodeChannel,
  summaryTs: string | undefined,
): void {
  const { principal, rows } = call
  if (!isAbsent(summaryTs)) {
    const summary = messageAt(call, conversation, summaryTs ?? '')
    if (summary === undefined) throw slackFailure('message_not_found')
    const { origin } = codeChannel
    if (origin === null) {
      throw invalidArguments('[ERROR] the channel has no origin_link [json-pointer:/summary_message_ts]')
    }
    const threadTs = rows.messages.find('ts', origin.channelId, origin.ts)?.threadTs ?? origin.ts
    const { user, bot, app } = principal
    const author = { userId: user.id, botId: bot?.id ?? null, appId: app?.id ?? null }
    postMessage(call, { ...author, channelId: origin.channelId, threadTs, text: summary.text, blocks: summary.blocks })
    rows.codeChannels.update(codeChannel.id, { summaryMessage: { ts: summary.ts, threadTs: summary.threadTs } })
  }
  archiveConversation(call, conversation, principal.user.id)
}
