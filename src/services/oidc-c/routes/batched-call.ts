import type { OidcCall } from '#oidc-c/call.ts'

/** A request of a batch. */
export interface BatchedRequest {
  readonly method: string
  /** Relative to the version of the batch: `/users?$top=1`. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * Returns the call of one request of a batch: it has its own method, path, query, headers and body, and all else of the
 * batch, such as the token, unless its headers have another.
 */
export function partOf(call: OidcCall, request: BatchedRequest): OidcCall {
  const version = call.path.startsWith('/beta/') ? '/beta' : '/v1.0'
  const url = new URL(request.url.replace(/^\/?/, '/'), 'https://graph.microsoft.com')
  const headers = new Map(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]))
  const own: Record<string | symbol, unknown> = {
    method: request.method,
    path: version + url.pathname.replace(/^\/(v1\.0|beta)(?=\/)/, ''),
    query: url.searchParams,
    search: url.search,
    params: {},
    bytes: bytesOf(request.body),
    responseHeaders: {},
    header: (name: string) => headers.get(name) ?? (SHARED.includes(name) ? call.header(name) : undefined),
    json: () => request.body,
  }
  return new Proxy(call, {
    get(target, name) {
      if (name in own) return own[name]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
    set(_target, name, value) {
      own[name] = value
      return true
    },
  })
}

/** The headers of a batch that each of its requests has too. */
const SHARED: readonly string[] = ['authorization', 'client-request-id']

function bytesOf(body: unknown): Uint8Array {
  if (body === undefined) return new Uint8Array()
  // A body that is not JSON comes as text in base64.
  return typeof body === 'string' ? Buffer.from(body, 'base64') : Buffer.from(JSON.stringify(body))
}
