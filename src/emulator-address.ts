import { isLoopback } from './core/hosts.ts'
import type { EmulatorOptions } from './emulator-options.ts'

/**
 * Returns the URL that answers advertise; undefined where it is the address to listen at.
 *
 * @throws TypeError for text that is no URL.
 */
export function advertised(baseUrl: string | undefined, id: string): string | undefined {
  const url = baseUrl?.replaceAll('{service}', id).replace(/\/+$/, '')
  if (url === undefined || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return url
  throw new TypeError(`baseUrl: expected a URL such as https://${id}.example.com, got ${JSON.stringify(baseUrl)}`)
}

/** Returns whether other machines may reach the instance. */
export function isOpen({ hostname }: EmulatorOptions): boolean {
  return hostname !== undefined && !isLoopback(hostname)
}

/**
 * Returns the host names that a Host header may have beside those of this machine: the address to listen at, and that
 * of `baseUrl`.
 */
export function acceptedHostnames({ hostname, baseUrl, service }: EmulatorOptions): readonly string[] {
  const url = advertised(baseUrl, typeof service === 'string' ? service : service.id)
  return [
    ...(hostname === undefined ? [] : [hostname.toLowerCase()]),
    ...(url === undefined ? [] : [new URL(url).hostname]),
  ]
}
