import type { Answer } from '#core/answer.ts'
import type { OidcCall } from '#oidc-c/call.ts'
import { requestIds } from '#oidc-c/errors/request-id.ts'

/** Adds the ids of the request to the answers of Graph; those of sign-in have none. */
export function finish(call: OidcCall, answer: Answer): Answer {
  if (!/^\/(?:v1\.0|oidc)\//.test(call.path)) return answer
  return { ...answer, headers: { ...requestIds(call), ...answer.headers } }
}
