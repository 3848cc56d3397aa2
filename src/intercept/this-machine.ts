import { hostname } from 'node:os'
import { isLoopback } from '#core/hosts.ts'

/** A loopback address of IPv4 in the form of IPv6, as people write it and as a URL has it. RFC 4291 section 2.5.5.2 */
const MAPPED = /^(::|(0{1,4}:){5})ffff:(127\.|7f[\da-f]{2}:)/i

let ownName: string | undefined

/** Returns whether a name or address is this machine's own: calls to it never leave. */
export function isThisMachine(host: string): boolean {
  return isLoopback(host) || host === '0.0.0.0' || host === '::' || host === '' || MAPPED.test(host) || isOwnName(host)
}

function isOwnName(host: string): boolean {
  ownName ??= hostname().toLowerCase()
  return host.toLowerCase() === ownName
}
