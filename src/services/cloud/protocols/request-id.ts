import { hash } from 'node:crypto'
import type { CloudCall } from '#cloud/call.ts'
import { wireOf } from './wire.ts'

/** The headers of an S3 answer's two ids, and the one of the other services' single id. */
const HEADERS = { s3: 'x-amz-request-id', host: 'x-amz-id-2', other: 'x-amzn-requestid' } as const

/**
 * Returns the id of this request, which is the same in its headers and its body: 16 characters for S3, otherwise a
 * UUID.
 */
export function requestIdOf(call: CloudCall): string {
  const { responseHeaders } = call
  const known = responseHeaders[HEADERS.s3] ?? responseHeaders[HEADERS.other]
  if (known !== undefined) return known
  // The id does not come from `ids`, because the number of requests must not change the ids of records that a test
  // creates.
  const seed = `request ${call.rows.requestNumbers.next()}`
  if (wireOf(call).service !== 's3') return (responseHeaders[HEADERS.other] = uuid(hash('sha256', seed)))
  // One digest gives both ids, because every answer of S3 has both.
  const digest = hash('sha512', seed, 'buffer')
  responseHeaders[HEADERS.host] = digest.toString('base64')
  return (responseHeaders[HEADERS.s3] = digest.toString('hex', 0, 8).toUpperCase())
}

/** Returns the second id of an S3 answer (`x-amz-id-2`), an opaque text. */
export function hostIdOf(call: CloudCall): string {
  requestIdOf(call)
  return call.responseHeaders[HEADERS.host] ?? ''
}

function uuid(digits: string): string {
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`]
  return [...parts, digits.slice(20, 32)].join('-')
}
