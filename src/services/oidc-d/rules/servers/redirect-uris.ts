import type { Client } from '#oauth/clients/clients.ts'

/**
 * Returns whether a redirect URI is a registered one. For a client with `wildcard_redirect: SUBDOMAIN`, a `*` in the
 * first label of a registered one stands for characters of a host name within that label, two labels or more above the
 * top-level domain. https://support.okta.com/help/s/article/Does-Okta-Support-Wildcard-Redirect-URIs
 */
export function redirectMatches(uri: string, registered: string, client?: Client): boolean {
  if (uri === registered) return true
  if (client?.wildcardRedirects !== true) return false
  const [before = '', after = '', ...more] = registered.split('*')
  if (more.length > 0 || !BEFORE.test(before) || !AFTER.test(after)) return false
  if (!uri.startsWith(before) || !uri.endsWith(after) || uri.length <= before.length + after.length) return false
  return /^[a-z0-9-]+$/i.test(uri.slice(before.length, uri.length - after.length))
}

/** The parts of a registered address before and after its `*`. */
const BEFORE = /^https?:\/\/[a-z0-9-]*$/i
const AFTER = /^[a-z0-9-]*(?:\.[a-z0-9-]+){2,}(?::\d+)?(?:[/?].*)?$/i
