import { digestOfAttributes, digestOfBody } from '#cloud/rules/sqs/message-digest.ts'
import { receiptHandle } from '#cloud/rules/sqs/receipt-handle.ts'
import type { AttributeValue, AttributeValues, Message } from '#cloud/schema/sqs.ts'

/** The attribute names that a client asks for when it receives messages. */
export interface MessageSelection {
  readonly systemAttributeNames: readonly string[]
  /** Names, prefixes such as `bar.*`, or `All` or `*` for every attribute. */
  readonly attributeNames: readonly string[]
}

/** Returns a message as ReceiveMessage answers it. */
export function messageJson(message: Message, selection: MessageSelection) {
  const attributes = selectedAttributes(message.attributes, selection.attributeNames)
  return {
    MessageId: message.messageId,
    ReceiptHandle: receiptHandle(message),
    MD5OfBody: digestOfBody(message.body),
    Body: message.body,
    Attributes: orNothing(selectedSystemAttributes(message, selection.systemAttributeNames)),
    MD5OfMessageAttributes: digestOfAttributes(attributes) ?? undefined,
    MessageAttributes: orNothing(
      Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, attributeValueJson(value)])),
    ),
  }
}

/** Returns the system attributes that a message has, by name. Times are epoch milliseconds as text. */
export function systemAttributesJson(message: Message): Record<string, string> {
  const all: Record<string, string | null> = {
    SenderId: message.senderId,
    ApproximateFirstReceiveTimestamp: message.firstReceivedAt === null ? null : String(message.firstReceivedAt),
    ApproximateReceiveCount: String(message.receiveCount),
    SentTimestamp: String(message.sentAt),
    SequenceNumber: message.sequenceNumber,
    MessageDeduplicationId: message.deduplicationId,
    MessageGroupId: message.groupName,
    AWSTraceHeader: message.traceHeader?.stringValue ?? null,
    DeadLetterQueueSourceArn: message.deadLetterSourceArn,
  }
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null))
}

function attributeValueJson({ dataType, stringValue, binaryValue }: AttributeValue) {
  return { StringValue: stringValue ?? undefined, BinaryValue: binaryValue ?? undefined, DataType: dataType }
}

function selectedSystemAttributes(message: Message, names: readonly string[]): Record<string, string> {
  const all = Object.entries(systemAttributesJson(message))
  return Object.fromEntries(names.includes('All') ? all : all.filter(([name]) => names.includes(name)))
}

function selectedAttributes(attributes: AttributeValues, names: readonly string[]): AttributeValues {
  const isSelected = (name: string): boolean =>
    names.some(
      (each) =>
        each === 'All' || each === '*' || each === name || (each.endsWith('.*') && name.startsWith(each.slice(0, -2))),
    )
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => isSelected(name)))
}

function orNothing<T extends object>(members: T): T | undefined {
  return Object.keys(members).length === 0 ? undefined : members
}
