import type { Interceptor } from './interceptor.ts'

/** The types of records, by the methods of Node.js that ask for them. */
export const RECORD_METHODS = {
  resolve4: 'A',
  resolve6: 'AAAA',
  resolveAny: 'ANY',
  resolveCaa: 'CAA',
  resolveCname: 'CNAME',
  resolveMx: 'MX',
  resolveNaptr: 'NAPTR',
  resolveNs: 'NS',
  resolvePtr: 'PTR',
  resolveSoa: 'SOA',
  resolveSrv: 'SRV',
  resolveTlsa: 'TLSA',
  resolveTxt: 'TXT',
} as const

/** The time for which a record may be kept, in seconds. */
const TTL = 60

/**
 * Returns the records of a name, as Node.js gives them to a caller who asks for a type.
 *
 * @param ttl whether the caller wants the time for which an address may be kept
 * @throws Error with the code ENODATA for a name without records of the type.
 */
export function answerTo(interceptor: Interceptor, name: string, kind: string, ttl: boolean): unknown {
  const { addresses } = interceptor
  const addressOf = (family: 4 | 6): unknown => {
    const address = addresses.addressOf(name, family)
    return ttl ? { address, ttl: TTL } : address
  }
  if (kind === 'A') return [addressOf(4)]
  if (kind === 'AAAA') return [addressOf(6)]
  const services = servicesOf(interceptor, name)
  const texts = interceptor.recordsOf(name)?.txt ?? []
  if (kind === 'SRV' && services.length > 0) return services
  if (kind === 'TXT' && texts.length > 0) return texts.map((text) => [text])
  if (kind === 'ANY') {
    return [
      { type: 'A', address: addresses.addressOf(name, 4), ttl: TTL },
      { type: 'AAAA', address: addresses.addressOf(name, 6), ttl: TTL },
      ...services.map((service) => ({ type: 'SRV', ...service })),
      ...texts.map((text) => ({ type: 'TXT', entries: [text] })),
    ]
  }
  const syscall = `query${kind.charAt(0)}${kind.slice(1).toLowerCase()}`
  throw Object.assign(new Error(`${syscall} ENODATA ${name}`), { code: 'ENODATA', syscall, hostname: name })
}

/** Returns the name that an address stands for; null for an address of another machine. */
export function reverseAnswer({ addresses }: Interceptor, address: string): string | null {
  return addresses.nameOf(address) ?? null
}

interface ServiceRecord {
  readonly name: string
  readonly port: number
  readonly priority: number
  readonly weight: number
}

/** Returns where a service is found, whose name is two labels before that of its host. RFC 2782 */
function servicesOf(interceptor: Interceptor, name: string): readonly ServiceRecord[] {
  const [, service = '', host = ''] = /^(_[^.]+\._[^.]+)\.(.+)$/.exec(name) ?? []
  const found = interceptor.recordsOf(host)?.srv?.[service]
  if (found === undefined) return []
  if (typeof found === 'number') return [{ name: host, port: found, priority: 0, weight: 0 }]
  const [label = '', ...domain] = host.split('.')
  const names = found.labels.map((each) => [each.replaceAll('*', label), ...domain].join('.'))
  return names.map((each) => ({ name: each, port: found.port, priority: 0, weight: 0 }))
}
