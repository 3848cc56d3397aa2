import type { CloudCall } from '#cloud/call.ts'
import { wrongRegion } from '#cloud/errors/access.ts'
import { illegalLocationConstraint, invalidLocationConstraint } from '#cloud/errors/s3.ts'
import { scopeOf } from '#cloud/protocols/wire.ts'
import { regionOf } from '../../region.ts'

/** The region of buckets without a location constraint. */
export const CLASSIC_REGION = 'us-east-1'

/**
 * Returns the region in which a bucket is created: its location, which must be the endpoint's region unless the
 * endpoint is us-east-1's. https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html
 */
export function regionOfNewBucket(call: CloudCall, location: string | undefined): string {
  const endpoint = regionOf(call)
  // A partition's name, which SDKs replace before they sign, or a location such as EU. Clients sign again for the
  // region of the answer.
  if (scopeOf(call) !== null && !isRegion(endpoint)) throw wrongRegion('header', endpoint, CLASSIC_REGION)
  if (location === undefined || location === '') {
    if (endpoint !== CLASSIC_REGION && scopeOf(call) !== null) throw illegalLocationConstraint('unspecified')
    return endpoint
  }
  const region = location === 'EU' ? 'eu-west-1' : location
  if (endpoint !== CLASSIC_REGION && endpoint !== region) throw illegalLocationConstraint(location)
  if (region === CLASSIC_REGION || !isRegion(region)) throw invalidLocationConstraint(location)
  return region
}

/** Returns the location constraint of a region. */
export function locationOf(region: string): string {
  return region === CLASSIC_REGION ? '' : region
}

/** The vendor's regions. https://docs.aws.amazon.com/general/latest/gr/s3.html */
const REGIONS = new Set(
  (
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ' +
    'ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 ' +
    'cn-north-1 cn-northwest-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 ' +
    'il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-1 us-east-2 us-gov-east-1 us-gov-west-1 ' +
    'us-west-1 us-west-2'
  ).split(' '),
)

/** Returns whether a text is the name of one of the vendor's regions. */
export function isRegion(name: string): boolean {
  return REGIONS.has(name)
}
