import { collection, sequence, timer } from '#core/store.ts'

// Row types of SQS. Times are epoch milliseconds. The wire shapes are in json/.

/** A queue. */
export interface Queue {
  readonly id: number
  /** Twelve digits. */
  readonly accountId: string
  readonly region: string
  readonly name: string
  /** `arn:aws:sqs:us-east-1:000000000000:jobs`. */
  readonly arn: string
  readonly fifo: boolean
  /**
   * The settable attributes by the vendor's names, with their values as text. Attributes without a value are absent.
   */
  readonly attributes: Readonly<Record<string, string>>
  /** The dead-letter queue of the RedrivePolicy; null when there is none. */
  readonly deadLetterTargetArn: string | null
  /** The number of receives after which a message goes to the dead-letter queue. */
  readonly maxReceiveCount: number | null
  readonly tags: Readonly<Record<string, string>>
  readonly createdAt: number
  readonly modifiedAt: number
  /** The time of the last PurgeQueue. */
  readonly purgedAt: number | null
}

/** The value of a message attribute. */
export interface AttributeValue {
  /** `String`, `Number` or `Binary`, with an optional custom label after a dot: `Number.int`. */
  readonly dataType: string
  readonly stringValue: string | null
  /** Base64. */
  readonly binaryValue: string | null
}

/** Attributes of a message by name. */
export type AttributeValues = Readonly<Record<string, AttributeValue>>

/** A message in a queue. Row ids ascend in the order of arrival. */
export interface Message {
  readonly id: number
  readonly queueId: number
  /** A UUID, which the message keeps when it moves to a dead-letter queue. */
  readonly messageId: string
  readonly body: string
  readonly attributes: AttributeValues
  readonly traceHeader: AttributeValue | null
  readonly senderId: string
  readonly sentAt: number
  /** The time from which the message can be received: the end of its delay, then of its visibility timeout. */
  readonly visibleAt: number
  /** The time of the last receive from this queue; null before the first. */
  readonly receivedAt: number | null
  readonly firstReceivedAt: number | null
  /** The number of receives, from this queue and from earlier ones. */
  readonly receiveCount: number
  /** The number of receives from this queue. */
  readonly queueReceiveCount: number
  /** The secret part of the last receive's receipt handle. */
  readonly receipt: string | null
  /** The message group id that the sender set. Standard queues store it without effect. */
  readonly groupName: string | null
  /** The row of the message group; FIFO only. */
  readonly groupId: number | null
  readonly deduplicationId: string | null
  readonly sequenceNumber: string | null
  /** The queue that the message left for this dead-letter queue. */
  readonly deadLetterSourceArn: string | null
}

/**
 * A message group of a FIFO queue that has messages. They are received in order, and none while an earlier one is in
 * flight.
 */
export interface MessageGroup {
  readonly id: number
  readonly queueId: number
  readonly name: string
  /** The row id of the group's oldest message. */
  readonly headId: number
  /** The time from which the group's oldest message can be received. */
  readonly availableAt: number
}

/** A message sent to a FIFO queue within the last five minutes, kept to recognise duplicates. */
export interface Deduplication {
  readonly id: number
  readonly queueId: number
  /** The deduplication id, prefixed by the group where the queue's deduplication scope is the message group. */
  readonly key: string
  readonly messageId: string
  readonly sequenceNumber: string
  readonly expiresAt: number
}

/** A receive that its client may repeat with the same ReceiveRequestAttemptId. FIFO only. */
export interface ReceiveAttempt {
  readonly id: number
  readonly queueId: number
  /** The client's ReceiveRequestAttemptId. */
  readonly attemptId: string
  readonly received: readonly { readonly id: number; readonly receipt: string }[]
  readonly expiresAt: number
}

/** A deleted queue whose name cannot be used again yet. */
export interface DeletedQueue {
  readonly id: number
  readonly accountId: string
  readonly region: string
  readonly name: string
  readonly deletedAt: number
}

/** A task that moves messages out of a dead-letter queue. */
export interface MoveTask {
  readonly id: number
  /** A UUID. */
  readonly taskId: string
  readonly sourceArn: string
  /** Null when each message goes back to the queue that it came from. */
  readonly destinationArn: string | null
  readonly maxPerSecond: number | null
  readonly status: 'RUNNING' | 'COMPLETED' | 'CANCELLED' | 'FAILED'
  readonly toMove: number
  readonly moved: number
  readonly failureReason: string | null
  readonly startedAt: number
}

/** The collections of SQS. */
export const sqsCollections = {
  /** Moves messages of a move task, by the task's id. */
  moveMessages: timer<number>(),
  /** Counts the messages of all FIFO queues. */
  fifoMessageNumbers: sequence(),
  queues: collection<Queue>()({
    unique: { arn: ['arn'], name: ['accountId', 'region', 'name'] },
    indexes: {
      byName: ['accountId', 'region', 'name'],
      byAccount: ['accountId', 'name', 'region'],
      byDeadLetterTarget: ['deadLetterTargetArn', 'name'],
    },
  }),
  messages: collection<Message>()({
    indexes: {
      byVisibility: ['queueId', 'visibleAt'],
      // Messages that nobody has received wait for the end of their delay; the others are in flight until they are
      // visible.
      byReceived: ['queueId', (message) => message.receivedAt !== null, 'visibleAt'],
      bySent: ['queueId', 'sentAt'],
      byGroup: ['groupId'],
    },
    references: { queueId: { to: 'queues', onDelete: 'cascade' } },
  }),
  messageGroups: collection<MessageGroup>()({
    unique: { name: ['queueId', 'name'] },
    indexes: { byAvailability: ['queueId', 'availableAt', 'headId'] },
    references: { queueId: { to: 'queues', onDelete: 'cascade' } },
  }),
  deduplications: collection<Deduplication>()({
    unique: { key: ['queueId', 'key'] },
    indexes: { byExpiry: ['queueId', 'expiresAt'] },
    references: { queueId: { to: 'queues', onDelete: 'cascade' } },
  }),
  receiveAttempts: collection<ReceiveAttempt>()({
    unique: { attempt: ['queueId', 'attemptId'] },
    indexes: { byExpiry: ['queueId', 'expiresAt'] },
    references: { queueId: { to: 'queues', onDelete: 'cascade' } },
  }),
  deletedQueues: collection<DeletedQueue>()({ unique: { name: ['accountId', 'region', 'name'] } }),
  moveTasks: collection<MoveTask>()({
    unique: { taskId: ['taskId'] },
    indexes: { bySource: ['sourceArn', 'startedAt'], byStatus: ['status'] },
  }),
}
