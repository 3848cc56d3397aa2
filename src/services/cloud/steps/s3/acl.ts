import * as v from 'valibot'
import type { CloudCall } from '#cloud/call.ts'
import { aclNotSupported } from '#cloud/errors/s3.ts'
import { aclMissing, malformedAcl, unexpectedContent } from '#cloud/errors/s3-acl.ts'
import { readXml } from '#cloud/protocols/read-xml.ts'
import { withQueryHeaders } from '#cloud/protocols/s3/query-headers.ts'
import { objectOf } from '#cloud/rules/iam/resource-owner.ts'
import { aclOf, aclSchema, requestedAcl } from '#cloud/rules/s3/access/acl.ts'
import { isOwnerEnforced } from '#cloud/rules/s3/access/public-access.ts'
import type { Bucket } from '#cloud/schema/s3.ts'
import { bytesOfUpload, receiveUpload } from './upload.ts'

/**
 * A step that refuses to set an ACL in a bucket in which ACLs are disabled.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/about-object-ownership.html
 *
 * @throws `AccessControlListNotSupported`.
 */
export function requireAcls({ bucket }: { readonly bucket: Bucket }): void {
  if (isOwnerEnforced(bucket)) throw aclNotSupported()
}

/**
 * A step that adds the ACL in the headers or in the body as `acl`.
 *
 * @throws the vendor's failures for an ACL that cannot be, and for none or two of them.
 */
export async function parseAcl(
  call: CloudCall & { readonly bucket: Bucket; readonly key?: string },
): Promise<{ readonly acl: ReturnType<typeof aclOf> }> {
  const requested = requestedAcl(withQueryHeaders(call), ownerOf(call), call.bucket.accountId)
  const sent = await receiveUpload(call)
  const text = bytesOfUpload(sent.upload).toString('utf8')
  if (requested !== null) {
    if (text !== '') throw unexpectedContent()
    return { acl: requested }
  }
  if (text === '') throw aclMissing()
  const result = v.safeParse(aclSchema, await readXml(text, 'AccessControlPolicy'))
  if (!result.success) throw malformedAcl()
  return { acl: aclOf(result.output) }
}

/** Returns the account that owns the object of a request, or the bucket. */
function ownerOf({ rows, bucket, key, query }: Parameters<typeof parseAcl>[0]): string {
  const version = key === undefined ? undefined : objectOf(rows, bucket, key, query.get('versionId'))
  return version?.ownerId ?? bucket.accountId
}
