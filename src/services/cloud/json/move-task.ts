import { taskHandle } from '#cloud/rules/sqs/move-tasks.ts'
import type { MoveTask } from '#cloud/schema/sqs.ts'

/**
 * Returns a move task as ListMessageMoveTasks answers it. Only a running task has a handle, with which it can be
 * cancelled.
 */
export function moveTaskJson(task: MoveTask) {
  return {
    TaskHandle: task.status === 'RUNNING' ? taskHandle(task) : undefined,
    Status: task.status,
    SourceArn: task.sourceArn,
    DestinationArn: task.destinationArn ?? undefined,
    MaxNumberOfMessagesPerSecond: task.maxPerSecond ?? undefined,
    ApproximateNumberOfMessagesMoved: task.moved,
    ApproximateNumberOfMessagesToMove: task.toMove,
    FailureReason: task.failureReason ?? undefined,
    StartedTimestamp: task.startedAt,
  }
}
