import type { CloudContext } from '#cloud/call.ts'
import { invalidValue } from '#cloud/errors/sqs.ts'
import type { Queue } from '#cloud/schema/sqs.ts'
import { removeMessage, updateMessage } from './message-store.ts'
import { readReceiptHandle } from './receipt-handle.ts'

/** The longest total visibility timeout of a message after its receive, in seconds. */
const LONGEST = 43_200

/**
 * Deletes the message of a receipt handle. In a standard queue an older handle deletes nothing and succeeds. In a FIFO
 * queue an older handle has expired, and so has the last one once its message is visible again.
 *
 * @throws Failure `ReceiptHandleIsInvalid`, `InvalidParameterValue`
 */
export function deleteMessage(context: CloudContext, queue: Queue, handle: string): void {
  const { message, latest } = readReceiptHandle(context.rows, queue, handle)
  if (message === undefined) return
  if (queue.fifo && (!latest || message.visibleAt <= context.clock.now())) throw expired(handle)
  if (latest) removeMessage(context, message)
}

/**
 * Sets the visibility timeout of a received message to `seconds` from now, after its timeout too. In a FIFO queue the
 * handle expires with the timeout, so a late change is `InvalidParameterValue` there.
 *
 * @throws Failure `ReceiptHandleIsInvalid`, `InvalidParameterValue`
 */
export function changeVisibility(context: CloudContext, queue: Queue, handle: string, seconds: number): void {
  checkVisibilityTimeout(seconds)
  const now = context.clock.now()
  const { message, latest } = readReceiptHandle(context.rows, queue, handle)
  // The handle of an earlier receive works too, while the message is in flight.
  const isCurrent = latest || (!queue.fifo && message !== undefined && message.visibleAt > now)
  if (message === undefined || !isCurrent || message.receivedAt === null) {
    const reason = 'Message does not exist or is not available for visibility timeout change.'
    throw invalidValue('ReceiptHandle', handle, reason)
  }
  if (queue.fifo && message.visibleAt <= now) throw expired(handle)
  if (Math.floor((now - message.receivedAt) / 1000) + seconds > LONGEST) {
    const reason = `Total VisibilityTimeout for the message is beyond the limit [${LONGEST} seconds]`
    throw invalidValue('VisibilityTimeout', seconds, reason)
  }
  updateMessage(context, message, { visibleAt: now + seconds * 1000 })
}

/**
 * Checks the bounds of a visibility timeout.
 *
 * @throws `InvalidParameterValue`.
 */
export function checkVisibilityTimeout(seconds: number): void {
  if (seconds >= 0 && seconds <= LONGEST) return
  throw invalidValue('VisibilityTimeout', seconds, `Must be between 0 and ${LONGEST}.`)
}

function expired(handle: string) {
  return invalidValue('ReceiptHandle', handle, 'The receipt handle has expired.')
}
