import type { Exchange } from '#core/exchange.ts'
import type { Outcome } from '#core/http/outcome.ts'
import { responseOf, untilAborted } from '#core/http/web-response.ts'
import type { Interceptor } from './interceptor.ts'
import { stackAbove } from './call-site.ts'
import type { Patches } from './patches.ts'
import { Refusal } from './refused-call.ts'
import { outgoingOf, type Outgoing } from './outgoing.ts'
import { refusalWithoutTenant, tagFor } from './tenant-headers.ts'
import { currentTenant } from '#core/tenants/tenant-context.ts'
import { TENANT_HEADER } from '#core/tenants/tenant-tag.ts'

type Fetch = typeof fetch

/** The most redirects that `fetch` follows. https://fetch.spec.whatwg.org/#http-redirect-fetch */
const MOST_REDIRECTS = 20

/**
 * Headers that `fetch` does not send on to another origin, and those of a body, which a redirect to GET leaves behind.
 */
const OF_THE_ORIGIN = ['authorization', 'proxy-authorization', 'cookie', 'host']
const OF_THE_BODY = ['content-encoding', 'content-language', 'content-location', 'content-type', 'content-length']

/**
 * Replaces `fetch` of a global object: calls to hosts that instances of this process answer for do not use a
 * connection.
 */
export function patchFetch(interceptor: Interceptor, patches: Patches, global: object): void {
  patches.replace(global, 'fetch', (original: Fetch) => {
    const replacement = function fetch(input: Parameters<Fetch>[0], init?: RequestInit): Promise<Response> {
      const url = interceptor.isOn && !hasDispatcher(init) && !hasGlobalDispatcher() ? urlOf(input) : null
      if (url === null) return original(input, withTenant(interceptor, input, init))
      if (interceptor.answersInProcess(url.host)) return steered(interceptor, original, input, init)
      return outside(interceptor, original, url.href, input, init, replacement)
    }
    return replacement
  })
}

/**
 * Returns the options of a call with the header of its tenant. A pool without a free connection sends the call later,
 * in the context of another.
 */
function withTenant(
  interceptor: Interceptor,
  input: Parameters<Fetch>[0],
  init: RequestInit | undefined,
): RequestInit | undefined {
  const url = interceptor.isOn && currentTenant() !== null ? urlOf(input) : null
  if (url === null) return init
  const { hostname: host, port, protocol } = new URL(url.href)
  const tag = tagFor(interceptor, { host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) })
  if (tag === null) return init
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
  if (!headers.has(TENANT_HEADER)) headers.set(TENANT_HEADER, tag)
  return { ...init, headers }
}

/**
 * A dispatcher of the caller's own, of `undici`, decides where the call goes: a mock, a proxy, or a connection that is
 * steered.
 */
function hasDispatcher(init: RequestInit | undefined): boolean {
  return init !== undefined && 'dispatcher' in init && init.dispatcher !== undefined
}

/** The places in which the versions of `undici` keep the dispatcher that `setGlobalDispatcher` has set. */
const GLOBAL_DISPATCHERS = [1, 2].map((version) => Symbol.for(`undici.globalDispatcher.${version}`))

/**
 * Returns whether a call without a dispatcher goes to one of the caller's own, which decides as in
 * {@link hasDispatcher}.
 */
function hasGlobalDispatcher(): boolean {
  for (const symbol of GLOBAL_DISPATCHERS) {
    const dispatcher: unknown = Reflect.get(globalThis, symbol)
    if (typeof dispatcher === 'object' && dispatcher !== null && dispatcher !== plainDispatcher && !isPlain(dispatcher))
      return true
  }
  return false
}

/** Dispatchers that make connections only; the last is what version 8 sets for older versions, and has its Agent. */
const PLAIN_DISPATCHERS = ['Agent', 'EnvHttpProxyAgent', 'ProxyAgent', 'Dispatcher1Wrapper']

/** The dispatcher that was found to be plain last. */
let plainDispatcher: object | null = null

function isPlain(dispatcher: object): boolean {
  const isOwn = !Object.hasOwn(dispatcher, 'dispatch') && PLAIN_DISPATCHERS.includes(dispatcher.constructor.name)
  const prototype: unknown = Object.getPrototypeOf(dispatcher)
  const isPlainAgent = isOwn && Reflect.get(dispatcher, 'dispatch') === Reflect.get(Object(prototype), 'dispatch')
  if (isPlainAgent) plainDispatcher = dispatcher
  return isPlainAgent
}

