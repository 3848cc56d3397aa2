import type { Answer } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import type { CrossOrigin } from '#core/service.ts'
import type { CloudCall } from '#cloud/call.ts'
import { dialect } from '#cloud/errors.ts'
import { corsForbidden, originMissing, requestMethodMissing } from '#cloud/errors/s3.ts'
import { finish } from './finish.ts'
import { queryParameters } from '#cloud/protocols/wire.ts'
import { corsHeaders, ruleFor } from '#cloud/rules/s3/buckets/cors.ts'
import { targetOf } from '#cloud/protocols/s3/operation.ts'
import { withQueryHeaders } from '#cloud/protocols/s3/query-headers.ts'
import { parseCopySource } from '#cloud/steps/s3/copy-source.ts'
import type { Bucket } from '#cloud/schema/s3.ts'

/**
 * CORS answers. A bucket's own CORS configuration decides for requests to the bucket; answers of the other services and
 * of the account may be read by every known origin. A page that the instance does not know may do within a bucket what
 * the rules of that bucket allow, but not change the bucket itself.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html
 */
export const crossOrigin: CrossOrigin<CloudCall> = {
  preflight(call) {
    const name = bucketNameOf(call)
    if (name === '') return null
    try {
      const answer = finish(call, { status: 200, headers: preflightHeaders(call, name), body: null })
      return { ...answer, headers: { ...answer.headers, ...call.responseHeaders } }
    } catch (error) {
      if (error instanceof Failure) return failed(call, error)
      throw error
    }
  },
  headers(call) {
    const origin = call.header('origin')
    if (origin === undefined || call.operation?.startsWith('s3:') === false || queryParameters(call) !== null)
      return null
    const name = bucketNameOf(call)
    if (name === '') return null
    // A request that is no preflight is judged by the method and headers that it asks for, if it asks for any.
    const method = call.header('access-control-request-method') ?? call.method
    const rule = ruleFor(call.rows.buckets.get(name)?.cors ?? [], { origin, method, headers: requestedHeaders(call) })
    return rule === null ? {} : corsHeaders(rule, { origin, headers: null })
  },
  admits(call, origin) {
    const name = isForS3(call) ? bucketNameOf(call) : ''
    if (name === '') return false
    if (call.method === 'OPTIONS') return call.header('access-control-request-method') !== undefined
    return !changesBucket(call) && !copiesFromOutside(call, name) && isAllowed(call, name, origin)
  },
}

/** Refuses an OPTIONS request for a bucket that is no preflight, in the vendor's words. */
export function refuseOptions(call: CloudCall): void {
  const name = bucketNameOf(call)
  if (name !== '') preflightHeaders(call, name)
}

/** @throws the vendor's refusal of a preflight request, or of an OPTIONS request that is none. */
function preflightHeaders(call: CloudCall, name: string): Record<string, string> {
  const bucket = call.rows.buckets.get(name)
  const origin = call.header('origin')
  if (origin === undefined) throw originMissing()
  const isConfigured = bucket !== undefined && bucket.cors !== null
  const asked = call.header('access-control-request-method')
  if (asked === undefined && isConfigured) throw requestMethodMissing()
  const method = asked ?? 'OPTIONS'
  const headers = requestedHeaders(call)
  const rule = ruleFor(bucket?.cors ?? [], { origin, method, headers })
  if (rule !== null) return corsHeaders(rule, { origin, headers })
  const resource = isConfigured && targetOf(call).key !== '' ? 'OBJECT' : 'BUCKET'
  throw corsForbidden(method, refusalOf(bucket), resource)
}

/** Returns the names in `Access-Control-Request-Headers`, in lower case. */
function requestedHeaders(call: CloudCall): string[] {
  const names = (call.header('access-control-request-headers') ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
  return names.filter((each) => each !== '')
}

/**
 * Returns false for what the other services answer, at their hosts or by what a request says in its headers, query or
 * body: a form may name an action, and the form of a browser's upload to S3 has another content type.
 */
function isForS3(call: CloudCall): boolean {
  if (call.host !== null && call.host !== 's3' && call.host !== 'bucket') return false
  if (call.header('x-amz-target') !== undefined || call.query.has('Action')) return false
  return !/^application\/x-www-form-urlencoded/i.test(call.header('content-type') ?? '')
}

/** Returns true for the creation, deletion and configuration of a bucket, its CORS rules among them. */
function changesBucket(call: CloudCall): boolean {
  return (call.method === 'PUT' || call.method === 'DELETE') && targetOf(call).key === ''
}

/** Returns true for a copy into the bucket from another one, whose rules are its own. */
function copiesFromOutside(call: CloudCall, name: string): boolean {
  const source = withQueryHeaders(call).header('x-amz-copy-source')
  if (source === undefined) return false
  try {
    return parseCopySource(source).name !== name
  } catch {
    return true
  }
}

function isAllowed(call: CloudCall, name: string, origin: string): boolean {
  return ruleFor(call.rows.buckets.get(name)?.cors ?? [], { origin, method: call.method, headers: [] }) !== null
}

/** Returns the name of the request's bucket; empty when the request names none or its path cannot be parsed. */
function bucketNameOf(call: CloudCall): string {
  try {
    return targetOf(call).bucket
  } catch {
    return ''
  }
}

function refusalOf(bucket: Bucket | undefined): Parameters<typeof corsForbidden>[1] {
  if (bucket === undefined) return 'no bucket'
  return bucket.cors === null ? 'not configured' : 'not allowed'
}

function failed(call: CloudCall, failure: Failure): Answer {
  const finished = finish(call, dialect.failure(failure, call))
  return { ...finished, headers: { ...finished.headers, ...call.responseHeaders } }
}
