import type { CloudContext, Rows } from '#cloud/call.ts'
import type { Message, Queue } from '#cloud/schema/sqs.ts'

/** The numbers of a queue's messages by state. */
export interface MessageCounts {
  readonly visible: number
  readonly inFlight: number
  readonly delayed: number
}

/** Counts the messages of a queue without reading them. */
export function countMessages(rows: Rows, queue: Queue, now: number): MessageCounts {
  // Times are whole milliseconds, so a message is visible when its time is less than the next one.
  const next = Math.floor(now) + 1
  const visible = rows.messages.countBefore('byVisibility', [queue.id], next)
  const unread = rows.messages.count('byReceived', queue.id, false)
  const delayed = unread - rows.messages.countBefore('byReceived', [queue.id, false], next)
  return { visible, inFlight: rows.messages.count('byVisibility', queue.id) - visible - delayed, delayed }
}

/** Adds a message to the end of a queue and, in a FIFO queue, of its message group. */
export function addMessage(
  { rows }: CloudContext,
  queue: Queue,
  fields: Omit<Message, 'id' | 'queueId' | 'groupId'>,
): Message {
  const { groupName } = fields
  if (!queue.fifo || groupName === null) return rows.messages.insert({ ...fields, queueId: queue.id, groupId: null })
  const group =
    rows.messageGroups.find('name', queue.id, groupName) ??
    rows.messageGroups.insert({ queueId: queue.id, name: groupName, headId: 0, availableAt: 0 })
  const message = rows.messages.insert({ ...fields, queueId: queue.id, groupId: group.id })
  settleGroup(rows, group.id)
  return message
}

/** Changes a message and updates its message group. */
export function updateMessage({ rows }: CloudContext, { id }: Message, changes: Partial<Omit<Message, 'id'>>): Message {
  const message = rows.messages.update(id, changes)
  settleGroup(rows, message.groupId)
  return message
}

/** Removes a message from its queue. */
export function removeMessage({ rows }: CloudContext, { id, groupId }: Message): void {
  rows.messages.delete(id)
  settleGroup(rows, groupId)
}

/**
 * Applies a new delay to the messages of a queue that nobody has received yet.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-delay-queues.html
 */
export function delayMessages(context: CloudContext, queue: Queue, seconds: number): void {
  for (const message of context.rows.messages.list('byReceived', queue.id, false)) {
    updateMessage(context, message, { visibleAt: message.sentAt + seconds * 1000 })
  }
}

/** Removes the messages that are older than the queue's retention period. */
export function expireMessages(context: CloudContext, queue: Queue): void {
  const retention = Number(queue.attributes['MessageRetentionPeriod']) * 1000
  for (;;) {
    const oldest = context.rows.messages.page('bySent', [queue.id], { offset: 0, limit: 1 }).rows[0]
    if (oldest === undefined || oldest.sentAt + retention > context.clock.now()) return
    removeMessage(context, oldest)
  }
}

/** Removes all messages of a queue, and forgets the deduplication ids that it has seen. */
export function removeAllMessages({ rows }: CloudContext, queue: Queue): void {
  for (const { id } of rows.messages.list('byVisibility', queue.id)) rows.messages.delete(id)
  for (const { id } of rows.messageGroups.list('byAvailability', queue.id)) rows.messageGroups.delete(id)
  for (const { id } of rows.deduplications.list('byExpiry', queue.id)) rows.deduplications.delete(id)
}

/**
 * Updates a message group after a change. It becomes available when its oldest message does, and is deleted when it is
 * empty.
 */
function settleGroup(rows: Rows, groupId: number | null): void {
  if (groupId === null) return
  const head = rows.messages.page('byGroup', [groupId], { offset: 0, limit: 1 }).rows[0]
  if (head === undefined) {
    rows.messageGroups.delete(groupId)
    return
  }
  const { headId, availableAt } = rows.messageGroups.require(groupId)
  if (headId === head.id && availableAt === head.visibleAt) return
  rows.messageGroups.update(groupId, { headId: head.id, availableAt: head.visibleAt })
}
