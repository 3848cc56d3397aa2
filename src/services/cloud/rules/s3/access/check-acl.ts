import type { CloudCall } from '#cloud/call.ts'
import { aclNotSupported, publicAccessBlocked } from '#cloud/errors/s3.ts'
import type { XmlMembers } from '#cloud/protocols/xml.ts'
import type { Bucket } from '#cloud/schema/s3.ts'
import { isOwnerFullControl, isPublicAcl, requestedAcl } from './acl.ts'
import { ownerOfWrite } from './object-owner.ts'
import { isBlocked, isOwnerEnforced } from './public-access.ts'
import type { HeaderSource } from '#cloud/protocols/s3/query-headers.ts'

/**
 * Checks the ACL that a write of an object sets by its headers. A bucket in which ACLs are disabled accepts only the
 * one that grants full control to its owner.
 *
 * @throws `AccessControlListNotSupported`, and as {@link checkPublicAcl} does.
 */
export function checkAclOfWrite(call: CloudCall, request: HeaderSource, bucket: Bucket, resource: string): void {
  const { accountId } = bucket
  const acl = requestedAcl(request, ownerOfWrite(request, bucket) ?? accountId, accountId)
  if (acl === null) return
  if (isOwnerEnforced(bucket)) {
    // `private` stands for full control by the account that writes.
    const isOther = (request.principal?.accountId ?? accountId) !== accountId
    const isForWriter = isOther && request.header('x-amz-acl') === 'private'
    if (isForWriter || !isOwnerFullControl(accountId, acl)) throw aclNotSupported()
  }
  checkPublicAcl(call, bucket, acl, 's3:PutObject', resource)
}

/** @throws `AccessDenied` for a public ACL in a bucket whose public access block forbids them. */
export function checkPublicAcl(
  call: CloudCall,
  bucket: Bucket,
  acl: XmlMembers,
  action: string,
  resource: string,
): void {
  if (!isPublicAcl(acl) || !isBlocked(bucket, 'BlockPublicAcls')) return
  throw publicAccessBlocked('BlockPublicAcls', call.principal?.arn ?? null, action, resource)
}
