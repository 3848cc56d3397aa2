import { SeedProblem } from '#core/service.ts'
import type { CloudContext } from '#cloud/call.ts'
import { checkDestinations } from '#cloud/rules/s3/events/notifications.ts'
import type { SeedBucket } from '#cloud/seed/s3.ts'
import type { EventDestination } from '#cloud/schema/s3.ts'
import { applyAt, type SeedAccount, type SeedPath } from '#cloud/seed/problem.ts'
import { queueOfAnyRegion } from '#cloud/rules/sqs/queues.ts'

/**
 * Sets the queue notifications of the seeded buckets. Needs the buckets and queues in the store.
 *
 * @throws {@link SeedProblem}.
 */
export function seedNotifications(context: CloudContext, account: SeedAccount, buckets: readonly SeedBucket[]): void {
  for (const [index, { name, notifications }] of buckets.entries()) {
    if (notifications.length === 0) continue
    const path = [...account.path, 's3', 'buckets', index, 'notifications']
    const destinations = notifications.map((each, position) =>
      destinationOf(context, account, each, [...path, position]),
    )
    applyAt(path, () => checkDestinations(destinations))
    context.rows.buckets.update(name, { notifications: { destinations, eventBridge: false } })
  }
}

function destinationOf(
  { rows, ids }: CloudContext,
  { accountId }: SeedAccount,
  { queue: name, events, prefix, suffix }: SeedBucket['notifications'][number],
  path: SeedPath,
): EventDestination {
  const queue = queueOfAnyRegion({ rows }, `/${accountId}/${name}`)
  if (queue === undefined) {
    const known = rows.queues.list('byAccount', accountId).filter(({ fifo }) => !fifo)
    throw new SeedProblem(
      [...path, 'queue'],
      `${name}: no queue has this name`,
      known.map((each) => each.name),
    )
  }
  if (queue.fifo) throw new SeedProblem([...path, 'queue'], `${name}: a bucket cannot notify a FIFO queue`)
  return { id: ids.uuid(), kind: 'queue', arn: queue.arn, events, prefix: prefix ?? null, suffix: suffix ?? null }
}
