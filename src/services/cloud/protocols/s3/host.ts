import type { CloudCall } from '#cloud/call.ts'

/** The subdomains of localhost that are the endpoint itself, because some clients use one host for each service. */
const SERVICE_NAMES = new Set(['s3', 'sqs', 'iam', 'sts', 'cloud', 'aws'])

/** The longest host name (RFC 1035 section 2.3.4). */
const LONGEST = 253

/** Returns the bucket that the host of a request names; null for path style. */
export function bucketOfCall({ header, origin, host }: Pick<CloudCall, 'header' | 'origin' | 'host'>): string | null {
  // Of the vendor's own hosts, the declaration tells those of buckets.
  return host === null || host === 'bucket' ? bucketOfHost(header('host') ?? '', origin) : null
}

/**
 * Returns the bucket that a host names in the virtual-hosted style: `bucket.localhost`, `bucket.s3.localhost`,
 * `bucket.s3.eu-west-1.localhost`, the same below the advertised host, and the vendor's own hosts. Null for path style.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html
 */
export function bucketOfHost(host: string, origin: string): string | null {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  // Nearly all requests are for one of these, and parsing the origin takes longer than the rest.
  if (name === 'localhost' || isAddress(name) || name.length > LONGEST) return null
  const advertised = URL.canParse(origin) ? new URL(origin).hostname : 'localhost'
  if (name === advertised) return null
  const suffix = [advertised, 'localhost', 'amazonaws.com', 'amazonaws.com.cn'].find(
    (each) => !isAddress(each) && name.endsWith(`.${each}`),
  )
  if (suffix === undefined) return null
  const below = name.slice(0, -suffix.length - 1)
  // A bucket's name may contain `s3`: only a whole label `s3` stands for the service.
  const [, bucket = ''] = /^(?:(.+?)\.)?s3(?:[.-][a-z0-9.-]*)?$/.exec(below) ?? [undefined, below]
  if (bucket === '' || SERVICE_NAMES.has(bucket)) return null
  return bucket
}

/**
 * Returns whether a request is for a bucket's website: `bucket.s3-website.localhost`,
 * `bucket.s3-website-us-east-1.localhost`, and the vendor's own hosts.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/WebsiteEndpoints.html
 */
export function isWebsiteHost(call: Pick<CloudCall, 'header' | 'origin' | 'host'>): boolean {
  const host = call.header('host') ?? ''
  return host.includes('.s3-website') && /\.s3-website(?:[.-][a-z0-9-]+)?\./i.test(host) && bucketOfCall(call) !== null
}

function isAddress(name: string): boolean {
  return /^\[|^\d{1,3}(?:\.\d{1,3}){3}$/.test(name)
}
