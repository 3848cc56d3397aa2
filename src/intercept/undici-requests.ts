import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Interceptor, PendingCall } from './interceptor.ts'
import { stackAbove } from './call-site.ts'

/**
 * The diagnostics channels on which `undici` publishes its requests, whether it comes with Node.js or from a package.
 */
const CREATED = 'undici:request:create'
const FAILED = 'undici:request:error'

/**
 * Remembers the requests of `undici` to hosts that are refused until they connect: when it connects, `undici` no longer
 * knows the caller. Returns a function that ends this.
 */
export function watchUndici(interceptor: Interceptor): () => void {
  const calls = new WeakMap<object, PendingCall>()
  const created = (message: unknown): void => {
    const { request } = message as { request: { origin?: unknown; method?: unknown; path?: unknown } } // documented by undici
    const { origin, method, path } = request
    if (!interceptor.isOn || !URL.canParse(String(origin))) return
    // A request to a proxy: the one that is sent through it has been announced by itself.
    if (method === 'CONNECT' || !String(path).startsWith('/')) return
    const { hostname, protocol, port: text } = new URL(String(origin))
    const scheme = protocol === 'https:' ? 'https' : 'http'
    const port = text === '' ? (scheme === 'https' ? 443 : 80) : Number(text)
    const host = hostname.replace(/^\[|\]$/g, '')
    if (interceptor.decide(host, port) === 'pass' || interceptor.decide(host, port) === 'steer') return
    // The wrapper of `fetch` knows its caller better.
    if ([...interceptor.pending].some((each) => each.host === host && each.port === port)) return
    const call = {
      host,
      port,
      scheme,
      method: String(method),
      path: String(path).replace(/\?.*$/, ''),
      stack: stackAbove(created),
    } as const
    calls.set(request, call)
    interceptor.pending.add(call)
  }
  const failed = (message: unknown): void => {
    const { request } = message as { request: object } // documented by undici
    const call = calls.get(request)
    if (call !== undefined) interceptor.pending.delete(call)
  }
  subscribe(CREATED, created)
  subscribe(FAILED, failed)
  return () => {
    unsubscribe(CREATED, created)
    unsubscribe(FAILED, failed)
  }
}
