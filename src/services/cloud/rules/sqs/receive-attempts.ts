import type { CloudContext } from '#cloud/call.ts'
import type { Message, Queue } from '#cloud/schema/sqs.ts'
import { updateMessage } from './message-store.ts'

/** The time in which a receive may be repeated, in milliseconds. */
const ATTEMPT_LIFETIME = 300_000

/**
 * Returns the messages of an earlier receive with the same attempt id, with a new visibility timeout. Null when there
 * is none, when it is too old, or when one of the messages has changed since.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html
 */
export function repeatedReceive(
  context: CloudContext,
  queue: Queue,
  attemptId: string,
  visibilityTimeout: number,
): Message[] | null {
  const { rows, clock } = context
  const attempt = rows.receiveAttempts.find('attempt', queue.id, attemptId)
  if (attempt === undefined || attempt.expiresAt <= clock.now()) return null
  const messages = attempt.received.flatMap(({ id, receipt }) => {
    const message = rows.messages.get(id)
    return message?.receipt === receipt && message.visibleAt > clock.now() ? [message] : []
  })
  if (messages.length < attempt.received.length) return null
  return messages.map((message) => updateMessage(context, message, { visibleAt: clock.now() + visibilityTimeout }))
}

/** Stores the messages of a receive under its attempt id. */
export function recordReceive(
  { rows, clock }: CloudContext,
  queue: Queue,
  attemptId: string,
  messages: readonly Message[],
): void {
  for (;;) {
    const oldest = rows.receiveAttempts.page('byExpiry', [queue.id], { offset: 0, limit: 1 }).rows[0]
    if (oldest === undefined || oldest.expiresAt > clock.now()) break
    rows.receiveAttempts.delete(oldest.id)
  }
  const fields = {
    received: messages.map(({ id, receipt }) => ({ id, receipt: receipt ?? '' })),
    expiresAt: clock.now() + ATTEMPT_LIFETIME,
  }
  const known = rows.receiveAttempts.find('attempt', queue.id, attemptId)
  if (known === undefined) rows.receiveAttempts.insert({ queueId: queue.id, attemptId, ...fields })
  else rows.receiveAttempts.update(known.id, fields)
}
