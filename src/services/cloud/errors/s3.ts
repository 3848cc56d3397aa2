import type { Failure } from '#core/errors.ts'
import { cloudFailure } from './failure.ts'

// Failures of S3: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html#ErrorCodeList

/** 404: the bucket does not exist. */
export function noSuchBucket(bucket: string): Failure {
  return cloudFailure(404, 'NoSuchBucket', 'The specified bucket does not exist', { members: { BucketName: bucket } })
}

/** 404: the object does not exist. */
export function noSuchKey(key: string, headers: Readonly<Record<string, string>> = {}): Failure {
  return cloudFailure(404, 'NoSuchKey', 'The specified key does not exist.', { members: { Key: key } }, headers)
}

/** 404: the version does not exist. */
export function noSuchVersion(key: string, versionId: string): Failure {
  return cloudFailure(404, 'NoSuchVersion', 'The specified version does not exist.', {
    members: { Key: key, VersionId: versionId },
  })
}

/** 400: the account that a client expects to own the bucket is no account. */
export function invalidBucketOwner(owner: string): Failure {
  const message = `The value of the expected bucket owner parameter must be an AWS Account ID... [${owner}]`
  return cloudFailure(400, 'InvalidBucketOwnerAWSAccountID', message)
}

/** 409: another account owns the bucket. */
export function bucketAlreadyExists(bucket: string): Failure {
  const message =
    'The requested bucket name is not available. The bucket namespace is shared by all users of the system. Please select a different name and try again.'
  return cloudFailure(409, 'BucketAlreadyExists', message, { members: { BucketName: bucket } })
}

/** 409: the account already owns the bucket. */
export function bucketAlreadyOwnedByYou(bucket: string): Failure {
  const message = 'Your previous request to create the named bucket succeeded and you already own it.'
  return cloudFailure(409, 'BucketAlreadyOwnedByYou', message, { members: { BucketName: bucket } })
}

/** 409: the bucket still holds objects, or versions of objects. */
export function bucketNotEmpty(bucket: string, isVersioned: boolean): Failure {
  const advice = isVersioned ? '. You must delete all versions in the bucket.' : ''
  return cloudFailure(409, 'BucketNotEmpty', `The bucket you tried to delete is not empty${advice}`, {
    members: { BucketName: bucket },
  })
}

/** 400: the bucket's name breaks the naming rules. */
export function invalidBucketName(bucket: string): Failure {
  return cloudFailure(400, 'InvalidBucketName', 'The specified bucket is not valid.', {
    members: { BucketName: bucket },
  })
}

/** 400: the location is unknown, or the endpoint does not serve it. */
export function invalidLocationConstraint(location: string): Failure {
  return cloudFailure(400, 'InvalidLocationConstraint', 'The specified location-constraint is not valid', {
    members: { LocationConstraint: location },
  })
}

/** 400: the location belongs to another region than the endpoint, or is missing where one is required. */
export function illegalLocationConstraint(location: string): Failure {
  const message = `The ${location} location constraint is incompatible for the region specific endpoint this request was sent to.`
  return cloudFailure(400, 'IllegalLocationConstraintException', message)
}

/** 400: the argument is invalid. The vendor returns the value of some arguments; `value` is null for the others. */
export function invalidArgument(message: string, name: string, value: string | null = null): Failure {
  return cloudFailure(400, 'InvalidArgument', message, {
    members: { ArgumentName: name, ...(value === null ? {} : { ArgumentValue: value }) },
  })
}

/** 400: events cannot be sent to destinations; the members number the problems. */
export function unreachableDestinations(
  problems: readonly { readonly arn: string; readonly problem: string }[],
): Failure {
  const members = problems.flatMap(({ arn, problem }, index) => [
    [`ArgumentName${index + 1}`, arn],
    [`ArgumentValue${index + 1}`, problem],
  ])
  const message = 'Unable to validate the following destination configurations'
  return cloudFailure(400, 'InvalidArgument', message, { members: Object.fromEntries(members) })
}

/** 400: the request is invalid; `message` is the vendor's. */
export function invalidRequest(message: string): Failure {
  return cloudFailure(400, 'InvalidRequest', message)
}

/** 400: a bucket that keeps no versions cannot be replicated. */
export function unversionedReplication(): Failure {
  return invalidRequest("Versioning must be 'Enabled' on the bucket to apply a replication configuration")
}

