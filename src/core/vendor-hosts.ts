import { hostnameOf } from './hosts.ts'

/**
 * A host of the vendor that a service stands in for, such as `uploads.github.com`. It is plain JSON, so that it can be
 * sent to another process.
 */
export interface VendorHost {
  /**
   * The name that the service's code knows the host by: `uploads`. Several entries may share a name. `site` and `api`
   * have a meaning of their own: `call.origin` is at the entry named `site`, and `call.base` at that named `api`; each
   * is at the first entry of the list where no entry has the name.
   */
  readonly name: string
  /**
   * The host, in lower case. A `*` at the beginning stands for one or more labels (`*.clerk.accounts.dev`), any other
   * for the letters, digits and dashes of one label (`sqs.*.amazonaws.com`, `dev-*.okta.com`).
   */
  readonly host: string
  /**
   * The host that URLs have where `host` has a wildcard and there is no request to take it from:
   * `assured-gnu-27.clerk.accounts.dev`. Default: none, and then no URL can be made for the entry outside of its own
   * requests
   */
  readonly default?: string
  /**
   * The paths of the host that the service answers, each with the path of the instance that answers it: `{ '/token':
   * '/oauth2/token' }`. A path stands for itself and all paths below it, and the longest that fits counts. Default: `{
   * '/': '/' }`, every path at the same path
   */
  readonly paths?: Readonly<Record<string, string>>
  /**
   * True for a host with pages whose scripts call the other hosts. Pages of any host may call their own host. Not for a
   * host that serves what users have stored, nor one with a wildcard and no default. Default: false
   */
  readonly pages?: boolean
  /** The DNS records of the host beside its addresses. Default: none */
  readonly records?: DnsRecords
}

/** The machines of a service that share the name of a host. */
interface ServiceMachines {
  readonly port: number
  /**
   * The first labels of the machines' names, in which `*` stands for the first label of the host: with `*-0`, a machine
   * of `db.example.com` is `db-0.example.com`.
   */
  readonly labels: readonly string[]
}

/** Records of a host that clients look for before they connect. */
export interface DnsRecords {
  /**
   * The ports of services at the host, by the names that come before its own: `{ '_mongodb._tcp': 27017 }`; or the
   * machines of a service, which have names beside that of the host. RFC 2782
   */
  readonly srv?: Readonly<Record<string, number | ServiceMachines>>
  /** The texts of the host. RFC 1464 */
  readonly txt?: readonly string[]
}

/** A URL of a vendor, found in the declaration of a service. */
export interface VendorMatch {
  readonly host: VendorHost
  /** The path of the instance that answers the URL's path, still percent-encoded. */
  readonly path: string
}

/**
 * Makes the URLs of an instance: those of the vendor's hosts with `hosts: 'real'`, else those of the instance itself.
 */
export interface Urls {
  /** True when the URLs are those of the vendor's own hosts. */
  readonly real: boolean
  /** The base URL of the API, without the prefix that a client may address it by, and without a slash at the end. */
  readonly api: string
  /**
   * Returns the URL at which clients find a path of the instance. `name` is that of a declared host, for a path that
   * several hosts have. Without it, the URL has the first of the hosts whose declared path is the longest that fits.
   */
  of(path: string, name?: string): string
}

/** One path of a declared host. */
interface Place {
  readonly host: VendorHost
  /** The path at the vendor, without a slash at the end. */
  readonly vendor: string
  /** The path at the instance, without a slash at the end. */
  readonly instance: string
}

/** The hosts that a service declares, ready for look-ups. */
export class VendorHosts {
  readonly list: readonly VendorHost[]
  /** The base URL of pages and of everything that has no host of its own: the entry named `site`. */
  readonly origin: string
  /** The base URL of the API: the entry named `api`. */
  readonly #base: string
  /** The origins of the hosts that have pages. */
  readonly #origins: readonly string[]
  readonly #byHost: HostPatterns<Place>
  readonly #places: readonly Place[]
  readonly #site: VendorHost
  readonly #api: VendorHost

