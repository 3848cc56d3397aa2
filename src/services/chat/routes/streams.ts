import * as v from 'valibot'
import { structure, text } from '#chat/rules/arguments.ts'
import { slackFailure, invalidArguments } from '#chat/errors/failures.ts'
import { messageJson } from '#chat/json/message.ts'
import { ok } from '#chat/json/ok.ts'
import { checkBlocks } from '#chat/rules/block-kit/check-blocks.ts'
import { appearanceOf } from '#chat/rules/messages/appearance.ts'
import { isAbsent } from '#chat/rules/messages/absent.ts'
import { checkMetadata } from '#chat/rules/messages/content.ts'
import { targetOf, threadOf } from '#chat/rules/messages/target.ts'
import { checkChunks } from '#chat/rules/agents/chunks.ts'
import { SESSION_STATUSES } from '#chat/rules/agents/sessions.ts'
import {
  appendToStream,
  findStream,
  requireRecipient,
  requireStreaming,
  startStream,
  stopStream,
} from '#chat/rules/agents/streams.ts'
import { method } from './method.ts'

const OPTIONS = { scopes: ['chat:write'], tokens: ['bot'] } as const
const CONTENT = { markdown_text: v.optional(text), chunks: v.optional(structure) }

/** The methods that post a message piece by piece. */
export const streamsRoutes = [
  ...method(
    'chat.startStream',
    {
      ...OPTIONS,
      args: v.object({
        channel: text,
        thread_ts: v.optional(text),
        ...CONTENT,
        recipient_team_id: v.optional(text),
        recipient_user_id: v.optional(text),
        task_display_mode: v.optional(v.picklist(['timeline', 'plan'], 'must be a valid enum value'), 'timeline'),
        icon_emoji: v.optional(text),
        icon_url: v.optional(text),
        username: v.optional(text),
      }),
    },
    (call) => {
      const { args } = call
      const conversation = targetOf(call, args.channel)
      requireRecipient(call, conversation, { team: args.recipient_team_id, user: args.recipient_user_id })
      // Only in channels a stream may begin a thread.
      if (isAbsent(args.thread_ts) && conversation.kind === 'im')
        throw invalidArguments('[ERROR] missing required field: thread_ts')
      const chunks = checkChunks(call, { markdown: args.markdown_text, chunks: args.chunks })
      const threadTs = isAbsent(args.thread_ts) ? null : threadOf(call, conversation, args.thread_ts ?? '')
      const { subtype: _ofCustomNames, ...appearance } = appearanceOf(call, args)
      const message = startStream(
        call,
        { channelId: conversation.id, threadTs, ...appearance },
        { display: args.task_display_mode, chunks },
      )
      return ok(call, { channel: conversation.id, ts: message.ts })
    },
  ),

  ...method('chat.appendStream', { ...OPTIONS, args: v.object({ channel: text, ts: text, ...CONTENT }) }, (call) => {
    const { args } = call
    const stream = findStream(call, args.channel, args.ts)
    if (stream.isStoppedByUser) throw slackFailure('stopped_by_user')
    requireStreaming(call, stream)
    const chunks = checkChunks(call, { markdown: args.markdown_text, chunks: args.chunks })
    if (chunks.length === 0) throw slackFailure('no_text')
    const { channelId, ts } = appendToStream(call, stream, chunks)
    return ok(call, { channel: channelId, ts })
  }),

  ...method(
    'chat.stopStream',
    {
      ...OPTIONS,
      args: v.object({
        channel: text,
        ts: text,
        ...CONTENT,
        blocks: v.optional(structure),
        metadata: v.optional(structure),
        session_status: v.optional(v.picklist(SESSION_STATUSES, 'must be a valid enum value'), 'active'),
      }),
    },
    (call) => {
      const { args } = call
      const stream = findStream(call, args.channel, args.ts)
      requireStreaming(call, stream)
      const message = stopStream(call, stream, {
        chunks: checkChunks(call, { markdown: args.markdown_text, chunks: args.chunks }),
        blocks: isAbsent(args.blocks) ? [] : checkBlocks(call, args.blocks, 'message'),
        metadata: isAbsent(args.metadata) ? null : checkMetadata(call, args.metadata),
        session: args.session_status,
      })
      const { channelId, ts } = message
      return ok(call, { channel: channelId, ts, message: messageJson(call, message, { withMetadata: true }) })
    },
  ),
]
