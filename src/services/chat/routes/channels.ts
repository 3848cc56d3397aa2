import * as v from 'valibot'
import { flag, text } from '../arguments.ts'
import { conversationJson } from '../json/conversation.ts'
import { method, ok, requireScope } from '../method.ts'
import { addMember, createConversation } from '../rules/conversations/create.ts'
import { checkChannelName } from '../rules/conversations/names.ts'
import { emitEvent } from '../rules/events/emit-event.ts'
import { anyConversationScope, conversationScopes } from '../scopes.ts'

/** The methods that change channels. */
export const channelsRoutes = [
  ...method(
    'conversations.create',
    {
      scopes: anyConversationScope('write'),
      args: v.object({ name: v.optional(text), is_private: v.optional(flag), team_id: v.optional(text) }),
    },
    (call) => {
      const { args, principal } = call
      const { id: userId } = principal.user
      const kind = args.is_private === true ? 'private' : 'public'
      requireScope(principal, conversationScopes(kind, 'write'))
      const name = checkChannelName(call, args.name)
      const conversation = createConversation(call, { kind, name, creator: userId })
      addMember(call, conversation.id, userId)
      emitEvent(call, { kind: 'conversation_created', conversation, userId })
      return ok(call, { channel: conversationJson(call, conversation, userId) })
    },
  ),
]
