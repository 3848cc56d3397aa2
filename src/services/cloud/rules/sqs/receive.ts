import type { CloudContext } from '#cloud/call.ts'
import { overLimit } from '#cloud/errors/sqs.ts'
import type { Message, MessageGroup, Queue } from '#cloud/schema/sqs.ts'
import { deadLetterTarget, sendToDeadLetters } from './dead-letters.ts'
import { countMessages, expireMessages, updateMessage } from './message-store.ts'

/** The parameters of a receive. */
export interface ReceiveParameters {
  /** The largest number of messages. */
  readonly limit: number
  /** The visibility timeout in milliseconds. */
  readonly visibilityTimeout: number
  /** The time by which the messages must be visible. */
  readonly at: number
}

/** The largest number of messages in flight in a queue. */
const IN_FLIGHT_LIMIT = 120_000

/**
 * Receives messages. A standard queue returns those that became visible first; a FIFO queue returns each group's
 * messages from the oldest on, beginning with the group of the oldest message. Messages that were received too often go
 * to the dead-letter queue instead. Reads only the messages that it returns or moves.
 *
 * @throws Failure `OverLimit`
 */
export function receiveMessages(
  context: CloudContext,
  queue: Queue,
  { limit, visibilityTimeout, at }: ReceiveParameters,
): Message[] {
  expireMessages(context, queue)
  const messages = queue.fifo ? fromGroups(context, queue, at, limit) : fromQueue(context, queue, at, limit)
  if (messages.length === 0) return []
  if (countMessages(context.rows, queue, at).inFlight >= IN_FLIGHT_LIMIT) throw tooManyInFlight()
  const now = context.clock.now()
  return messages.map((message) =>
    updateMessage(context, message, {
      visibleAt: now + visibilityTimeout,
      receivedAt: now,
      firstReceivedAt: message.firstReceivedAt ?? now,
      receiveCount: message.receiveCount + 1,
      queueReceiveCount: message.queueReceiveCount + 1,
      receipt: context.ids.base62(24),
    }),
  )
}

/** Returns the earliest time at which a message can be received; undefined when the queue is empty. */
export function nextVisibleAt({ rows }: Pick<CloudContext, 'rows'>, queue: Queue): number | undefined {
  const first = { offset: 0, limit: 1 }
  return queue.fifo
    ? rows.messageGroups.page('byAvailability', [queue.id], first).rows[0]?.availableAt
    : rows.messages.page('byVisibility', [queue.id], first).rows[0]?.visibleAt
}

function fromQueue(context: CloudContext, queue: Queue, at: number, limit: number): Message[] {
  const found: Message[] = []
  while (found.length < limit) {
    // Moved messages leave the index, so the messages found so far are still its first entries.
    const page = { offset: found.length, limit: limit - found.length }
    const visible = context.rows.messages
      .page('byVisibility', [queue.id], page)
      .rows.filter((each) => each.visibleAt <= at)
    if (visible.length === 0) break
    for (const message of visible) if (!moveIfDead(context, queue, message)) found.push(message)
  }
  return found
}

function fromGroups(context: CloudContext, queue: Queue, at: number, limit: number): Message[] {
  const found: Message[] = []
  const seen = new Set<number>()
  for (let offset = 0; found.length < limit;) {
    const group = context.rows.messageGroups.page('byAvailability', [queue.id], { offset, limit: 1 }).rows[0]
    if (group === undefined || group.availableAt > at) break
    const messages = seen.has(group.id) ? [] : fromGroup(context, queue, group, at, limit - found.length)
    found.push(...messages)
    // A group without a result lost its oldest message, so it moved in the index or left it.
    if (messages.length > 0 || seen.has(group.id)) offset++
    seen.add(group.id)
  }
  return found
}

/** Returns the oldest messages of a group up to the first that is in flight or delayed. */
function fromGroup(context: CloudContext, queue: Queue, { id }: MessageGroup, at: number, limit: number): Message[] {
  const found: Message[] = []
  while (found.length < limit) {
    const next = context.rows.messages.page('byGroup', [id], { offset: found.length, limit: 1 }).rows[0]
    if (next === undefined || next.visibleAt > at) break
    if (!moveIfDead(context, queue, next)) found.push(next)
  }
  return found
}

/** Sends a message that was received too often to the dead-letter queue, and returns whether it did. */
function moveIfDead(context: CloudContext, queue: Queue, message: Message): boolean {
  const target = deadLetterTarget(context.rows, queue, message)
  if (target === null) return false
  sendToDeadLetters(context, queue, message, target)
  return true
}

function tooManyInFlight(): Error {
  return overLimit(
    `The maximum number of in flight messages is reached: ${IN_FLIGHT_LIMIT}. Delete messages from the queue after they are processed.`,
  )
}
