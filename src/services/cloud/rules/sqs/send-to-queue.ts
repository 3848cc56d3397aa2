import type { CloudContext } from '#cloud/call.ts'
import { send, traceAttribute, type SentMessage } from './send.ts'

/**
 * Sends a message to a queue on behalf of another service, such as a bucket's notification.
 *
 * @param trace the trace that the message continues, an `X-Amzn-Trace-Id`
 * @returns null when the queue does not exist or is a FIFO queue, to which the vendor sends no notifications
 */
export function sendToQueue(
  context: CloudContext,
  queueArn: string,
  body: string,
  trace: string | null = null,
): SentMessage | null {
  const queue = context.rows.queues.find('arn', queueArn)
  if (queue === undefined || queue.fifo) return null
  const draft = {
    body,
    attributes: {},
    systemAttributes: trace === null ? {} : { AWSTraceHeader: traceAttribute(trace) },
    delaySeconds: null,
    groupName: null,
    deduplicationId: null,
  }
  return send(context, queue, draft, queue.accountId)
}
