/** The address of a request to a handler. */
export interface HandlerAddress {
  /** The first part of the path below the mount: the id of a service, or `_backlot`. */
  readonly head: string
  /** The path of the handler, without a slash at the end: `/emulate`. */
  readonly mount: string
  /** The origin of the application, and the path of the handler and `head`: `https://app.test/emulate/codehost`. */
  readonly origin: string
  /** The path of `origin`: `/emulate/codehost`. */
  readonly mountPath: string
  /** The path below `mountPath`, without the query: `/repos/octo/app`; empty for `mountPath` itself. */
  readonly below: string
}

/** The facts by which the address of a request is found. */
export interface AddressRules {
  /** The ids of the services, and `_backlot`. */
  readonly heads: ReadonlySet<string>
  /** The path of the handler, without a slash at the end; undefined: to be found. */
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
  const { head, mount } = found
  const mountPath = `${mount}/${head}`
  return {
    head,
    mount,
    mountPath,
    below: path.slice(mountPath.length),
    origin: originOf(request, url.slice(0, hostAt), url.slice(hostAt, pathAt), rules) + mountPath,
  }
}

function headIn(
  path: string,
  { heads, basePath }: AddressRules,
  rest: string | undefined,
): { head: string; mount: string } | null {
  if (basePath !== undefined) {
    if (!path.startsWith(`${basePath}/`)) return null
    const below = path.slice(basePath.length + 1)
    const head = below.slice(0, slashOrEnd(below, 0))
    return heads.has(head) ? { head, mount: basePath } : null
  }
  const decodedRest = rest === undefined ? undefined : withoutOuterSlashes(decoded(rest))
  const first = decodedRest?.slice(0, slashOrEnd(decodedRest, 0))
  let fallback: { head: string; mount: string } | null = null
  for (let at = 0; at >= 0 && at < path.length; at = path.indexOf('/', at + 1)) {
    const head = path.slice(at + 1, slashOrEnd(path, at + 1))
    if (!heads.has(head) || (first !== undefined && head !== first)) continue
    const mount = path.slice(0, at)
    if (decodedRest === undefined || withoutOuterSlashes(decoded(path.slice(at + 1))) === decodedRest)
      return { head, mount }
    fallback ??= { head, mount }
  }
  return fallback
}

/**
 * Returns the origin by which the client calls the application: from the Host header, as the URL of some servers has
 * another host.
 */
function originOf({ headers }: Request, scheme: string, urlHost: string, { trustProxy }: AddressRules): string {
  const own = headers.get('host')
  const host = own !== null && HOST.test(own) ? own : urlHost
  if (!trustProxy) return scheme + host
  const forwardedHost = firstOf(headers.get('x-forwarded-host'))
  const protocol = firstOf(headers.get('x-forwarded-proto'))
  return (
    (protocol === 'http' || protocol === 'https' ? `${protocol}://` : scheme) +
    (forwardedHost !== undefined && HOST.test(forwardedHost) ? forwardedHost : host)
  )
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
 * Returns a path without a slash at its beginning and its end: some frameworks leave these out of parameters, others do
 * not.
 */
function withoutOuterSlashes(path: string): string {
  return path.replace(/^\/|\/$/g, '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
