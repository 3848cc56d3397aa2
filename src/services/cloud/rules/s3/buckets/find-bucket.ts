import type { CloudCall } from '../../../call.ts'
import { accessDenied } from '../../../errors/access.ts'
import { noSuchBucket } from '../../../errors/s3.ts'
import type { Bucket } from '../../../schema/s3.ts'
import { settingsOf } from '../../../settings.ts'
import { withQueryHeaders } from '../requests/query-headers.ts'

/**
 * Finds a bucket by name. Throws `NoSuchBucket`, and `AccessDenied` when the client expects it to belong to another
 * account.
 */
export function findBucket(call: CloudCall, name: string, expectedOwner = 'x-amz-expected-bucket-owner'): Bucket {
  const bucket = call.rows.buckets.get(name)
  if (bucket === undefined) throw noSuchBucket(name)
  const owner = withQueryHeaders(call).header(expectedOwner)
  if (owner !== undefined && owner !== settingsOf(call).accountId) throw accessDenied(call)
  return bucket
}
