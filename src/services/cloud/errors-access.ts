import type { Failure } from '../../core/errors.ts'
import type { CloudCall } from './call.ts'
import { refusal } from './failure.ts'
import { wireOf } from './protocols/wire.ts'

// What is wrong with a signature or a permission has other names in S3 than in the other services, and AWS JSON has its own.

/** 403: the principal may not. `message` is that of the other services than S3, which names who may not do what. */
export function accessDenied(call: CloudCall, message = 'Access Denied'): Failure {
  const { service, protocol } = wireOf(call)
  if (service === 's3') return refusal(403, 'AccessDenied', message)
  if (protocol === 'json') return refusal(403, 'AccessDeniedException', message, { queryCode: 'AccessDenied' })
  return refusal(403, 'AccessDenied', message)
}

/** 403: no signature where there must be one. */
export function missingAuthentication(call: CloudCall): Failure {
  if (wireOf(call).service === 's3') return accessDenied(call)
  return refusal(403, 'MissingAuthenticationToken', 'Request is missing Authentication Token')
}

/** 403: an access key that there is not, or that is inactive. */
export function invalidAccessKey(call: CloudCall, accessKeyId: string): Failure {
  if (wireOf(call).service !== 's3') {
    return refusal(403, 'InvalidClientTokenId', 'The security token included in the request is invalid.')
  }
  return refusal(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.', {
    members: { AWSAccessKeyId: accessKeyId },
  })
}

/** 400 (403 outside S3): a session token that does not belong to the key, or none where there must be one. */
export function invalidToken(call: CloudCall, token: string | null): Failure {
  if (wireOf(call).service !== 's3') {
    return refusal(403, 'InvalidClientTokenId', 'The security token included in the request is invalid')
  }
  return refusal(400, 'InvalidToken', 'The provided token is malformed or otherwise invalid.', {
    members: token === null ? {} : { 'Token-0': token },
  })
}

/** 400 (403 outside S3): a session that is over. */
export function expiredToken(call: CloudCall, token: string | null): Failure {
  const { service, protocol } = wireOf(call)
  if (service === 's3') {
    return refusal(400, 'ExpiredToken', 'The provided token has expired.', {
      members: token === null ? {} : { 'Token-0': token },
    })
  }
  const message = 'The security token included in the request is expired'
  if (protocol === 'json') return refusal(403, 'ExpiredTokenException', message, { queryCode: 'ExpiredToken' })
  return refusal(403, 'ExpiredToken', message)
}

/** What was computed where a signature does not match. */
export interface Computed {
  readonly accessKeyId: string
  readonly signature: string
  readonly stringToSign: string
  /** Null where the signature covers none: of a chunk, or of version 2. */
  readonly canonicalRequest: string | null
}

/** 403: the signature is another; S3 gives back what it computed as members, the other services in the message. */
export function signatureDoesNotMatch(call: CloudCall, computed: Computed): Failure {
  const { accessKeyId, signature, stringToSign, canonicalRequest } = computed
  const { service, protocol } = wireOf(call)
  if (service === 's3') {
    return refusal(403, 'SignatureDoesNotMatch', S3_SIGNATURE_MESSAGE, {
      members: {
        AWSAccessKeyId: accessKeyId,
        StringToSign: stringToSign,
        SignatureProvided: signature,
        StringToSignBytes: hexBytes(stringToSign),
        ...(canonicalRequest === null
          ? {}
          : { CanonicalRequest: canonicalRequest, CanonicalRequestBytes: hexBytes(canonicalRequest) }),
      },
    })
  }
  const message =
    'The request signature we calculated does not match the signature you provided. ' +
    'Check your AWS Secret Access Key and signing method. Consult the service documentation for details.\n\n' +
    `The Canonical String for this request should have been\n'${canonicalRequest ?? ''}'\n\n` +
    `The String-to-Sign should have been\n'${stringToSign}'\n`
  return signatureRefused(protocol, message)
}