  /** @throws TypeError for an empty list, and for an entry that is not of the form above. */
  constructor(list: readonly VendorHost[]) {
    const [first] = list
    if (first === undefined) throw new TypeError('hosts: expected at least one host')
    this.list = list
    const places = list.flatMap(placesOf)
    // The longest path is tried first.
    this.#places = places.toSorted((one, other) => other.instance.length - one.instance.length)
    this.#byHost = new HostPatterns(places.map((place) => [place.host.host, place]))
    this.#site = list.find(({ name }) => name === 'site') ?? first
    this.#api = list.find(({ name }) => name === 'api') ?? first
    this.#origins = list.filter(({ pages }) => pages === true).map((each) => urlAt(each, null))
    this.origin = urlAt(this.#site, null)
    this.#base = urlAt(this.#api, null)
  }

  /**
   * Finds the declared host of a request, given its Host header, and the path of the instance that answers it; null for
   * another host or path.
   */
  match(host: string, path: string): VendorMatch | null {
    const found = longest(this.#byHost.find(hostnameOf(host)), path)
    return found === null ? null : { host: found.host, path: moved(path, found.vendor, found.instance) }
  }

  /** Returns whether an origin is that of a host whose pages may call all hosts of the declaration. */
  hasPagesAt(origin: string): boolean {
    return this.#origins.includes(origin)
  }

  /** Returns whether the declaration has a host, with any path. */
  has(host: string): boolean {
    return this.#byHost.find(hostnameOf(host)).length > 0
  }

  /**
   * Returns the origin that an answer advertises to a request at a host: the host itself where the site's entry has a
   * wildcard.
   */
  originFor(host: string, { host: entry }: VendorMatch): string {
    return entry.name === this.#site.name && entry.default !== undefined ? `https://${hostnameOf(host)}` : this.origin
  }

  /** Returns the URLs of an instance whose origin is `origin`. */
  urls(origin: string): Urls {
    const own = new URL(origin).hostname
    return {
      real: true,
      api: this.#api === this.#site ? origin : this.#base,
      of: (path, name) => {
        const among = name === undefined ? this.#places : this.#places.filter(({ host }) => host.name === name)
        const place = among.find(({ instance }) => isBelow(path, instance))
        if (place === undefined)
          throw new TypeError(`no host ${name === undefined ? '' : `named ${name} `}has the path ${path}`)
        return urlAt(place.host, own) + moved(path, place.instance, place.vendor)
      },
    }
  }
}

/** The URLs of an instance at its own address. */
export function ownUrls(origin: string): Urls {
  return { real: false, api: origin, of: (path) => origin + path }
}

/** Thrown when two services declare the same host and path. */
export class HostConflict extends Error {
  override name = 'HostConflict'
}

/** The declared hosts of several services: finds the one that answers a URL. `T` is whatever stands for a service. */
export class VendorHostTable<T> {
  readonly #byHost: HostPatterns<Place & { readonly owner: T }>

  /**
   * @param owners each owner with the name that messages give it, and the hosts that it declares
   * @throws HostConflict that names both owners, when two declare the same host and path.
   */
  constructor(owners: Iterable<readonly [owner: T, name: string, hosts: readonly VendorHost[]]>) {
    const claims = new Map<string, { readonly name: string; readonly owner: T }>()
    const places: [string, Place & { readonly owner: T }][] = []
    for (const [owner, name, hosts] of owners) {
      for (const place of hosts.flatMap(placesOf)) {
        const claim = place.host.host + place.vendor
        const other = claims.get(claim)
        if (other !== undefined && other.owner !== owner) {
          throw new HostConflict(`${other.name} and ${name} both answer for https://${claim}: leave one of them out`)
        }
        claims.set(claim, { name, owner })
        places.push([place.host.host, { ...place, owner }])
      }
    }
    this.#byHost = new HostPatterns(places)
  }

  /** Finds the owner that answers a URL; null when none does. The scheme and the port do not matter. */
  match({ host, pathname }: { readonly host: string; readonly pathname: string }): T | null {
    return longest(this.#byHost.find(hostnameOf(host)), pathname)?.owner ?? null
  }

  /** Returns the records of a host; undefined when it has none. */
  recordsOf(host: string): DnsRecords | undefined {
    return this.#byHost.find(hostnameOf(host))[0]?.host.records
  }

  /** Returns the owners that answer for some path of a host. */
  ownersOf(host: string): readonly T[] {
    return [...new Set(this.#byHost.find(hostnameOf(host)).map(({ owner }) => owner))]
  }
}

/**
 * Values by host, where hosts may have wildcards. A host without a wildcard comes before all others, then the one with
 * the most letters.
 */
class HostPatterns<V> {
  readonly #exact = new Map<string, V[]>()
  readonly #patterns: { readonly host: string; readonly pattern: RegExp; readonly values: V[] }[] = []

  constructor(entries: readonly (readonly [host: string, value: V])[]) {
    for (const [host, value] of entries) {
      const values = host.includes('*')
        ? this.#patterns.find((each) => each.host === host)?.values
        : this.#exact.get(host)
      if (values !== undefined) values.push(value)
      else if (host.includes('*')) this.#patterns.push({ host, pattern: patternOf(host), values: [value] })
      else this.#exact.set(host, [value])
    }
    const letters = (host: string): number => host.replaceAll('*', '').length
    this.#patterns.sort((one, other) => letters(other.host) - letters(one.host))
  }

  find(hostname: string): readonly V[] {
    return this.#exact.get(hostname) ?? this.#patterns.find(({ pattern }) => pattern.test(hostname))?.values ?? []
  }
}

function patternOf(host: string): RegExp {
  const escaped = host
    .replaceAll('.', String.raw`\.`)
    .replace(/^\*/, '.+')
    .replaceAll('*', '[a-z0-9-]+')
  return new RegExp(`^${escaped}$`)
}

function placesOf(host: VendorHost): Place[] {
  const problem = problemOf(host)
  if (problem !== null) throw new TypeError(`hosts: ${JSON.stringify(host)}: ${problem}`)
  return Object.entries(host.paths ?? { '/': '/' }).map(([vendor, instance]) => ({
    host,
    vendor: vendor.replace(/\/$/, ''),
    instance: instance.replace(/\/$/, ''),
  }))
}

/** Returns the fault of an entry that a service without a type check may have declared; null when it has none. */
function problemOf({ name, host, default: fallback, paths }: VendorHost): string | null {
  if (typeof name !== 'string' || name === '') return 'expected a name, such as "api"'
  if (typeof host !== 'string' || !/^(\*\.)?[a-z\d*-]+(\.[a-z\d*-]+)*$/.test(host)) {
    return 'expected a host in lower case without scheme, port and path, such as "api.example.com" or "*.example.com"'
  }
  if (fallback !== undefined && (!host.includes('*') || !patternOf(host).test(fallback))) {
    return 'expected as default a host that fits the wildcard'
  }
  const wrong = Object.entries(paths ?? {})
    .flat()
    .find((path) => !path.startsWith('/'))
  return wrong === undefined ? null : `expected paths that begin with a slash, got ${JSON.stringify(wrong)}`
}

/** The base URL of an entry. For a wildcard it has the host `own` where that fits, else the entry's default. */
function urlAt({ host, default: fallback }: VendorHost, own: string | null): string {
  if (!host.includes('*')) return `https://${host}`
  if (own !== null && patternOf(host).test(own)) return `https://${own}`
  if (fallback === undefined) throw new TypeError(`hosts: ${host} has no default to make a URL with`)
  return `https://${fallback}`
}

function longest<P extends Place>(places: readonly P[], path: string): P | null {
  let found: P | null = null
  for (const place of places) {
    if (isBelow(path, place.vendor) && (found === null || place.vendor.length > found.vendor.length)) found = place
  }
  return found
}

/** True for the path of a prefix itself, and for a path below it. The prefix has no slash at the end. */
function isBelow(path: string, prefix: string): boolean {
  return (
    path.startsWith(prefix) &&
    (path.length === prefix.length || /[/?#]/.test(path.charAt(prefix.length)) || prefix === '')
  )
}

function moved(path: string, from: string, to: string): string {
  return from === to ? path : to + path.slice(from.length)
}
