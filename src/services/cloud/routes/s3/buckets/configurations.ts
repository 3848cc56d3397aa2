import { empty } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { s3Arn } from '#cloud/rules/s3/arn.ts'
import type { CloudCall } from '#cloud/call.ts'
import { checkLifecycle } from '#cloud/rules/s3/lifecycle/check.ts'
import { scheduleLifecycle } from '#cloud/rules/s3/lifecycle/run.ts'
import { aclWithOwnership, invalidRequest, noSuchConfiguration, noSuchTagSet } from '#cloud/errors/s3.ts'
import { xmlAnswer } from '#cloud/protocols/rest-xml.ts'
import type { XmlMembers } from '#cloud/protocols/xml.ts'
import { defaultAcl, isOwnerFullControl } from '#cloud/rules/s3/access/acl.ts'
import { checkPublicPolicy, isPublic } from '#cloud/rules/s3/access/bucket-policy.ts'
import { checkPublicAcl } from '#cloud/rules/s3/access/check-acl.ts'
import {
  corsSchema,
  checkEncryption,
  encryptionSchema,
  lifecycleSchema,
  ownershipSchema,
  publicAccessBlockSchema,
  storeConfiguration,
} from '#cloud/rules/s3/buckets/configurations.ts'
import { corsRulesOf } from '#cloud/rules/s3/buckets/cors.ts'
import { EVERYTHING_BLOCKED, OWNER_ENFORCED } from '#cloud/rules/s3/access/public-access.ts'
import { checkWebsite, websiteSchema } from '#cloud/rules/s3/website/configuration.ts'
import { checkTags, TAG_OWNERS } from '#cloud/rules/s3/objects/tags.ts'
import type { Bucket } from '#cloud/schema/s3.ts'
import { corsXml } from '#cloud/xml/cors.ts'
import { tagging } from '../objects/settings.ts'
import { loadBucket } from '#cloud/steps/s3/load-bucket.ts'
import { parseAcl, requireAcls } from '#cloud/steps/s3/acl.ts'
import { parseBucketPolicy } from '#cloud/steps/s3/bucket-policy.ts'
import { xmlBody } from '#cloud/steps/s3/xml-body.ts'

const { get, put, del } = routesFor<CloudCall>()

/**
 * The configurations of buckets.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
 */
