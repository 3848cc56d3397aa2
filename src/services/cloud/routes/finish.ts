import type { Answer } from '#core/answer.ts'
import type { CloudCall } from '#cloud/call.ts'
import { wireOf } from '#cloud/protocols/wire.ts'
import { hostIdOf, requestIdOf } from '#cloud/protocols/request-id.ts'

/**
 * Adds the request's ids to an answer. The `Date` header stays on the wall clock because clients set their clocks by
 * it.
 */
export function finish(call: CloudCall, answer: Answer): Answer {
  requestIdOf(call)
  if (wireOf(call).service !== 's3') return answer
  hostIdOf(call)
  return { ...answer, headers: { server: 'AmazonS3', ...answer.headers } }
}
