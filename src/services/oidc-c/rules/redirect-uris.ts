/** A loopback address of http: its port is whichever was free. The vendor has no such rule for that of IPv6. */
const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1))(?::\d+)?(?=[/?]|$)\/?/i

/**
 * Whether a redirect_uri is the registered one: to the letter, but for the port of a loopback address, and the slash after a
 * bare one. https://learn.microsoft.com/entra/identity-platform/reply-url#localhost-exceptions
 */
export function redirectMatches(given: string, registered: string): boolean {
  return given === registered || (LOOPBACK.test(given) && withoutPort(given) === withoutPort(registered))
}

function withoutPort(uri: string): string {
  return uri.replace(LOOPBACK, (_all, host: string) => `${host.toLowerCase()}/`)
}
