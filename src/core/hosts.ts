import { isIP } from 'node:net'

/** Returns true for a host name or address of this machine: localhost, a name below it, 127.0.0.0/8 or ::1. */
export function isLoopback(hostname: string): boolean {
  if (hostname === '127.0.0.1' || hostname === 'localhost') return true
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}

/** Returns true for an IP address, of version 6 in brackets or without. */
export function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

/** True when an instance may contact the host of a URL: this machine, or one of the hosts allowed for it. */
export function isAllowedHost({ hostname, host }: URL, allowedHosts: readonly string[]): boolean {
  const allowed = allowedHosts.map((each) => each.toLowerCase())
  return isLoopback(hostname) || allowed.includes(hostname) || allowed.includes(host)
}

/** Returns whether a text is an origin as browsers send it: a scheme, a host and a port if it needs one, no path. */
export function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^[a-z][a-z\d+.-]*:\/\/[^/]+$/.test(text)
}

/** Returns whether a text is a host as URLs have it: a name or an address, and a port if it needs one. */
export function isHost(text: string): boolean {
  return /^[^\s/?#@\\]+$/.test(text) && URL.canParse(`http://${text}`)
}

/** Returns the host by which this machine reaches a server that listens at an address or name. */
export function reachable(hostname: string): string {
  // The server listens at every address of this machine.
  if (hostname === '' || hostname === '0.0.0.0' || hostname === '::') return '127.0.0.1'
  return hostname.includes(':') ? `[${hostname}]` : hostname
}

/** Returns the host name of a Host header, without its port and the dot that may end a name. RFC 3986 section 3.2.2 */
export function hostnameOf(host: string): string {
  return host.replace(/\.?(?::\d+)?$/, '').toLowerCase()
}
