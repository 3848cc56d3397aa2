import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { batchRequestTooLong, invalidParameterValue, invalidValue, missingParameter } from '#cloud/errors/sqs.ts'
import { messageJson } from '#cloud/json/message.ts'
import { draftOf, messageInput } from './message-input.ts'
import { sentMessageJson } from '#cloud/json/sent-message.ts'
import { sqsAnswer } from '#cloud/protocols/sqs-answer.ts'
import { integer, sqsInput } from '#cloud/protocols/sqs-input.ts'
import { checkBatch, eachEntry } from '#cloud/rules/sqs/batch.ts'
import { waitUntilFound } from '#cloud/rules/sqs/long-poll.ts'
import { existingQueue } from '#cloud/rules/sqs/queues.ts'
import { recordReceive, repeatedReceive } from '#cloud/rules/sqs/receive-attempts.ts'
import { nextVisibleAt, receiveMessages } from '#cloud/rules/sqs/receive.ts'
import { checkDraft, checkOrder, send, sizeOf, TOO_LONG, traceAttribute, type Draft } from '#cloud/rules/sqs/send.ts'
import { checkVisibilityTimeout } from '#cloud/rules/sqs/received-messages.ts'
import type { Message, Queue } from '#cloud/schema/sqs.ts'
import { ownAccountId } from '#cloud/rules/account.ts'
import { loadQueue } from '#cloud/steps/sqs/load-queue.ts'

const { post } = routesFor<CloudCall>()

const QueueUrl = v.optional(v.string())
const names = v.optional(v.array(v.string()), [])

const ReceiveInput = v.object({
  QueueUrl,
  AttributeNames: names,
  MessageSystemAttributeNames: names,
  MessageAttributeNames: names,
  MaxNumberOfMessages: v.optional(integer, 1),
  VisibilityTimeout: v.nullish(integer),
  WaitTimeSeconds: v.nullish(integer),
  ReceiveRequestAttemptId: v.nullish(v.string()),
})

/** The largest size of a batch of messages, in bytes. */
const BATCH_LIMIT = 1_048_576

/** Sending and receiving messages. */
export const messageRoutes = [
  post(
    'sqs:SendMessage',
    '/?Action=SendMessage',
    sqsInput(v.object({ QueueUrl, ...messageInput })),
    loadQueue,
    (call) => {
      const draft = draftOf(call.input)
      checkDraft(call.queue, draft)
      checkOrder(call.queue, draft)
      return sqsAnswer(call, sentMessageJson(draft, send(call, call.queue, tracedDraft(call, draft), senderOf(call))))
    },
  ),

  post(
    'sqs:SendMessageBatch',
    '/?Action=SendMessageBatch',
    sqsInput(v.object({ QueueUrl, Entries: v.optional(v.array(v.object({ Id: v.string(), ...messageInput })), []) })),
    loadQueue,
    (call) => {
      const { queue } = call
      checkBatch(call.input.Entries, 'SendMessageBatchRequestEntry')
      const entries = call.input.Entries.map((entry) => ({ Id: entry.Id, draft: draftOf(entry) }))
      const size = entries.reduce((sum, { draft }) => sum + sizeOf(draft), 0)
      if (size > BATCH_LIMIT) throw batchRequestTooLong(BATCH_LIMIT, size)
      // A message without a group fails the whole batch, with another code than for a single message.
      const missing = invalidParameterValue(missingParameter('MessageGroupId').message)
      for (const { draft } of entries) checkOrder(queue, draft, missing)
      const result = eachEntry(entries, ({ Id, draft }) => {
        checkDraft(queue, draft, TOO_LONG.entry)
        return { Id, ...sentMessageJson(draft, send(call, queue, tracedDraft(call, draft), senderOf(call))) }
      })
      return sqsAnswer(call, result)
    },
  ),

  post('sqs:ReceiveMessage', '/?Action=ReceiveMessage', sqsInput(ReceiveInput), loadQueue, (call) => {
    const { queue, input, clock } = call
    checkReceive(input)
    const answer = (messages: readonly Message[] | null) => {
      const selection = {
        systemAttributeNames: [...input.AttributeNames, ...input.MessageSystemAttributeNames],
        attributeNames: input.MessageAttributeNames,
      }
      return sqsAnswer(call, { Messages: messages?.map((message) => messageJson(message, selection)) })
    }
    const look = (at: number) => receive(call, existingQueue(call, call.rows.queues.get(queue.id)), input, at)
    const wait = input.WaitTimeSeconds ?? Number(queue.attributes['ReceiveMessageWaitTimeSeconds'])
    const found = look(clock.now())
    if (found !== null || wait === 0) return answer(found)
    const deadline = clock.now() + wait * 1000
    return waitUntilFound(call, { deadline, look, nextAt: () => nextVisibleAt(call, queue) }).then(answer)
  }),
]

type ReceiveInput = v.InferOutput<typeof ReceiveInput>

function checkReceive({
  MaxNumberOfMessages: most,
  WaitTimeSeconds: wait,
  VisibilityTimeout: timeout,
}: ReceiveInput): void {
  if (most < 1 || most > 10) throw invalidValue('MaxNumberOfMessages', most, 'Must be between 1 and 10, if provided.')
  if (typeof wait === 'number' && (wait < 0 || wait > 20)) {
    throw invalidValue('WaitTimeSeconds', wait, 'Must be >= 0 and <= 20, if provided.')
  }
  if (typeof timeout === 'number') checkVisibilityTimeout(timeout)
}

/** Receives the messages that are visible by a time; null when there are none. */
function receive(call: CloudCall, queue: Queue, input: ReceiveInput, at: number): readonly Message[] | null {
  const seconds = input.VisibilityTimeout ?? Number(queue.attributes['VisibilityTimeout'])
  const visibilityTimeout = seconds * 1000
  const attemptId = queue.fifo ? (input.ReceiveRequestAttemptId ?? null) : null
  const repeated = attemptId === null ? null : repeatedReceive(call, queue, attemptId, visibilityTimeout)
  if (repeated !== null) return repeated
  const messages = receiveMessages(call, queue, { limit: input.MaxNumberOfMessages, visibilityTimeout, at })
  if (messages.length === 0) return null
  if (attemptId !== null) recordReceive(call, queue, attemptId, messages)
  return messages
}

/**
 * Adds the trace of the request to a message that has no trace of its own.
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-services-sqs.html
 */
function tracedDraft(call: CloudCall, draft: Draft): Draft {
  const trace = call.header('x-amzn-trace-id')
  if (trace === undefined || draft.systemAttributes['AWSTraceHeader'] !== undefined) return draft
  return { ...draft, systemAttributes: { ...draft.systemAttributes, AWSTraceHeader: traceAttribute(trace) } }
}

function senderOf(call: CloudCall): string {
  return call.principal?.userId ?? ownAccountId(call)
}
