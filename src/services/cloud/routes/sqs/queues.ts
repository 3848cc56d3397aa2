import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import { requirePermission } from '#cloud/rules/iam/permission.ts'
import type { CloudCall } from '#cloud/call.ts'
import { sqsAnswer } from '#cloud/protocols/sqs-answer.ts'
import { integer, sqsInput } from '#cloud/protocols/sqs-input.ts'
import { ownAccountId } from '#cloud/rules/account.ts'
import { regionOf } from '#cloud/rules/region.ts'
import { listQueues, listSources } from '#cloud/rules/sqs/list-queues.ts'
import { createQueue, deleteQueue, purgeQueue, queueArn, queueUrl, requireQueue } from '#cloud/rules/sqs/queues.ts'
import { checkTags, tagContext } from '#cloud/rules/sqs/tags.ts'
import { loadQueue } from '#cloud/steps/sqs/load-queue.ts'

const { post } = routesFor<CloudCall>()

const texts = v.optional(v.record(v.string(), v.string()), {})
const QueueUrl = v.optional(v.string())
const pageInput = { MaxResults: v.optional(integer), NextToken: v.optional(v.string()) }

/** Queues. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_Operations.html */
export const queueRoutes = [
  post(
    'sqs:CreateQueue',
    '/?Action=CreateQueue',
    // The member is `tags` in AWS JSON and `Tag` in the query protocol.
    sqsInput(v.object({ QueueName: v.string(), Attributes: texts, tags: v.optional(texts), Tags: v.optional(texts) })),
    (call) => {
      const { QueueName: name, Attributes: attributes } = call.input
      const named = { accountId: ownAccountId(call), region: regionOf(call), name }
      const arn = queueArn(named)
      const tags = { ...call.input.Tags, ...call.input.tags }
      requirePermission(call, 'sqs:CreateQueue', arn, tagContext(tags))
      if (Object.keys(tags).length > 0) requirePermission(call, 'sqs:TagQueue', arn, tagContext(tags))
      checkTags(name, tags)
      const queue = createQueue(call, { ...named, attributes, tags })
      return sqsAnswer(call, { QueueUrl: queueUrl(call, queue) })
    },
  ),

  post(
    'sqs:GetQueueUrl',
    '/?Action=GetQueueUrl',
    sqsInput(v.object({ QueueName: v.string(), QueueOwnerAWSAccountId: v.optional(v.string()) })),
    (call) => {
      const { QueueName: name, QueueOwnerAWSAccountId: owner = ownAccountId(call) } = call.input
      const queue = requireQueue(call, `/${owner}/${name}`, regionOf(call))
      requirePermission(call, 'sqs:GetQueueUrl', queue.arn)
      return sqsAnswer(call, { QueueUrl: queueUrl(call, queue) })
    },
  ),

  post(
    'sqs:ListQueues',
    '/?Action=ListQueues',
    sqsInput(v.object({ QueueNamePrefix: v.optional(v.string(), ''), ...pageInput })),
    (call) => {
      requirePermission(call, 'sqs:ListQueues', '*')
      const { queues, nextToken } = listQueues(call, ownAccountId(call), call.input.QueueNamePrefix, call.input)
      const urls = queues.map((queue) => queueUrl(call, queue))
      return sqsAnswer(call, { QueueUrls: urls.length === 0 ? undefined : urls, NextToken: nextToken })
    },
  ),

  post(
    'sqs:ListDeadLetterSourceQueues',
    '/?Action=ListDeadLetterSourceQueues',
    sqsInput(v.object({ QueueUrl, ...pageInput })),
    loadQueue,
    (call) => {
      const { queues, nextToken } = listSources(call, call.queue, call.input)
      return sqsAnswer(call, { queueUrls: queues.map((queue) => queueUrl(call, queue)), NextToken: nextToken })
    },
  ),

  post('sqs:PurgeQueue', '/?Action=PurgeQueue', sqsInput(v.object({ QueueUrl })), loadQueue, (call) => {
    purgeQueue(call, call.queue)
    return sqsAnswer(call)
  }),

  post('sqs:DeleteQueue', '/?Action=DeleteQueue', sqsInput(v.object({ QueueUrl })), loadQueue, (call) => {
    deleteQueue(call, call.queue)
    return sqsAnswer(call)
  }),
]
