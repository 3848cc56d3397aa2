import { taskHandle } from '../rules/sqs/move-tasks.ts'
import type { MoveTask } from '../schema-sqs.ts'

/** A move task. Only one that runs has a handle to cancel it by. */
export function moveTaskJson(task: MoveTask): object {
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
