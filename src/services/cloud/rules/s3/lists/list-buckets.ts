import type { CloudCall } from '#cloud/call.ts'
import { invalidArgument } from '#cloud/errors/s3.ts'
import { ownAccountId, partitionOf } from '../../account.ts'
import { regionOf } from '../../region.ts'
import { isRegion } from '../buckets/location.ts'
import { pageNumber } from './page-number.ts'
import type { Bucket } from '#cloud/schema/s3.ts'

/** A page of the account's buckets. */
export interface BucketsPage {
  readonly buckets: readonly Bucket[]
  /** The start of the next page; null for the last page. */
  readonly token: string | null
  readonly prefix: string | null
  /** True when the request has a filter or paging parameters. */
  readonly isFiltered: boolean
}

const LIMIT = 10_000

/** Returns a page of buckets by name. https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html */
export function bucketsPage(call: CloudCall): BucketsPage {
  const { rows, query } = call
  const prefix = query.get('prefix')
  const region = query.get('bucket-region')
  if (region !== null && !isRegion(region)) {
    throw invalidArgument(`Argument value ${region} is not a valid AWS Region`, 'bucket-region')
  }
  const after = query.get('continuation-token')
  const limit = pageNumber(query.get('max-buckets'), { name: 'max-buckets', otherwise: LIMIT, least: 1, most: LIMIT })
  const isFiltered = prefix !== null || region !== null || after !== null || query.has('max-buckets')
  const from = after === null ? '' : nameOf(after)
  const partition = partitionOf(regionOf(call))
  const matching = rows.buckets
    .list('byAccount', ownAccountId(call))
    .filter(({ id, region: at }) => id.startsWith(prefix ?? '') && (region === null || at === region) && id > from)
    .filter(({ region: at }) => partitionOf(at) === partition)
  const buckets = matching.slice(0, limit)
  const last = buckets.at(-1)
  const token =
    last === undefined || matching.length === buckets.length ? null : Buffer.from(last.id).toString('base64')
  return { buckets, token, prefix, isFiltered }
}

function nameOf(token: string): string {
  return Buffer.from(token, 'base64').toString('utf8')
}
