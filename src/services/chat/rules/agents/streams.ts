import type { ChatCall, ChatContext, Actor } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { SessionStatus, Stream } from '#chat/schema/agents.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import type { Block, Message, Metadata } from '#chat/schema/messages.ts'
import { authorOf } from '../conversations/find.ts'
import { updateMessage } from '../messages/edit.ts'
import { findMessage } from '../messages/author.ts'
import { addMessage, type MessageInput } from '../messages/post.ts'
import { targetOf } from '../messages/target.ts'
import type { Chunk } from './chunks.ts'
import { contentOfStream, isStreaming, withChunks } from './stream-content.ts'
import { agentThreadAt } from './threads.ts'

// Messages that apps stream. https://docs.slack.dev/messaging/sending-and-scheduling-messages#text-streaming

type WithActor = ChatCall & { readonly principal: Actor }

/** The most blocks of a message. */
const MOST_BLOCKS = 50

/** Posts the message of a new stream, and emits its event. */
export function startStream(
  call: WithActor,
  input: Pick<MessageInput, 'channelId' | 'threadTs' | 'subtype' | 'username' | 'icons'>,
  { display, chunks }: Pick<Stream, 'display'> & { readonly chunks: readonly Chunk[] },
): Message {
  const { rows, clock, principal } = call
  const extra = { streaming_state: 'in_progress' }
  const { id } = addMessage(call, { ...input, ...authorOf(principal), text: '', extra })
  const stream = rows.streams.insert({
    messageId: id,
    display,
    ...withChunks({ parts: [], planTitle: '' }, chunks),
    startedAt: clock.now(),
    isOpen: true,
    isStoppedByUser: false,
  })
  const message = rows.messages.update(id, requireFew(contentOfStream(stream)))
  call.emit({ kind: 'message', message })
  return message
}

/** Adds chunks to a stream. Only its end emits an event. */
export function appendToStream({ rows }: Pick<ChatContext, 'rows'>, stream: Stream, chunks: readonly Chunk[]): Message {
  const grown = rows.streams.update(stream.id, withChunks(stream, chunks))
  return rows.messages.update(stream.messageId, requireFew(contentOfStream(grown)))
}

/** The parts of the last call for a stream. */
interface StreamEnd {
  readonly chunks: readonly Chunk[]
  /** The blocks below the streamed content. */
  readonly blocks: readonly Block[]
  readonly metadata: Metadata | null
  readonly session: SessionStatus
}

/** Adds the last chunks to a stream, ends it, and emits the change of its message. */
export function stopStream(context: ChatContext, stream: Stream, end: StreamEnd): Message {
  const { rows } = context
  const grown = rows.streams.update(stream.id, { ...withChunks(stream, end.chunks), isOpen: false })
  const { text, blocks } = contentOfStream(grown)
  const all = [...(blocks ?? []), ...end.blocks]
  requireFew({ blocks: all })
  const message = rows.messages.require(stream.messageId)
  setSession(context, message, end.session)
  return updateMessage(context, message, {
    text,
    blocks: all.length === 0 ? null : all,
    ...(end.metadata === null ? {} : { metadata: end.metadata }),
    extra: { ...message.extra, streaming_state: 'completed' },
  })
}

/** Sets the state of the session in whose thread an app has streamed a message. */
function setSession(context: ChatContext, { channelId, threadTs, appId }: Message, session: SessionStatus): void {
  if (threadTs === null || appId === null) return
  const { id } = agentThreadAt(context, { channelId, threadTs, appId })
  context.rows.agentThreads.update(id, { session })
}

/** Ends the streams of messages for a person, and emits the event for their app. */
export function stopForUser(context: ChatContext, messages: readonly Message[], userId: string): void {
  const { rows } = context
  const stopped = messages.map((message) => {
    const stream = rows.streams.find('message', message.id)
    if (stream === undefined || !isStreaming(context, stream)) throw new Error('the app does not stream this message')
    rows.streams.update(stream.id, { isOpen: false, isStoppedByUser: true })
    const extra = { ...message.extra, streaming_state: 'stopped' }
    return updateMessage(context, message, { extra })
  })
  context.emit({ kind: 'streams_stopped', messages: stopped, userId })
}

/**
 * Returns the stream of a message of the principal's app.
 *
 * @throws the failures of a conversation in which the app may not post, `message_not_found`,
 * `message_not_owned_by_app`, and `message_not_in_streaming_state` for a message that was never streamed.
 */
export function findStream(call: WithActor, channelId: string, ts: string): Stream {
  targetOf(call, channelId)
  const message = findMessage(call, channelId, ts)
  if (message.appId === null || message.appId !== call.principal.app?.id) throw slackFailure('message_not_owned_by_app')
  const stream = call.rows.streams.find('message', message.id)
  if (stream === undefined) throw slackFailure('message_not_in_streaming_state')
  return stream
}

/** @throws `message_not_in_streaming_state` for a stream that has ended. */
export function requireStreaming(context: ChatContext, stream: Stream): void {
  if (!isStreaming(context, stream)) throw slackFailure('message_not_in_streaming_state')
}

/**
 * Checks who receives a stream outside of a direct message.
 *
 * @throws `missing_recipient_team_id`, `missing_recipient_user_id`, `team_not_found`, `user_not_found`.
 */
export function requireRecipient(
  { rows }: Pick<ChatContext, 'rows'>,
  { kind }: Conversation,
  { team, user }: { readonly team: string | undefined; readonly user: string | undefined },
): void {
  if (kind !== 'im') {
    if (team === undefined || team === '') throw slackFailure('missing_recipient_team_id')
    if (user === undefined || user === '') throw slackFailure('missing_recipient_user_id')
  }
  if (team !== undefined && team !== '' && team !== rows.team.get().id) throw slackFailure('team_not_found')
  if (user !== undefined && user !== '' && rows.users.get(user) === undefined) throw slackFailure('user_not_found')
}

/** @throws `msg_blocks_too_many` for more than 50 blocks. */
function requireFew<C extends Pick<Message, 'blocks'>>(content: C): C {
  if ((content.blocks?.length ?? 0) > MOST_BLOCKS) throw slackFailure('msg_blocks_too_many')
  return content
}
