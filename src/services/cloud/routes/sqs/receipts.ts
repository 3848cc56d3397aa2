import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { sqsAnswer } from '#cloud/protocols/sqs-answer.ts'
import { integer, sqsInput } from '#cloud/protocols/sqs-input.ts'
import { checkBatch, eachEntry } from '#cloud/rules/sqs/batch.ts'
import { changeVisibility, deleteMessage } from '#cloud/rules/sqs/received-messages.ts'
import { loadQueue } from '#cloud/steps/sqs/load-queue.ts'

const { post } = routesFor<CloudCall>()

const QueueUrl = v.optional(v.string())
const ReceiptHandle = v.string()
const DeletionInput = v.object({ Id: v.string(), ReceiptHandle })
const VisibilityChanges = v.object({ Id: v.string(), ReceiptHandle, VisibilityTimeout: v.optional(integer, 0) })

/** Deleting received messages and changing their visibility. */
export const receiptRoutes = [
  post(
    'sqs:DeleteMessage',
    '/?Action=DeleteMessage',
    sqsInput(v.object({ QueueUrl, ReceiptHandle })),
    loadQueue,
    (call) => {
      deleteMessage(call, call.queue, call.input.ReceiptHandle)
      return sqsAnswer(call)
    },
  ),

  post(
    'sqs:DeleteMessageBatch',
    '/?Action=DeleteMessageBatch',
    sqsInput(v.object({ QueueUrl, Entries: v.optional(v.array(DeletionInput), []) })),
    loadQueue,
    (call) => {
      checkBatch(call.input.Entries, 'DeleteMessageBatchRequestEntry')
      const result = eachEntry(call.input.Entries, (entry) => {
        deleteMessage(call, call.queue, entry.ReceiptHandle)
        return { Id: entry.Id }
      })
      return sqsAnswer(call, result)
    },
  ),

  post(
    'sqs:ChangeMessageVisibility',
    '/?Action=ChangeMessageVisibility',
    sqsInput(v.object({ QueueUrl, ReceiptHandle, VisibilityTimeout: integer })),
    loadQueue,
    (call) => {
      changeVisibility(call, call.queue, call.input.ReceiptHandle, call.input.VisibilityTimeout)
      return sqsAnswer(call)
    },
  ),

  post(
    'sqs:ChangeMessageVisibilityBatch',
    '/?Action=ChangeMessageVisibilityBatch',
    sqsInput(v.object({ QueueUrl, Entries: v.optional(v.array(VisibilityChanges), []) })),
    loadQueue,
    (call) => {
      checkBatch(call.input.Entries, 'ChangeMessageVisibilityBatchRequestEntry')
      const result = eachEntry(call.input.Entries, (entry) => {
        changeVisibility(call, call.queue, entry.ReceiptHandle, entry.VisibilityTimeout)
        return { Id: entry.Id }
      })
      return sqsAnswer(call, result)
    },
  ),
]
