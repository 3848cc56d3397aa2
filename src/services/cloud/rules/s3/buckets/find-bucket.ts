import type { CloudCall } from '#cloud/call.ts'
import { accessDenied } from '#cloud/errors/access.ts'
import { wrongRegion } from '#cloud/errors/access.ts'
import { invalidBucketOwner, noSuchBucket, unsupportedMechanism } from '#cloud/errors/s3.ts'
import { scopeOf } from '#cloud/protocols/wire.ts'
import type { Bucket } from '#cloud/schema/s3.ts'
import { isVersion2 } from '#cloud/signature/version-2.ts'
import { withQueryHeaders } from '#cloud/protocols/s3/query-headers.ts'

/**
 * Finds a bucket by name.
 *
 * @throws `NoSuchBucket`, `InvalidBucketOwnerAWSAccountID` when the client expects it to belong to what is no account,
 * and `AccessDenied` when it expects another account.
 */
export function findBucket(call: CloudCall, name: string, expectedOwner = 'x-amz-expected-bucket-owner'): Bucket {
  const bucket = call.rows.buckets.get(name)
  if (bucket === undefined) throw noSuchBucket(name)
  const owner = withQueryHeaders(call).header(expectedOwner)
  if (owner === undefined) return bucket
  if (!/^\d{12}$/.test(owner)) throw invalidBucketOwner(owner)
  if (owner !== bucket.accountId) throw accessDenied(call)
  return bucket
}

/** The regions in which S3 takes signatures of version 2: those that opened before 2014. */
const VERSION_2_REGIONS = new Set([
  'us-east-1',
  'us-west-1',
  'us-west-2',
  'eu-west-1',
  'ap-northeast-1',
  'ap-southeast-1',
  'ap-southeast-2',
  'sa-east-1',
  'us-gov-west-1',
])

/**
 * Checks that a request was signed for the region of its bucket.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/troubleshoot-sigv4-errors.html
 *
 * @throws `AuthorizationHeaderMalformed` with the region for which the client has to sign, and `InvalidRequest` for a
 * signature of version 2 in a region that takes version 4 only.
 */
export function checkRegion(call: CloudCall, { region }: Bucket): void {
  // The location of a bucket can be asked for everywhere.
  if (call.operation === 's3:GetBucketLocation') return
  if (isVersion2(call) && !VERSION_2_REGIONS.has(region)) throw unsupportedMechanism()
  const authorization = call.header('authorization')
  if (authorization?.includes(`/${region}/s3/`) === true) return
  const scope = scopeOf(call)
  if (scope === null || scope.service !== 's3' || scope.region === region) return
  throw wrongRegion(authorization === undefined ? 'query' : 'header', scope.region, region)
}
