import type { Answer } from '#core/answer.ts'
import type { OidcCall } from '#oidc-c/call.ts'
import { requestIds } from '#oidc-c/errors/request-id.ts'

/** The form of JSON that Graph answers. https://docs.oasis-open.org/odata/odata-json-format/v4.01/ */
const ODATA = 'application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8'

/** Adds the ids of the request to the answers of Graph, and the form of OData; those of sign-in have none. */
export function finish(call: OidcCall, answer: Answer): Answer {
  if (!/^\/(?:v1\.0|beta|oidc)\//.test(call.path)) return answer
  const isOdata =
    /^\/(?:v1\.0|beta)\//.test(call.path) && answer.headers['content-type']?.startsWith('application/json') === true
  const odata = isOdata && answer.status < 400 ? { 'content-type': ODATA, 'odata-version': '4.0' } : {}
  return { ...answer, headers: { ...requestIds(call), 'cache-control': 'no-cache', ...answer.headers, ...odata } }
}