export const bucketConfigurationRoutes = [
  get('s3:GetBucketTagging', '/:bucket?tagging', loadBucket('s3:GetBucketTagging'), ({ bucket }) => {
    if (bucket.tags === null) throw noSuchTagSet(bucket.id)
    return xmlAnswer('Tagging', { TagSet: { Tag: bucket.tags } })
  }),
  put(
    's3:PutBucketTagging',
    '/:bucket?tagging',
    loadBucket('s3:PutBucketTagging'),
    xmlBody('Tagging', tagging),
    (call) => {
      const tags = checkTags(call.body.TagSet.Tag, TAG_OWNERS.bucket)
      // An empty set is none.
      call.rows.buckets.update(call.bucket.id, { tags: tags.length === 0 ? null : tags })
      return empty()
    },
  ),
  del('s3:DeleteBucketTagging', '/:bucket?tagging', loadBucket('s3:PutBucketTagging'), ({ rows, bucket }) => {
    rows.buckets.update(bucket.id, { tags: null })
    return empty()
  }),

  get('s3:GetBucketCors', '/:bucket?cors', loadBucket('s3:GetBucketCORS'), ({ bucket }) => {
    if (bucket.cors === null) {
      throw noSuchConfiguration('NoSuchCORSConfiguration', 'The CORS configuration does not exist', bucket.id)
    }
    return xmlAnswer('CORSConfiguration', { CORSRule: bucket.cors.map(corsXml) })
  }),
  put(
    's3:PutBucketCors',
    '/:bucket?cors',
    loadBucket('s3:PutBucketCORS'),
    xmlBody('CORSConfiguration', corsSchema),
    (call) => {
      call.rows.buckets.update(call.bucket.id, { cors: corsRulesOf(call.body.CORSRule) })
      return empty(200)
    },
  ),
  del('s3:DeleteBucketCors', '/:bucket?cors', loadBucket('s3:PutBucketCORS'), ({ rows, bucket }) => {
    rows.buckets.update(bucket.id, { cors: null })
    return empty()
  }),

  get('s3:GetBucketPolicy', '/:bucket?policy', loadBucket('s3:GetBucketPolicy'), ({ bucket }) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: existingPolicy(bucket),
  })),
  get('s3:GetBucketPolicyStatus', '/:bucket?policyStatus', loadBucket('s3:GetBucketPolicyStatus'), ({ bucket }) =>
    xmlAnswer('PolicyStatus', { IsPublic: isPublic(existingPolicy(bucket)) }),
  ),
  put('s3:PutBucketPolicy', '/:bucket?policy', loadBucket('s3:PutBucketPolicy'), parseBucketPolicy, (call) => {
    const { rows, bucket, policy } = call
    checkPublicPolicy(call, bucket, policy)
    rows.buckets.update(bucket.id, { policy })
    return empty()
  }),
  del('s3:DeleteBucketPolicy', '/:bucket?policy', loadBucket('s3:DeleteBucketPolicy'), ({ rows, bucket }) => {
    rows.buckets.update(bucket.id, { policy: null })
    return empty()
  }),

  get(
    's3:GetBucketLifecycleConfiguration',
    '/:bucket?lifecycle',
    loadBucket('s3:GetLifecycleConfiguration'),
    ({ bucket }) => {
      const stored = bucket.configurations.lifecycle ?? null
      if (stored === null) {
        throw noSuchConfiguration(
          'NoSuchLifecycleConfiguration',
          'The lifecycle configuration does not exist',
          bucket.id,
        )
      }
      return xmlAnswer('LifecycleConfiguration', stored, minimumSizeHeader(bucket.configurations))
    },
  ),
  put(
    's3:PutBucketLifecycleConfiguration',
    '/:bucket?lifecycle',
    loadBucket('s3:PutLifecycleConfiguration'),
    xmlBody('LifecycleConfiguration', lifecycleSchema),
    (call) => {
      // A rule without an id gets one.
      checkLifecycle(call.body.Rule)
      const Rule = call.body.Rule.map(({ ID, ...rule }) => ({ ID: ID ?? call.ids.base62(48), ...rule }))
      const configurations = { ...call.bucket.configurations, lifecycle: { Rule }, ...minimumSizeOf(call) }
      call.rows.buckets.update(call.bucket.id, { configurations })
      scheduleLifecycle(call)
      return empty(200, minimumSizeHeader(configurations))
    },
  ),
  del('s3:DeleteBucketLifecycle', '/:bucket?lifecycle', loadBucket('s3:PutLifecycleConfiguration'), (call) => {
    storeConfiguration(call, call.bucket, 'lifecycle', null)
    return empty()
  }),

  get(
    's3:GetPublicAccessBlock',
    '/:bucket?publicAccessBlock',
    loadBucket('s3:GetBucketPublicAccessBlock'),
    ({ bucket }) => {
      const { publicAccessBlock: stored = EVERYTHING_BLOCKED } = bucket.configurations
      if (stored === null) {
        throw noSuchConfiguration(
          'NoSuchPublicAccessBlockConfiguration',
          'The public access block configuration was not found',
          bucket.id,
        )
      }
      return xmlAnswer('PublicAccessBlockConfiguration', stored)
    },
  ),
  put(
    's3:PutPublicAccessBlock',
    '/:bucket?publicAccessBlock',
    loadBucket('s3:PutBucketPublicAccessBlock'),
    xmlBody('PublicAccessBlockConfiguration', publicAccessBlockSchema),
    (call) => {
      storeConfiguration(call, call.bucket, 'publicAccessBlock', call.body)
      return empty(200)
    },
  ),
  del(
    's3:DeletePublicAccessBlock',
    '/:bucket?publicAccessBlock',
    loadBucket('s3:PutBucketPublicAccessBlock'),
    (call) => {
      storeConfiguration(call, call.bucket, 'publicAccessBlock', null)
      return empty()
    },
  ),

  get(
    's3:GetBucketOwnershipControls',
    '/:bucket?ownershipControls',
    loadBucket('s3:GetBucketOwnershipControls'),
    ({ bucket }) => {
      const { ownershipControls: stored = OWNER_ENFORCED } = bucket.configurations
      if (stored === null) {
        const message = 'The bucket ownership controls were not found'
        throw noSuchConfiguration('OwnershipControlsNotFoundError', message, bucket.id)
      }
      return xmlAnswer('OwnershipControls', stored)
    },
  ),
  put(
    's3:PutBucketOwnershipControls',
    '/:bucket?ownershipControls',
    loadBucket('s3:PutBucketOwnershipControls'),
    xmlBody('OwnershipControls', ownershipSchema),
    (call) => {
      const { accountId, configurations } = call.bucket
      const { acl } = configurations
      const hasAcl = acl !== undefined && acl !== null && !isOwnerFullControl(accountId, acl as XmlMembers) // acl.ts makes it
      if (call.body.Rule.ObjectOwnership === 'BucketOwnerEnforced' && hasAcl) throw aclWithOwnership()
      storeConfiguration(call, call.bucket, 'ownershipControls', call.body)
      return empty(200)
    },
  ),
  del(
    's3:DeleteBucketOwnershipControls',
    '/:bucket?ownershipControls',
    loadBucket('s3:PutBucketOwnershipControls'),
    (call) => {
      storeConfiguration(call, call.bucket, 'ownershipControls', null)
      return empty()
    },
  ),

  get('s3:GetBucketEncryption', '/:bucket?encryption', loadBucket('s3:GetEncryptionConfiguration'), ({ bucket }) =>
    xmlAnswer('ServerSideEncryptionConfiguration', bucket.configurations.encryption ?? ENCRYPTED_BY_VENDOR),
  ),
  put(
    's3:PutBucketEncryption',
    '/:bucket?encryption',
    loadBucket('s3:PutEncryptionConfiguration'),
    xmlBody('ServerSideEncryptionConfiguration', encryptionSchema),
    (call) => {
      checkEncryption(call.body)
      storeConfiguration(call, call.bucket, 'encryption', call.body)
      return empty(200)
    },
  ),
  del('s3:DeleteBucketEncryption', '/:bucket?encryption', loadBucket('s3:PutEncryptionConfiguration'), (call) => {
    storeConfiguration(call, call.bucket, 'encryption', null)
    return empty()
  }),

  get('s3:GetBucketWebsite', '/:bucket?website', loadBucket('s3:GetBucketWebsite'), ({ bucket }) => {
    const stored = bucket.configurations.website ?? null
    if (stored === null) {
      const message = 'The specified bucket does not have a website configuration'
      throw noSuchConfiguration('NoSuchWebsiteConfiguration', message, bucket.id)
    }
    return xmlAnswer('WebsiteConfiguration', stored)
  }),
  put(
    's3:PutBucketWebsite',
    '/:bucket?website',
    loadBucket('s3:PutBucketWebsite'),
    xmlBody('WebsiteConfiguration', websiteSchema),
    (call) => {
      checkWebsite(call.body)
      storeConfiguration(call, call.bucket, 'website', call.body)
      return empty(200)
    },
  ),
  del('s3:DeleteBucketWebsite', '/:bucket?website', loadBucket('s3:DeleteBucketWebsite'), (call) => {
    storeConfiguration(call, call.bucket, 'website', null)
    return empty()
  }),

  get('s3:GetBucketAcl', '/:bucket?acl', loadBucket('s3:GetBucketAcl'), (call) =>
    xmlAnswer('AccessControlPolicy', call.bucket.configurations.acl ?? defaultAcl(call.bucket.accountId)),
  ),
  put('s3:PutBucketAcl', '/:bucket?acl', loadBucket('s3:PutBucketAcl'), parseAcl, requireAcls, (call) => {
    checkPublicAcl(call, call.bucket, call.acl, 's3:PutBucketAcl', s3Arn(call.bucket))
    storeConfiguration(call, call.bucket, 'acl', call.acl)
    return empty(200)
  }),
]

