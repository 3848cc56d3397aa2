import type { Instance } from '#core/instance.ts'
import { respondToWeb } from '#core/http/web-exchange.ts'
import { addressesIn, type MountedRequests } from './mounted.ts'

/** The most requests of one {@link visitRealHosts}. */
const LIMIT = 400

/** The address of the visited instance, which no answer may name. */
const OWN = 'http://127.0.0.1:59999'

/** Every URL in an answer. */
const URLS = /(?:https?|wss?):\/\/[^\s"'<>\\;,)}\]]+/g

/** The result of {@link visitRealHosts}. */
export interface RealHostsVisit {
  /** The URLs of declared hosts that the answers had. */
  readonly advertised: ReadonlySet<string>
  /** One line for each URL of this machine, with the request whose answer had it. */
  readonly own: readonly string[]
  /**
   * One line for each URL of a declared host whose path the declaration does not have. The bare host of an issuer is
   * none.
   */
  readonly unanswered: readonly string[]
}

/** The URL of a path of an instance at the vendor. */
function vendorUrl(instance: Instance, path: string): string {
  const urls = instance.context().urls
  try {
    return urls.of(path)
  } catch {
    return urls.api + path
  }
}

/**
 * Visits an instance with `hosts: 'real'` as a client of the vendor that follows every link: bodies of any kind,
 * `Location`, `Link`, the claims of JSON Web Tokens, and the attributes of pages.
 */
export async function visitRealHosts(
  instance: Instance,
  { headers, changes, reads }: MountedRequests,
): Promise<RealHostsVisit> {
  instance.origin = OWN
  const { vendorHosts } = instance
  const plan: [url: string, init: RequestInit][] = [
    ...changes.map(({ path, init }): [string, RequestInit] => [vendorUrl(instance, path), init]),
    ...reads.map((path): [string, RequestInit] => [vendorUrl(instance, path), { headers }]),
  ]
  const planned = new Set(plan.map(([url]) => url))
  const advertised = new Set<string>()
  const own = new Set<string>()
  const unanswered = new Set<string>()
  for (let at = 0; at < Math.min(plan.length, LIMIT); at++) {
    const [url, init] = plan[at] as [string, RequestInit] // within its length
    const request = new Request(url, init)
    // Each answer may add requests to the plan.
    const response = await respondToWeb(instance, request)
    const body = await response.text()
    for (const each of addressesIn(response, body, URLS)) {
      const address = each.startsWith('/') ? new URL(each, url).href : each
      if (!URL.canParse(address)) continue
      const { host, pathname, protocol } = new URL(address)
      if (address.startsWith(OWN)) own.add(`${request.method} ${url}: ${each}`)
      if (vendorHosts?.has(host) !== true || /[{}]|%7B/i.test(address)) continue
      advertised.add(address)
      if (vendorHosts.match(host, pathname) === null && pathname !== '/')
        unanswered.add(`${request.method} ${url}: ${each}`)
      if (!planned.has(address) && protocol.startsWith('http')) {
        planned.add(address)
        plan.push([address, { headers }])
      }
    }
  }
  return { advertised, own: [...own], unanswered: [...unanswered] }
}
