import { text, type Answer } from '#core/answer.ts'
import { json } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import { routesFor } from '#core/routes.ts'
import type { ChatCall } from '#chat/call.ts'
import { bodyContent, membersOf, postAnswer } from '#chat/interactions/respond.ts'
import { useResponseUrl } from '#chat/interactions/response-url.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { deleteMessage, updateMessage } from '#chat/rules/messages/edit.ts'
import type { ResponseUrl } from '#chat/schema/app.ts'
import type { Message } from '#chat/schema/messages.ts'

const { post } = routesFor<ChatCall>()

/**
 * The URLs to which apps answer interactions.
 * https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
export const responseUrlRoutes = [
  post('response_url', '/actions/:team/:number/:secret', (call) => answerTo(call, call.params)),
  post('response_url', '/commands/:team/:number/:secret', (call) => answerTo(call, call.params)),
]

interface Address {
  readonly team: string
  readonly number: string
  readonly secret: string
}

function answerTo(call: ChatCall, { team, number, secret }: Address): Answer {
  const found = useResponseUrl(call, `${team}/${number}/${secret}`)
  if (found === null) return json({ ok: false, error: 'invalid_url' }, 404)
  if (found === 'expired') return json({ ok: false, error: 'expired_url' }, 404)
  if (found === 'used') return json({ ok: false, error: 'used_url' }, 404)
  try {
    respond(call, found, membersIn(call))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const messages: unknown = error.details['messages']
    const metadata = Array.isArray(messages) ? { response_metadata: { messages } } : {}
    return json({ ok: false, error: error.message, ...metadata })
  }
  return text('ok')
}

/** The members of the body, which is JSON, or a form with `payload`. */
function membersIn(call: ChatCall): Readonly<Record<string, unknown>> {
  const isForm = /^application\/x-www-form-urlencoded/i.test(call.header('content-type') ?? '')
  const body = isForm ? (call.form().get('payload') ?? call.text) : call.text
  const members = membersOf(body)
  if (members === undefined) throw new Failure(200, 'no_text')
  return members
}

/** Posts the answer, or replaces or deletes the message of the interaction. */
function respond(call: ChatCall, url: ResponseUrl, members: Readonly<Record<string, unknown>>): void {
  const { rows } = call
  const original = rows.messages.get(url.messageId)
  if (isTrue(members['delete_original'])) {
    if (original === undefined) throw new Failure(200, 'message_not_found')
    deleteMessage(call, original, null)
    return
  }
  if (isTrue(members['replace_original'])) {
    if (original === undefined) throw new Failure(200, 'message_not_found')
    replace(call, original, members)
    return
  }
  const { channelId, userId, threadTs } = url
  const posted = postAnswer(call, rows.apps.require(url.appId), { channelId, userId, threadTs }, members)
  if (posted === null) throw new Failure(200, 'no_text')
}

function replace(call: ChatCall, original: Message, members: Readonly<Record<string, unknown>>): void {
  const content = bodyContent(call, members)
  const { text: newText } = members
  updateMessage(call, original, {
    text: typeof newText === 'string' ? content.text : original.text,
    blocks: content.blocks ?? null,
    attachments: content.attachments ?? null,
    ...(isObject(members['metadata']) ? { metadata: content.metadata ?? null } : {}),
  })
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}
