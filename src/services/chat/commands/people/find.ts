import { suggest } from '#core/text/did-you-mean.ts'
import type { ChatContext } from '#chat/call.ts'
import { blocksOfMessage } from '#chat/interactions/elements.ts'
import { openModals } from '#chat/interactions/views.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { openDirectMessage } from '#chat/rules/conversations/create.ts'
import { canSee, membershipOf } from '#chat/rules/conversations/find.ts'
import { readableText } from '#chat/rules/text/entities.ts'
import { findUser, people } from '#chat/rules/people.ts'
import { namesOf } from '#chat/rules/text/format.ts'
import type { View } from '#chat/schema/app.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import type { Message } from '#chat/schema/messages.ts'
import type { App, User } from '#chat/schema/people.ts'

// The records that the commands of tests name. Each function throws an Error that says what there is instead.

/** Returns the person with this name or id. */
export function findPerson(context: ChatContext, name: unknown): User {
  const found = typeof name === 'string' ? findUser(context, name) : undefined
  if (found !== undefined && found.botId === null) return found
  const names = people(context).map((each) => each.name)
  throw new Error(`no person is named ${JSON.stringify(name)}${suggestion(name, names)}; there are ${listed(names)}`)
}

/** Returns the app with this name or id, or the app of the bot with this name; without a name, the only app. */
export function findApp({ rows }: ChatContext, name: unknown): App {
  const apps = rows.apps.list('byNumber')
  const [only] = apps
  if (name === undefined && only !== undefined && apps.length === 1) return only
  const bot = rows.bots.list('byNumber').find((each) => each.name === name || each.id === name)
  const found =
    apps.find((app) => app.id === name || app.name === name || app.clientId === name) ?? rows.apps.get(bot?.appId)
  if (found !== undefined) return found
  const names = apps.map((app) => app.name)
  if (name === undefined) throw new Error(`name an app: there are ${listed(names)}`)
  throw new Error(`no app is named ${JSON.stringify(name)}${suggestion(name, names)}; there are ${listed(names)}`)
}

/**
 * Returns an input of a command as it is.
 *
 * @throws TypeError that names the input where it is no text.
 */
export function textInput(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`${name}: expected text, got ${JSON.stringify(value)}`)
  return value
}

/**
 * Returns the conversation that a person names: `#deploys`, an id, or `@helper` for the direct message with somebody,
 * which is made when there is none.
 */
