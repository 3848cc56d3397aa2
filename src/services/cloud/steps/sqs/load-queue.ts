import { requirePermission } from '#cloud/rules/iam/permission.ts'
import type { CloudCall } from '#cloud/call.ts'
import { regionOf } from '#cloud/rules/region.ts'
import { missingParameter } from '#cloud/errors/sqs.ts'
import { requireQueue } from '#cloud/rules/sqs/queues.ts'
import { tagContext } from '#cloud/rules/sqs/tags.ts'
import type { Queue } from '#cloud/schema/sqs.ts'

/** The input that operations on a queue share. */
type QueueUrlCall = CloudCall & {
  readonly input: {
    readonly QueueUrl?: string | undefined
    readonly Tags?: Readonly<Record<string, string>> | undefined
    readonly TagKeys?: readonly string[] | undefined
  }
}

/**
 * A step that finds the queue by its URL or the request's path, checks that the principal may perform the operation on
 * it, and adds it as `queue`.
 *
 * @throws `QueueDoesNotExist`, `AccessDenied`.
 */
export function loadQueue(call: QueueUrlCall): { readonly queue: Queue } {
  const { input, path, operation } = call
  const url = input.QueueUrl ?? (path === '/' ? undefined : path)
  if (url === undefined || url === '') throw missingParameter('QueueUrl')
  const queue = requireQueue(call, url, regionOf(call))
  // A batch needs the permission of its single operation.
  requirePermission(
    call,
    (operation ?? '').replace(/Batch$/, ''),
    queue.arn,
    tagContext(input.Tags ?? {}, input.TagKeys),
  )
  return { queue }
}