/** 403: the signature of a form's policy is another. */
export function policySignatureDoesNotMatch({
  accessKeyId,
  signature,
  stringToSign,
}: Omit<Computed, 'canonicalRequest'>): Failure {
  return refusal(403, 'SignatureDoesNotMatch', S3_SIGNATURE_MESSAGE, {
    members: {
      AWSAccessKeyId: accessKeyId,
      StringToSign: stringToSign,
      SignatureProvided: signature,
      StringToSignBytes: hexBytes(stringToSign),
    },
  })
}

const S3_SIGNATURE_MESSAGE =
  'The request signature we calculated does not match the signature you provided. Check your key and signing method.'

/** 403: headers that the signature does not cover. */
export function headersNotSigned(names: readonly string[]): Failure {
  return refusal(403, 'AccessDenied', 'There were headers present in the request which were not signed', {
    members: { HeadersNotSigned: names.join(', ') },
  })
}

/** 403: signed too long ago, or too far ahead. Times as signatures have them, `20260101T000000Z`. */
export function requestTimeTooSkewed(call: CloudCall, signedAt: string, now: number): Failure {
  const { service, protocol } = wireOf(call)
  if (service === 's3') {
    return refusal(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
      {
        members: {
          RequestTime: signedAt,
          ServerTime: new Date(now).toISOString().replace(/\.\d+/, ''),
          MaxAllowedSkewMilliseconds: '900000',
        },
      },
    )
  }
  const limit = basicTime(now - 900_000)
  const message =
    signedAt < limit
      ? `Signature expired: ${signedAt} is now earlier than ${limit} (${basicTime(now)} - 15 min.)`
      : `Signature not yet current: ${signedAt} is still later than ${basicTime(now + 900_000)} (${basicTime(now)} + 15 min.)`
  return signatureRefused(protocol, message)
}

function signatureRefused(protocol: string, message: string): Failure {
  return protocol === 'json'
    ? refusal(403, 'InvalidSignatureException', message, { queryCode: 'SignatureDoesNotMatch' })
    : refusal(403, 'SignatureDoesNotMatch', message)
}

/** 400: an Authorization header or query that cannot be understood, in the vendor's words for what is wrong. */
export function malformedSignature(call: CloudCall, message: string): Failure {
  if (wireOf(call).service !== 's3') return refusal(400, 'IncompleteSignature', message)
  return refusal(400, 'AuthorizationHeaderMalformed', `The authorization header is malformed; ${message}`)
}

/** 400: a presigned URL whose query cannot be understood. */
export function malformedQuerySignature(call: CloudCall, message: string): Failure {
  if (wireOf(call).service !== 's3') return refusal(400, 'IncompleteSignature', message)
  return refusal(400, 'AuthorizationQueryParametersError', message)
}

/** 403: a presigned URL whose time is over; `expiresSeconds` is how long it worked, null where only its end is told. */
export function requestExpired(
  call: CloudCall,
  expiresSeconds: number | null,
  expiresAt: number,
  now: number,
): Failure {
  if (wireOf(call).service !== 's3') {
    const message = `Signature expired: ${basicTime(expiresAt)} is now earlier than ${basicTime(now)}`
    return refusal(403, 'SignatureDoesNotMatch', message)
  }
  return refusal(403, 'AccessDenied', 'Request has expired', {
    members: {
      ...(expiresSeconds === null ? {} : { 'X-Amz-Expires': String(expiresSeconds) }),
      Expires: wholeSeconds(expiresAt),
      ServerTime: wholeSeconds(now),
    },
  })
}

function wholeSeconds(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+/, '')
}

/** `20260101T000000Z` */
function basicTime(at: number): string {
  return new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

function hexBytes(text: string): string {
  return Buffer.from(text)
    .toString('hex')
    .replaceAll(/(..)(?=.)/g, '$1 ')
}
