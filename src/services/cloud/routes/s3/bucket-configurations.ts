import { empty } from '../../../../core/answer.ts'
import { routesFor } from '../../../../core/routes.ts'
import type { CloudCall } from '../../call.ts'
import { noSuchConfiguration, noSuchTagSet } from '../../errors-s3.ts'
import { xmlAnswer } from '../../protocols/rest-xml.ts'
import { defaultAcl } from '../../rules/s3/acl.ts'
import { isPublic, policyOf } from '../../rules/s3/bucket-policy.ts'
import {
  corsSchema,
  encryptionSchema,
  lifecycleSchema,
  ownershipSchema,
  publicAccessBlockSchema,
} from '../../rules/s3/configurations.ts'
import { corsRulesOf } from '../../rules/s3/cors.ts'
import { checkTags } from '../../rules/s3/tags.ts'
import type { Bucket, StoredConfiguration } from '../../schema-s3.ts'
import { corsXml } from '../../xml/cors.ts'
import { givenAcl, tagging } from './object-settings.ts'
import { onBucket, xmlBody } from './steps.ts'

const { get, put, del } = routesFor<CloudCall>()

type WithBucket = CloudCall & { readonly bucket: Bucket }

/** Stores the members of a configuration document; null removes it. */
function store(
  { rows, bucket }: WithBucket,
  name: StoredConfiguration,
  value: Bucket['configurations'][StoredConfiguration],
): void {
  rows.buckets.update(bucket.id, { configurations: { ...bucket.configurations, [name]: value } })
}

/**
 * The configurations of buckets.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
 */
