import { crc32 } from 'node:zlib'

// https://docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html

/** Returns an event of an answer in the vendor's event stream. */
export function eventMessage(type: string, payload: Uint8Array = new Uint8Array(), contentType?: string): Buffer {
  const headers = Buffer.concat([
    ...header(':message-type', 'event'),
    ...header(':event-type', type),
    ...(contentType === undefined ? [] : header(':content-type', contentType)),
  ])
  const prelude = Buffer.alloc(8)
  prelude.writeUInt32BE(16 + headers.length + payload.length, 0)
  prelude.writeUInt32BE(headers.length, 4)
  const message = Buffer.concat([prelude, checksum(prelude), headers, payload])
  return Buffer.concat([message, checksum(message)])
}

/** The type of a header whose value is a text. */
const TEXT = 7

function header(name: string, value: string): Buffer[] {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Buffer.byteLength(value))
  return [Buffer.of(name.length), Buffer.from(name), Buffer.of(TEXT), length, Buffer.from(value)]
}

function checksum(bytes: Uint8Array): Buffer {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return sum
}
