import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Message, Pin } from '#chat/schema/messages.ts'
import { postSystemMessage } from './messages/post.ts'
import { postAsSlackbot } from './messages/slackbot.ts'
import { seconds } from './timestamps.ts'

/** The most pins of a conversation. https://slack.com/help/articles/205239997 */
const MOST = 100

/**
 * Pins a message to its conversation.
 *
 * @throws `already_pinned`, `not_pinnable` and `too_many_pins`.
 */
export function pinMessage(context: ChatContext, message: Message, userId: string): Pin {
  const { rows, clock } = context
  if (rows.pins.find('message', message.id) !== undefined) throw slackFailure('already_pinned')
  if (message.subtype?.startsWith('channel_') === true || message.subtype === 'pinned_item')
    throw slackFailure('not_pinnable')
  const { channelId } = message
  if (rows.pins.count('byChannel', channelId) >= MOST) throw slackFailure('too_many_pins')
  const pin = rows.pins.insert({ channelId, messageId: message.id, userId, createdAt: seconds(clock.now()) })
  context.emit({ kind: 'pin_added', message, userId })
  postPinMessage(context, message, userId)
  return pin
}

/**
 * Removes a pin.
 *
 * @throws `not_pinned`.
 */
export function unpinMessage(context: ChatContext, message: Message, userId: string): void {
  const pin = context.rows.pins.find('message', message.id)
  if (pin === undefined) throw slackFailure('not_pinned')
  context.rows.pins.delete(pin.id)
  context.emit({ kind: 'pin_removed', message, userId })
  if (pin.userId === userId) return
  // The vendor writes only to the person who had pinned the message.
  const { kind, name } = context.rows.conversations.require(message.channelId)
  const place = kind === 'public' ? `<#${message.channelId}|${name}>` : `the ${name} conversation`
  const text = `<@${userId}> unpinned the message you pinned to ${place}.`
  postAsSlackbot(context, pin.userId, { subtype: 'unpinned_item', text, extra: itemOf(context, message) })
}

/** Posts `pinned_item` to the conversation of a new pin. https://docs.slack.dev/reference/events/message/pinned_item */
function postPinMessage(context: ChatContext, message: Message, userId: string): void {
  const conversation = context.rows.conversations.require(message.channelId)
  const text = `<@${userId}> pinned a message to this channel.`
  postSystemMessage(context, conversation, { userId, subtype: 'pinned_item', text, extra: itemOf(context, message) })
}

/** The members of a message about a pin that name the pinned message. */
function itemOf({ rows }: ChatContext, { channelId, ts }: Message): Message['extra'] {
  const isPublic = rows.conversations.require(channelId).kind === 'public'
  return { item_type: isPublic ? 'C' : 'G', item: { type: 'message', channel: channelId, ts } }
}
