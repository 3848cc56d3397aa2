import { authorize } from '../../authorize.ts'
import type { CloudCall } from '../../call.ts'
import { missingParameter } from '../../errors-sqs.ts'
import { queueOfUrl, requireQueue } from '../../rules/sqs/queues.ts'
import { tagContext } from '../../rules/sqs/tags.ts'
import type { Queue } from '../../schema-sqs.ts'

/** What an operation on a queue is asked, whatever else. */
type WithQueueUrl = CloudCall & {
  readonly input: {
    readonly QueueUrl?: string | undefined
    readonly Tags?: Readonly<Record<string, string>> | undefined
    readonly TagKeys?: readonly string[] | undefined
  }
}

/**
 * A step that finds the queue, by its URL or the path of the request, and asks whether the principal may do the operation to it; adds
 * it as `queue`. Throws `QueueDoesNotExist`, `AccessDenied`.
 */
export function onQueue(call: WithQueueUrl): { readonly queue: Queue } {
  const { input, path, operation } = call
  const url = input.QueueUrl ?? (path === '/' ? undefined : path)
  if (url === undefined || url === '') throw missingParameter('QueueUrl')
  const queue = requireQueue(call, queueOfUrl(call, url))
  // A batch is allowed by what allows its entries.
  authorize(call, (operation ?? '').replace(/Batch$/, ''), queue.arn, tagContext(input.Tags ?? {}, input.TagKeys))
  return { queue }
}
