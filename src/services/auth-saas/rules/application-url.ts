import type { AuthCall } from '#auth-saas/call.ts'
import { clerkFailure } from '#auth-saas/errors.ts'
import { settingsOf } from './settings.ts'

/** Returns the URL of an application; undefined for one that no browser opens. */
export function applicationUrl(text: string | null): URL | undefined {
  if (text === null || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined
}

/** The schemes that run or open something on the device itself, so that no provider leads back to them. */
const LOCAL_SCHEMES = ['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:']

/**
 * Returns the URL by which an application on a device is opened: `myapp://callback`; undefined for text that is none.
 */
export function deviceUrl(text: string | null): URL | undefined {
  if (text === null || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return LOCAL_SCHEMES.includes(url.protocol) ? undefined : url
}

/**
 * Returns the URL of an application that the query of a request names; undefined for one that no browser opens.
 *
 * @throws 400 for a URL that is not the application's: any page can open such a request, and the redirect carries what
 *   signs the person in.
 */
export function requestedUrl(context: Pick<AuthCall, 'rows' | 'mayRedirectTo'>, text: string | null): URL | undefined {
  const url = applicationUrl(text)
  if (url === undefined || context.mayRedirectTo(url) || isOfApplication(context, url)) return url
  const sentence =
    'The current redirect url passed in the sign in or sign up request does not match an authorized redirect URI for ' +
    `this instance. Review authorized redirect urls for your instance. ${url.href} (backlot: name the origin of your ` +
    `application in allowOrigins (--allow-origin ${url.origin}), or seed it as home_url)`
  throw clerkFailure(400, 'resource_mismatch', 'Redirect url mismatch', sentence)
}

/** Returns whether the application's own server, or the seed, has named a URL, its origin or its host. */
function isOfApplication({ rows }: Pick<AuthCall, 'rows'>, url: URL): boolean {
  const { homeUrl, signInUrl, signUpUrl, developmentOrigin, allowedOrigins } = settingsOf(rows)
  const own = [homeUrl, signInUrl, signUpUrl, developmentOrigin, ...allowedOrigins]
  if (own.some((each) => each !== null && URL.canParse(each) && new URL(each).origin === url.origin)) return true
  if (rows.redirectUrls.find('url', `${url.origin}${url.pathname}`) !== undefined) return true
  return rows.instanceDomains.all().some(({ name }) => name === url.host || url.hostname.endsWith(`.${name}`))
}
