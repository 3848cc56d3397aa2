import type { CloudCall, Principal } from '#cloud/call.ts'
import { wireOf } from '#cloud/protocols/wire.ts'
import { regionOf } from '../region.ts'
import { ownAccountId } from '../account.ts'
import { s3Resource } from './resource-owner.ts'
import { requestSignature } from '#cloud/signature/request-signature.ts'
import { isVersion2 } from '#cloud/signature/version-2.ts'
import { conditionContext, mergedContext, type ConditionContext } from '../policy/context.ts'
import type { Requester } from '../policy/principals.ts'
import { credentialOf, principalArn, principalTags } from './requester.ts'
import { sourceAddress } from './source-address.ts'

/**
 * Returns the condition keys that every request has.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html
 */
export function requestContext(
  call: CloudCall,
  principal: Principal | null,
  requester: Requester,
  resourceAccountId: string | null,
): ConditionContext {
  const now = call.clock.now()
  const credential = credentialOf(call, principal)
  const session = credential?.session ?? null
  const user =
    requester.type === 'user' && requester.uniqueId !== null
      ? call.rows.users.find('uniqueId', requester.uniqueId)
      : undefined
  return conditionContext({
    'aws:CurrentTime': new Date(now).toISOString(),
    'aws:EpochTime': Math.floor(now / 1000),
    'aws:SourceIp': sourceAddress(call),
    'aws:SecureTransport': call.origin.startsWith('https:') || call.header('x-forwarded-proto') === 'https',
    'aws:UserAgent': call.header('user-agent'),
    'aws:Referer': call.header('referer'),
    'aws:RequestedRegion': requestedRegion(call),
    'aws:ResourceAccount': resourceAccountId ?? ownAccountId(call),
    'aws:ViaAWSService': false,
    'aws:PrincipalIsAWSService': requester.type === 'service',
    'aws:PrincipalAccount': requester.accountId,
    'aws:PrincipalArn': principalArn(requester),
    'aws:PrincipalType': TYPES[requester.type],
    'aws:userid': principal?.userId ?? 'anonymous',
    'aws:username': user?.name,
    'aws:TokenIssueTime': session === null ? null : new Date(credential?.createdAt ?? 0).toISOString(),
    'aws:SourceIdentity': session?.sourceIdentity,
    'aws:FederatedProvider': session?.provider,
    // The key is absent for long-lived access keys, neither true nor false.
    'aws:MultiFactorAuthPresent': session?.multiFactor,
    'aws:MultiFactorAuthAge':
      session?.multiFactor === true ? Math.floor((now - (credential?.createdAt ?? now)) / 1000) : null,
    ...Object.fromEntries(principalTags(call, principal).map(({ key, value }) => [`aws:PrincipalTag/${key}`, value])),
  })
}

/**
 * Returns the region of the request's signature, because one endpoint serves all regions. All requests to IAM have the
 * same region.
 */
function requestedRegion(call: CloudCall): string {
  return wireOf(call).service === 'iam' ? 'us-east-1' : regionOf(call)
}

const TYPES: Readonly<Record<Requester['type'], string | null>> = {
  root: 'Account',
  user: 'User',
  'assumed-role': 'AssumedRole',
  'federated-user': 'FederatedUser',
  anonymous: 'Anonymous',
  'web-identity': null,
  service: null,
}

/** The headers that S3 turns into condition keys. */
const S3_HEADERS = [
  'x-amz-acl',
  'x-amz-content-sha256',
  'x-amz-copy-source',
  'x-amz-grant-full-control',
  'x-amz-grant-read',
  'x-amz-grant-read-acp',
  'x-amz-grant-write',
  'x-amz-grant-write-acp',
  'x-amz-metadata-directive',
  'x-amz-object-ownership',
  'x-amz-server-side-encryption',
  'x-amz-server-side-encryption-aws-kms-key-id',
  'x-amz-server-side-encryption-customer-algorithm',
  'x-amz-storage-class',
  'x-amz-website-redirect-location',
]

/**
 * Returns the condition keys of S3.
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html
 *
 * @param action `s3:ListBucket`
 * @param resource the ARN of a bucket or an object
 */
export function s3Context(call: CloudCall, action: string, resource: string): ConditionContext {
  const { query } = call
  const tagging = [...new URLSearchParams(call.header('x-amz-tagging') ?? '')]
  return mergedContext(
    conditionContext({
      ...(action.startsWith('s3:ListBucket') ? listContext(call) : {}),
      's3:VersionId': query.get('versionId'),
      ...(call.principal === null ? {} : signatureKeys(call)),
      ...Object.fromEntries(S3_HEADERS.map((name) => [`s3:${name}`, call.header(name)])),
      ...Object.fromEntries(tagging.map(([key, value]) => [`s3:RequestObjectTag/${key}`, value])),
      's3:RequestObjectTagKeys': tagging.length === 0 ? null : tagging.map(([key]) => key),
    }),
    existingTags(call, resource),
  )
}

/** Returns the condition keys of lists. Deletions and reads require `s3:ListBucket` too, but have no such keys. */
function listContext({ query }: CloudCall): Readonly<Record<string, string | null>> {
  return {
    's3:prefix': query.get('prefix'),
    's3:delimiter': query.get('delimiter'),
    's3:max-keys': query.get('max-keys'),
  }
}

/**
 * Returns the condition keys of the signature: its place in the request, its version, and for a presigned URL its age
 * in milliseconds by the instance's clock.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/bucket-policy-s3-sigv4-conditions.html
 */
function signatureKeys(call: CloudCall): Readonly<Record<string, string | number | null>> {
  const { operation, header, clock } = call
  const version = { 's3:signatureversion': isVersion2(call) ? 'AWS' : 'AWS4-HMAC-SHA256' }
  if (operation === 's3:PostObject') return { ...version, 's3:authType': 'POST' }
  if (header('authorization') !== undefined) return { ...version, 's3:authType': 'REST-HEADER' }
  if (isVersion2(call)) return { ...version, 's3:authType': 'REST-QUERY-STRING' }
  const signature = requestSignature(call)
  if (signature === null) return {}
  return {
    ...version,
    's3:authType': 'REST-QUERY-STRING',
    's3:signatureAge': Math.max(0, Math.floor(clock.now() - signature.at)),
  }
}

/** Returns the condition keys of the tags that the object had before the request. */
function existingTags({ rows }: CloudCall, resource: string): ConditionContext {
  const { bucket, key = null } = s3Resource(rows, resource) ?? {}
  if (bucket === undefined || key === null) return new Map()
  const tags = rows.objects.find('latest', bucket.id, key)?.tags ?? []
  return conditionContext(Object.fromEntries(tags.map(({ Key, Value }) => [`s3:ExistingObjectTag/${Key}`, Value])))
}

/**
 * Returns the condition keys of the queue's tags.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-abac.html
 */
export function sqsContext({ rows }: CloudCall, resource: string): ConditionContext {
  const tags = rows.queues.find('arn', resource)?.tags ?? {}
  return conditionContext(
    Object.fromEntries(Object.entries(tags).map(([key, value]) => [`aws:ResourceTag/${key}`, value])),
  )
}
