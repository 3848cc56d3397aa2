import type { Failure } from '#core/errors.ts'
import { invalidArgument } from './s3.ts'
import { cloudFailure } from './failure.ts'

// Failures of multipart uploads and of form uploads:
// https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html#ErrorCodeList

/** 404: no multipart upload in progress has this id. */
export function noSuchUpload(uploadId: string): Failure {
  const message =
    'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.'
  return cloudFailure(404, 'NoSuchUpload', message, { members: { UploadId: uploadId } })
}

/** 400: a listed part was not uploaded, or has another ETag. */
export function invalidPart(uploadId: string, number: number, etag: string): Failure {
  const message =
    'One or more of the specified parts could not be found.  The part may not have been uploaded, or the specified entity tag ' +
    "may not match the part's entity tag."
  return cloudFailure(400, 'InvalidPart', message, {
    members: { UploadId: uploadId, PartNumber: String(number), ETag: etag },
  })
}

/** 400: the parts are not listed in ascending order. */
export function invalidPartOrder(uploadId: string): Failure {
  const message = 'The list of parts was not in ascending order. Parts must be ordered by part number.'
  return cloudFailure(400, 'InvalidPartOrder', message, { members: { UploadId: uploadId } })
}

/** 400: the part number is not between 1 and 10,000. */
export function invalidPartNumberArgument(value: string): Failure {
  return invalidArgument('Part number must be an integer between 1 and 10000, inclusive', 'partNumber', value)
}

/** 400: a part other than the last is smaller than 5 MiB. Sizes in bytes. */
export function partTooSmall(size: number, least: number, number: number, etag: string): Failure {
  return cloudFailure(400, 'EntityTooSmall', TOO_SMALL, {
    members: {
      ProposedSize: String(size),
      MinSizeAllowed: String(least),
      PartNumber: String(number),
      ETag: etag,
    },
  })
}

/** 400: the file is smaller than the form's policy allows. Sizes in bytes. */
export function entityTooSmall(size: number, least: number): Failure {
  return cloudFailure(400, 'EntityTooSmall', TOO_SMALL, {
    members: { ProposedSize: String(size), MinSizeAllowed: String(least) },
  })
}

const TOO_SMALL = 'Your proposed upload is smaller than the minimum allowed size'

/** 400: the file is larger than the form's policy allows. Sizes in bytes. */
export function entityTooLarge(size: number, most: number): Failure {
  return cloudFailure(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
    members: { ProposedSize: String(size), MaxSizeAllowed: String(most) },
  })
}

/** 400: the body is not a well-formed form. */
export function malformedPostRequest(): Failure {
  return cloudFailure(
    400,
    'MalformedPOSTRequest',
    'The body of your POST request is not well-formed multipart/form-data.',
  )
}

/** 400: the form fields before the file are too large. */
export function maxPostPreDataLengthExceeded(): Failure {
  return cloudFailure(
    400,
    'MaxPostPreDataLengthExceeded',
    'Your POST request fields preceding the upload file were too large.',
  )
}

/** 400: the form lacks a required field. */
export function missingFormField(name: string): Failure {
  const message = `Bucket POST must contain a field named '${name}'.  If it is specified, please check the order of the fields.`
  return invalidArgument(message, name, '')
}

/** 400: the form's policy is malformed. */
export function invalidPolicyDocument(reason: string): Failure {
  return cloudFailure(400, 'InvalidPolicyDocument', `Invalid Policy: ${reason}`)
}

/** 403: the form does not satisfy its policy. */
export function againstPolicy(reason: string): Failure {
  return cloudFailure(403, 'AccessDenied', `Invalid according to Policy: ${reason}`)
}

/** 400: the versioning configuration has no Status. */
export function illegalVersioningConfiguration(): Failure {
  const message = 'The Versioning element must be specified'
  return cloudFailure(400, 'IllegalVersioningConfigurationException', message)
}

/** 400: the checksum that a completion lists for a part is not that of the uploaded part. */
export function badPartChecksum(algorithm: string, part: number): Failure {
  return cloudFailure(
    400,
    'BadDigest',
    `The ${algorithm} you specified for part ${part} did not match what we received.`,
  )
}

/** 409: the object was written or deleted while its upload was in progress. */
export function conditionalConflict(condition: string, key: string): Failure {
  const message = 'The conditional request cannot succeed due to a conflicting operation against this resource.'
  return cloudFailure(409, 'ConditionalRequestConflict', message, { members: { Condition: condition, Key: key } })
}
