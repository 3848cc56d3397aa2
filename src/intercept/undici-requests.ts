import { AsyncResource } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Interceptor, PendingCall } from './interceptor.ts'
import { TENANT_HEADER } from '#core/tenants/tenant-tag.ts'
import { stackAbove } from './call-site.ts'
import { tagFor } from './tenant-headers.ts'

/**
 * The diagnostics channels on which `undici` publishes its requests, whether it comes with Node.js or from a package.
 */
const CREATED = 'undici:request:create'
const FAILED = 'undici:request:error'

/** The members of a request that undici documents. */
interface UndiciRequest {
  readonly origin?: unknown
  readonly method?: unknown
  readonly path?: unknown
  readonly headers?: unknown
  addHeader?(name: string, value: string): void
}

/** Returns whether headers, a text or a list, have one of this name. */
function has(headers: unknown, name: string): boolean {
  return String(headers).toLowerCase().includes(name)
}

/**
 * Does work in the context in which a request was made: a pool without a free connection sends it later, in the context
 * of the answer that has freed one.
 */
function inContextOf<T>(request: UndiciRequest, work: () => T): T {
  const symbol = Object.getOwnPropertySymbols(request).find(({ description }) => description === 'handler')
  const handler: unknown = symbol === undefined ? undefined : Reflect.get(request, symbol)
  return handler instanceof AsyncResource ? handler.runInAsyncScope(work) : work()
}

/**
 * Lets the requests of `undici` name the tenant that they are made for, and remembers those to hosts that are refused
 * until they connect: when it connects, `undici` no longer knows the caller. Returns a function that ends this.
 */
export function watchUndici(interceptor: Interceptor): () => void {
  const calls = new WeakMap<object, PendingCall>()
  const created = (message: unknown): void => {
    const { request } = message as { request: UndiciRequest } // documented by undici
    const { origin, method, path } = request
    if (!interceptor.isOn || !URL.canParse(String(origin))) return
    // A request to a proxy: the one that is sent through it has been announced by itself.
    if (method === 'CONNECT' || !String(path).startsWith('/')) return
    const { hostname, protocol, port: text } = new URL(String(origin))
    const scheme = protocol === 'https:' ? 'https' : 'http'
    const port = text === '' ? (scheme === 'https' ? 443 : 80) : Number(text)
    const host = hostname.replace(/^\[|\]$/g, '')
    const tag = inContextOf(request, () => tagFor(interceptor, { host, port }))
    if (tag !== null && !has(request.headers, TENANT_HEADER)) request.addHeader?.(TENANT_HEADER, tag)
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