/** 400: the request is signed neither by version 4 nor, where that is taken, by version 2. */
export function unsupportedMechanism(): Failure {
  return invalidRequest('The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.')
}

/** 400: the body is not well-formed XML or does not fit the operation's schema. */
export function malformedXml(): Failure {
  const message = 'The XML you provided was not well-formed or did not validate against our published schema'
  return cloudFailure(400, 'MalformedXML', message)
}

/** 400: the path is not correctly percent-encoded. */
export function invalidUri(): Failure {
  return cloudFailure(400, 'InvalidURI', "Couldn't parse the specified URI.")
}

/** 400: the key is longer than 1024 bytes. */
export function keyTooLong(size: number): Failure {
  return cloudFailure(400, 'KeyTooLongError', 'Your key is too long', {
    members: { Size: String(size), MaxSizeAllowed: '1024' },
  })
}

/** 400: the user metadata is larger than 2 KB. */
export function metadataTooLarge(size: number): Failure {
  return cloudFailure(400, 'MetadataTooLarge', 'Your metadata headers exceed the maximum allowed metadata size', {
    members: { Size: String(size), MaxSizeAllowed: '2048' },
  })
}

/** 400: a tag is invalid, or the set of tags is; with the key, and the value where that is to blame. */
export function invalidTag(message: string, tag: { readonly TagKey?: string; readonly TagValue?: string }): Failure {
  return cloudFailure(400, 'InvalidTag', message, { members: tag })
}

/** 400: there are more tags than allowed. */
export function tooManyTags(message: string): Failure {
  return cloudFailure(400, 'BadRequest', message)
}

/** 404: the bucket has no tags. */
export function noSuchTagSet(bucket: string): Failure {
  return cloudFailure(404, 'NoSuchTagSet', 'The TagSet does not exist', { members: { BucketName: bucket } })
}

/** 404: the bucket has no configuration of this kind. */
export function noSuchConfiguration(code: string, message: string, bucket: string): Failure {
  return cloudFailure(404, code, message, { members: { BucketName: bucket } })
}

/** 400: the bucket policy is invalid; `message` is the vendor's reason. */
export function malformedPolicy(message: string): Failure {
  return cloudFailure(400, 'MalformedPolicy', message)
}

/** 400: ACLs are disabled in the bucket. */
export function aclNotSupported(): Failure {
  return cloudFailure(400, 'AccessControlListNotSupported', 'The bucket does not allow ACLs')
}

/** 400: the bucket would have an ACL while ACLs are disabled in it. */
export function aclWithOwnership(): Failure {
  const message = "Bucket cannot have ACLs set with ObjectOwnership's BucketOwnerEnforced setting"
  return cloudFailure(400, 'InvalidBucketAclWithObjectOwnership', message)
}

/** 400: a new bucket would have a public ACL, which its public access block forbids. */
export function aclWithPublicAccessBlock(): Failure {
  const message = 'Bucket cannot have public ACLs set with BlockPublicAccess enabled'
  return cloudFailure(400, 'InvalidBucketAclWithBlockPublicAccessError', message)
}

/** 403: the public access block of the bucket forbids a public policy or ACL. `principal` is an ARN. */
export function publicAccessBlocked(
  setting: 'BlockPublicPolicy' | 'BlockPublicAcls',
  principal: string | null,
  action: string,
  resource: string,
): Failure {
  const subject = setting === 'BlockPublicPolicy' ? 'public policies' : 'public access control lists (ACLs)'
  const end = setting === 'BlockPublicPolicy' ? '.' : ''
  const message =
    `User: ${principal ?? 'anonymous'} is not authorized to perform: ${action} on resource: "${resource}" ` +
    `because ${subject} are blocked by the ${setting} block public access setting${end}`
  return cloudFailure(403, 'AccessDenied', message)
}

/** 400: the Content-MD5 header is not an MD5 digest. */
export function invalidDigest(value: string): Failure {
  return cloudFailure(400, 'InvalidDigest', 'The Content-MD5 you specified was invalid.', {
    members: { 'Content-MD5': value },
  })
}

/** 400: the Content-MD5 header does not match the body. */
export function badDigest(expected: string, calculated: string): Failure {
  return cloudFailure(400, 'BadDigest', 'The Content-MD5 you specified did not match what we received.', {
    members: { ExpectedDigest: expected, CalculatedDigest: calculated },
  })
}

