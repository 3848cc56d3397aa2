import type { ChatContext } from '../call.ts'
import { refusal } from '../refusals.ts'
import type { Message, Pin } from '../schema/messages.ts'
import { emitEvent } from './events/emit-event.ts'
import { seconds } from './timestamps.ts'

/** Pins a message to its conversation. Throws `already_pinned` and `not_pinnable`. */
export function pinMessage(context: ChatContext, message: Message, userId: string): Pin {
  const { rows, clock } = context
  if (rows.pins.find('message', message.id) !== undefined) throw refusal('already_pinned')
  if (message.subtype?.startsWith('channel_') === true) throw refusal('not_pinnable')
  const { channelId } = message
  const pin = rows.pins.insert({ channelId, messageId: message.id, userId, createdAt: seconds(clock.now()) })
  emitEvent(context, { kind: 'pin_added', message, userId })
  return pin
}

/** Removes a pin. Throws `not_pinned`. */
export function unpinMessage(context: ChatContext, message: Message, userId: string): void {
  const pin = context.rows.pins.find('message', message.id)
  if (pin === undefined) throw refusal('not_pinned')
  context.rows.pins.delete(pin.id)
  emitEvent(context, { kind: 'pin_removed', message, userId })
}
