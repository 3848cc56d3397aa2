/** An http loopback address, whose port is ignored. The vendor has no such rule for IPv6. */
const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1))(?::\d+)?(?=[/?]|$)\/?/i

/**
 * Returns whether a redirect_uri matches a registered one: exactly, except for the port of a loopback address, and the
 * slash after a bare one. https://learn.microsoft.com/entra/identity-platform/reply-url#localhost-exceptions
 */
export function redirectMatches(uri: string, registered: string): boolean {
  return uri === registered || (LOOPBACK.test(uri) && withoutPort(uri) === withoutPort(registered))
}

function withoutPort(uri: string): string {
  return uri.replace(LOOPBACK, (_all, host: string) => `${host.toLowerCase()}/`)
}
