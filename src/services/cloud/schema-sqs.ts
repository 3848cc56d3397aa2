import { collection } from '../../core/store.ts'

// Row types: what the queues remember. Times are epoch milliseconds. The wire shapes are in json/.

/** A queue. */
export interface Queue {
  readonly id: number
  /** Twelve digits. */
  readonly accountId: string
  readonly name: string
  /** `arn:aws:sqs:us-east-1:000000000000:jobs`. */
  readonly arn: string
  readonly fifo: boolean
  /** The attributes that can be set, by the vendor's names, with their values as text. One without a value is absent. */
  readonly attributes: Readonly<Record<string, string>>
  /** Of RedrivePolicy: where messages go that nobody could work off. */
  readonly deadLetterTargetArn: string | null
  /** Of RedrivePolicy: how often a message is received before it goes there. */
  readonly maxReceiveCount: number | null
  readonly tags: Readonly<Record<string, string>>
  readonly createdAt: number
  readonly modifiedAt: number
  /** When it was emptied last. */
  readonly purgedAt: number | null
}

/** The value of an attribute of a message. */
export interface AttributeValue {
  /** `String`, `Number` or `Binary`, with what the sender put behind a dot: `Number.int`. */
  readonly dataType: string
  readonly stringValue: string | null
  /** Base64. */
  readonly binaryValue: string | null
}

/** Attributes of a message by name. */
export type AttributeValues = Readonly<Record<string, AttributeValue>>

/** A message in a queue. Their ids are the order in which they came. */
export interface Message {
  readonly id: number
  readonly queueId: number
  /** A UUID, which the message keeps when it goes to a dead-letter queue. */
  readonly messageId: string
  readonly body: string
  readonly attributes: AttributeValues
  readonly traceHeader: AttributeValue | null
  readonly senderId: string
  readonly sentAt: number
  /** From when on it can be received: the end of its delay, then of its visibility timeout. */
  readonly visibleAt: number
  /** When it was received last from this queue; null: not yet. */
  readonly receivedAt: number | null
  readonly firstReceivedAt: number | null
  /** How often it was received, from this queue and those it was in before. */
  readonly receiveCount: number
  /** How often it was received from this queue. */
  readonly receivesHere: number
  /** What the receipt handle of the last receive proves. */
  readonly receipt: string | null
  /** The group as its sender named it. Standard queues keep it and do nothing with it. */
  readonly groupName: string | null
  /** FIFO only: the record of the group. */
  readonly groupId: number | null
  readonly deduplicationId: string | null
  readonly sequenceNumber: string | null
  /** The queue that it could not be worked off in. */
  readonly deadLetterSourceArn: string | null
}

/** A group of a FIFO queue while it has messages: they are received in order, none beyond one that is in flight. */
export interface MessageGroup {
  readonly id: number
  readonly queueId: number
  readonly name: string
  /** Its oldest message. */
  readonly headId: number
  /** From when on its oldest message can be received. */
  readonly availableAt: number
}

/** What was sent to a FIFO queue within the last five minutes. */
export interface Deduplication {
  readonly id: number
  readonly queueId: number
  /** The deduplication id, within the group where the queue tells duplicates by group. */
  readonly key: string
  readonly messageId: string
  readonly sequenceNumber: string
  readonly expiresAt: number
}

/** A receive that its client may repeat, in case it did not hear the answer. FIFO only. */
export interface ReceiveAttempt {
  readonly id: number
  readonly queueId: number
  /** As the client named it. */
  readonly attemptId: string
  readonly received: readonly { readonly id: number; readonly receipt: string }[]
  readonly expiresAt: number
}

/** A queue that is gone and whose name is not free yet. */
export interface DeletedQueue {
  readonly id: number
  readonly accountId: string
  readonly name: string
  readonly deletedAt: number
}

/** The moving of messages out of a dead-letter queue. */
export interface MoveTask {
  readonly id: number
  /** A UUID. */
  readonly taskId: string
  readonly sourceArn: string
  /** Null: back to where each message came from. */
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
  queues: collection<Queue>()({
    unique: { arn: ['arn'], name: ['accountId', 'name'] },
    indexes: { byName: ['accountId', 'name'], byDeadLetterTarget: ['deadLetterTargetArn', 'name'] },
  }),
  messages: collection<Message>()({
    indexes: {
      byVisibility: ['queueId', 'visibleAt'],
      // Those that nobody has received yet wait for the end of their delay; the others are in flight until they are visible.
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
  deletedQueues: collection<DeletedQueue>()({ unique: { name: ['accountId', 'name'] } }),
  moveTasks: collection<MoveTask>()({
    unique: { taskId: ['taskId'] },
    indexes: { bySource: ['sourceArn', 'startedAt'], byStatus: ['status'] },
  }),
}
