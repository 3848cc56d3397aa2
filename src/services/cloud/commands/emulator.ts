import type { Waiting } from '#core/controls.ts'
import type { EmulatorBase } from '#core/emulator-base.ts'
import type { CloudAnswers } from '#cloud/answer-types.generated.ts'
import type { CloudOperations } from '#cloud/operation-types.generated.ts'
import type { QueuedMessage } from '#cloud/json/queue-content.ts'
import type { QueueOptions } from './sqs.ts'

/** A running stand-in for S3, SQS, IAM and STS. */
export interface CloudEmulator extends EmulatorBase<'cloud', CloudOperations, CloudAnswers> {
  /** The queues, beside the API. */
  readonly sqs: CloudQueues
}

/** The functions that tests call on queues, beside the API. */
interface CloudQueues {
  /** Returns the messages in a queue, oldest first, whether they can be received or not. Changes nothing. */
  messages(options: QueueOptions): readonly QueuedMessage[]
  /**
   * Waits until a queue is empty: every message was deleted or went to another queue. Rejects after `timeout` (5 s)
   * with the number of messages that are still there, and at a reset.
   */
  drained(options: QueueOptions & Waiting): Promise<true>
}
