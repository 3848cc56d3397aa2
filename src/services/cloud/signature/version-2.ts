import { createHmac } from 'node:crypto'
import type { CloudCall } from '#cloud/call.ts'
import { missingAuthentication, requestExpired, signatureDoesNotMatch } from '#cloud/errors/access.ts'
import { bucketOfCall } from '#cloud/protocols/s3/host.ts'
import type { Credential } from '#cloud/schema/iam.ts'
import { credentialOf, sameText } from './verify.ts'

/** The query parameters that the signature covers. */
const SIGNED = new Set([
  'acl',
  'cors',
  'delete',
  'lifecycle',
  'location',
  'logging',
  'notification',
  'partNumber',
  'policy',
  'requestPayment',
  'response-cache-control',
  'response-content-disposition',
  'response-content-encoding',
  'response-content-language',
  'response-content-type',
  'response-expires',
  'restore',
  'tagging',
  'torrent',
  'uploadId',
  'uploads',
  'versionId',
  'versioning',
  'versions',
  'website',
])

/**
 * Returns whether a URL was presigned with signature version 2, boto3's default for us-east-1.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/RESTAuthentication.html
 */
export function isVersion2({ query, search }: CloudCall): boolean {
  return search.includes('Signature=') && query.has('AWSAccessKeyId') && query.has('Signature')
}

/**
 * Verifies the signature of a presigned URL and returns the credential that signed; null for an unknown access key
 * where those are accepted.
 *
 * @throws as the check of version 4 does.
 */
export function verifyVersion2(call: CloudCall): Credential | null {
  const { query, clock } = call
  const accessKeyId = query.get('AWSAccessKeyId') ?? ''
  const expires = query.get('Expires') ?? ''
  if (!/^\d+$/.test(expires)) throw missingAuthentication(call)
  const end = Number(expires) * 1000
  if (clock.now() > end) throw requestExpired(call, null, end, clock.now())
  const credential = credentialOf(call, { accessKeyId, token: query.get('x-amz-security-token') })
  if (credential === null) return null
  const text = stringToSign(call, expires)
  const signature = query.get('Signature') ?? ''
  const expected = createHmac('sha1', credential.secret).update(text).digest('base64')
  if (!sameText(expected, signature)) {
    throw signatureDoesNotMatch(call, { accessKeyId, signature, stringToSign: text, canonicalRequest: null })
  }
  return credential
}

function stringToSign(call: CloudCall, expires: string): string {
  const { method, header, query } = call
  const headers = [...Object.entries(call.headers), ...query]
    .filter(([name]) => name.startsWith('x-amz-'))
    .map(([name, value]) => `${name}:${String(value)}\n`)
    .toSorted()
  const head = [method, header('content-md5') ?? '', header('content-type') ?? '', expires].join('\n')
  return `${head}\n${headers.join('')}${resource(call)}`
}

function resource(call: CloudCall): string {
  const { path, query, mountPath } = call
  const bucket = bucketOfCall(call)
  const signed = [...query]
    .filter(([name]) => SIGNED.has(name))
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
    .toSorted()
  return `${bucket === null ? '' : `/${bucket}`}${mountPath}${path}${signed.length === 0 ? '' : `?${signed.join('&')}`}`
}
