import type { CloudCall, Principal } from '#cloud/call.ts'
import type { XmlMembers } from '#cloud/protocols/xml.ts'
import { objectOf, s3Resource } from '../../iam/resource-owner.ts'
import { grantsAccount, groupsOf } from './acl.ts'
import { isBlocked, isOwnerEnforced } from './public-access.ts'

/**
 * The permissions of ACLs by the actions that they allow, on buckets and on objects.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#permissions
 */
const ON_BUCKETS: Readonly<Record<string, string>> = {
  's3:ListBucket': 'READ',
  's3:ListBucketVersions': 'READ',
  's3:ListBucketMultipartUploads': 'READ',
  's3:PutObject': 'WRITE',
  's3:GetBucketAcl': 'READ_ACP',
  's3:PutBucketAcl': 'WRITE_ACP',
}
const ON_OBJECTS: Readonly<Record<string, string>> = {
  's3:GetObject': 'READ',
  's3:GetObjectVersion': 'READ',
  's3:GetObjectAcl': 'READ_ACP',
  's3:GetObjectVersionAcl': 'READ_ACP',
  's3:PutObjectAcl': 'WRITE_ACP',
  's3:PutObjectVersionAcl': 'WRITE_ACP',
}

/** The operations that make an object, which may come with an ACL. */
const WRITES = new Set(['s3:PutObject', 's3:PostObject', 's3:CopyObject', 's3:CreateMultipartUpload'])

/**
 * Returns whether the ACL of a bucket or of an object in it grants an action to everyone, or to everyone who has an AWS
 * account.
 */
export function isGrantedByAcl(
  call: CloudCall,
  principal: Principal | null,
  action: string,
  resource: string,
): boolean {
  const bucket = s3Resource(call.rows, resource)?.bucket
  if (bucket === undefined || isBlocked(bucket, 'IgnorePublicAcls')) return false
  return isGranted(call, action, resource, (acl, permission) =>
    groupsOf(acl, permission).some((group) => group === 'AllUsers' || principal !== null),
  )
}

/** Returns whether the ACL of a bucket or of an object in it grants an action to the account of a principal. */
export function isGrantedToAccount(
  call: CloudCall,
  { accountId }: Principal,
  action: string,
  resource: string,
): boolean {
  return isGranted(call, action, resource, (acl, permission) => grantsAccount(acl, accountId, permission))
}

/** Returns whether one of the ACLs that decide about an action grants its permission, as `grants` tells. */
function isGranted(
  { rows, query, operation }: CloudCall,
  action: string,
  resource: string,
  grants: (acl: XmlMembers, permission: string) => boolean,
): boolean {
  const { bucket, key = null } = s3Resource(rows, resource) ?? {}
  if (bucket === undefined || isOwnerEnforced(bucket)) return false
  const isOn = (acl: unknown, permission: string | undefined): boolean =>
    // acl.ts makes all ACLs.
    permission !== undefined && acl !== null && acl !== undefined && grants(acl as XmlMembers, permission)
  // A writer owns the new object, and may give it an ACL.
  const onBucket = action === 's3:PutObjectAcl' && WRITES.has(operation ?? '') ? 'WRITE' : ON_BUCKETS[action]
  if (isOn(bucket.configurations.acl, onBucket)) return true
  if (key === null) return false
  const version = objectOf(rows, bucket, key, query.get('versionId'))
  // Those who may list a bucket may hear that a key is not there.
  if (version === undefined) return ON_OBJECTS[action] === 'READ' && isOn(bucket.configurations.acl, 'READ')
  return isOn(version.acl, ON_OBJECTS[action])
}
