import type { ChatContext } from '#chat/call.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { postMessage } from '#chat/rules/messages/post.ts'
import { beginUpload, completeUpload, receiveUpload } from '#chat/rules/files/upload.ts'
import { unfurlPermalinks } from '#chat/rules/messages/own-unfurls.ts'
import { addReaction, reactionName, removeReaction } from '#chat/rules/reactions.ts'
import { formatTyped } from '#chat/rules/text/format.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import type { Message } from '#chat/schema/messages.ts'
import type { User } from '#chat/schema/people.ts'
import { personCommand, type PersonCommandInput } from './acting.ts'
import { findMessage, findOwnConversation } from './find.ts'
import { showMessage, type ShownMessage } from './shown.ts'

// The actions of a person who posts messages and reacts to them.

/** The input of `say`. */
export interface SayInput extends PersonCommandInput {
  readonly channel: string
  readonly text: string
  /** The message to reply to: an object with `channel` and `ts`, its `ts`, or text that it contains. */
  readonly thread?: unknown
}

/** Posts a message as a person. Names in it become mentions: `@helper`, `#general`, `@here`. */
export const say = personCommand((context: ChatContext, user: User, input: SayInput): ShownMessage => {
  const { channel, text, thread } = input
  if (typeof text !== 'string' || text.trim() === '')
    throw new TypeError(`text: expected text, got ${JSON.stringify(text)}`)
  const conversation = findOwnConversation(context, user, channel)
  const isTs = typeof thread === 'string' && /^\d{10}\.\d{6}$/.test(thread)
  const target = isTs ? { channel: conversation.id, ts: thread } : thread
  // The Messages tab of an agent has no first message.
  const isOfThread = target !== undefined && target !== null && !(isObject(target) && target['ts'] === '')
  const parent = isOfThread ? findMessage(context, user, target) : undefined
  const threadTs = parent === undefined ? null : (parent.threadTs ?? parent.ts)
  return showMessage(context, sayIn(context, user, { conversation, text, threadTs }))
})

/** Posts what a person types, in which names become mentions and URLs become links. */
export function sayIn(
  context: ChatContext,
  user: User,
  { conversation, text, threadTs }: { conversation: Conversation; text: string; threadTs: string | null },
): Message {
  const { rows } = context
  const message = postMessage(context, {
    channelId: conversation.id,
    userId: user.id,
    botId: null,
    appId: null,
    text: formatTyped(context, text),
    threadTs,
    clientMessageId: context.ids.uuid(),
  })
  rows.consumedMessages.set([...rows.consumedMessages.get(), message.id])
  return unfurlPermalinks(context, message, user.id)
}

/** The input of `react` and `unreact`. */
export interface ReactInput extends PersonCommandInput {
  readonly message: unknown
  /** With or without colons. */
  readonly name: string
}

/** Adds a reaction as a person. */
export const react = personCommand((context: ChatContext, user: User, { message, name }: ReactInput): ShownMessage => {
  const found = findMessage(context, user, message)
  addReaction(context, { message: found }, user.id, reactionName(context, bare(name)))
  return showMessage(context, found)
})

/** Removes a reaction of a person. */
export const unreact = personCommand(
  (context: ChatContext, user: User, { message, name }: ReactInput): ShownMessage => {
    const found = findMessage(context, user, message)
    removeReaction(context, { message: found }, user.id, reactionName(context, bare(name)))
    return showMessage(context, found)
  },
)

/** The input of `upload`. */
export interface UploadInput extends PersonCommandInput {
  /** With its extension. */
  readonly name: string
  /** The bytes in base64. */
  readonly content: string
}

/** Uploads a file as a person, without sharing it: for the file inputs of apps. */
export const upload = personCommand(
  (context: ChatContext, user: User, { name, content }: UploadInput): UploadedFile => {
    if (typeof name !== 'string' || name === '')
      throw new TypeError(`name: expected the name of a file, got ${JSON.stringify(name)}`)
    if (typeof content !== 'string') throw new TypeError('content: expected the bytes of a file in base64')
    const bytes = Buffer.from(content, 'base64')
    const begun = { name, length: bytes.length, altText: null, snippetType: null }
    const { id, uploadKey } = beginUpload(context, { user, bot: null }, begun)
    receiveUpload(context, uploadKey, bytes)
    completeUpload(context, user.id, id, undefined)
    return { id, name }
  },
)

/** A file that a person has uploaded. */
export interface UploadedFile {
  readonly id: string
  readonly name: string
}

function bare(name: unknown): string {
  if (typeof name !== 'string') throw new TypeError(`name: expected the name of an emoji, got ${JSON.stringify(name)}`)
  return name.replaceAll(/^:+|:+$/g, '')
}
