import * as v from 'valibot'
import { integer } from '#cloud/protocols/sqs-input.ts'
import type { Draft } from '#cloud/rules/sqs/send.ts'
import type { AttributeValues } from '#cloud/schema/sqs.ts'

const attributeValue = v.object({
  DataType: v.optional(v.string(), ''),
  StringValue: v.nullish(v.string()),
  BinaryValue: v.nullish(v.string()),
})

const attributeValues = v.optional(v.record(v.string(), attributeValue), {})

/** The schemas of a message to send. */
export const messageInput = {
  MessageBody: v.string(),
  DelaySeconds: v.nullish(integer),
  MessageAttributes: attributeValues,
  MessageSystemAttributes: attributeValues,
  MessageGroupId: v.nullish(v.string()),
  MessageDeduplicationId: v.nullish(v.string()),
}

const schema = v.object(messageInput)

/** Converts the input into a message to send. */
export function draftOf(input: v.InferOutput<typeof schema>): Draft {
  return {
    body: input.MessageBody,
    attributes: valuesOf(input.MessageAttributes),
    systemAttributes: valuesOf(input.MessageSystemAttributes),
    delaySeconds: input.DelaySeconds ?? null,
    groupName: input.MessageGroupId ?? null,
    deduplicationId: input.MessageDeduplicationId ?? null,
  }
}

function valuesOf(attributes: v.InferOutput<typeof attributeValues>): AttributeValues {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
      name,
      { dataType: DataType, stringValue: StringValue ?? null, binaryValue: BinaryValue ?? null },
    ]),
  )
}
