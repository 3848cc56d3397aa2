import { isLoopback } from '#core/hosts.ts'

/** Returns whether a name or address is this machine's own: calls to it never leave. */
export function isThisMachine(host: string): boolean {
  return isLoopback(host) || host === '0.0.0.0' || host === '::' || host === '' || /^::ffff:127\./i.test(host)
}
