import * as v from 'valibot'
import { structure, text } from '#chat/rules/arguments.ts'
import { invalidArguments, slackFailure } from '#chat/errors/failures.ts'
import { ok } from '#chat/json/ok.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { appearanceOf } from '#chat/rules/messages/appearance.ts'
import { isAbsent } from '#chat/rules/messages/absent.ts'
import { renameCodeChannel } from '#chat/rules/agents/code-channels.ts'
import {
  findAgentThread,
  findSession,
  findThreadConversation,
  SESSION_STATUSES,
  threadOfApp,
} from '#chat/rules/agents/sessions.ts'
import { setThreadTitle } from '#chat/rules/agents/threads.ts'
import type { SuggestedPrompt } from '#chat/schema/agents.ts'
import { method } from './method.ts'

const APPEARANCE = { icon_emoji: v.optional(text), icon_url: v.optional(text), username: v.optional(text) }

/** The longest title of a session, in characters. https://docs.slack.dev/reference/methods/agents.sessions.rename */
const LONGEST_TITLE = 200

/** The most prompts. https://docs.slack.dev/reference/methods/assistant.threads.setSuggestedPrompts */
const MOST_PROMPTS = 4

/** The names that no app may show. */
const RESERVED = new Set(['channel', 'everyone', 'here', 'slackbot'])

/** The methods of agents: of the threads of assistants, and of sessions. https://docs.slack.dev/ai */
export const agentsRoutes = [
  ...method(
    'assistant.threads.setStatus',
    {
      scopes: ['chat:write', 'assistant:write'],
      tokens: ['bot'],
      args: v.object({
        channel_id: text,
        thread_ts: text,
        status: text,
        loading_messages: v.optional(structure),
        ...APPEARANCE,
      }),
    },
    (call) => {
      const { args, rows, clock } = call
      const thread = findAgentThread(call, args.channel_id, args.thread_ts)
      if (RESERVED.has((args.username ?? '').toLowerCase())) throw slackFailure('reserved_username')
      appearanceOf(call, args) // refuses a name without the scope for it
      const loadingMessages = textsOf(args.loading_messages, 'loading_messages')
      const status = { text: args.status, loadingMessages, setAt: clock.now() }
      rows.agentThreads.update(thread.id, { status: args.status === '' ? null : status })
      return ok(call)
    },
  ),

  ...method(
    'assistant.threads.setTitle',
    {
      scopes: ['assistant:write'],
      tokens: ['bot'],
      args: v.object({ channel_id: text, thread_ts: text, title: text }),
    },
    (call) => {
      const { args } = call
      setThreadTitle(call, findAgentThread(call, args.channel_id, args.thread_ts), args.title)
      return ok(call)
    },
  ),

  ...method(
    'assistant.threads.setSuggestedPrompts',
    {
      scopes: ['assistant:write'],
      tokens: ['bot'],
      args: v.object({
        channel_id: text,
        thread_ts: v.optional(text),
        title: v.optional(text),
        prompts: structure,
      }),
    },
    (call) => {
      const { args, rows } = call
      // To an agent the vendor answers without an effect: its prompts belong to the Messages tab.
      if (call.principal.app?.isAgent === true && !isAbsent(args.thread_ts)) return ok(call)
      const thread = isAbsent(args.thread_ts)
        ? threadOfApp(call, findThreadConversation(call, args.channel_id), '')
        : findAgentThread(call, args.channel_id, args.thread_ts ?? '')
      const title = isAbsent(args.title) ? 'Try these prompts:' : (args.title ?? '')
      rows.agentThreads.update(thread.id, { prompts: { title, list: promptsOf(args.prompts) } })
      return ok(call)
    },
  ),

  ...method(
    'agents.sessions.setStatus',
    {
      scopes: ['chat:write'],
      tokens: ['bot'],
      args: v.object({
        channel_id: text,
        thread_ts: v.optional(text),
        status: v.picklist(SESSION_STATUSES, 'must be a valid enum value'),
        title: v.optional(text),
        initiator_user_id: v.optional(text),
        ...APPEARANCE,
      }),
    },
    (call) => {
      const { args, rows } = call
      const conversation = findThreadConversation(call, args.channel_id)
      const thread = findSession(call, conversation, args.thread_ts)
      appearanceOf(call, args)
      const initiator = args.initiator_user_id ?? ''
      if (initiator !== '' && rows.memberships.find('member', conversation.id, initiator) === undefined)
        throw slackFailure('user_not_found')
      const isNew = thread.session === null
      const titled = isNew && !isAbsent(args.title) ? setThreadTitle(call, thread, checkTitle(args.title)) : thread
      const { session, title } = rows.agentThreads.update(titled.id, {
        session: args.status,
        openedBy: thread.openedBy ?? (initiator === '' ? null : initiator),
      })
      return ok(call, { status: session, agent_status: session, title })
    },
  ),

  ...method(
    'agents.sessions.rename',
    {
      scopes: ['chat:write'],
      tokens: ['bot'],
      args: v.object({ channel_id: text, thread_ts: v.optional(text), title: text }),
    },
    (call) => {
      const { args, principal } = call
      const conversation = findThreadConversation(call, args.channel_id)
      const thread = findSession(call, conversation, args.thread_ts)
      const { title } = setThreadTitle(call, thread, checkTitle(args.title))
      if (thread.threadTs === '') renameCodeChannel(call, conversation, principal.user.id, title)
      return ok(call, { title })
    },
  ),
]

function checkTitle(title = ''): string {
  if (title.trim() === '' || title.length > LONGEST_TITLE)
    throw invalidArguments(`[ERROR] must be 1 to ${LONGEST_TITLE} characters [json-pointer:/title]`)
  return title
}

function textsOf(value: unknown, name: string): readonly string[] {
  if (isAbsent(value)) return []
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value
  throw invalidArguments(`[ERROR] must provide an array of strings [json-pointer:/${name}]`)
}

function promptsOf(value: unknown): readonly SuggestedPrompt[] {
  if (!Array.isArray(value)) throw invalidArguments('[ERROR] must provide an array [json-pointer:/prompts]')
  if (value.length > MOST_PROMPTS)
    throw invalidArguments(`[ERROR] no more than ${MOST_PROMPTS} items allowed [json-pointer:/prompts]`)
  return value.map((each: unknown, index) => {
    const { title, message } = isObject(each) ? each : {}
    if (typeof title === 'string' && typeof message === 'string') return { title, message }
    throw invalidArguments(`[ERROR] must provide a title and a message [json-pointer:/prompts/${index}]`)
  })
}
