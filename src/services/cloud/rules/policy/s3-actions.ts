import { actionMatches } from './wildcards.ts'

/** The resource types of bucket policies. */
export type S3ResourceType = 'bucket' | 'object'

/** The actions on buckets. https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html */
const ON_BUCKETS =
  'CreateBucket CreateBucketMetadataTableConfiguration DeleteBucket DeleteBucketMetadataTableConfiguration ' +
  'DeleteBucketPolicy DeleteBucketWebsite GetAccelerateConfiguration GetAnalyticsConfiguration GetBucketAbac GetBucketAcl ' +
  'GetBucketCORS GetBucketLocation GetBucketLogging GetBucketMetadataTableConfiguration GetBucketNotification ' +
  'GetBucketObjectLockConfiguration GetBucketOwnershipControls GetBucketPolicy GetBucketPolicyStatus ' +
  'GetBucketPublicAccessBlock GetBucketRequestPayment GetBucketTagging GetBucketVersioning GetBucketWebsite ' +
  'GetEncryptionConfiguration GetIntelligentTieringConfiguration GetInventoryConfiguration GetLifecycleConfiguration ' +
  'GetMetricsConfiguration GetReplicationConfiguration ListBucket ListBucketMultipartUploads ListBucketVersions ' +
  'ListTagsForResource PauseReplication PutAccelerateConfiguration PutAnalyticsConfiguration PutBucketAbac PutBucketAcl ' +
  'PutBucketCORS PutBucketLogging PutBucketNotification PutBucketObjectLockConfiguration PutBucketOwnershipControls ' +
  'PutBucketPolicy PutBucketPublicAccessBlock PutBucketRequestPayment PutBucketTagging PutBucketVersioning ' +
  'PutBucketWebsite PutEncryptionConfiguration PutIntelligentTieringConfiguration PutInventoryConfiguration ' +
  'PutLifecycleConfiguration PutMetricsConfiguration PutReplicationConfiguration TagResource UntagResource ' +
  'UpdateBucketMetadataInventoryTableConfiguration UpdateBucketMetadataJournalTableConfiguration'

/** The actions on objects. */
const ON_OBJECTS =
  'AbortMultipartUpload BypassGovernanceRetention DeleteObject DeleteObjectTagging DeleteObjectVersion ' +
  'DeleteObjectVersionTagging GetObject GetObjectAcl GetObjectAttributes GetObjectLegalHold GetObjectRetention ' +
  'GetObjectTagging GetObjectTorrent GetObjectVersion GetObjectVersionAcl GetObjectVersionAttributes ' +
  'GetObjectVersionForReplication GetObjectVersionTagging GetObjectVersionTorrent InitiateReplication ' +
  'ListMultipartUploadParts ObjectOwnerOverrideToBucketOwner PutObject PutObjectAcl PutObjectLegalHold PutObjectRetention ' +
  'PutObjectTagging PutObjectVersionAcl PutObjectVersionTagging ReplicateDelete ReplicateObject ReplicateTags RestoreObject ' +
  'UpdateObjectEncryption'

const ACTIONS: readonly (readonly [action: string, type: S3ResourceType])[] = [
  ...ON_BUCKETS.split(' ').map((name) => [`s3:${name}`, 'bucket'] as const),
  ...ON_OBJECTS.split(' ').map((name) => [`s3:${name}`, 'object'] as const),
]

/** Returns the types of resource that an action of a policy applies to; none for an unknown action. */
export function resourceTypesOf(pattern: string): ReadonlySet<S3ResourceType> {
  return new Set(ACTIONS.filter(([action]) => actionMatches(pattern, action)).map(([, type]) => type))
}
