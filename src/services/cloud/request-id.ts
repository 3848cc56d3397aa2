import { createHash } from 'node:crypto'
import type { CloudCall } from './call.ts'
import { wireOf } from './protocols/wire.ts'

const REQUEST_ID = { s3: 'x-amz-request-id', other: 'x-amzn-requestid' }

/** The id of this request, the same in its headers and its body: 16 letters for S3, else a UUID. */
export function requestIdOf(call: CloudCall): string {
  const isS3 = wireOf(call).service === 's3'
  const header = isS3 ? REQUEST_ID.s3 : REQUEST_ID.other
  const known = call.responseHeaders[header]
  if (known !== undefined) return known
  // Not one of `ids`: how often a test asks must not change the ids of what it creates.
  const digits = createHash('sha256')
    .update(`request ${call.store.next('requests')}`)
    .digest('hex')
  const id = isS3 ? digits.slice(0, 16).toUpperCase() : uuid(digits)
  call.responseHeaders[header] = id
  return id
}

/** The second id of an answer of S3, which only its vendor can read. */
export function hostIdOf(call: CloudCall): string {
  return (call.responseHeaders['x-amz-id-2'] ??= createHash('sha512').update(requestIdOf(call)).digest('base64'))
}

function uuid(digits: string): string {
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`]
  return [...parts, digits.slice(20, 32)].join('-')
}
