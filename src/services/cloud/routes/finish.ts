import type { Answer } from '#core/answer.ts'
import type { CloudCall } from '#cloud/call.ts'
import { recordAccess } from '#cloud/rules/s3/access-logs/deliver.ts'
import { wireOf } from '#cloud/protocols/wire.ts'
import { hostIdOf, requestIdOf } from '#cloud/protocols/request-id.ts'

/**
 * Adds the request's ids to an answer, and a record of it to the access log of its bucket. The `Date` header stays on
 * the wall clock because clients set their clocks by it.
 */
export function finish(call: CloudCall, answer: Answer): Answer {
  requestIdOf(call)
  if (wireOf(call).service !== 's3') return answer
  hostIdOf(call)
  recordAccess(call, answer)
  return { ...answer, headers: { server: 'AmazonS3', ...answer.headers } }
}
