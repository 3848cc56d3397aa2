import { createHmac } from 'node:crypto'
import type { CloudCall } from '#cloud/call.ts'
import { accessDenied, missingAuthentication, requestExpired, signatureDoesNotMatch } from '#cloud/errors/access.ts'
import { invalidArgument } from '#cloud/errors/s3.ts'
import { bucketOfCall } from '#cloud/protocols/s3/host.ts'
import { withQueryHeaders } from '#cloud/protocols/s3/query-headers.ts'
import type { Credential } from '#cloud/schema/iam.ts'
import { checkTime, credentialOf, sameText } from './verify.ts'

/** The query parameters that the signature covers. */
const SIGNED = new Set([
  'accelerate',
  'acl',
  'analytics',
  'cors',
  'delete',
  'inventory',
  'lifecycle',
  'location',
  'logging',
  'metrics',
  'notification',
  'object-lock',
  'partNumber',
  'policy',
  'replication',
  'requestPayment',
  'response-cache-control',
  'response-content-disposition',
  'response-content-encoding',
  'response-content-language',
  'response-content-type',
  'response-expires',
  'restore',
  'select',
  'select-type',
  'tagging',
  'torrent',
  'uploadId',
  'uploads',
  'versionId',
  'versioning',
  'versions',
  'website',
])

/** A signature of version 2. https://docs.aws.amazon.com/AmazonS3/latest/userguide/RESTAuthentication.html */
interface Version2Signature {
  readonly place: 'header' | 'query'
  readonly accessKeyId: string
  readonly signature: string
  /** The session token; null for a long-lived key. */
  readonly token: string | null
}

/**
 * Returns whether a request was signed with version 2, in its header, or in a URL as boto3 presigns for us-east-1 by
 * default.
 */
export function isVersion2({ query, search, header }: CloudCall): boolean {
  if (header('authorization')?.startsWith('AWS ') === true) return true
  return search.includes('Signature=') && query.has('AWSAccessKeyId') && query.has('Signature')
}

/**
 * Returns the signature of a request for which {@link isVersion2} holds.
 *
 * @throws `InvalidArgument` for a header without an access key and a signature.
 */
function version2Signature({ header, query }: CloudCall): Version2Signature {
  const authorization = header('authorization')
  if (authorization?.startsWith('AWS ') !== true) {
    return {
      place: 'query',
      accessKeyId: query.get('AWSAccessKeyId') ?? '',
      signature: query.get('Signature') ?? '',
      token: query.get('x-amz-security-token'),
    }
  }
  const [, accessKeyId, signature] = /^AWS ([^:\s]+):(\S+)$/.exec(authorization) ?? []
  if (accessKeyId === undefined || signature === undefined) {
    const message = 'AWS authorization header is invalid.  Expected AwsAccessKeyId:signature'
    throw invalidArgument(message, 'Authorization', authorization)
  }
  return { place: 'header', accessKeyId, signature, token: header('x-amz-security-token') ?? null }
}

/**
 * Verifies a signature of version 2. The credential is null for an unknown access key where those are accepted.
 *
 * @throws as the check of version 4 does.
 */
export function verifyVersion2(call: CloudCall): {
  readonly accessKeyId: string
  readonly credential: Credential | null
} {
  const signed = version2Signature(call)
  const { accessKeyId, signature } = signed
  const date = signed.place === 'header' ? dateOfHeaders(call) : endOfUrl(call)
  const credential = credentialOf(call, signed)
  if (credential === null) return { accessKeyId, credential }
  const paths = signedPaths(call)
  const signs = (path: string): boolean =>
    sameText(version2SignatureOf(credential, stringToSign(call, date, path)), signature)
  if (!paths.some(signs)) {
    const text = stringToSign(call, date, paths[0])
    throw signatureDoesNotMatch(call, { accessKeyId, signature, stringToSign: text, canonicalRequest: null })
  }
  return { accessKeyId, credential }
}

/**
 * Returns the paths that the signature may cover. A bucket in the path may be signed with a slash at its end, as boto3
 * does for the path `/bucket`.
 */
function signedPaths(call: CloudCall): readonly [string, ...string[]] {
  const { path, mountPath } = call
  const bucket = bucketOfCall(call)
  const own = `${bucket === null ? '' : `/${bucket}`}${mountPath}${path}`
  return bucket === null && /^\/[^/]+$/.test(path) ? [own, `${own}/`] : [own]
}

/** Returns the signature of a text by a credential, in Base64. */
export function version2SignatureOf({ secret }: Pick<Credential, 'secret'>, text: string): string {
  return createHmac('sha1', secret).update(text).digest('base64')
}

/**
 * Returns the date that a signature in a header covers: empty where `x-amz-date`, which is signed as a header, replaces
 * it.
 *
 * @throws `AccessDenied` without a date, and `RequestTimeTooSkewed`.
 */
function dateOfHeaders(call: CloudCall): string {
  const own = call.header('x-amz-date')
  const signedAt = own ?? call.header('date') ?? ''
  const at = Date.parse(signedAt)
  if (Number.isNaN(at) || at < 0)
    throw accessDenied(call, 'AWS authentication requires a valid Date or x-amz-date header')
  checkTime(call, { at, signedAt, expires: null })
  return own === undefined ? signedAt : ''
}

/** Returns the time at which a presigned URL ends, as it says. @throws `AccessDenied` without one, or after it. */
function endOfUrl(call: CloudCall): string {
  const expires = call.query.get('Expires')
  if (expires === null) {
    const message = 'Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters'
    throw accessDenied(call, message)
  }
  if (!/^\d+$/.test(expires)) throw missingAuthentication(call)
  const end = Number(expires) * 1000
  if (call.clock.now() > end) throw requestExpired(call, null, end, call.clock.now())
  return expires
}

function stringToSign(call: CloudCall, date: string, path: string): string {
  const { method } = call
  const { header } = withQueryHeaders(call)
  const headers = [...Object.entries(call.headers), ...call.query]
    .filter(([name]) => name.startsWith('x-amz-'))
    .map(([name, value]) => `${name}:${String(value)}\n`)
    .toSorted()
  const head = [method, header('content-md5') ?? '', header('content-type') ?? '', date].join('\n')
  return `${head}\n${headers.join('')}${path}${signedParameters(call)}`
}

function signedParameters({ query }: CloudCall): string {
  const signed = [...query]
    .filter(([name]) => SIGNED.has(name))
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
    .toSorted()
  return signed.length === 0 ? '' : `?${signed.join('&')}`
}
