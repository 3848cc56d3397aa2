import type { CloudCall } from '#cloud/call.ts'
import { aclNotSupported } from '#cloud/errors/s3.ts'
import { withQueryHeaders } from '#cloud/protocols/s3/query-headers.ts'
import { aclOf, aclSchema, requestedAcl } from '#cloud/rules/s3/access/acl.ts'
import { isOwnerEnforced } from '#cloud/rules/s3/access/public-access.ts'
import type { Bucket } from '#cloud/schema/s3.ts'
import { xmlBody } from './xml-body.ts'

/**
 * A step that refuses to set an ACL in a bucket in which ACLs are disabled.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/about-object-ownership.html
 *
 * @throws `AccessControlListNotSupported`.
 */
export function requireAcls({ bucket }: { readonly bucket: Bucket }): void {
  if (isOwnerEnforced(bucket)) throw aclNotSupported()
}

/** A step that adds the ACL in the headers or in the body as `acl`. */
export async function parseAcl(call: CloudCall): Promise<{ readonly acl: ReturnType<typeof aclOf> }> {
  const requested = requestedAcl(withQueryHeaders(call))
  if (requested !== null) return { acl: requested }
  const { body } = await xmlBody('AccessControlPolicy', aclSchema)(call)
  return { acl: aclOf(body) }
}
