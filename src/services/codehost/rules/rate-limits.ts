import type { CodehostCall } from '#codehost/call.ts'
import { HOUR, MINUTE } from '#core/duration.ts'

/** The kinds of requests that have separate limits. */
export type RateLimitResource = 'core' | 'graphql' | 'search' | 'code_search'

/**
 * The numbers of requests in a window, whose length is in milliseconds.
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api,
 * https://docs.github.com/rest/search/search#rate-limit
 */
const LIMITS: Readonly<Record<RateLimitResource, { window: number; authenticated: number; anonymous: number }>> = {
  core: { window: HOUR, authenticated: 5000, anonymous: 60 },
  graphql: { window: HOUR, authenticated: 5000, anonymous: 0 },
  search: { window: MINUTE, authenticated: 30, anonymous: 10 },
  code_search: { window: MINUTE, authenticated: 10, anonymous: 10 },
}

/** A rate limit and its remaining requests. */
export interface RateLimit {
  limit: number
  remaining: number
  used: number
  /** Epoch seconds. */
  reset: number
}

/** Returns the rate limit that a request counts against. */
export function resourceOf({ operation }: Pick<CodehostCall, 'operation'>): RateLimitResource {
  if (operation === 'search/code') return 'code_search'
  if (operation === 'graphql') return 'graphql'
  return operation?.startsWith('search/') === true ? 'search' : 'core'
}

/**
 * Returns the state of the principal's rate limit in the current window. The count is part of the store: a reset clears
 * it.
 */
export function rateLimitOf(call: CodehostCall, resource = resourceOf(call)): RateLimit {
  const { window } = LIMITS[resource]
  const used = call.rows.requestCounts.get(...countKey(call, resource))
  const limit = limitFor(call, resource)
  const reset = ((Math.floor(call.clock.now() / window) + 1) * window) / 1000
  return { limit, used, remaining: Math.max(0, limit - used), reset }
}

/** Counts this request. */
export function countRequest(call: CodehostCall): void {
  const { requestCounts } = call.rows
  const key = countKey(call, resourceOf(call))
  requestCounts.set(requestCounts.get(...key) + 1, ...key)
}

/** Takes back the count of this request: at the vendor a 304 to an authenticated user costs nothing. */
export function uncountRequest(call: CodehostCall): RateLimit {
  const { requestCounts } = call.rows
  const key = countKey(call, resourceOf(call))
  const used = requestCounts.get(...key)
  // A reset may have happened while the answer was made, and this request must not change the new state.
  if (!call.store.ended && used > 0) requestCounts.set(used - 1, ...key)
  return rateLimitOf(call)
}

/** Returns the principal's limit. A seeded limit replaces that of `core` and caps the others. */
function limitFor({ rows, principal }: CodehostCall, resource: RateLimitResource): number {
  const { authenticated, anonymous } = LIMITS[resource]
  const usual = principal === null ? anonymous : authenticated
  const seeded = rows.rateLimit.get()
  if (seeded === undefined) return usual
  return resource === 'core' ? seeded : Math.min(seeded, usual)
}

function countKey(
  { principal, clock }: CodehostCall,
  resource: RateLimitResource,
): [resource: string, client: string, window: number] {
  const access = principal?.app
  const client =
    access?.kind === 'installation'
      ? `installation ${access.installation?.id}`
      : String(principal?.user.id ?? 'anonymous')
  return [resource, client, Math.floor(clock.now() / LIMITS[resource].window)]
}