export const bucketConfigurationRoutes = [
  get('s3:GetBucketTagging', '/:bucket?tagging', onBucket('s3:GetBucketTagging'), ({ bucket }) => {
    if (bucket.tags === null) throw noSuchTagSet(bucket.id)
    return xmlAnswer('Tagging', { TagSet: { Tag: bucket.tags } })
  }),
  put(
    's3:PutBucketTagging',
    '/:bucket?tagging',
    onBucket('s3:PutBucketTagging'),
    xmlBody('Tagging', tagging),
    (call) => {
      call.rows.buckets.update(call.bucket.id, { tags: checkTags(call.body.TagSet.Tag, 50) })
      return empty()
    },
  ),
  del('s3:DeleteBucketTagging', '/:bucket?tagging', onBucket('s3:PutBucketTagging'), ({ rows, bucket }) => {
    rows.buckets.update(bucket.id, { tags: null })
    return empty()
  }),

  get('s3:GetBucketCors', '/:bucket?cors', onBucket('s3:GetBucketCORS'), ({ bucket }) => {
    if (bucket.cors === null) {
      throw noSuchConfiguration('NoSuchCORSConfiguration', 'The CORS configuration does not exist', bucket.id)
    }
    return xmlAnswer('CORSConfiguration', { CORSRule: bucket.cors.map(corsXml) })
  }),
  put(
    's3:PutBucketCors',
    '/:bucket?cors',
    onBucket('s3:PutBucketCORS'),
    xmlBody('CORSConfiguration', corsSchema),
    (call) => {
      call.rows.buckets.update(call.bucket.id, { cors: corsRulesOf(call.body.CORSRule) })
      return empty(200)
    },
  ),
  del('s3:DeleteBucketCors', '/:bucket?cors', onBucket('s3:PutBucketCORS'), ({ rows, bucket }) => {
    rows.buckets.update(bucket.id, { cors: null })
    return empty()
  }),

  get('s3:GetBucketPolicy', '/:bucket?policy', onBucket('s3:GetBucketPolicy'), ({ bucket }) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: existingPolicy(bucket),
  })),
  get('s3:GetBucketPolicyStatus', '/:bucket?policyStatus', onBucket('s3:GetBucketPolicyStatus'), ({ bucket }) =>
    xmlAnswer('PolicyStatus', { IsPublic: isPublic(existingPolicy(bucket)) }),
  ),
  put(
    's3:PutBucketPolicy',
    '/:bucket?policy',
    onBucket('s3:PutBucketPolicy'),
    givenPolicy,
    ({ rows, bucket, policy }) => {
      rows.buckets.update(bucket.id, { policy })
      return empty()
    },
  ),
  del('s3:DeleteBucketPolicy', '/:bucket?policy', onBucket('s3:DeleteBucketPolicy'), ({ rows, bucket }) => {
    rows.buckets.update(bucket.id, { policy: null })
    return empty()
  }),

  get(
    's3:GetBucketLifecycleConfiguration',
    '/:bucket?lifecycle',
    onBucket('s3:GetLifecycleConfiguration'),
    ({ bucket }) => {
      const kept = bucket.configurations.lifecycle ?? null
      if (kept === null) {
        throw noSuchConfiguration(
          'NoSuchLifecycleConfiguration',
          'The lifecycle configuration does not exist',
          bucket.id,
        )
      }
      return xmlAnswer('LifecycleConfiguration', kept)
    },
  ),
  put(
    's3:PutBucketLifecycleConfiguration',
    '/:bucket?lifecycle',
    onBucket('s3:PutLifecycleConfiguration'),
    xmlBody('LifecycleConfiguration', lifecycleSchema),
    (call) => {
      // A rule without an id gets one.
      const Rule = call.body.Rule.map(({ ID, ...rule }) => ({ ID: ID ?? call.ids.base62(48), ...rule }))
      store(call, 'lifecycle', { Rule })
      return empty(200)
    },
  ),
  del('s3:DeleteBucketLifecycle', '/:bucket?lifecycle', onBucket('s3:PutLifecycleConfiguration'), (call) => {
    store(call, 'lifecycle', null)
    return empty()
  }),

  get(
    's3:GetPublicAccessBlock',
    '/:bucket?publicAccessBlock',
    onBucket('s3:GetBucketPublicAccessBlock'),
    ({ bucket }) => {
      const { publicAccessBlock: kept = EVERYTHING_BLOCKED } = bucket.configurations
      if (kept === null) {
        throw noSuchConfiguration(
          'NoSuchPublicAccessBlockConfiguration',
          'The public access block configuration was not found',
          bucket.id,
        )
      }
      return xmlAnswer('PublicAccessBlockConfiguration', kept)
    },
  ),
  put(
    's3:PutPublicAccessBlock',
    '/:bucket?publicAccessBlock',
    onBucket('s3:PutBucketPublicAccessBlock'),
    xmlBody('PublicAccessBlockConfiguration', publicAccessBlockSchema),
    (call) => {
      store(call, 'publicAccessBlock', call.body)
      return empty(200)
    },
  ),
  del('s3:DeletePublicAccessBlock', '/:bucket?publicAccessBlock', onBucket('s3:PutBucketPublicAccessBlock'), (call) => {
    store(call, 'publicAccessBlock', null)
    return empty()
  }),

  get(
    's3:GetBucketOwnershipControls',
    '/:bucket?ownershipControls',
    onBucket('s3:GetBucketOwnershipControls'),
    ({ bucket }) => {
      const { ownershipControls: kept = OWNER_ENFORCED } = bucket.configurations
      if (kept === null) {
        const message = 'The bucket ownership controls were not found'
        throw noSuchConfiguration('OwnershipControlsNotFoundError', message, bucket.id)
      }
      return xmlAnswer('OwnershipControls', kept)
    },
  ),
  put(
    's3:PutBucketOwnershipControls',
    '/:bucket?ownershipControls',
    onBucket('s3:PutBucketOwnershipControls'),
    xmlBody('OwnershipControls', ownershipSchema),
    (call) => {
      store(call, 'ownershipControls', call.body)
      return empty(200)
    },
  ),
  del(
    's3:DeleteBucketOwnershipControls',
    '/:bucket?ownershipControls',
    onBucket('s3:PutBucketOwnershipControls'),
    (call) => {
      store(call, 'ownershipControls', null)
      return empty()
    },
  ),

  get('s3:GetBucketEncryption', '/:bucket?encryption', onBucket('s3:GetEncryptionConfiguration'), ({ bucket }) =>
    xmlAnswer('ServerSideEncryptionConfiguration', bucket.configurations.encryption ?? ENCRYPTED_BY_VENDOR),
  ),
  put(
    's3:PutBucketEncryption',
    '/:bucket?encryption',
    onBucket('s3:PutEncryptionConfiguration'),
    xmlBody('ServerSideEncryptionConfiguration', encryptionSchema),
    (call) => {
      store(call, 'encryption', call.body)
      return empty(200)
    },
  ),
  del('s3:DeleteBucketEncryption', '/:bucket?encryption', onBucket('s3:PutEncryptionConfiguration'), (call) => {
    store(call, 'encryption', null)
    return empty()
  }),

  get('s3:GetBucketAcl', '/:bucket?acl', onBucket('s3:GetBucketAcl'), (call) =>
    xmlAnswer('AccessControlPolicy', call.bucket.configurations.acl ?? defaultAcl(call)),
  ),
  put('s3:PutBucketAcl', '/:bucket?acl', onBucket('s3:PutBucketAcl'), givenAcl, (call) => {
    store(call, 'acl', call.acl)
    return empty(200)
  }),
]

// The configurations that new buckets have had since 2023.

const EVERYTHING_BLOCKED = {
  BlockPublicAcls: 'true',
  IgnorePublicAcls: 'true',
  BlockPublicPolicy: 'true',
  RestrictPublicBuckets: 'true',
}

const OWNER_ENFORCED = { Rule: { ObjectOwnership: 'BucketOwnerEnforced' } }

const ENCRYPTED_BY_VENDOR = {
  Rule: { ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' }, BucketKeyEnabled: 'false' },
}

function existingPolicy(bucket: Bucket): string {
  if (bucket.policy !== null) return bucket.policy
  throw noSuchConfiguration('NoSuchBucketPolicy', 'The bucket policy does not exist', bucket.id)
}

/** A step that adds the policy in the body as `policy`. Throws `MalformedPolicy`. */
async function givenPolicy(call: WithBucket): Promise<{ readonly policy: string }> {
  return { policy: await policyOf(call, call.bucket) }
}
