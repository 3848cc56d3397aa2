import type { Failure } from '#core/errors.ts'
import type { CloudCall } from '#cloud/call.ts'
import { cloudFailure } from './failure.ts'
import { wireOf } from '#cloud/protocols/wire.ts'

// S3 has its own error codes for signatures and permissions; so does the AWS JSON protocol.

/**
 * 403: the principal lacks the permission. `message` is for services other than S3, whose messages name the principal
 * and the action.
 */
export function accessDenied(call: CloudCall, message = 'Access Denied'): Failure {
  const { service, protocol } = wireOf(call)
  if (service === 's3') return cloudFailure(403, 'AccessDenied', message)
  if (protocol === 'json') return cloudFailure(403, 'AccessDeniedException', message, { queryCode: 'AccessDenied' })
  return cloudFailure(403, 'AccessDenied', message)
}

/** 403: the request has no signature and needs one. */
export function missingAuthentication(call: CloudCall): Failure {
  if (wireOf(call).service === 's3') return accessDenied(call)
  return cloudFailure(403, 'MissingAuthenticationToken', 'Request is missing Authentication Token')
}

/** 403: the access key does not exist or is inactive. */
export function invalidAccessKey(call: CloudCall, accessKeyId: string): Failure {
  if (wireOf(call).service !== 's3') {
    return cloudFailure(403, 'InvalidClientTokenId', 'The security token included in the request is invalid.')
  }
  return cloudFailure(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.', {
    members: { AWSAccessKeyId: accessKeyId },
  })
}

/** 400 (403 outside S3): the session token is missing or belongs to another access key. */
export function invalidToken(call: CloudCall, token: string | null): Failure {
  if (wireOf(call).service !== 's3') {
    return cloudFailure(403, 'InvalidClientTokenId', 'The security token included in the request is invalid')
  }
  return cloudFailure(400, 'InvalidToken', 'The provided token is malformed or otherwise invalid.', {
    members: token === null ? {} : { 'Token-0': token },
  })
}

/** 400 (403 outside S3): the session has expired. */
export function expiredToken(call: CloudCall, token: string | null): Failure {
  const { service, protocol } = wireOf(call)
  if (service === 's3') {
    return cloudFailure(400, 'ExpiredToken', 'The provided token has expired.', {
      members: token === null ? {} : { 'Token-0': token },
    })
  }
  const message = 'The security token included in the request is expired'
  if (protocol === 'json') return cloudFailure(403, 'ExpiredTokenException', message, { queryCode: 'ExpiredToken' })
  return cloudFailure(403, 'ExpiredToken', message)
}

/**
 * 400: the server of the application has redirected the request to another key, with or without a slash at the end.
 * https://nextjs.org/docs/app/api-reference/config/next-config-js/trailingSlash
 * https://svelte.dev/docs/kit/page-options#trailingSlash
 */
export function redirectedKey(sent: string): Failure {
  return cloudFailure(
    400,
    'InvalidURI',
    `The application's server has redirected ${sent} to another key. Let slashes at the end of a path alone: set ` +
      `skipTrailingSlashRedirect: true in next.config, or export const trailingSlash = 'ignore' from SvelteKit's +server.`,
  )
}

/** The values computed for a request whose signature does not match. */
export interface Computed {
  readonly accessKeyId: string
  readonly signature: string
  readonly stringToSign: string
  /** Null when the signature has none: that of a chunk, or of version 2. */
  readonly canonicalRequest: string | null
}

/** 403: the signature does not match. S3 returns the computed values as members, the other services in the message. */
export function signatureDoesNotMatch(call: CloudCall, computed: Computed): Failure {
  const { accessKeyId, signature, stringToSign, canonicalRequest } = computed
  const { service, protocol } = wireOf(call)
  if (service === 's3') {
    return cloudFailure(403, 'SignatureDoesNotMatch', S3_SIGNATURE_MESSAGE, {
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

/** 403: the signature of a form's policy does not match. */
export function policySignatureDoesNotMatch({
  accessKeyId,
  signature,
  stringToSign,
}: Omit<Computed, 'canonicalRequest'>): Failure {
  return cloudFailure(403, 'SignatureDoesNotMatch', S3_SIGNATURE_MESSAGE, {
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

/** 403: the signature does not cover these headers. */
export function headersNotSigned(names: readonly string[]): Failure {
  return cloudFailure(403, 'AccessDenied', 'There were headers present in the request which were not signed', {
    members: { HeadersNotSigned: names.join(', ') },
  })
}

/**
 * 403: the request was signed more than 15 minutes before or after the current time. `signedAt` has the form
 * `20260101T000000Z`.
 */
export function requestTimeTooSkewed(call: CloudCall, signedAt: string, now: number): Failure {
  const { service, protocol } = wireOf(call)
  if (service === 's3') {
    return cloudFailure(
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
    ? cloudFailure(403, 'InvalidSignatureException', message, { queryCode: 'SignatureDoesNotMatch' })
    : cloudFailure(403, 'SignatureDoesNotMatch', message)
}

/** 400: the Authorization header is malformed; `message` is the vendor's reason. */
export function malformedSignature(call: CloudCall, message: string): Failure {
  if (wireOf(call).service !== 's3') return cloudFailure(400, 'IncompleteSignature', message)
  return cloudFailure(400, 'AuthorizationHeaderMalformed', `The authorization header is malformed; ${message}`)
}

/** 400: the query parameters of a presigned URL are malformed. */
export function malformedQuerySignature(call: CloudCall, message: string): Failure {
  if (wireOf(call).service !== 's3') return cloudFailure(400, 'IncompleteSignature', message)
  return cloudFailure(400, 'AuthorizationQueryParametersError', message)
}

/** 400: the request was signed for another region than the bucket's. S3 only. */
export function wrongRegion(place: 'header' | 'query', signed: string, bucketRegion: string): Failure {
  const wrong = `the region '${signed}' is wrong; expecting '${bucketRegion}'`
  const [code, message] =
    place === 'header'
      ? ['AuthorizationHeaderMalformed', `The authorization header is malformed; ${wrong}`]
      : ['AuthorizationQueryParametersError', `Error parsing the X-Amz-Credential parameter; ${wrong}`]
  const members = { Region: bucketRegion }
  return cloudFailure(400, code, message, { members }, { 'x-amz-bucket-region': bucketRegion })
}

/** 403: the presigned URL has expired. `expiresSeconds` is its lifetime; null when the URL states only its end. */
export function requestExpired(
  call: CloudCall,
  expiresSeconds: number | null,
  expiresAt: number,
  now: number,
): Failure {
  if (wireOf(call).service !== 's3') {
    const message = `Signature expired: ${basicTime(expiresAt)} is now earlier than ${basicTime(now)}`
    return cloudFailure(403, 'SignatureDoesNotMatch', message)
  }
  return cloudFailure(403, 'AccessDenied', 'Request has expired', {
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

/** Formats a time as `20260101T000000Z`. */
function basicTime(at: number): string {
  return new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

function hexBytes(text: string): string {
  return Buffer.from(text)
    .toString('hex')
    .replaceAll(/(..)(?=.)/g, '$1 ')
}
