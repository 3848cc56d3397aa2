import * as v from 'valibot'
import { empty } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { s3Arn } from '#cloud/rules/s3/arn.ts'
import { requirePermission } from '#cloud/rules/iam/permission.ts'
import type { CloudCall } from '#cloud/call.ts'
import {
  aclWithOwnership,
  aclWithPublicAccessBlock,
  bucketAlreadyOwnedByYou,
  bucketNotEmpty,
  invalidArgument,
  invalidBucketName,
  bucketAlreadyExists,
} from '#cloud/errors/s3.ts'
import { lockedVersioning } from '#cloud/errors/s3-object-lock.ts'
import { illegalVersioningConfiguration } from '#cloud/errors/s3-uploads.ts'
import { element, elements, readDocument } from '#cloud/protocols/read-xml.ts'
import { xmlAnswer } from '#cloud/protocols/rest-xml.ts'
import { isOwnerFullControl, isPublicAcl, requestedAcl } from '#cloud/rules/s3/access/acl.ts'
import { isBucketName } from '#cloud/rules/s3/buckets/bucket-name.ts'
import { OWNERSHIPS } from '#cloud/schema/ownerships.ts'
import { bucketsPage } from '#cloud/rules/s3/lists/list-buckets.ts'
import { CLASSIC_REGION, locationOf, regionOfNewBucket } from '#cloud/rules/s3/buckets/location.ts'
import { removeUploads } from '#cloud/rules/s3/uploads/multipart-upload.ts'
import { canonicalUserId } from '#cloud/rules/s3/access/owner.ts'
import { checkTags, TAG_OWNERS } from '#cloud/rules/s3/objects/tags.ts'
import type { Bucket } from '#cloud/schema/s3.ts'
import { ownAccountId } from '#cloud/rules/account.ts'
import { regionOf } from '#cloud/rules/region.ts'
import { bucketXml } from '#cloud/xml/bucket.ts'
import { loadBucket } from '#cloud/steps/s3/load-bucket.ts'
import { xmlBody } from '#cloud/steps/s3/xml-body.ts'

const { get, head, put, del } = routesFor<CloudCall>()

const tag = element({ Key: v.pipe(v.string(), v.minLength(1)), Value: v.string() })
const BucketInput = element({
  LocationConstraint: v.optional(v.string()),
  Tags: v.optional(element({ Tag: elements(tag) })),
})

type NewBucket = v.InferOutput<typeof BucketInput>

/** A step that parses the body and adds it as `body`; an empty body has no members. */
async function parseBucketConfiguration(call: CloudCall): Promise<{ readonly body: NewBucket }> {
  return {
    body: call.bytes.length === 0 ? {} : await readDocument(call.text, 'CreateBucketConfiguration', BucketInput),
  }
}

const versioning = element({
  Status: v.optional(v.picklist(['Enabled', 'Suspended'])),
  MfaDelete: v.optional(v.picklist(['Enabled', 'Disabled'])),
})

/**
 * Operations on buckets.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
 */
