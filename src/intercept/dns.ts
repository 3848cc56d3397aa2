import { isIP } from 'node:net'
import { dns as builtin } from './builtins.ts'
import type { Patches } from './patches.ts'
import type { Interceptor } from './interceptor.ts'

type AnyFunction = (...parameters: unknown[]) => unknown

/**
 * Answers look-ups of the names that are steered or refused with addresses that stand for them, so that no name server
 * is asked.
 */
export function patchDns(interceptor: Interceptor, patches: Patches): void {
  const dns = builtin()
  const isOurs = (name: unknown): name is string => {
    if (typeof name !== 'string' || isIP(name) !== 0) return false
    const decision = interceptor.decide(name, null)
    return decision === 'steer' || decision === 'refuse'
  }
  patches.replace(dns, 'lookup', (original: AnyFunction) => (name, ...rest) => {
    const callback = rest.at(-1)
    if (!isOurs(name) || typeof callback !== 'function') return original.call(dns, name, ...rest)
    const found = lookedUp(interceptor, name, rest.length > 1 ? rest[0] : undefined)
    process.nextTick(() => {
      if (Array.isArray(found)) callback(null, found)
      else callback(null, found.address, found.family)
    })
    return {}
  })
  patches.replace(dns.promises, 'lookup', (original: AnyFunction) => (name, options) => {
    return isOurs(name)
      ? Promise.resolve(lookedUp(interceptor, name, options))
      : original.call(dns.promises, name, options)
  })
  for (const [method, family] of [
    ['resolve4', 4],
    ['resolve6', 6],
  ] as const) {
    patches.replace(dns, method, (original: AnyFunction) => (name, ...rest) => {
      const callback = rest.at(-1)
      if (!isOurs(name) || typeof callback !== 'function') return original.call(dns, name, ...rest)
      process.nextTick(callback, null, [interceptor.addresses.addressOf(name, family)])
      return {}
    })
    patches.replace(dns.promises, method, (original: AnyFunction) => (name, ...rest) => {
      if (!isOurs(name)) return original.call(dns.promises, name, ...rest)
      return Promise.resolve([interceptor.addresses.addressOf(name, family)])
    })
  }
}

interface Found {
  readonly address: string
  readonly family: 4 | 6
}

function lookedUp(interceptor: Interceptor, name: string, options: unknown): Found | Found[] {
  const { all, family }: { all?: unknown; family?: unknown } =
    typeof options === 'object' && options !== null ? options : { family: options }
  const version = family === 6 || family === 'IPv6' ? 6 : 4
  const found = { address: interceptor.addresses.addressOf(name.toLowerCase(), version), family: version } as const
  return all === true ? [found] : found
}
