import { createHash } from 'node:crypto'
import type { CloudCall } from '#cloud/call.ts'
import { wireOf } from './wire.ts'

const REQUEST_ID = { s3: 'x-amz-request-id', other: 'x-amzn-requestid' }

/**
 * Returns the id of this request, which is the same in its headers and its body: 16 characters for S3, otherwise a
 * UUID.
 */
export function requestIdOf(call: CloudCall): string {
  const isS3 = wireOf(call).service === 's3'
  const header = isS3 ? REQUEST_ID.s3 : REQUEST_ID.other
  const known = call.responseHeaders[header]
  if (known !== undefined) return known
  // The id does not come from `ids`, because the number of requests must not change the ids of records that a test
  // creates.
  const digits = createHash('sha256').update(`request ${call.rows.requestNumbers.next()}`).digest('hex')
  const id = isS3 ? digits.slice(0, 16).toUpperCase() : uuid(digits)
  call.responseHeaders[header] = id
  return id
}

/** Returns the second id of an S3 answer (`x-amz-id-2`), an opaque text. */
export function hostIdOf(call: CloudCall): string {
  return (call.responseHeaders['x-amz-id-2'] ??= createHash('sha512').update(requestIdOf(call)).digest('base64'))
}

function uuid(digits: string): string {
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`]
  return [...parts, digits.slice(20, 32)].join('-')
}
