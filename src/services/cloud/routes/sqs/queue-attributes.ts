import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { invalidParameterValue, missingParameter, unknownAttribute } from '#cloud/errors/sqs.ts'
import { queueAttributesJson } from '#cloud/json/queue.ts'
import { sqsAnswer } from '#cloud/protocols/sqs-answer.ts'
import { sqsInput } from '#cloud/protocols/sqs-input.ts'
import { expireMessages } from '#cloud/rules/sqs/message-store.ts'
import { policyWith, policyWithout } from '#cloud/rules/sqs/permissions.ts'
import { setAttributes } from '#cloud/rules/sqs/queues.ts'
import { checkTags } from '#cloud/rules/sqs/tags.ts'
import { loadQueue } from '#cloud/steps/sqs/load-queue.ts'

const { post } = routesFor<CloudCall>()

const QueueUrl = v.optional(v.string())
const texts = v.record(v.string(), v.string())
const names = v.array(v.string())

/** The attributes, tags and permissions of queues. */
export const queueAttributeRoutes = [
  post(
    'sqs:GetQueueAttributes',
    '/?Action=GetQueueAttributes',
    sqsInput(v.object({ QueueUrl, AttributeNames: v.optional(names, []) })),
    loadQueue,
    (call) => {
      const { AttributeNames: requested } = call.input
      expireMessages(call, call.queue)
      const all = queueAttributesJson(call.rows, call.queue, call.clock.now())
      const unknown = requested.find((name) => name !== 'All' && !Object.hasOwn(all, name))
      if (unknown !== undefined) throw unknownAttribute(unknown)
      const isRequested = (name: string) => requested.includes('All') || requested.includes(name)
      const found = Object.entries(all).filter(([name, value]) => value !== undefined && isRequested(name))
      return sqsAnswer(call, { Attributes: found.length === 0 ? undefined : Object.fromEntries(found) })
    },
  ),

  post(
    'sqs:SetQueueAttributes',
    '/?Action=SetQueueAttributes',
    sqsInput(v.object({ QueueUrl, Attributes: texts })),
    loadQueue,
    (call) => {
      setAttributes(call, call.queue, call.input.Attributes)
      return sqsAnswer(call)
    },
  ),

  post('sqs:TagQueue', '/?Action=TagQueue', sqsInput(v.object({ QueueUrl, Tags: texts })), loadQueue, (call) => {
    const { queue, rows, input } = call
    if (Object.keys(input.Tags).length === 0) throw missingParameter('Tags')
    const tags = { ...queue.tags, ...input.Tags }
    checkTags(queue.name, tags)
    rows.queues.update(queue.id, { tags })
    return sqsAnswer(call)
  }),

  post('sqs:UntagQueue', '/?Action=UntagQueue', sqsInput(v.object({ QueueUrl, TagKeys: names })), loadQueue, (call) => {
    const { queue, rows, input } = call
    if (input.TagKeys.length === 0)
      throw invalidParameterValue('Tag keys must be between 1 and 128 characters in length.')
    const remaining = Object.entries(queue.tags).filter(([key]) => !input.TagKeys.includes(key))
    rows.queues.update(queue.id, { tags: Object.fromEntries(remaining) })
    return sqsAnswer(call)
  }),

  post('sqs:ListQueueTags', '/?Action=ListQueueTags', sqsInput(v.object({ QueueUrl })), loadQueue, (call) => {
    const { tags } = call.queue
    return sqsAnswer(call, { Tags: Object.keys(tags).length === 0 ? undefined : tags })
  }),

  post(
    'sqs:AddPermission',
    '/?Action=AddPermission',
    sqsInput(v.object({ QueueUrl, Label: v.string(), AWSAccountIds: v.optional(names), Actions: v.optional(names) })),
    loadQueue,
    (call) => {
      const { Label: label, AWSAccountIds: accountIds, Actions: actions } = call.input
      if (accountIds === undefined) throw missingParameter('AWSAccountIds')
      if (actions === undefined) throw missingParameter('Actions')
      setAttributes(call, call.queue, { Policy: policyWith(call.queue, { label, accountIds, actions }) })
      return sqsAnswer(call)
    },
  ),

  post(
    'sqs:RemovePermission',
    '/?Action=RemovePermission',
    sqsInput(v.object({ QueueUrl, Label: v.string() })),
    loadQueue,
    (call) => {
      setAttributes(call, call.queue, { Policy: policyWithout(call.queue, call.input.Label) })
      return sqsAnswer(call)
    },
  ),
]