function findVisibleConversation(context: ChatContext, user: User, channel: unknown): Conversation {
  const { rows } = context
  const name = textInput('channel', channel)
  if (name.startsWith('@')) {
    const other = findUser(context, name)
    if (other !== undefined) return openDirectMessage(context, user.id, [other.id])
  }
  const found = rows.conversations.get(name) ?? rows.conversations.find('name', name.replace(/^#/, ''))
  if (found !== undefined && canSee(context, found, user.id)) return found
  const names = rows.conversations
    .list('byNumber')
    .filter((each) => each.name !== '' && canSee(context, each, user.id))
    .map((each) => `#${each.name}`)
  throw new Error(
    `${user.name} sees no channel ${JSON.stringify(name)}${suggestion(name, names)}; there are ${listed(names)}`,
  )
}

/** Returns the conversation that a person names and is in. */
export function findOwnConversation(context: ChatContext, user: User, name: unknown): Conversation {
  const conversation = findVisibleConversation(context, user, name)
  if (membershipOf(context, conversation, user.id) === undefined) {
    throw new Error(`${user.name} is not in #${conversation.name}`)
  }
  if (conversation.archived) throw new Error(`#${conversation.name} is archived`)
  return conversation
}

/** Returns true for a message that a person sees. */
function seesMessage(context: ChatContext, user: User, { channelId, ephemeralTo, isTombstone }: Message): boolean {
  const conversation = context.rows.conversations.require(channelId)
  return !isTombstone && (ephemeralTo === null || ephemeralTo === user.id) && canSee(context, conversation, user.id)
}

/** The place of a click: a message, or a view. */
export type Place =
  | { readonly kind: 'message'; readonly message: Message; readonly blocks: readonly unknown[] }
  | { readonly kind: 'view'; readonly view: View; readonly blocks: readonly unknown[] }

/**
 * Returns the message or view that a test names: an object with `channel` and `ts`, one with the `id` of a view, or
 * text: the newest message that contains it, or the open modal with this title.
 */
export function findTarget(context: ChatContext, user: User, target: unknown): Place {
  if (typeof target === 'string') return findByText(context, user, target)
  const { channel, ts, id } = isObject(target) ? target : {}
  if (typeof ts === 'string' && typeof channel === 'string')
    return messagePlace(findMessageAt(context, user, channel, ts))
  if (typeof id === 'string') return viewPlace(findView(context, user, id))
  throw new TypeError(`expected a message {channel, ts}, a view {id} or text, got ${JSON.stringify(target)}`)
}

/** Returns the message that a test names, as {@link findTarget}. */
export function findMessage(context: ChatContext, user: User, target: unknown): Message {
  const place = findTarget(context, user, target)
  if (place.kind === 'message') return place.message
  throw new TypeError('expected a message, got a view')
}

function findMessageAt(context: ChatContext, user: User, channel: string, ts: string): Message {
  const conversation = findVisibleConversation(context, user, channel)
  const message = context.rows.messages.find('ts', conversation.id, ts)
  if (message !== undefined && seesMessage(context, user, message)) return message
  throw new Error(`${user.name} sees no message ${ts} in ${channel}`)
}

/** Returns the view of a person with this id, `callback_id` or title; without a name, the topmost modal. */
export function findView(context: ChatContext, user: User, name?: string): View {
  const stack = openModals(context, user.id)
  const home = context.rows.views.get(name)
  if (home?.kind === 'home' && home.userId === user.id) return home
  const found =
    name === undefined
      ? stack.at(-1)
      : stack.findLast((view) => view.id === name || view.callbackId === name || view.title?.text === name)
  if (found !== undefined) return found
  const titles = stack.map(
    ({ title, callbackId }) => `${JSON.stringify(title?.text)}${callbackId && ` (${callbackId})`}`,
  )
  const missing = name === undefined ? 'no modal' : `no modal ${JSON.stringify(name)}`
  throw new Error(`${user.name} has ${missing} open; there are ${listed(titles)}`)
}

function findByText(context: ChatContext, user: User, text: string): Place {
  const names = namesOf(context)
  const seen = context.rows.messages.all().filter((message) => seesMessage(context, user, message))
  const found = seen.findLast((message) => wordsOf(message, names).some((words) => words.includes(text)))
  if (found !== undefined) return messagePlace(found)
  const stack = openModals(context, user.id)
  const view = stack.findLast(({ title, callbackId }) => title?.text === text || callbackId === text)
  if (view !== undefined) return viewPlace(view)
  const latest = seen.slice(-5).map((message) => JSON.stringify(readableText(message.text, names)))
  throw new Error(`${user.name} sees no message with ${JSON.stringify(text)}; the latest are ${listed(latest)}`)
}

function wordsOf(message: Message, names: Parameters<typeof readableText>[1]): readonly string[] {
  return [readableText(message.text, names), ...blocksOfMessage(message).flatMap((block) => textsIn(block))]
}

/** Returns every text that blocks show. */
export function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each: unknown) => textsIn(each))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]): readonly string[] =>
    name === 'text' && typeof member === 'string' ? [member] : typeof member === 'object' ? textsIn(member) : [],
  )
}

function messagePlace(message: Message): Place {
  return { kind: 'message', message, blocks: blocksOfMessage(message) }
}

function viewPlace(view: View): Place {
  return { kind: 'view', view, blocks: view.blocks }
}

/** The end of an error text: the name that is most like the one that was not found. */
function suggestion(name: unknown, names: readonly string[]): string {
  const near = typeof name === 'string' ? suggest(name, names) : undefined
  return near === undefined ? '' : `: did you mean ${near}?`
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ')
}
