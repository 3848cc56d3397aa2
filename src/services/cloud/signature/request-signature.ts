import type { CloudCall } from '#cloud/call.ts'
import { unsupportedMechanism } from '#cloud/errors/s3.ts'
import { malformedQuerySignature, malformedSignature } from '#cloud/errors/access.ts'

/**
 * The signature of a request and its parameters. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html
 */
export interface RequestSignature {
  readonly place: 'header' | 'query'
  readonly accessKeyId: string
  /** `20260101/us-east-1/s3/aws4_request` */
  readonly scope: string
  readonly scopeDate: string
  readonly region: string
  readonly service: string
  /** Names in lower case, as signed. */
  readonly signedHeaders: readonly string[]
  readonly signature: string
  /** The time of signing, as sent: `20260101T000000Z`. */
  readonly signedAt: string
  /** The time of signing in epoch milliseconds. */
  readonly at: number
  /** The lifetime of a presigned URL in seconds; null for a signature in a header. */
  readonly expires: number | null
  /** The session token; null for a long-lived key. */
  readonly token: string | null
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

/**
 * Returns the signature of a request; null for an unsigned request.
 *
 * @throws the vendor's failure for a malformed signature.
 */
export function requestSignature(call: CloudCall): RequestSignature | null {
  const header = call.header('authorization')
  if (header !== undefined) return fromHeader(call, header)
  if (call.query.has('X-Amz-Algorithm') || call.query.has('X-Amz-Signature')) return fromQuery(call)
  return null
}

function fromHeader(call: CloudCall, header: string): RequestSignature {
  const { credential, signedHeaders, signature } = componentsOf(call, header)
  const scope = scopeOfCredential(credential)
  if (scope === null) {
    throw malformedSignature(
      call,
      'the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".',
    )
  }
  return {
    place: 'header',
    ...scope,
    signedHeaders: signedHeaders.split(';'),
    signature,
    ...signingTime(call, scope),
    expires: null,
    token: call.header('x-amz-security-token') ?? null,
  }
}

/**
 * Parses an Authorization header.
 *
 * @throws when it has another version or lacks a component.
 */
function componentsOf(call: CloudCall, header: string) {
  const space = header.indexOf(' ')
  const algorithm = space < 0 ? header : header.slice(0, space)
  // version-2.ts reads those of version 2.
  if (algorithm !== ALGORITHM) throw unsupportedMechanism()
  const parts = new Map(
    header
      .slice(space + 1)
      .split(',')
      .map((part) => {
        const equals = part.indexOf('=')
        return [part.slice(0, equals).trim(), part.slice(equals + 1).trim()] as const
      }),
  )
  const credential = parts.get('Credential')
  const signedHeaders = parts.get('SignedHeaders')
  const signature = parts.get('Signature')
  if (credential === undefined || signedHeaders === undefined || signature === undefined) {
    const message = 'the authorization header requires three components: Credential, SignedHeaders, and Signature.'
    throw malformedSignature(call, message)
  }
  return { credential, signedHeaders, signature }
}

/**
 * Returns the time of signing from the request's headers.
 *
 * @throws when it is not on the credential's date.
 */
function signingTime(call: CloudCall, { scopeDate }: Scope): Pick<RequestSignature, 'signedAt' | 'at'> {
  const signedAt = call.header('x-amz-date') ?? httpDate(call.header('date'))
  const at = signedAt === undefined ? null : timeOf(signedAt)
  if (signedAt === undefined || at === null) {
    throw malformedSignature(call, 'the request has no valid X-Amz-Date or Date header.')
  }
  if (!signedAt.startsWith(scopeDate)) {
    throw malformedSignature(
      call,
      `Invalid credential date ${scopeDate}. This date is not the same as X-Amz-Date: "${signedAt.slice(0, 8)}".`,
    )
  }
  return { signedAt, at }
}

const QUERY_PARAMETERS = [
  'X-Amz-Algorithm',
  'X-Amz-Credential',
  'X-Amz-Signature',
  'X-Amz-Date',
  'X-Amz-SignedHeaders',
  'X-Amz-Expires',
]

function fromQuery(call: CloudCall): RequestSignature {
  const { query } = call
  requireParameters(call)
  const scope = scopeOfCredential(query.get('X-Amz-Credential') ?? '')
  if (scope === null) {
    throw malformedQuerySignature(
      call,
      'Error parsing the X-Amz-Credential parameter; the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".',
    )
  }
  const signedAt = query.get('X-Amz-Date') ?? ''
  const at = timeOf(signedAt)
  if (at === null) {
    throw malformedQuerySignature(call, `X-Amz-Date must be in the ISO8601 Long Format "yyyyMMdd'T'HHmmss'Z'"`)
  }
  return {
    place: 'query',
    ...scope,
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get('X-Amz-Signature') ?? '',
    signedAt,
    at,
    expires: expiresOf(call),
    token: query.get('X-Amz-Security-Token'),
  }
}

/**
 * X-Amz-Expires is optional outside S3.
 *
 * @throws when a parameter is missing.
 */
function requireParameters(call: CloudCall): void {
  const { query } = call
  if (QUERY_PARAMETERS.some((name) => !query.has(name) && (name !== 'X-Amz-Expires' || isS3(call)))) {
    throw malformedQuerySignature(
      call,
      `Query-string authentication version 4 requires the ${QUERY_PARAMETERS.slice(0, -1).join(', ')}, and X-Amz-Expires parameters.`,
    )
  }
  if (query.get('X-Amz-Algorithm') !== ALGORITHM) {
    throw malformedQuerySignature(call, `X-Amz-Algorithm only supports "AWS4-HMAC-SHA256 and AWS4-ECDSA-P256-SHA256"`)
  }
}

function expiresOf(call: CloudCall): number {
  const parameter = call.query.get('X-Amz-Expires') ?? '900'
  const expires = Number(parameter)
  if (!/^-?\d+$/.test(parameter)) throw malformedQuerySignature(call, 'X-Amz-Expires should be a number')
  if (expires < 0) throw malformedQuerySignature(call, 'X-Amz-Expires must be non-negative')
  if (expires > 604_800) {
    throw malformedQuerySignature(
      call,
      'X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than 604800 seconds',
    )
  }
  return expires
}

function isS3({ query }: CloudCall): boolean {
  return query.get('X-Amz-Credential')?.split('/').at(-2) === 's3'
}

type Scope = Pick<RequestSignature, 'accessKeyId' | 'scope' | 'scopeDate' | 'region' | 'service'>

/**
 * Parses a credential, `AKIA…/20260101/us-east-1/s3/aws4_request`; null when it is malformed. An access key may contain
 * slashes.
 */
export function scopeOfCredential(credential: string): Scope | null {
  const parts = credential.split('/')
  const [scopeDate, region, service, end] = parts.slice(-4)
  const accessKeyId = parts.slice(0, -4).join('/')
  if (accessKeyId === '' || end !== 'aws4_request' || !/^\d{8}$/.test(scopeDate ?? '')) return null
  if (scopeDate === undefined || region === undefined || service === undefined) return null
  return { accessKeyId, scope: `${scopeDate}/${region}/${service}/${end}`, scopeDate, region, service }
}

function timeOf(basic: string): number | null {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(basic)
  if (parts === null) return null
  const [, year, month, day, hour, minute, second] = parts
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? null : at
}

function httpDate(date: string | undefined): string | undefined {
  const at = date === undefined ? Number.NaN : Date.parse(date)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}