const MINIMUM_SIZE = 'x-amz-transition-default-minimum-object-size'
const MINIMUM_SIZES = ['all_storage_classes_128K', 'varies_by_storage_class']

/**
 * Returns the smallest size that transitions move by default.
 *
 * @throws `InvalidRequest` for an unknown setting.
 */
function minimumSizeOf({ header }: CloudCall): { readonly lifecycleMinimumSize: string } {
  const [usual = ''] = MINIMUM_SIZES
  const chosen = header(MINIMUM_SIZE) ?? usual
  if (MINIMUM_SIZES.includes(chosen)) return { lifecycleMinimumSize: chosen }
  throw invalidRequest(`Invalid TransitionDefaultMinimumObjectSize found: ${chosen}`)
}

function minimumSizeHeader({ lifecycleMinimumSize: size }: Bucket['configurations']): Record<string, string> {
  return typeof size === 'string' ? { [MINIMUM_SIZE]: size } : {}
}

/** The encryption of a new bucket. */
const ENCRYPTED_BY_VENDOR = {
  Rule: { ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' }, BucketKeyEnabled: 'false' },
}

function existingPolicy(bucket: Bucket): string {
  if (bucket.policy !== null) return bucket.policy
  throw noSuchConfiguration('NoSuchBucketPolicy', 'The bucket policy does not exist', bucket.id)
}
