import type { EventEmitter } from 'node:events'
import type * as Http from 'node:http'
import type * as Http2 from 'node:http2'
import type * as Https from 'node:https'
import { runForRequest } from '#core/tenants/tenant-context.ts'
import { tagOfRequest } from '#core/tenants/tenant-tag.ts'
import type { Patches } from './patches.ts'

type Emit = (this: object, event: string | symbol, ...parameters: unknown[]) => boolean
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** The events by which a server hands over a request. */
const REQUESTS = new Set<string | symbol>([
  'request',
  'upgrade',
  'connect',
  'checkContinue',
  'checkExpectation',
  'stream',
])

/**
 * Lets each request that arrives at a server of this process run in the context of the tenant that it names by its
 * header or cookie: whatever the application does for it, however deep, belongs to that tenant.
 */
export function patchServers(patches: Patches): void {
  const http: typeof Http = process.getBuiltinModule('node:http')
  const https: typeof Https = process.getBuiltinModule('node:https')
  for (const { Server } of [http, https]) patches.override(Server.prototype, 'emit', inContext)
}

/** Does the same for the servers of `node:http2`, which is loaded by it. */
export function patchHttp2Servers(patches: Patches): void {
  const http2: typeof Http2 = process.getBuiltinModule('node:http2')
  for (const name of ['createServer', 'createSecureServer']) {
    patches.replace(http2, name, (original: (...parameters: never[]) => EventEmitter) => (...parameters) => {
      const server = original(...parameters)
      server.emit = inContext(server.emit as Emit)
      return server
    })
  }
}

/** Returns an `emit` that hands requests over in the context of their tenant. */
function inContext(original: Emit): Emit {
  return function emit(event, ...parameters) {
    const proceed = (): boolean => original.call(this, event, ...parameters)
    if (!REQUESTS.has(event)) return proceed()
    const [request, second] = parameters
    const headers = headersOf(event === 'stream' ? second : Reflect.get(Object(request), 'headers'))
    const tag = headers === null ? null : tagOfRequest(headers)
    // Node emits their events in the context of the connection, which other tests may have opened.
    if (tag !== null) for (const each of parameters) bind(each, tag)
    return runForRequest(tag, proceed)
  }
}

/** Lets what an object emits be heard in the context of a tenant. */
function bind(emitter: unknown, tag: string): void {
  if (typeof emitter !== 'object' || emitter === null || !('emit' in emitter)) return
  const emit = emitter.emit as Emit // an event emitter's
  Object.defineProperty(emitter, 'emit', {
    value: (...parameters: Parameters<Emit>) => runForRequest(tag, () => emit.apply(emitter, parameters)),
    writable: true,
    configurable: true,
  })
}

function headersOf(value: unknown): Headers | null {
  return typeof value === 'object' && value !== null ? (value as Headers) : null // of a request of Node.js
}
