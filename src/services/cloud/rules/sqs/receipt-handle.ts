import type { Rows } from '../../call.ts'
import { receiptHandleIsInvalid } from '../../errors-sqs.ts'
import type { Message, Queue } from '../../schema-sqs.ts'

/** What a receipt handle says: which message was received, and that it was this receive. */
export interface Receipt {
  /** Undefined when the message is gone. */
  readonly message: Message | undefined
  /** Whether it is that of the last receive. */
  readonly latest: boolean
}

const PREFIX = 'receipt'

/** The handle of the last receive of a message. */
export function receiptHandle(message: Message): string {
  return Buffer.from(`${PREFIX} ${message.queueId} ${message.id} ${message.receipt}`).toString('base64')
}

/** What a handle of this queue says. Throws `ReceiptHandleIsInvalid` for any other text. */
export function readReceiptHandle(rows: Rows, queue: Queue, handle: string): Receipt {
  const [prefix, queueId, id, receipt] = Buffer.from(handle, 'base64').toString('utf8').split(' ')
  if (prefix !== PREFIX || Number(queueId) !== queue.id || receipt === undefined) throw receiptHandleIsInvalid(handle)
  const message = rows.messages.get(Number(id))
  return { message, latest: message?.receipt === receipt }
}
