import type { Work } from '../../call.ts'
import { overLimit } from '../../errors-sqs.ts'
import type { Message, MessageGroup, Queue } from '../../schema-sqs.ts'
import { deadLetterTarget, sendToDeadLetters } from './dead-letters.ts'
import { countMessages, expireMessages, updateMessage } from './message-store.ts'

/** What is asked of a receive. */
export interface Receive {
  /** At most that many. */
  readonly limit: number
  /** How long the messages stay in flight, in milliseconds. */
  readonly visibilityTimeout: number
  /** Which messages can be received: those that could by this time. */
  readonly at: number
}

/** How many messages of a queue may be in flight. */
const IN_FLIGHT_LIMIT = 120_000

/**
 * Receives messages: standard queues give those that became visible first, FIFO queues each group's from its oldest on, the group
 * with the oldest message first. Messages that were received too often go to the dead-letter queue instead. Costs what it gives.
 *
 * @throws Failure `OverLimit`.
 */
export function receiveMessages(work: Work, queue: Queue, { limit, visibilityTimeout, at }: Receive): Message[] {
  expireMessages(work, queue)
  const messages = queue.fifo ? fromGroups(work, queue, at, limit) : fromQueue(work, queue, at, limit)
  if (messages.length === 0) return []
  if (countMessages(work.rows, queue, at).inFlight >= IN_FLIGHT_LIMIT) throw tooManyInFlight()
  const now = work.clock.now()
  return messages.map((message) =>
    updateMessage(work, message, {
      visibleAt: now + visibilityTimeout,
      receivedAt: now,
      firstReceivedAt: message.firstReceivedAt ?? now,
      receiveCount: message.receiveCount + 1,
      receivesHere: message.receivesHere + 1,
      receipt: work.ids.base62(24),
    }),
  )
}

/** When a message will be there to be received at the earliest, as things are; undefined where there is none. */
export function nextVisibleAt({ rows }: Pick<Work, 'rows'>, queue: Queue): number | undefined {
  const first = { offset: 0, limit: 1 }
  return queue.fifo
    ? rows.messageGroups.page('byAvailability', [queue.id], first).rows[0]?.availableAt
    : rows.messages.page('byVisibility', [queue.id], first).rows[0]?.visibleAt
}

function fromQueue(work: Work, queue: Queue, at: number, limit: number): Message[] {
  const found: Message[] = []
  while (found.length < limit) {
    // What goes to the dead-letter queue is gone from the index; what was found is still at its beginning.
    const page = { offset: found.length, limit: limit - found.length }
    const visible = work.rows.messages
      .page('byVisibility', [queue.id], page)
      .rows.filter((each) => each.visibleAt <= at)
    if (visible.length === 0) break
    for (const message of visible) if (!buried(work, queue, message)) found.push(message)
  }
  return found
}

function fromGroups(work: Work, queue: Queue, at: number, limit: number): Message[] {
  const found: Message[] = []
  const seen = new Set<number>()
  for (let offset = 0; found.length < limit;) {
    const group = work.rows.messageGroups.page('byAvailability', [queue.id], { offset, limit: 1 }).rows[0]
    if (group === undefined || group.availableAt > at) break
    const messages = seen.has(group.id) ? [] : fromGroup(work, queue, group, at, limit - found.length)
    found.push(...messages)
    // A group that gives nothing lost its oldest message: it is elsewhere in the index, or nowhere.
    if (messages.length > 0 || seen.has(group.id)) offset++
    seen.add(group.id)
  }
  return found
}

/** The oldest messages of a group, up to one that is in flight or delayed. */
function fromGroup(work: Work, queue: Queue, { id }: MessageGroup, at: number, limit: number): Message[] {
  const found: Message[] = []
  while (found.length < limit) {
    const next = work.rows.messages.page('byGroup', [id], { offset: found.length, limit: 1 }).rows[0]
    if (next === undefined || next.visibleAt > at) break
    if (!buried(work, queue, next)) found.push(next)
  }
  return found
}

/** Sends a message that was received too often to the dead-letter queue; says whether it was one. */
function buried(work: Work, queue: Queue, message: Message): boolean {
  const target = deadLetterTarget(work.rows, queue, message)
  if (target === null) return false
  sendToDeadLetters(work, queue, message, target)
  return true
}

function tooManyInFlight(): Error {
  return overLimit(
    `The maximum number of in flight messages is reached: ${IN_FLIGHT_LIMIT}. Delete messages from the queue after they are processed.`,
  )
}
