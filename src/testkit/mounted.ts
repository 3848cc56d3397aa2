import type { Instance } from '#core/instance.ts'
import { respondToWeb } from '#core/http/web-exchange.ts'

/** The most requests of one {@link visitMounted}. */
const LIMIT = 400

/** The result of {@link visitMounted}. */
export interface MountedVisit {
  /** How many URLs and paths of the application's own origin the answers had. */
  readonly advertised: number
  /** One line for each URL, path and cookie outside the mount path, with the request whose answer had it. */
  readonly outside: readonly string[]
}

/** The first requests of {@link visitMounted}. */
export interface MountedRequests {
  /** The headers of every request. */
  readonly headers: Readonly<Record<string, string>>
  /** Requests that change something, sent first: their paths as the instance sees them. */
  readonly changes: readonly { readonly path: string; readonly init: RequestInit }[]
  /** Paths to read, as the instance sees them. */
  readonly reads: readonly string[]
}

/** A request that is to be sent: the absolute URL, and the `fetch` options. */
type Planned = readonly [url: string, init: RequestInit]

/**
 * Visits an instance under a mount path as a client that follows every link: bodies of any kind, `Location`, `Link`,
 * cookies, the claims of JSON Web Tokens, and the attributes of pages. The instance must not know the URL before.
 */
export async function visitMounted(
  instance: Instance,
  { headers, changes, reads }: MountedRequests,
): Promise<MountedVisit> {
  const own = 'http://app.test'
  const mountPath = `/mounted/here/${instance.service.id}`
  const origin = own + mountPath
  instance.origin = 'http://unmounted.test'
  const plan: Planned[] = [
    ...changes.map(({ path, init }): Planned => [origin + path, init]),
    ...reads.flatMap((path): Planned[] => [
      [origin + path, { headers }],
      [origin + path, { headers: { ...headers, accept: 'text/html' } }],
    ]),
  ]
  const planned = new Set(reads.map((path) => origin + path))
  const outside = new Set<string>()
  let advertised = 0
  for (let at = 0; at < Math.min(plan.length, LIMIT); at++) {
    const [url, init] = plan[at] as Planned // within its length
    const request = new Request(url, init)
    // Each answer may add requests to the plan.
    const response = await respondToWeb(instance, request, { origin, mountPath })
    for (const each of addressesIn(response, await response.text(), TEST_HOSTS)) {
      const address = each.startsWith('/') ? own + each : each
      advertised++
      if (!isBelow(origin, address)) outside.add(`${request.method} ${new URL(url).pathname}: ${each}`)
      else if (!planned.has(address) && !/[{}]|%7B/i.test(address)) {
        planned.add(address)
        plan.push([address, { headers }])
      }
    }
  }
  return { advertised, outside: [...outside] }
}

/** The URLs of the two hosts of {@link visitMounted}. */
const TEST_HOSTS = /https?:\/\/(?:app|unmounted)\.test[^\s"'<>\\;,)}\]]*/g

/**
 * Returns the URLs that an answer has, as a global pattern finds them, and the paths without an origin where only a
 * path or a URL can stand: in headers, in bodies of any kind, in the claims of JSON Web Tokens, and in the attributes
 * of pages.
 */
export function* addressesIn(response: Response, body: string, pattern: RegExp): Generator<string> {
  const headers = [...response.headers].filter(([name]) => name !== 'content-security-policy')
  const location = response.headers.get('location')
  if (location?.startsWith('/') === true) yield location
  for (const cookie of response.headers.getSetCookie()) {
    const path = /;\s*path=([^;]*)/i.exec(cookie)?.[1]
    if (path !== undefined) yield path
  }
  if (response.headers.get('content-type')?.startsWith('text/html') === true) {
    for (const [, path = ''] of body.matchAll(/\b(?:href|src|action|formaction)="(\/[^"]*)"/g)) yield unescaped(path)
  }
  const text = `${body}\n${headers.map(([, value]) => value).join('\n')}`
  for (const each of [text, ...tokenClaims(text)]) {
    for (const [url] of each.replaceAll('\\/', '/').matchAll(pattern)) {
      yield unescaped(url)
    }
  }
}

/** The claims of the JSON Web Tokens in a text. */
function tokenClaims(text: string): string[] {
  return [...text.matchAll(/eyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]*/g)].map(([, claims = '']) =>
    Buffer.from(claims, 'base64url').toString('utf8'),
  )
}

function isBelow(base: string, address: string): boolean {
  return address.startsWith(base) && /^(?:$|[/?#{])/.test(address.slice(base.length))
}

function unescaped(attribute: string): string {
  return attribute.replaceAll('&amp;', '&').replaceAll('&#38;', '&')
}