/** Returns the URL of a call, with its host as text; null for one that is no HTTP. */
function urlOf(input: Parameters<Fetch>[0]): { readonly href: string; readonly host: string } | null {
  const href = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
  const [, host] = /^https?:\/\/([^/?#@\\]+)(?:[/?#]|$)/.exec(href) ?? []
  if (host !== undefined) return { href, host }
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  return /^https?:$/.test(url.protocol) ? url : null
}

/**
 * Lets a call go on to the sockets, which decide about it, and remembers what they cannot see: the request and its
 * caller.
 */
async function outside(
  interceptor: Interceptor,
  original: Fetch,
  href: string,
  input: Parameters<Fetch>[0],
  init: RequestInit | undefined,
  above: (...parameters: never[]) => unknown,
): Promise<Response> {
  const { hostname, port: text, protocol, pathname } = new URL(href)
  const port = text === '' ? (protocol === 'https:' ? 443 : 80) : Number(text)
  const decision = interceptor.decide(hostname, port)
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  if (decision === 'steer') {
    const scheme = protocol === 'https:' ? 'https' : 'http'
    const refusal = refusalWithoutTenant(
      interceptor,
      { host: hostname, port },
      { scheme, method, path: pathname },
      above,
    )
    if (refusal !== null) throw failed('fetch failed', refusal.error)
  }
  if (decision === 'pass' || decision === 'steer') return original(input, withTenant(interceptor, input, init))
  const pending = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    scheme: protocol === 'https:' ? 'https' : 'http',
    method: method.toUpperCase(),
    path: pathname,
    stack: stackAbove(above),
  } as const
  interceptor.pending.add(pending)
  try {
    return await original(input, init)
  } finally {
    interceptor.pending.delete(pending)
  }
}

/** Answers a call from the instances, and follows their redirects. */
async function steered(
  interceptor: Interceptor,
  original: Fetch,
  input: Parameters<Fetch>[0],
  init: RequestInit | undefined,
): Promise<Response> {
  let outgoing = await outgoingOf(input, init)
  const { redirect, signal } = outgoing
  for (let hops = 0; ; hops++) {
    // Each request follows from the answer to the one before.
    const outcome = await answer(interceptor, outgoing)
    const location = isRedirect(outcome.answer.status) ? outcome.answer.headers['location'] : undefined
    if (location === undefined || redirect === 'manual' || outcome.connection !== 'respond') {
      return described(responseOf(outgoing.method, abortable(outcome, signal)), outgoing.url, hops > 0)
    }
    if (redirect === 'error') throw failed('unexpected redirect')
    if (hops === MOST_REDIRECTS) throw failed('redirect count exceeded')
    outgoing = redirected(outgoing, outcome.answer.status, location)
    if (!interceptor.answersInProcess(outgoing.url.host)) {
      const { method, url, headers, body } = outgoing
      const response = await outside(
        interceptor,
        original,
        url.href,
        url,
        {
          method,
          headers,
          ...(body === null ? {} : { body: body as Uint8Array<ArrayBuffer> }),
          ...(signal === null ? {} : { signal }),
        },
        steered,
      )
      return described(response, null, true)
    }
  }
}

/** Has the instance of a URL answer. Rejects as `fetch` does where none does, and when the signal fires. */
async function answer(interceptor: Interceptor, outgoing: Outgoing): Promise<Outcome> {
  const { url, method, signal } = outgoing
  const found = interceptor.find(url.host, url.pathname)
  if (found === null || found.answering === null) {
    const isTls = url.protocol === 'https:'
    const refusal = new Refusal(url.hostname, Number(url.port || (isTls ? 443 : 80)), stackAbove(answer), {
      scheme: isTls ? 'https' : 'http',
      method,
      path: url.pathname,
    })
    interceptor.record(refusal)
    throw failed('fetch failed', refusal.error)
  }
  const responding = found.answering.exchange(exchangeOf(outgoing))
  return signal === null ? responding : untilAborted(signal, responding)
}

function exchangeOf(outgoing: Outgoing): Exchange {
  const { url, method, headers, body, signal } = outgoing
  const tag = currentTenant()
  let gone: AbortSignal | undefined
  return {
    method,
    target: url.search === '' ? url.pathname : url.pathname + url.search,
    headers: tag === null ? { host: url.host, ...headers } : { host: url.host, [TENANT_HEADER]: tag, ...headers },
    body: body === null ? null : pieces(body),
    // A signal is only made for those that look at it.
    get clientGone() {
      return (gone ??= signal ?? new AbortController().signal)
    },
    clientAddress: '127.0.0.1',
    inProcess: true,
  }
}

async function* pieces(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308
}

/** Returns the request that follows a redirect. */
function redirected(outgoing: Outgoing, status: number, location: string): Outgoing {
  const { url, method, headers } = outgoing
  if (!URL.canParse(location, url)) throw failed(`Invalid URL: ${location}`)
  const next = new URL(location, url)
  if (!/^https?:$/.test(next.protocol)) throw failed('URL scheme must be a HTTP(S) scheme')
  const becomesGet =
    status === 303 ? method !== 'GET' && method !== 'HEAD' : (status === 301 || status === 302) && method === 'POST'
  const dropped = [...(next.origin === url.origin ? [] : OF_THE_ORIGIN), ...(becomesGet ? OF_THE_BODY : [])]
  return {
    ...outgoing,
    url: next,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.includes(name))),
    ...(becomesGet ? { method: 'GET', body: null } : {}),
  }
}

/** Lets the body of an answer fail when the signal fires before it has been read, as the body of a connection does. */
function abortable(outcome: Outcome, signal: AbortSignal | null): Outcome {
  const { body } = outcome.answer
  if (signal === null || body === null) return outcome
  return { ...outcome, answer: { ...outcome.answer, body: untilSignal(body, signal) } }
}

async function* untilSignal(
  body: string | Uint8Array | AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<string | Uint8Array> {
  for await (const piece of typeof body === 'string' || body instanceof Uint8Array ? [body] : body) {
    signal.throwIfAborted()
    yield piece
  }
}

/** Gives a response the members that only a response of `fetch` has. `url` is null for a response of `fetch`. */
function described(response: Response, url: URL | null, redirected: boolean): Response {
  if (url === null)
    return redirected ? Object.defineProperty(response, 'redirected', { value: true, configurable: true }) : response
  const href = url.hash === '' ? url.href : url.href.slice(0, url.href.length - url.hash.length)
  return Object.defineProperties(response, {
    url: { value: href, configurable: true },
    redirected: { value: redirected, configurable: true },
    type: { value: 'basic', configurable: true },
    clone: {
      value: () => described(Response.prototype.clone.call(response), url, redirected),
      configurable: true,
    },
  })
}

function failed(message: string, cause?: Error): TypeError {
  return new TypeError('fetch failed', { cause: cause ?? new Error(message) })
}
