import * as v from 'valibot'
import { flag, text } from '../arguments.ts'
import { messageJson } from '../json/message.ts'
import { method, ok } from '../method.ts'
import { authorOf } from '../rules/conversations/find.ts'
import { appearanceOf, APPEARANCE } from '../rules/messages/appearance.ts'
import { CONTENT, contentOf, isAbsent } from '../rules/messages/content.ts'
import { postMessage } from '../rules/messages/post.ts'
import { targetOf, threadOf } from '../rules/messages/target.ts'

const THREAD = { thread_ts: v.optional(text), reply_broadcast: v.optional(flag) }

/** chat.postMessage and the other methods that post. */
export const chatRoutes = [
  ...method(
    'chat.postMessage',
    {
      scopes: ['chat:write'],
      args: v.object({ channel: text, ...CONTENT, ...THREAD, ...APPEARANCE }),
    },
    (call) => {
      const { args, principal } = call
      const conversation = targetOf(call, args.channel)
      const content = contentOf(call, args)
      const threadTs = isAbsent(args.thread_ts) ? null : threadOf(call, conversation, args.thread_ts ?? '')
      const isBroadcast = threadTs !== null && args.reply_broadcast === true
      const message = postMessage(call, {
        channelId: conversation.id,
        ...authorOf(principal),
        ...content,
        threadTs,
        isBroadcast,
        ...(isBroadcast ? { subtype: 'thread_broadcast' } : {}),
        ...appearanceOf(call, args),
      })
      return ok(call, { channel: conversation.id, ts: message.ts, message: messageJson(call, message) })
    },
  ),
]
