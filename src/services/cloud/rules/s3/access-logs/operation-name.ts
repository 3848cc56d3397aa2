/** Names of access logs that do not follow from the operation's own, without `REST` and the method. */
const RESOURCES: Readonly<Record<string, string>> = {
  ListBuckets: 'SERVICE',
  ListObjects: 'BUCKET',
  ListObjectsV2: 'BUCKET',
  ListObjectVersions: 'BUCKETVERSIONS',
  ListMultipartUploads: 'UPLOADS',
  CreateMultipartUpload: 'UPLOADS',
  CompleteMultipartUpload: 'UPLOAD',
  AbortMultipartUpload: 'UPLOAD',
  ListParts: 'UPLOAD',
  UploadPart: 'PART',
  DeleteObjects: 'MULTI_OBJECT_DELETE',
  GetBucketPolicy: 'BUCKETPOLICY',
  PutBucketPolicy: 'BUCKETPOLICY',
  DeleteBucketPolicy: 'BUCKETPOLICY',
  GetBucketLogging: 'LOGGING_STATUS',
  PutBucketLogging: 'LOGGING_STATUS',
  GetObjectAcl: 'ACL',
  PutObjectAcl: 'ACL',
  GetObjectRetention: 'OBJECT_LOCK_RETENTION',
  PutObjectRetention: 'OBJECT_LOCK_RETENTION',
  GetObjectLegalHold: 'OBJECT_LOCK_LEGALHOLD',
  PutObjectLegalHold: 'OBJECT_LOCK_LEGALHOLD',
}

/** Operations whose whole name is another one. */
const WHOLE: Readonly<Record<string, string>> = {
  CopyObject: 'REST.COPY.OBJECT',
  UploadPartCopy: 'REST.COPY.PART',
  SelectObjectContent: 'REST.SELECT.OBJECT',
}

/**
 * Returns the name of an operation in access logs: `REST.GET.OBJECT`, `REST.PUT.OBJECT_TAGGING`, `WEBSITE.GET.OBJECT`.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/LogFormat.html
 *
 * @param operation `s3:GetObject`
 */
export function operationName(operation: string, method: string): string {
  const name = operation.replace(/^s3:/, '')
  if (name === 'ServeWebsite') return `WEBSITE.${method}.OBJECT`
  return WHOLE[name] ?? `REST.${method}.${RESOURCES[name] ?? resourceOf(name)}`
}

/** Returns the resource of `PutBucketTagging`, `TAGGING`: the words between the verb and `Configuration`. */
function resourceOf(name: string): string {
  const words = name
    .replace(/^[A-Z][a-z]+/, '')
    .replace(/^Bucket(?=[A-Z])/, '')
    .replace(/(?<=[a-z])Configurations?$/, '')
  return words.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()
}
