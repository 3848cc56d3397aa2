import type { Answer } from '#core/answer.ts'
import type { Failure } from '#core/errors.ts'
import type { CrossOrigin } from '#core/service.ts'
import type { CloudCall } from '#cloud/call.ts'
import { dialect } from '#cloud/errors.ts'
import { corsForbidden, originMissing } from '#cloud/errors/s3.ts'
import { finish } from './finish.ts'
import { queryParameters } from '#cloud/protocols/wire.ts'
import { corsHeaders, ruleFor } from '#cloud/rules/s3/buckets/cors.ts'
import { targetOf } from '#cloud/protocols/s3/operation.ts'
import type { Bucket } from '#cloud/schema/s3.ts'

/**
 * CORS answers. A bucket's own CORS configuration decides for requests to the bucket; answers of the other services and
 * of the account may be read by all origins. https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html
 */
export const crossOrigin: CrossOrigin<CloudCall> = {
  preflight(call) {
    const name = bucketNameOf(call)
    if (name === '') return null
    const bucket = call.rows.buckets.get(name)
    const origin = call.header('origin')
    const method = call.header('access-control-request-method') ?? ''
    if (origin === undefined) return failed(call, originMissing())
    const requested = (call.header('access-control-request-headers') ?? '')
      .split(',')
      .map((each) => each.trim().toLowerCase())
    const headers = requested.filter((each) => each !== '')
    const rule = ruleFor(bucket?.cors ?? [], { origin, method, headers })
    if (rule === null) return failed(call, corsForbidden(method, refusalOf(bucket)))
    return finish(call, { status: 200, headers: corsHeaders(rule, { origin, headers }), body: null })
  },
  headers(call) {
    const origin = call.header('origin')
    if (origin === undefined || call.operation?.startsWith('s3:') === false || queryParameters(call) !== null)
      return null
    const name = bucketNameOf(call)
    if (name === '') return null
    const rule = ruleFor(call.rows.buckets.get(name)?.cors ?? [], { origin, method: call.method, headers: [] })
    return rule === null ? {} : corsHeaders(rule, { origin, headers: null })
  },
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