/** 400: the checksum does not match the body. */
export function badChecksum(algorithm: string): Failure {
  return cloudFailure(400, 'BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`)
}

/** 400: the signed hash of the body does not match the body. */
export function contentSha256Mismatch(announced: string, computed: string): Failure {
  return cloudFailure(
    400,
    'XAmzContentSHA256Mismatch',
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
    { members: { ClientComputedContentSHA256: announced, S3ComputedContentSHA256: computed } },
  )
}

/** 400: the body is shorter than announced, or ends within a chunk. */
export function incompleteBody(): Failure {
  return cloudFailure(
    400,
    'IncompleteBody',
    'You did not provide the number of bytes specified by the Content-Length HTTP header',
  )
}

/** 411: the request has no Content-Length header. */
export function missingContentLength(): Failure {
  return cloudFailure(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.')
}

/** 412: a condition of the request does not hold. */
export function preconditionFailed(condition: string): Failure {
  return cloudFailure(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    members: { Condition: condition },
  })
}

/** 400: the preflight request has no Origin header. */
export function originMissing(): Failure {
  return cloudFailure(400, 'BadRequest', 'Insufficient information. Origin request header needed.')
}

/** 400: an OPTIONS request to a bucket with CORS rules names no method. */
export function requestMethodMissing(): Failure {
  return cloudFailure(400, 'BadRequest', 'Invalid Access-Control-Request-Method: null')
}

/** 304, with the headers that RFC 9110 section 15.4.5 requires. */
export function notModified(headers: Readonly<Record<string, string>>): Failure {
  return cloudFailure(304, 'NotModified', 'Not Modified', {}, headers)
}

/** 416: the range does not overlap the object. */
export function invalidRange(requested: string, size: number): Failure {
  return cloudFailure(
    416,
    'InvalidRange',
    'The requested range is not satisfiable',
    { members: { RangeRequested: requested, ActualObjectSize: String(size) } },
    { 'content-range': `bytes */${size}` },
  )
}

/** 405: the method is not allowed for this resource. */
export function methodNotAllowed(method: string, resourceType: string, headers: Record<string, string> = {}): Failure {
  return cloudFailure(
    405,
    'MethodNotAllowed',
    'The specified method is not allowed against this resource.',
    { members: { Method: method, ResourceType: resourceType } },
    headers,
  )
}

/** The messages of refused preflight requests, by reason. */
const CORS_REFUSALS = {
  'no bucket': 'CORSResponse: Bucket not found',
  'not configured': 'CORSResponse: CORS is not enabled for this bucket.',
  'not allowed':
    'CORSResponse: This CORS request is not allowed. This is usually because the evalution of Origin, request method / ' +
    "Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.",
} as const

/** 403: no CORS rule allows the preflight request. */
export function corsForbidden(
  method: string,
  reason: keyof typeof CORS_REFUSALS,
  resource: 'BUCKET' | 'OBJECT',
): Failure {
  return cloudFailure(403, 'AccessForbidden', CORS_REFUSALS[reason], {
    members: { Method: method, ResourceType: resource },
  })
}

/** 400: the data after the last chunk is not a trailer, or not the announced one. */
export function malformedTrailer(): Failure {
  const message =
    'The request contained trailing data that was not well-formed or did not conform to our published schema.'
  return cloudFailure(400, 'MalformedTrailerError', message)
}

/** 501: backlot does not implement this feature of the vendor. */
export function notImplemented(message: string): Failure {
  return cloudFailure(501, 'NotImplemented', message)
}

/** 501: the vendor does not accept this header here; `reason` is the vendor's text about the value. */
export function headerNotImplemented(header: string, reason: string | null = null): Failure {
  return cloudFailure(501, 'NotImplemented', 'A header you provided implies functionality that is not implemented', {
    members: { Header: header, ...(reason === null ? {} : { additionalMessage: reason }) },
  })
}

/** 400: the storage class does not exist. */
export function invalidStorageClass(value: string): Failure {
  return cloudFailure(400, 'InvalidStorageClass', 'The storage class you specified is not valid', {
    members: { StorageClassRequested: value },
  })
}

/** 416: the object has no such part. */
export function invalidPartNumber(requested: string, parts: number): Failure {
  return cloudFailure(416, 'InvalidPartNumber', 'The requested partnumber is not satisfiable', {
    members: { PartNumberRequested: requested, ActualPartCount: String(parts) },
  })
}