export const bucketRoutes = [
  get('s3:ListBuckets', '/', (call) => {
    // Policies name all buckets of the partition where they allow or deny their list.
    requirePermission(call, 's3:ListAllMyBuckets', s3Arn({ id: '*', region: regionOf(call) }))
    const { buckets, token, prefix, isFiltered } = bucketsPage(call)
    return xmlAnswer('ListAllMyBucketsResult', {
      Owner: { ID: canonicalUserId({ accountId: ownAccountId(call) }) },
      Buckets: { Bucket: buckets.map((bucket) => bucketXml(bucket, isFiltered)) },
      ContinuationToken: token,
      Prefix: prefix,
    })
  }),

  put('s3:CreateBucket', '/:bucket', parseBucketConfiguration, (call) => {
    const { params, rows, clock, body } = call
    if (!isBucketName(params.bucket)) throw invalidBucketName(params.bucket)
    const accountId = ownAccountId(call)
    const existing = rows.buckets.get(params.bucket)
    if (existing !== undefined && existing.accountId !== accountId) throw bucketAlreadyExists(params.bucket)
    authorizeCreation(call, params.bucket, body)
    const region = regionOfNewBucket(call, body.LocationConstraint)
    checkOwnership(call.header('x-amz-object-ownership'))
    if (existing !== undefined) {
      const isRepeated = existing.region === CLASSIC_REGION && region === CLASSIC_REGION
      if (!isRepeated || (body.Tags?.Tag.length ?? 0) > 0) throw bucketAlreadyOwnedByYou(params.bucket)
      return empty(200, created(call, existing))
    }
    const tags = body.Tags?.Tag.length ? checkTags(body.Tags.Tag, TAG_OWNERS.newBucket) : null
    const bucket = rows.buckets.insert({
      id: params.bucket,
      accountId,
      region,
      location: body.LocationConstraint ?? locationOf(region),
      createdAt: clock.now(),
      versioning: call.header('x-amz-bucket-object-lock-enabled') === 'true' ? 'Enabled' : null,
      mfaDelete: null,
      tags,
      cors: null,
      policy: null,
      configurations: newConfigurations(call),
      namedConfigurations: {},
      notifications: { destinations: [], eventBridge: false },
      objectLock: call.header('x-amz-bucket-object-lock-enabled') === 'true' ? { defaultRetention: null } : null,
    })
    return empty(200, created(call, bucket))
  }),

  head('s3:HeadBucket', '/:bucket', loadBucket('s3:ListBucket'), ({ bucket }) =>
    empty(200, {
      'content-type': 'application/xml',
      'x-amz-bucket-arn': s3Arn(bucket),
      'x-amz-bucket-region': bucket.region,
      'x-amz-access-point-alias': 'false',
    }),
  ),

  del('s3:DeleteBucket', '/:bucket', loadBucket('s3:DeleteBucket'), ({ rows, bucket }) => {
    if (rows.objects.count('versions', bucket.id) > 0) throw bucketNotEmpty(bucket.id, bucket.versioning !== null)
    removeUploads({ rows }, bucket)
    rows.buckets.delete(bucket.id)
    return empty()
  }),

  get('s3:GetBucketLocation', '/:bucket?location', loadBucket('s3:GetBucketLocation'), ({ bucket }) =>
    xmlAnswer('LocationConstraint', bucket.location === '' ? {} : bucket.location),
  ),

  get('s3:GetBucketVersioning', '/:bucket?versioning', loadBucket('s3:GetBucketVersioning'), ({ bucket }) =>
    xmlAnswer('VersioningConfiguration', { Status: bucket.versioning, MfaDelete: bucket.mfaDelete }),
  ),

  put(
    's3:PutBucketVersioning',
    '/:bucket?versioning',
    loadBucket('s3:PutBucketVersioning'),
    xmlBody('VersioningConfiguration', versioning),
    ({ rows, bucket, body }) => {
      if (body.Status === undefined) throw illegalVersioningConfiguration()
      if (body.Status === 'Suspended' && bucket.objectLock !== null) throw lockedVersioning()
      rows.buckets.update(bucket.id, { versioning: body.Status, mfaDelete: body.MfaDelete ?? bucket.mfaDelete })
      return empty(200)
    },
  ),
]

/** @throws `InvalidArgument` for an unknown setting of Object Ownership. */
function checkOwnership(ownership: string | undefined): void {
  if (ownership === undefined || OWNERSHIPS.some((each) => each === ownership)) return
  throw invalidArgument(`Invalid x-amz-object-ownership header: ${ownership}`, 'x-amz-object-ownership')
}

/** Checks that the principal may create a bucket with the tags, ACL and ownership of the request. */
function authorizeCreation(call: CloudCall, name: string, { Tags }: { readonly Tags?: unknown }): void {
  const arn = s3Arn({ id: name, region: regionOf(call) })
  requirePermission(call, 's3:CreateBucket', arn)
  if (Tags !== undefined) requirePermission(call, 's3:TagResource', arn)
  if (requestedAcl(call, ownAccountId(call)) !== null) requirePermission(call, 's3:PutBucketAcl', arn)
  if (call.header('x-amz-object-ownership') !== undefined) requirePermission(call, 's3:PutBucketOwnershipControls', arn)
}

function created({ mountPath }: CloudCall, bucket: Bucket): Record<string, string> {
  const location =
    bucket.region === CLASSIC_REGION ? `${mountPath}/${bucket.id}` : `http://${bucket.id}.s3.amazonaws.com/`
  return { location, 'x-amz-bucket-arn': s3Arn(bucket) }
}

/**
 * Returns the configurations that the headers of a request set on the new bucket.
 *
 * @throws the vendor's failure for an ACL that does not fit the bucket's ownership or its public access block.
 */
function newConfigurations(call: CloudCall): Bucket['configurations'] {
  const ownership = call.header('x-amz-object-ownership')
  const accountId = ownAccountId(call)
  const acl = requestedAcl(call, accountId)
  if (acl !== null && !isOwnerFullControl(accountId, acl)) {
    if (ownership === undefined || ownership === 'BucketOwnerEnforced') throw aclWithOwnership()
    if (isPublicAcl(acl)) throw aclWithPublicAccessBlock()
  }
  return {
    ...(ownership === undefined ? {} : { ownershipControls: { Rule: { ObjectOwnership: ownership } } }),
    ...(acl === null ? {} : { acl }),
  }
}
