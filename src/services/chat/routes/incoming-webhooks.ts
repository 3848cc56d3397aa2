import { text, type Answer } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import { parseJson } from '#core/text/parse-json.ts'
import { routesFor } from '#core/routes.ts'
import type { ChatCall } from '#chat/call.ts'
import { bodyContent, hasContent } from '#chat/interactions/respond.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { postMessage } from '#chat/rules/messages/post.ts'

const { get, post } = routesFor<ChatCall>()

/**
 * Incoming webhooks, whose answers are plain text.
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
export const incomingWebhookRoutes = [
  get('incoming_webhook', '/services/:team/:bot/:secret', () => refuse(400, 'invalid_payload')),
  post('incoming_webhook', '/services/:team/:bot/:secret', (call) => {
    try {
      return postTo(call, call.params)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return refuse(STATUS[error.message] ?? 400, error.message)
    }
  }),
]

const STATUS: Readonly<Record<string, number>> = { no_service: 404, channel_is_archived: 410, invalid_token: 403 }

function postTo(call: ChatCall, { team, bot, secret }: { team: string; bot: string; secret: string }): Answer {
  const { rows } = call
  const webhook = rows.incomingWebhooks.get(`${team}/${bot}/${secret}`)
  if (webhook === undefined) throw new Failure(404, 'no_service')
  const conversation = rows.conversations.get(webhook.channelId)
  if (conversation === undefined) throw new Failure(404, 'channel_not_found')
  if (conversation.archived) throw new Failure(410, 'channel_is_archived')
  const members = membersIn(call)
  const content = bodyContent(call, members)
  if (!hasContent(content)) throw new Failure(400, 'no_text')
  const threadTs = threadIn(call, conversation.id, members)
  const poster = rows.bots.get(webhook.botId)
  const isBroadcast = threadTs !== null && members['reply_broadcast'] === true
  postMessage(call, {
    channelId: conversation.id,
    userId: null,
    botId: webhook.botId,
    appId: webhook.appId,
    subtype: 'bot_message',
    username: typeof members['username'] === 'string' ? members['username'] : (poster?.name ?? null),
    ...iconsIn(members),
    ...content,
    threadTs,
    isBroadcast,
  })
  return text('ok')
}

function membersIn(call: ChatCall): Readonly<Record<string, unknown>> {
  const isForm = /^application\/x-www-form-urlencoded/i.test(call.header('content-type') ?? '')
  const body = isForm ? call.form().get('payload') : call.text
  if (body === null || body.trim() === '') throw new Failure(400, 'invalid_payload')
  try {
    const members = parseJson(body)
    if (isObject(members)) return members
  } catch {
    // Refused below.
  }
  throw new Failure(400, 'invalid_payload')
}

function threadIn(
  call: ChatCall,
  channelId: string,
  { thread_ts: ts }: Readonly<Record<string, unknown>>,
): string | null {
  if (ts === undefined || ts === null) return null
  const parent = call.rows.messages.find(
    'ts',
    channelId,
    typeof ts === 'string' || typeof ts === 'number' ? String(ts) : '',
  )
  if (parent === undefined) throw new Failure(400, 'invalid_thread_ts')
  return parent.threadTs ?? parent.ts
}

function iconsIn({ icon_emoji: emoji, icon_url: url }: Readonly<Record<string, unknown>>) {
  if (typeof emoji === 'string') return { icons: { emoji } }
  return typeof url === 'string' ? { icons: { image_48: url } } : {}
}

function refuse(status: number, words: string): Answer {
  return text(words, status)
}
