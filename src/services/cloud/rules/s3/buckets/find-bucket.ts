import type { CloudCall } from '#cloud/call.ts'
import { accessDenied } from '#cloud/errors/access.ts'
import { noSuchBucket } from '#cloud/errors/s3.ts'
import type { Bucket } from '#cloud/schema/s3.ts'
import { settingsOf } from '../../settings.ts'
import { withQueryHeaders } from '#cloud/protocols/s3/query-headers.ts'

/**
 * Finds a bucket by name.
 *
 * @throws `NoSuchBucket`, and `AccessDenied` when the client expects it to belong to another account.
 */
export function findBucket(call: CloudCall, name: string, expectedOwner = 'x-amz-expected-bucket-owner'): Bucket {
  const bucket = call.rows.buckets.get(name)
  if (bucket === undefined) throw noSuchBucket(name)
  const owner = withQueryHeaders(call).header(expectedOwner)
  if (owner !== undefined && owner !== settingsOf(call).accountId) throw accessDenied(call)
  return bucket
}
