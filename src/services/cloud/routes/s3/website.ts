import { Failure } from '#core/errors.ts'
import type { Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { methodNotAllowed, noSuchBucket, noSuchConfiguration } from '#cloud/errors/s3.ts'
import { s3Arn } from '#cloud/rules/s3/arn.ts'
import { requirePermission } from '#cloud/rules/iam/permission.ts'
import { checkNotArchived } from '#cloud/rules/s3/objects/archive.ts'
import { findVersion } from '#cloud/rules/s3/objects/find-version.ts'
import { websiteOf, type WebsiteConfiguration } from '#cloud/rules/s3/website/configuration.ts'
import { escaped, redirectionOfAll, redirectionOfRules, type Redirection } from '#cloud/rules/s3/website/redirects.ts'
import type { Bucket, ObjectVersion } from '#cloud/schema/s3.ts'
import { websiteErrorPage } from '#cloud/xml/website-error.ts'
import { readObject } from './objects/read-object.ts'

const { get } = routesFor<CloudCall>()

type WebsiteCall = CloudCall & { readonly params: { readonly bucket: string; readonly key: string } }

/**
 * Requests to the website host of a bucket. They are no operation of the API: browsers send them without a signature,
 * and the answers are pages. https://docs.aws.amazon.com/AmazonS3/latest/userguide/WebsiteHosting.html
 */
export const websiteRoutes = [
  get('s3:ServeWebsite', '/:bucket/:key', (call) => {
    try {
      const bucket = call.rows.buckets.get(call.params.bucket)
      if (bucket === undefined) throw noSuchBucket(call.params.bucket)
      return answerOf(call, bucket, requireWebsite(bucket))
    } catch (error) {
      if (error instanceof Failure) return websiteErrorPage(call, error)
      throw error
    }
  }),
]

/** @throws `NoSuchWebsiteConfiguration`. */
function requireWebsite(bucket: Bucket): WebsiteConfiguration {
  const website = websiteOf(bucket)
  if (website !== null) return website
  const message = 'The specified bucket does not have a website configuration'
  throw noSuchConfiguration('NoSuchWebsiteConfiguration', message, bucket.id)
}

function answerOf(call: WebsiteCall, bucket: Bucket, website: WebsiteConfiguration): Answer {
  if (call.method !== 'GET' && call.method !== 'HEAD') throw methodNotAllowed(call.method, 'OBJECT')
  const { key } = call.params
  // The vendor's own hosts of websites speak no TLS.
  const protocol = call.host === null ? new URL(call.origin).protocol.slice(0, -1) : 'http'
  const request = { protocol, host: call.header('host') ?? '', key }
  const redirection = redirectionOfAll(website, request) ?? redirectionOfRules(website, request, null)
  if (redirection !== null) return redirected(redirection)
  const suffix = website.IndexDocument?.Suffix ?? ''
  try {
    return pageOf(call, bucket, key === '' || key.endsWith('/') ? `${key}${suffix}` : key)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const folder = call.rows.objects.find('latest', bucket.id, `${key}/${suffix}`)
    if (folder?.isDeleteMarker === false) return redirected({ status: 302, location: `/${escaped(key)}/` })
    const ruled = redirectionOfRules(website, request, error.status)
    return ruled === null ? errorAnswer(call, bucket, website, error) : redirected(ruled)
  }
}

function redirected({ status, location }: Redirection): Answer {
  return { status, headers: { location, 'content-length': '0' }, body: null }
}

/** Answers with an object, or with the redirection that it stands for. */
function pageOf(call: CloudCall, bucket: Bucket, key: string): Answer {
  const version = readableVersion(call, bucket, key)
  const { 'x-amz-website-redirect-location': location } = version.headers
  return location === undefined ? readObject(call, bucket, version) : redirected({ status: 301, location })
}

function readableVersion(call: CloudCall, bucket: Bucket, key: string): ObjectVersion {
  requirePermission(call, 's3:GetObject', s3Arn(bucket, key))
  const version = findVersion(call, bucket, key, null)
  checkNotArchived(version, call.clock.now())
  return version
}

/**
 * Answers with the website's error document, or the redirection that it stands for; with the vendor's page where there
 * is none.
 */
function errorAnswer(call: CloudCall, bucket: Bucket, website: WebsiteConfiguration, failure: Failure): Answer {
  const key = website.ErrorDocument?.Key
  if (key === undefined) return websiteErrorPage(call, failure)
  try {
    const page = pageOf(call, bucket, key)
    return page.status === 301 ? page : { ...page, status: failure.status }
  } catch (error) {
    if (error instanceof Failure) return websiteErrorPage(call, failure, error)
    throw error
  }
}
