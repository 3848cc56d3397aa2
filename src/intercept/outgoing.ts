/** A request of `fetch`, ready to be answered. */
export interface Outgoing {
  readonly url: URL
  readonly method: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
  readonly redirect: RequestRedirect
  /** null where the caller gave none. */
  readonly signal: AbortSignal | null
}

/** The headers that Node's `fetch` adds to every request. */
const DEFAULT_HEADERS = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' }

const METHODS: ReadonlyMap<string, string> = new Map(
  ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']
    .flatMap((name) => [
      [name, name],
      [name.toLowerCase(), name],
    ])
    .concat([['PATCH', 'PATCH']]) as [string, string][], // pairs
)

/** Members of `init` that a request without them does not need a `Request` for. */
const PLAIN = new Set([
  'method',
  'headers',
  'body',
  'signal',
  'redirect',
  'duplex',
  'credentials',
  'mode',
  'cache',
  'keepalive',
])

/**
 * Returns the request of a call of `fetch`. Rejects with the TypeError that `fetch` rejects with. A plain call, with a
 * URL, headers in an object and a body in memory, does without a `Request`, which costs a third of the whole call.
 */
export async function outgoingOf(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<Outgoing> {
  return plain(input, init) ?? checked(new Request(input, init))
}

function plain(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Outgoing | null {
  if (typeof input !== 'string' && !(input instanceof URL)) return null
  const url = typeof input === 'string' ? new URL(input) : input
  if (url.username !== '' || url.password !== '') return null
  for (const name in init) if (!PLAIN.has(name)) return null
  const { method: name = 'GET', headers: list, body, signal = null, redirect = 'follow' } = init
  const method = METHODS.get(name)
  const headers = plainHeaders(list)
  const content = plainBody(body)
  if (method === undefined || headers === null || content === null) return null
  if (redirect !== 'follow' && redirect !== 'manual' && redirect !== 'error') return null
  if (signal !== null && !(signal instanceof AbortSignal)) return null
  if (content.bytes === null) {
    if (method === 'POST' || method === 'PUT') headers['content-length'] = '0'
  } else {
    if (method === 'GET' || method === 'HEAD') return null
    if (content.type !== undefined) headers['content-type'] ??= content.type
    headers['content-length'] = String(content.bytes.length)
  }
  signal?.throwIfAborted()
  for (const name in DEFAULT_HEADERS) headers[name] ??= DEFAULT_HEADERS[name as keyof typeof DEFAULT_HEADERS] // its own names
  return { url, method, headers, body: content.bytes, redirect, signal }
}

/** Returns headers that are a plain object of texts which need no correction; null for others. */
function plainHeaders(list: RequestInit['headers']): Record<string, string> | null {
  const headers: Record<string, string> = {}
  if (list === undefined) return headers
  if (Array.isArray(list) || Symbol.iterator in list) return fromPairs(list, headers)
  const entries: Readonly<Record<string, unknown>> = list
  for (const name of Object.keys(entries)) {
    const value = entries[name]
    if (typeof value !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[!-~]([ -~]*[!-~])?$|^$/.test(value))
      return null
    headers[name.toLowerCase()] = value
  }
  return headers
}

/** The headers of a list or of a `Headers`, which has checked them. */
function fromPairs(
  list: NonNullable<RequestInit['headers']>,
  headers: Record<string, string>,
): Record<string, string> | null {
  if (!(list instanceof Headers)) return null
  for (const [name, value] of list) headers[name] = value
  return headers
}

/** Returns a body that is in memory, with the type that `fetch` gives it; null for one that needs a `Request`. */
function plainBody(body: RequestInit['body']): { readonly bytes: Uint8Array | null; readonly type?: string } | null {
  if (body === undefined || body === null) return { bytes: null }
  if (typeof body === 'string') return { bytes: Buffer.from(body), type: 'text/plain;charset=UTF-8' }
  if (body instanceof URLSearchParams)
    return { bytes: Buffer.from(body.toString()), type: 'application/x-www-form-urlencoded;charset=UTF-8' }
  // The caller may change its bytes after the call.
  if (body instanceof Uint8Array) return { bytes: Buffer.from(body) }
  if (body instanceof ArrayBuffer) return { bytes: Buffer.from(body.slice(0)) }
  return null
}

async function checked(request: Request): Promise<Outgoing> {
  const { signal, method, redirect } = request
  signal.throwIfAborted()
  const headers: Record<string, string> = {}
  for (const [name, value] of request.headers) headers[name] = value
  for (const [name, value] of Object.entries(DEFAULT_HEADERS)) headers[name] ??= value
  const body = request.body === null ? null : Buffer.from(await request.arrayBuffer())
  signal.throwIfAborted()
  if (body !== null) headers['content-length'] = String(body.length)
  return { url: new URL(request.url), method, headers, body, redirect, signal }
}
