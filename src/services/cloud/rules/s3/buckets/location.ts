import type { CloudCall } from '#cloud/call.ts'
import { illegalLocationConstraint, invalidLocationConstraint } from '#cloud/errors/s3.ts'
import { scopeOf } from '#cloud/protocols/wire.ts'
import { settingsOf } from '../../settings.ts'

/** The region of buckets without a location constraint. */
export const CLASSIC_REGION = 'us-east-1'

/**
 * Returns the region in which a bucket is created: its location, which must be the endpoint's region unless the
 * endpoint is us-east-1's. https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html
 */
export function regionOfNewBucket(call: CloudCall, location: string | undefined): string {
  const signedFor = scopeOf(call)?.region ?? settingsOf(call).region
  const endpoint = signedFor === 'aws-global' ? CLASSIC_REGION : signedFor
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

/** Returns whether a text has the form of a region's name. */
export function isRegion(name: string): boolean {
  return /^[a-z]{2}(?:-[a-z]+)+-\d$/.test(name)
}
