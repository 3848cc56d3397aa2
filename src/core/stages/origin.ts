import { text } from '../answer.ts'
import { CONTROL_PREFIX } from '../control-prefix.ts'
import { answered } from '../http/outcome.ts'
import type { Passage } from './passage.ts'

/**
 * Refuses a request that a browser sends for a page of an unknown site: an instance runs on the developer's machine,
 * and its tokens are public (`backlot_admin`), so any site that the developer visits could send requests with them.
 * Browsers name the site in `Origin`; without an `Origin`, `Sec-Fetch-Site` tells whether it is another site. A
 * top-level navigation stays allowed, because a sign-in begins with one. https://fetch.spec.whatwg.org/#origin-header
 * and https://w3c.github.io/webappsec-fetch-metadata/
 */
export function checkOrigin(passage: Passage): void {
  const { headers } = passage.exchange
  // Also with the origin `null`, which a form of the instance's own page leaves through all redirects that follow it.
  if (isTopLevelNavigation(passage)) return
  if (headers.origin !== undefined) {
    const origin = String(headers.origin)
    if (!isOwnForm(passage, origin) && !isAllowedOrigin(passage, origin) && !isAdmitted(passage, origin)) {
      refuse(passage, origin)
    }
    return
  }
  if (headers['sec-fetch-site'] !== 'cross-site') return
  // A page on localhost that shows an image from 127.0.0.1 is another site to a browser. Only the referrer tells them
  // apart.
  const referrer = originOf(String(headers.referer ?? ''))
  if (referrer !== null && isAllowedOrigin(passage, referrer)) return
  if (!isAdmitted(passage, referrer ?? 'null')) refuse(passage, referrer)
}

/**
 * Returns true for a form that a page of this instance posts to it. Such pages send no referrer, and then browsers send
 * `null` in `Origin`, too, whereas no page can choose the value of `Sec-Fetch-Site`.
 */
function isOwnForm({ exchange: { headers } }: Passage, origin: string): boolean {
  return origin === 'null' && headers['sec-fetch-site'] === 'same-origin'
}

/** Returns true for an origin that the instance knows, and for the host that the request is for; false for `null`. */
function isAllowedOrigin({ instance, exchange, call }: Passage, origin: string): boolean {
  if (instance.allowOrigins.includes(origin)) return true
  // Browsers send a URL or `null`. Other text is from a library, such as the `arctic` that arctic sends for a public
  // client.
  if (!URL.canParse(origin)) return origin !== 'null'
  const url = new URL(origin)
  return url.host === exchange.headers.host || instance.isKnownOrigin(url, call.origin)
}

/** Returns true where a record of the service names this origin for what the request does; never for commands. */
function isAdmitted({ instance: { service }, path, call }: Passage, origin: string): boolean {
  return !path.startsWith(CONTROL_PREFIX) && service.crossOrigin?.admits?.(call, origin) === true
}

function isTopLevelNavigation({ exchange: { method, headers } }: Passage): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null
}

function refuse(passage: Passage, origin: string | null): void {
  const { service } = passage.instance
  const page = origin === null || origin === 'null' ? 'a page of an unknown origin' : `a page of ${origin}`
  const remedy =
    origin === null || origin === 'null'
      ? 'serve the page from localhost, or name its origin in allowOrigins (--allow-origin)'
      : `pass allowOrigins: ['${origin}'] (--allow-origin ${origin}) if that page is yours`
  passage.outcome = answered(text(`backlot's ${service.id} does not answer to ${page}: ${remedy}\n`, 403))
}
