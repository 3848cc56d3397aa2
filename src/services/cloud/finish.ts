import type { Answer } from '../../core/answer.ts'
import type { CloudCall } from './call.ts'
import { wireOf } from './protocols/wire.ts'
import { hostIdOf, requestIdOf } from './request-id.ts'

/** What every answer has: the ids of its request. Its `Date` stays that of the wall clock, by which clients set theirs. */
export function finish(call: CloudCall, answer: Answer): Answer {
  requestIdOf(call)
  if (wireOf(call).service !== 's3') return answer
  hostIdOf(call)
  return { ...answer, headers: { server: 'AmazonS3', ...answer.headers } }
}
