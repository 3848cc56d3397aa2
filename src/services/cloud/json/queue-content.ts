import type { Message } from '#cloud/schema/sqs.ts'
import { systemAttributesJson } from './message.ts'

/** A message in its queue, as tests see it without receiving it. */
export interface QueuedMessage {
  readonly messageId: string
  readonly body: string
  /** Values of message attributes by name; binary values in Base64. */
  readonly attributes: Readonly<Record<string, string>>
  /** SentTimestamp, ApproximateReceiveCount, MessageGroupId, … */
  readonly systemAttributes: Readonly<Record<string, string>>
  /** `delayed`: cannot be received yet. `in flight`: received, and neither deleted nor visible again. */
  readonly state: 'visible' | 'in flight' | 'delayed'
}

/** Returns a message as tests see it. */
export function queuedMessageJson(message: Message, now: number): QueuedMessage {
  const { messageId, body, visibleAt, receivedAt } = message
  const values = Object.entries(message.attributes).map(([name, { stringValue, binaryValue }]) => [
    name,
    stringValue ?? binaryValue ?? '',
  ])
  return {
    messageId,
    body,
    attributes: Object.fromEntries(values) as Record<string, string>, // entries are pairs of texts
    systemAttributes: systemAttributesJson(message),
    state: visibleAt <= now ? 'visible' : receivedAt === null ? 'delayed' : 'in flight',
  }
}
