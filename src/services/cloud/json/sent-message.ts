import { digestOfAttributes, digestOfBody } from '#cloud/rules/sqs/message-digest.ts'
import type { Draft, SentMessage } from '#cloud/rules/sqs/send.ts'

/** Returns the answer to a sender: the message's id and the digests that the client compares with what it sent. */
export function sentMessageJson(
  { body, attributes, systemAttributes }: Draft,
  { messageId, sequenceNumber }: SentMessage,
) {
  return {
    MD5OfMessageBody: digestOfBody(body),
    MD5OfMessageAttributes: digestOfAttributes(attributes) ?? undefined,
    MD5OfMessageSystemAttributes: digestOfAttributes(systemAttributes) ?? undefined,
    MessageId: messageId,
    SequenceNumber: sequenceNumber ?? undefined,
  }
}
