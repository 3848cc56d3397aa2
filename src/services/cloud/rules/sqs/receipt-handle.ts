import type { Rows } from '#cloud/call.ts'
import { receiptHandleIsInvalid } from '#cloud/errors/sqs.ts'
import type { Message, Queue } from '#cloud/schema/sqs.ts'

/** The content of a receipt handle: the received message, and the receive. */
export interface Receipt {
  /** Undefined when the message was deleted. */
  readonly message: Message | undefined
  /** True when the handle belongs to the message's last receive. */
  readonly latest: boolean
}

const PREFIX = 'receipt'

/** Returns the receipt handle of the last receive of a message. */
export function receiptHandle(message: Message): string {
  return Buffer.from(`${PREFIX} ${message.queueId} ${message.id} ${message.receipt}`).toString('base64')
}

/**
 * Parses a receipt handle of this queue.
 *
 * @throws `ReceiptHandleIsInvalid` for any other text.
 */
export function readReceiptHandle(rows: Rows, queue: Queue, handle: string): Receipt {
  const [prefix, queueId, id, receipt] = Buffer.from(handle, 'base64').toString('utf8').split(' ')
  if (prefix !== PREFIX || Number(queueId) !== queue.id || receipt === undefined) throw receiptHandleIsInvalid(handle)
  const message = rows.messages.get(Number(id))
  return { message, latest: message?.receipt === receipt }
}
