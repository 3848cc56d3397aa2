import type { Answer } from '#core/answer.ts'
import { isApi } from '#payments/auth.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { requestIdOf, versionOf } from '#payments/protocol/request.ts'

/** Adds the headers that every answer of the API has: the request's id, the version, the idempotency key. */
export function finish(call: PaymentsCall, answer: Answer): Answer {
  if (!isApi(call.path)) return answer
  const key = call.header('idempotency-key')
  return {
    ...answer,
    headers: {
      'cache-control': 'no-cache, no-store',
      'request-id': requestIdOf(call),
      'stripe-version': versionOf(call),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...answer.headers,
    },
  }
}
