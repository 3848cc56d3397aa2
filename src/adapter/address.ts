import { percentDecode } from '#core/text/percent-decode.ts'
import { nextBasePath, nextScheme } from './next.ts'

/** The address of a request to a handler. */
export interface HandlerAddress {
  /** The first part of the path below the mount: the id of a service, or `_backlot`. */
  readonly head: string
  /** The path of the handler, without a slash at the end: `/emulate`. */
  readonly mount: string
  /** The origin of the application, and the path of the handler and `head`: `https://app.test/emulate/codehost`. */
  readonly origin: string
  /**
   * The part of the request's path in front of `below`: the path of `origin`, or its last segments where the framework
   * has taken the first ones off.
   */
  readonly mountPath: string
  /** The path below the service, without the query: `/repos/octo/app`; empty for the service itself. */
  readonly below: string
}

/** The facts by which the address of a request is found. */
export interface AddressRules {
  /** The ids of the services, and `_backlot`. */
  readonly heads: ReadonlySet<string>
  /**
   * The path of the handler as clients call it, without a slash at the end; undefined: to be found. The path of a
   * request may begin with its last segments only, where the framework has taken the first ones off.
   */
  readonly basePath: string | undefined
  readonly trustProxy: boolean
}

/** A host as a Host header may have it: a name or an address, and perhaps a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i

/**
 * Returns the address of a request; null when its path names no service below the mount. `rest` is the path below the
 * mount as the framework's route has it, decoded or not; without one and without `basePath`, the first segment that is
 * a service's id ends the mount.
 */
export function addressOf(request: Request, rules: AddressRules, rest?: string): HandlerAddress | null {
  const { url } = request
  const hostAt = url.indexOf('://') + 3
  const pathAt = url.indexOf('/', hostAt)
  const endAt = url.slice(pathAt).search(/[?#]/)
  const path = endAt < 0 ? url.slice(pathAt) : url.slice(pathAt, pathAt + endAt)
  const found = headIn(path, rules, rest)
  if (found === null) return null
  const { head, mount, at } = found
  const mountPath = path.slice(0, at + 1 + head.length)
  return {
    head,
    mount,
    mountPath,
    below: path.slice(mountPath.length),
    origin: originOf(request, url.slice(0, hostAt), url.slice(hostAt, pathAt), rules) + `${mount}/${head}`,
  }
}

/** The service that a path names. */
interface FoundHead {
  readonly head: string
  /** The path of the handler as clients call it. */
  readonly mount: string
  /** The position of the slash before `head` in the request's path. */
  readonly at: number
}

function headIn(path: string, rules: AddressRules, rest: string | undefined): FoundHead | null {
  const { heads, basePath } = rules
  const headAt = (at: number): string => path.slice(at + 1, slashOrEnd(path, at + 1))
  if (basePath !== undefined) {
    const at = lengthOfMount(path, basePath, (end) => heads.has(headAt(end)))
    return at === null ? null : { head: headAt(at), mount: basePath, at }
  }
  const prefix = removedPrefix(path)
  const decodedRest = rest === undefined ? undefined : plainPath(rest)
  const first = decodedRest?.slice(0, slashOrEnd(decodedRest, 0))
  let fallback: FoundHead | null = null
  for (let at = 0; at >= 0 && at < path.length; at = path.indexOf('/', at + 1)) {
    const head = headAt(at)
    if (!heads.has(head) || (first !== undefined && head !== first)) continue
    const found = { head, mount: prefix + path.slice(0, at), at }
    if (decodedRest === undefined || plainPath(path.slice(at + 1)) === decodedRest) return found
    fallback ??= found
  }
  return fallback
}

/**
 * Returns the length of the part of `path` that is the mount: all of `basePath`, or its last segments where a framework
 * has taken the first ones off, such as Nuxt's `app.baseURL` and the path of an Express sub-application. Null when the
 * path is not below the mount.
 */
function lengthOfMount(path: string, basePath: string, isEnd: (length: number) => boolean): number | null {
  for (let from = 0; from >= 0; from = from < basePath.length ? basePath.indexOf('/', from + 1) : -1) {
    const tail = basePath.slice(from)
    if (path.startsWith(`${tail}/`) && isEnd(tail.length)) return tail.length
  }
  return path.startsWith('/') && isEnd(0) ? 0 : null
}

/** Returns the path that Next has taken off the URL of a request: its `basePath`. */
function removedPrefix(path: string): string {
  const basePath = nextBasePath()
  return path.startsWith(`${basePath}/`) ? '' : basePath
}

/**
 * Returns the origin by which the client calls the application: from the Host header, as the URL of some servers has
 * another host.
 */
function originOf({ headers }: Request, scheme: string, urlHost: string, { trustProxy }: AddressRules): string {
  const own = headers.get('host')
  const host = own !== null && HOST.test(own) ? own : urlHost
  if (!trustProxy) return ownScheme(headers, scheme) + host
  const forwardedHost = firstOf(headers.get('x-forwarded-host'))
  const protocol = firstOf(headers.get('x-forwarded-proto'))
  return (
    (protocol === 'http' || protocol === 'https' ? `${protocol}://` : scheme) +
    (forwardedHost !== undefined && HOST.test(forwardedHost) ? forwardedHost : host)
  )
}

/**
 * Returns the scheme of the application's own server. Next and Nitro make the URL of a request with `https` where
 * x-forwarded-proto has it, which any client can send.
 */
function ownScheme(headers: Headers, scheme: string): string {
  const isForwarded = headers.get('x-forwarded-proto')?.toLowerCase().includes('https') === true
  return nextScheme() ?? (isForwarded ? 'http://' : scheme)
}

/** Returns the first of the values that proxies have added to a header. */
function firstOf(value: string | null): string | undefined {
  return value?.split(',')[0]?.trim().toLowerCase()
}

function slashOrEnd(text: string, from: number): number {
  const at = text.indexOf('/', from)
  return at < 0 ? text.length : at
}

/**
 * Returns a path decoded and without a slash at its beginning and its end: some frameworks leave these out of
 * parameters, others do not.
 */
function plainPath(path: string): string {
  return (percentDecode(path) ?? path).replace(/^\/|\/$/g, '')
}
