import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import { requirePermission } from '#cloud/rules/iam/permission.ts'
import type { CloudCall } from '#cloud/call.ts'
import { invalidValue } from '#cloud/errors/sqs.ts'
import { moveTaskJson } from '#cloud/json/move-task.ts'
import { sqsAnswer } from '#cloud/protocols/sqs-answer.ts'
import { integer, sqsInput } from '#cloud/protocols/sqs-input.ts'
import {
  cancelMove,
  latestTasks,
  readHandle,
  findSource,
  startMove,
  taskHandle,
  findTask,
} from '#cloud/rules/sqs/move-tasks.ts'

const { post } = routesFor<CloudCall>()

/** Tasks that move messages out of dead-letter queues. */
export const moveTaskRoutes = [
  post(
    'sqs:StartMessageMoveTask',
    '/?Action=StartMessageMoveTask',
    sqsInput(
      v.object({
        SourceArn: v.string(),
        DestinationArn: v.nullish(v.string()),
        MaxNumberOfMessagesPerSecond: v.nullish(integer),
      }),
    ),
    (call) => {
      const { SourceArn: sourceArn, DestinationArn, MaxNumberOfMessagesPerSecond: most = null } = call.input
      authorizeMove(call, sourceArn, DestinationArn ?? null)
      if (most !== null && (most < 1 || most > 500)) {
        throw invalidValue('MaxNumberOfMessagesPerSecond', most, 'Must be between 1 and 500, if provided.')
      }
      const task = startMove(call, { sourceArn, destinationArn: DestinationArn ?? null, maxPerSecond: most })
      return sqsAnswer(call, { TaskHandle: taskHandle(task) })
    },
  ),

  post(
    'sqs:ListMessageMoveTasks',
    '/?Action=ListMessageMoveTasks',
    sqsInput(v.object({ SourceArn: v.string(), MaxResults: v.optional(integer, 1) })),
    (call) => {
      const { SourceArn, MaxResults } = call.input
      authorizeAll(call, ['ListMessageMoveTasks', 'GetQueueAttributes'], SourceArn)
      if (MaxResults < 1 || MaxResults > 10)
        throw invalidValue('MaxResults', MaxResults, 'Must be between 1 and 10, if provided.')
      const source = findSource(call.rows, SourceArn)
      const tasks = latestTasks(call.rows, source.arn, MaxResults)
      return sqsAnswer(call, { Results: tasks.length === 0 ? undefined : tasks.map(moveTaskJson) })
    },
  ),

  post(
    'sqs:CancelMessageMoveTask',
    '/?Action=CancelMessageMoveTask',
    sqsInput(v.object({ TaskHandle: v.string() })),
    (call) => {
      const handle = readHandle(call.input.TaskHandle)
      const actions = ['CancelMessageMoveTask', 'ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes']
      authorizeAll(call, actions, handle.sourceArn)
      const task = findTask(call.rows, handle)
      return sqsAnswer(call, { ApproximateNumberOfMessagesMoved: cancelMove(call, task).moved })
    },
  ),
]

/**
 * Checks that the principal may receive and delete messages of the source, and send messages to the destination.
 * Without a destination, those are the queues that the messages can have come from.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-configure-dead-letter-queue-redrive.html
 */
function authorizeMove(call: CloudCall, sourceArn: string, destinationArn: string | null): void {
  authorizeAll(call, ['StartMessageMoveTask', 'ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'], sourceArn)
  const origins = call.rows.queues.list('byDeadLetterTarget', sourceArn).map(({ arn }) => arn)
  for (const arn of destinationArn === null ? origins : [destinationArn])
    requirePermission(call, 'sqs:SendMessage', arn)
}

function authorizeAll(call: CloudCall, actions: readonly string[], arn: string): void {
  for (const action of actions) requirePermission(call, `sqs:${action}`, arn)
}
