import type * as Http from 'node:http'
import type * as Http2 from 'node:http2'
import { currentTenant } from '#core/tenants/tenant-context.ts'
import { TENANT_HEADER } from '#core/tenants/tenant-tag.ts'
import { stackAbove } from './call-site.ts'
import type { Interceptor } from './interceptor.ts'
import type { Patches } from './patches.ts'
import { Refusal, type Requested } from './refused-call.ts'
import { isThisMachine } from './this-machine.ts'

type StoreHeader = (this: Http.ClientRequest, firstLine: string, headers: unknown) => void

/** A destination of a call, as its client names it. */
interface Destination {
  readonly host: string
  readonly port: number
}

/**
 * Returns the tag that a call to a host is to have: that of the work under way, for the hosts that instances answer for
 * and for this machine, where another process of the application may listen. null for a call without one.
 */
export function tagFor(interceptor: Interceptor, { host, port }: Destination): string | null {
  if (!interceptor.isOn) return null
  const tag = currentTenant()
  if (tag === null) return null
  return isThisMachine(host) || interceptor.decide(host, port) === 'steer' ? tag : null
}

/**
 * Returns the refusal of a call that must name a tenant and belongs to none; null for any other. `above` is the
 * function that the client has called.
 */
export function refusalWithoutTenant(
  interceptor: Interceptor,
  { host, port }: Destination,
  requested: Requested,
  above: (...parameters: never[]) => unknown,
): Refusal | null {
  if (!interceptor.isOn || currentTenant() !== null || interceptor.decide(host, port) !== 'steer') return null
  const reason = interceptor.withoutTenant(host)
  if (reason === null) return null
  const refusal = new Refusal(host, port, stackAbove(above), { ...requested, reason })
  interceptor.record(refusal)
  return refusal
}

/** Lets the requests of `node:http` and `node:https` name the tenant that they are made for. */
export function patchClients(interceptor: Interceptor, patches: Patches): void {
  const { ClientRequest }: typeof Http = process.getBuiltinModule('node:http')
  // Every request passes here, whichever way its headers were given, when they are put together.
  patches.override(ClientRequest.prototype, '_storeHeader', (original: StoreHeader) => {
    return function _storeHeader(firstLine, headers) {
      const { host, protocol, method, path } = this
      const port = Number(Reflect.get(this, 'port') ?? (protocol === 'https:' ? 443 : 80))
      const destination = { host, port }
      const tag = this.hasHeader(TENANT_HEADER) ? null : tagFor(interceptor, destination)
      original.call(this, tag === null ? firstLine : `${firstLine}${TENANT_HEADER}: ${tag}\r\n`, headers)
      const requested = { scheme: protocol === 'https:' ? 'https' : 'http', method, path: pathOnly(path) } as const
      const refusal = refusalWithoutTenant(interceptor, destination, requested, _storeHeader)
      if (refusal !== null) this.destroy(refusal.error)
    }
  })
}

/** Lets the requests of `node:http2`, which is loaded by it, name the tenant that they are made for. */
export function patchHttp2Clients(interceptor: Interceptor, patches: Patches): void {
  const http2: typeof Http2 = process.getBuiltinModule('node:http2')
  type Connect = (...parameters: Parameters<typeof Http2.connect>) => Http2.ClientHttp2Session
  patches.replace(http2, 'connect', (original: Connect) => (authority, ...rest) => {
    const session = original(authority, ...rest)
    const { hostname: host, port, protocol } = new URL(authority)
    const destination = { host, port: Number(port || (protocol === 'http:' ? 80 : 443)) }
    const request = session.request.bind(session)
    session.request = (headers = {}, options) => {
      const tag = tagFor(interceptor, destination)
      return request(tag === null ? headers : { ...headers, [TENANT_HEADER]: tag }, options)
    }
    return session
  })
}

function pathOnly(path: string): string {
  return path.replace(/\?.*$/s, '')
}
