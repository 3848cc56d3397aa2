import type { Failure } from '#core/errors.ts'
import { invalidArgument, invalidRequest } from './s3.ts'
import { cloudFailure } from './failure.ts'

// Failures of Object Lock. https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock.html

/** 400: the bucket has no Object Lock. */
export function missingObjectLock(): Failure {
  return invalidRequest('Bucket is missing Object Lock Configuration')
}

/** 403: a retention or a legal hold protects the version. */
export function protectedByLock(): Failure {
  return cloudFailure(403, 'AccessDenied', 'Access Denied because object protected by object lock.')
}

/** 404: the version has no retention, or no legal hold. */
export function noSuchLock(): Failure {
  const message = 'The specified object does not have a ObjectLock configuration'
  return cloudFailure(404, 'NoSuchObjectLockConfiguration', message)
}

/** 404: the bucket has no Object Lock. */
export function noLockConfiguration(bucket: string): Failure {
  const message = 'Object Lock configuration does not exist for this bucket'
  return cloudFailure(404, 'ObjectLockConfigurationNotFoundError', message, { members: { BucketName: bucket } })
}

/** 409: Object Lock needs versions. */
export function lockNeedsVersioning(): Failure {
  const message = "Versioning must be 'Enabled' on the bucket to apply a Object Lock configuration"
  return cloudFailure(409, 'InvalidBucketState', message)
}

/** 409: a bucket with Object Lock keeps its versions. */
export function lockedVersioning(): Failure {
  const message = 'An Object Lock configuration is present on this bucket, so the versioning state cannot be changed.'
  return cloudFailure(409, 'InvalidBucketState', message)
}

/** 400: a write has a mode without a date, or a date without a mode; `missing` is the header it lacks. */
export function incompleteRetention(missing: string): Failure {
  const message = 'x-amz-object-lock-retain-until-date and x-amz-object-lock-mode must both be supplied'
  return invalidArgument(message, missing)
}

/** 400: the content of a retained object was sent without a digest or checksum. */
export function undigestedRetention(): Failure {
  const message =
    'Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object Lock parameters'
  return invalidRequest(message)
}

/** 400: the mode does not exist. */
export function unknownLockMode(mode: string): Failure {
  return invalidArgument('Unknown wormMode directive.', 'x-amz-object-lock-mode', mode)
}

/** 400: the legal hold is neither ON nor OFF. */
export function unknownLegalHold(status: string): Failure {
  return invalidArgument('Legal Hold must be either of ON or OFF', 'x-amz-object-lock-legal-hold', status)
}

/** 400: the date of a retention is no date, or has passed. */
export function invalidRetainUntil(name: string, value: string, problem: 'malformed' | 'past'): Failure {
  const message =
    problem === 'past'
      ? 'The retain until date must be in the future!'
      : 'The retain until date must be provided in ISO 8601 format'
  return invalidArgument(message, name, value)
}

/** 400: a default retention is shorter than a day or longer than a hundred years; `unit` is `Days` or `Years`. */
export function invalidDefaultRetention(unit: string, isTooLong: boolean): Failure {
  const name = `${unit} in DefaultRetention`
  const message = isTooLong
    ? `Default retention period ${unit === 'Days' ? 'in days ' : ''}is too large`
    : 'Default retention period must be a positive integer value'
  return invalidArgument(message, name)
}

/** 400: only buckets with Object Lock know this header. */
export function bypassWithoutLock(): Failure {
  const name = 'x-amz-bypass-governance-retention'
  return invalidArgument(`${name} is only applicable to Object Lock enabled buckets.`, name)
}

/** 400: the request has no body. */
export function missingRequestBody(): Failure {
  return cloudFailure(400, 'MissingRequestBodyError', 'Request Body is empty')
}
