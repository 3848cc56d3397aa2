import { createHash } from 'node:crypto'
import type { AttributeValue, AttributeValues } from '#cloud/schema/sqs.ts'

/** Returns the MD5 of a body in hexadecimal digits. Clients compare it with that of the body they sent. */
export function digestOfBody(body: string): string {
  return createHash('md5').update(body).digest('hex')
}

/**
 * Returns the MD5 of attributes in hexadecimal digits; null when there are none.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html#sqs-attributes-md5-message-digest-calculation
 */
export function digestOfAttributes(attributes: AttributeValues): string | null {
  const names = Object.keys(attributes).toSorted()
  if (names.length === 0) return null
  const hash = createHash('md5')
  const update = (bytes: Buffer): void => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    hash.update(length).update(bytes)
  }
  for (const name of names) {
    const value = attributes[name]
    if (value === undefined) continue
    update(Buffer.from(name))
    update(Buffer.from(value.dataType))
    hash.update(Buffer.from([isBinary(value) ? 2 : 1]))
    update(bytesOf(value))
  }
  return hash.digest('hex')
}

/** Returns the bytes that attributes add to a message's size: names, types and values. */
export function sizeOfAttributes(attributes: AttributeValues): number {
  let size = 0
  for (const [name, value] of Object.entries(attributes)) {
    size += Buffer.byteLength(name) + Buffer.byteLength(value.dataType) + bytesOf(value).length
  }
  return size
}

/** Returns whether an attribute's value is binary. */
export function isBinary({ dataType }: AttributeValue): boolean {
  return dataType === 'Binary' || dataType.startsWith('Binary.')
}

function bytesOf(value: AttributeValue): Buffer {
  return isBinary(value) ? Buffer.from(value.binaryValue ?? '', 'base64') : Buffer.from(value.stringValue ?? '')
}
