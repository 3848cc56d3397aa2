import { Router, type Identified, type Route } from '#core/routes.ts'
import type { AuthCall } from '#auth-saas/call.ts'

/**
 * Returns the function that finds the operation of a request. The vendor's two APIs are at two hosts, and share paths
 * such as `/v1/organizations`; without `hosts: 'real'` both are at one here. Then a request is one to the frontend API
 * when it proves itself as its clients do: by a parameter of theirs, a client's token or cookie, the origin of a page,
 * or a form without any key. The browser's library sends PATCH, PUT and DELETE as POST with `_method`.
 */
export function identifier(
  backend: readonly Route[],
  frontend: readonly Route[],
): (call: AuthCall) => Identified | null {
  const backendRouter = new Router(backend)
  const frontendRouter = new Router(frontend)
  return (call) => {
    const isFrontend = isFrontendRequest(call)
    const method = methodOf(call)
    const found = isFrontend
      ? (frontendRouter.match(method, call.path) ?? backendRouter.match(method, call.path))
      : (backendRouter.match(call.method, backendPath(call.path)) ?? frontendRouter.match(method, call.path))
    return found === null ? null : { operation: found.route.operation, params: found.params }
  }
}

/** Returns whether a request is one to the frontend API. */
function isFrontendRequest({ query, path, host, header }: AuthCall): boolean {
  if (host !== null) return host !== 'api'
  // The components prove themselves by a session token there, servers by a key.
  if (/^\/api_keys(?:\/|$)/.test(path)) return /^(?:Bearer\s+)?eyJ/i.test(header('authorization') ?? '')
  if (!path.startsWith('/v1/')) return false
  if (MARKS.some((name) => query.has(name))) return true
  const authorization = header('authorization')?.replace(/^Bearer\s+/i, '') ?? ''
  if (authorization !== '') return /^(?:dvb_|eyJ)/.test(authorization)
  if (header('origin') !== undefined || /(?:^|;\s*)__client=/.test(header('cookie') ?? '')) return true
  return /^application\/x-www-form-urlencoded/i.test(header('content-type') ?? '')
}

/** The parameters that clients of the frontend API send. */
const MARKS = [
  '__clerk_api_version',
  '_clerk_js_version',
  '_is_native',
  '__clerk_db_jwt',
  '_method',
  '_clerk_session_id',
]

/** The operations of machines that the vendor's clients call without the version in their path. */
const UNVERSIONED = /^\/(?:m2m_tokens|api_keys|oauth_applications\/access_tokens)(?:\/|$)/

function backendPath(path: string): string {
  return UNVERSIONED.test(path) ? `/v1${path}` : path
}

function methodOf({ method, query }: AuthCall): string {
  const override = query.get('_method')?.toUpperCase()
  return method === 'POST' && override !== undefined ? override : method
}
