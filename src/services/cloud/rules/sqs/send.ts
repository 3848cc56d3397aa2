import { createHash } from 'node:crypto'
import type { CloudContext } from '#cloud/call.ts'
import { invalidParameterValue, invalidValue, missingParameter } from '#cloud/errors/sqs.ts'
import type { AttributeValue, AttributeValues, Queue } from '#cloud/schema/sqs.ts'
import { checkMessageAttributes, checkSystemAttributes, checkText } from './message-attributes.ts'
import { sizeOfAttributes } from './message-digest.ts'
import { addMessage } from './message-store.ts'
import { nextSequenceNumber } from './sequence-number.ts'

/** A message that is about to be sent. */
export interface Draft {
  readonly body: string
  readonly attributes: AttributeValues
  readonly systemAttributes: AttributeValues
  /** Seconds; null for the queue's own delay. */
  readonly delaySeconds: number | null
  readonly groupName: string | null
  readonly deduplicationId: string | null
}

/** Returns the value of `AWSTraceHeader`, the system attribute in which a message continues the trace of its sender. */
export function traceAttribute(trace: string): AttributeValue {
  return { dataType: 'String', stringValue: trace, binaryValue: null }
}

/** The result of sending a message. */
export interface SentMessage {
  readonly messageId: string
  readonly sequenceNumber: string | null
}

/** The time in which a FIFO queue recognises duplicates, in milliseconds. */
const DEDUPLICATION_INTERVAL = 300_000

/** Returns the size of a message in bytes: that of its body and its attributes. */
export function sizeOf({ body, attributes }: Pick<Draft, 'body' | 'attributes'>): number {
  return Buffer.byteLength(body) + sizeOfAttributes(attributes)
}

/** The first words of the error text for a message that is too long: sent alone, and as a batch entry. */
export const TOO_LONG = {
  message: 'One or more parameters are invalid.',
  entry: 'One or more parameters cannot be validated.',
}

/**
 * Checks that a queue can take a message.
 *
 * @throws Failure `InvalidParameterValue`, `InvalidMessageContents`, `MissingParameter`
 */
export function checkDraft(queue: Queue, draft: Draft, tooLong = TOO_LONG.message): void {
  if (draft.body === '') throw missingParameter('MessageBody')
  checkText(draft.body)
  const limit = Number(queue.attributes['MaximumMessageSize'])
  if (sizeOf(draft) > limit)
    throw invalidParameterValue(`${tooLong} Reason: Message must be shorter than ${limit} bytes.`)
  checkMessageAttributes(draft.attributes)
  checkSystemAttributes(draft.systemAttributes)
  checkDelay(queue, draft.delaySeconds)
  for (const [name, value] of [
    ['MessageGroupId', draft.groupName],
    ['MessageDeduplicationId', draft.deduplicationId],
  ] as const) {
    if (value !== null && !/^[!-~]{1,128}$/.test(value)) {
      const reason = `${name} can only include alphanumeric and punctuation characters. 1 to 128 in length.`
      throw invalidValue(name, value, reason)
    }
  }
  if (!queue.fifo && draft.deduplicationId !== null)
    throw notForThisType('MessageDeduplicationId', draft.deduplicationId)
}

/**
 * Checks that a message for a FIFO queue has a message group and a deduplication id. `missing` is the failure for a
 * message without a group.
 */
export function checkOrder(queue: Queue, draft: Draft, missing = missingParameter('MessageGroupId')): void {
  if (!queue.fifo) return
  if (draft.groupName === null) throw missing
  if (draft.deduplicationId !== null || queue.attributes['ContentBasedDeduplication'] === 'true') return
  throw invalidParameterValue(
    'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
  )
}

/** Adds a checked message to a queue. A duplicate is accepted without being added. */
export function send(context: CloudContext, queue: Queue, draft: Draft, senderId: string): SentMessage {
  const { rows, clock, ids } = context
  const now = clock.now()
  const deduplicationId = queue.fifo ? (draft.deduplicationId ?? sha256(draft.body)) : null
  const key = deduplicationId === null ? null : deduplicationKey(queue, draft, deduplicationId)
  if (key !== null) {
    removeExpiredDeduplications(context, queue)
    const known = rows.deduplications.find('key', queue.id, key)
    if (known !== undefined) return known
  }
  const sent = { messageId: ids.uuid(), sequenceNumber: queue.fifo ? nextSequenceNumber(context) : null }
  // FIFO queues have no delay per message; the vendor accepts 0.
  const delay = (queue.fifo ? null : draft.delaySeconds) ?? Number(queue.attributes['DelaySeconds'])
  addMessage(context, queue, {
    ...sent,
    body: draft.body,
    attributes: draft.attributes,
    traceHeader: traceHeaderOf(draft),
    senderId,
    sentAt: now,
    visibleAt: now + delay * 1000,
    receivedAt: null,
    firstReceivedAt: null,
    receiveCount: 0,
    queueReceiveCount: 0,
    receipt: null,
    groupName: draft.groupName,
    deduplicationId,
    deadLetterSourceArn: null,
  })
  if (key !== null && sent.sequenceNumber !== null) {
    const { messageId, sequenceNumber } = sent
    rows.deduplications.insert({
      queueId: queue.id,
      key,
      messageId,
      sequenceNumber,
      expiresAt: now + DEDUPLICATION_INTERVAL,
    })
  }
  return sent
}

function checkDelay(queue: Queue, delaySeconds: number | null): void {
  if (delaySeconds === null) return
  if (queue.fifo && delaySeconds !== 0) throw notForThisType('DelaySeconds', delaySeconds)
  if (delaySeconds < 0 || delaySeconds > 900) {
    throw invalidValue('DelaySeconds', delaySeconds, 'DelaySeconds must be >= 0 and <= 900.')
  }
}

function notForThisType(name: string, value: string | number) {
  return invalidValue(name, value, 'The request include parameter that is not valid for this queue type.')
}

function deduplicationKey(queue: Queue, { groupName }: Draft, deduplicationId: string): string {
  // Neither part contains a space.
  return queue.attributes['DeduplicationScope'] === 'messageGroup' ? `${groupName} ${deduplicationId}` : deduplicationId
}

function removeExpiredDeduplications({ rows, clock }: CloudContext, queue: Queue): void {
  for (;;) {
    const oldest = rows.deduplications.page('byExpiry', [queue.id], { offset: 0, limit: 1 }).rows[0]
    if (oldest === undefined || oldest.expiresAt > clock.now()) return
    rows.deduplications.delete(oldest.id)
  }
}

function traceHeaderOf({ systemAttributes }: Draft): AttributeValue | null {
  return systemAttributes['AWSTraceHeader'] ?? null
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
