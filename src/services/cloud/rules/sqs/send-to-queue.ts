import type { Work } from '../../call.ts'
import { settingsOf } from '../../settings.ts'
import { send, type Sent } from './send.ts'

/**
 * Sends a message to a queue of this instance from another service of it, such as a notification of a bucket.
 *
 * @returns null where there is no such queue; a FIFO queue takes none, as the vendor's notifications go to standard queues only.
 */
export function sendToQueue(work: Work, queueArn: string, body: string): Sent | null {
  const queue = work.rows.queues.find('arn', queueArn)
  if (queue === undefined || queue.fifo) return null
  const draft = {
    body,
    attributes: {},
    systemAttributes: {},
    delaySeconds: null,
    groupName: null,
    deduplicationId: null,
  }
  return send(work, queue, draft, settingsOf(work).accountId)
}
