import { MINUTE } from '#core/duration.ts'
import type { Answer } from '#core/answer.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { requestIdOf } from '#oidc-d/errors/ids.ts'

/** Requests per minute, by the beginning of the path. https://developer.okta.com/docs/reference/rl-global-mgmt/ */
const LIMITS: readonly (readonly [path: RegExp, name: string, limit: number])[] = [
  [/^\/api\/v1\/authn/, 'authn', 600],
  [/^\/api\/v1\/users$/, 'users', 600],
  [/^\/api\/v1\/users\//, 'user', 2000],
  [/^\/api\/v1\/groups/, 'groups', 500],
  [/^\/api\/v1\/apps/, 'apps', 500],
  [/^\/api\/v1\/sessions/, 'sessions', 750],
  [/^\/api\/v1\//, 'management', 1200],
  [/^\/oauth2\//, 'oauth2', 2000],
]

/** Adds the headers of every answer: the id of the request, and the rate limit, which is counted but never enforced. */
export function finish(call: OidcCall, answer: Answer): Answer {
  const headers: Record<string, string> = { 'x-okta-request-id': requestIdOf(call) }
  const [, name, limit] = LIMITS.find(([path]) => path.test(call.path)) ?? []
  if (name !== undefined && limit !== undefined) {
    const minute = Math.floor(call.clock.now() / MINUTE)
    const used = 1 + call.rows.requestCounts.get(name, minute)
    headers['x-rate-limit-limit'] = String(limit)
    headers['x-rate-limit-remaining'] = String(Math.max(0, limit - used))
    headers['x-rate-limit-reset'] = String((minute + 1) * 60)
    if (!call.store.ended) call.rows.requestCounts.set(used, name, minute)
  }
  if (call.path.startsWith('/api/')) {
    headers['cache-control'] = 'no-cache, no-store'
    headers['pragma'] = 'no-cache'
    headers['expires'] = '0'
  }
  // The vendor's management API names no charset.
  const isJson =
    call.path.startsWith('/api/') && answer.headers['content-type']?.startsWith('application/json') === true
  const type = isJson ? { 'content-type': 'application/json' } : {}
  // A reset may have happened meanwhile; this request must not change the new state.
  if (!call.store.ended) call.rows.answeredRequests.next()
  // The answer's own headers come last: a rate limit failure sets the remaining count itself.
  return { ...answer, headers: { ...headers, ...answer.headers, ...type } }
}
