import type { CloudCall, Principal } from '#cloud/call.ts'
import type { XmlMembers } from '#cloud/protocols/xml.ts'
import { groupsOf } from './acl.ts'
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
 * account. ACLs that name an account grant nothing more: there is one, and its root user may do everything.
 */
export function isGrantedByAcl(
  { rows, query, operation }: CloudCall,
  principal: Principal | null,
  action: string,
  resource: string,
): boolean {
  const [, name, key] = /^arn:aws:s3:::([^/]+)(?:\/(.+))?$/s.exec(resource) ?? []
  const bucket = rows.buckets.get(name ?? '')
  if (bucket === undefined || isOwnerEnforced(bucket) || isBlocked(bucket, 'IgnorePublicAcls')) return false
  const isOn = (acl: unknown, permission: string | undefined): boolean => {
    // acl.ts makes all ACLs.
    if (permission === undefined || acl === null || acl === undefined) return false
    return groupsOf(acl as XmlMembers, permission).some((group) => group === 'AllUsers' || principal !== null)
  }
  // A writer owns the new object, and may give it an ACL.
  const onBucket = action === 's3:PutObjectAcl' && WRITES.has(operation ?? '') ? 'WRITE' : ON_BUCKETS[action]
  if (isOn(bucket.configurations.acl, onBucket)) return true
  if (key === undefined) return false
  const versionId = query.get('versionId')
  const version =
    versionId === null
      ? rows.objects.find('latest', bucket.id, key)
      : rows.objects.find('version', bucket.id, key, versionId)
  // Those who may list a bucket may hear that a key is not there.
  if (version === undefined) return ON_OBJECTS[action] === 'READ' && isOn(bucket.configurations.acl, 'READ')
  return isOn(version.acl, ON_OBJECTS[action])
}
