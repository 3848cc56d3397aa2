import { SeedProblem } from '#core/service.ts'
import type { CloudContext } from '#cloud/call.ts'
import { createQueue, setAttributes } from '#cloud/rules/sqs/queues.ts'
import { checkDraft, checkOrder, send, type Draft } from '#cloud/rules/sqs/send.ts'
import type { AttributeValue, Queue } from '#cloud/schema/sqs.ts'
import type { SeedQueue } from '#cloud/seed/sqs.ts'
import { applyAt, type SeedAccount, type SeedPath } from '#cloud/seed/problem.ts'

type SeedMessage = SeedQueue['messages'][number]

/** The attributes that name other queues. They are set after all queues are created. */
const LATE = ['RedriveAllowPolicy', 'RedrivePolicy']

/**
 * Fills the store with the queues of a seed and their messages.
 *
 * @throws {@link SeedProblem}.
 */
export function seedSqs(context: CloudContext, account: SeedAccount, queues: readonly SeedQueue[]): void {
  const queueRows = queues.map((seeded, index) =>
    seedQueue(context, account, seeded, [...account.path, 'sqs', 'queues', index]),
  )
  for (const name of LATE) {
    for (const [index, { id, region }] of queueRows.entries()) {
      const path = [...account.path, 'sqs', 'queues', index, 'attributes', name]
      const value = queues[index]?.attributes[name]
      if (value === undefined) continue
      const text = attributeText(withArns(context, { ...account, region }, name, value))
      applyAt(path, () => setAttributes(context, context.rows.queues.require(id), { [name]: text }))
    }
  }
  for (const [index, { id }] of queueRows.entries()) {
    for (const [position, message] of (queues[index]?.messages ?? []).entries()) {
      const queue = context.rows.queues.require(id)
      seedMessage(context, queue, message, [...account.path, 'sqs', 'queues', index, 'messages', position])
    }
  }
}

function seedQueue(context: CloudContext, account: SeedAccount, seeded: SeedQueue, path: SeedPath): Queue {
  const { name, attributes, tags, region = account.region } = seeded
  const { accountId } = account
  if (context.rows.queues.find('name', accountId, region, name) !== undefined) {
    throw new SeedProblem([...path, 'name'], `${name}: another queue has this name`)
  }
  const texts: Record<string, string> = {}
  for (const [attribute, value] of Object.entries(attributes)) {
    if (!LATE.includes(attribute)) texts[attribute] = attributeText(value)
  }
  if (name.endsWith('.fifo')) texts['FifoQueue'] ??= 'true'
  return applyAt([...path, 'attributes'], () =>
    createQueue(context, { accountId, region, name, attributes: texts, tags }),
  )
}

function seedMessage(context: CloudContext, queue: Queue, seeded: SeedMessage, path: SeedPath): void {
  const { body, attributes, delay_seconds, group_id, deduplication_id } = seeded
  const draft: Draft = {
    body: attributeText(body),
    attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, attributeValue(value)])),
    systemAttributes: {},
    delaySeconds: delay_seconds ?? null,
    groupName: group_id ?? null,
    deduplicationId: deduplication_id ?? null,
  }
  applyAt(path, () => {
    checkDraft(queue, draft)
    checkOrder(queue, draft)
    return send(context, queue, draft, queue.accountId)
  })
}

/** Returns an attribute's value as the text that the API takes. A seed may write JSON as an object. */
function attributeText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** Replaces the name of a queue of the same region by its ARN in a RedrivePolicy: a seed may write either. */
function withArns(context: CloudContext, { accountId, region }: SeedAccount, name: string, value: unknown): unknown {
  if (name !== 'RedrivePolicy' || typeof value !== 'object' || value === null) return value
  const { deadLetterTargetArn: target, ...policy } = value as Readonly<Record<string, unknown>> // an object
  const queue = context.rows.queues.find('name', accountId, region, typeof target === 'string' ? target : '')
  return { deadLetterTargetArn: queue?.arn ?? target, ...policy }
}

function attributeValue(value: SeedMessage['attributes'][string]): AttributeValue {
  if (typeof value !== 'object') {
    const dataType = typeof value === 'number' ? 'Number' : 'String'
    return { dataType, stringValue: String(value), binaryValue: null }
  }
  return { dataType: value.DataType, stringValue: value.StringValue ?? null, binaryValue: value.BinaryValue ?? null }
}
