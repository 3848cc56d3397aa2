import { digestOfAttributes, digestOfBody } from '../rules/sqs/message-digest.ts'
import type { Draft, Sent } from '../rules/sqs/send.ts'

/** What a sender learns of its message: what the client compares with what it sent, and the id. */
export function sentMessageJson(
  { body, attributes, systemAttributes }: Draft,
  { messageId, sequenceNumber }: Sent,
): object {
  return {
    MD5OfMessageBody: digestOfBody(body),
    MD5OfMessageAttributes: digestOfAttributes(attributes) ?? undefined,
    MD5OfMessageSystemAttributes: digestOfAttributes(systemAttributes) ?? undefined,
    MessageId: messageId,
    SequenceNumber: sequenceNumber ?? undefined,
  }
}
