import { inspect } from 'node:util'
import { suggest } from './core/did-you-mean.ts'
import type { Moment } from './core/duration.ts'
import type { Service } from './core/service-type.ts'
import type { Seed, ServiceId } from './services.generated.ts'

/** The seed of an instance: the seed of the built-in services, and for a service of your own its section. */
export type SeedFor<S> = S extends Service<infer Id, infer Section> ? Seed & { [K in Id]?: Section } : Seed

/** What `createEmulator` takes. */
export interface EmulatorOptions<S extends ServiceId | Service = ServiceId | Service> {
  /** The id of a built-in service, or a service made with `defineService`. */
  service: S
  /** 0: any free port. Default: the service's own. */
  port?: number
  /** The path of a YAML or JSON file, or its content as an object. Default: nothing but the default token and its user. */
  seed?: string | SeedFor<S>
  /** The address to listen at. Any other than a loopback address opens the instance to the network. Default: 127.0.0.1 */
  hostname?: string
  /** The URL that answers advertise, for an instance behind a proxy; `{service}` stands for the service's id. */
  baseUrl?: string
  /** Where the clock starts and stands still until it is moved. Default: it follows the wall clock. */
  now?: Moment
  /** Hosts beside this machine that may receive webhooks. */
  allowWebhookHosts?: readonly string[]
  /** Origins, such as `https://app.test`, whose pages may send requests beside pages on localhost and loopback addresses. */
  allowOrigins?: readonly string[]
  /**
   * Where the server runs. `thread`: in a worker thread of its own, for tests that block their thread while they wait
   * for an answer. Built-in services only. Default: process
   */
  host?: 'process' | 'thread'
  /**
   * Serves TLS, for clients that refuse http: with a certificate for localhost by an authority of this user, whose own is the
   * file in `env.NODE_EXTRA_CA_CERTS`. Default: what the seed says, else false
   */
  https?: boolean
}

/** What only the fixtures and the command need. */
export interface HostOptions {
  /** Whether the server keeps the process alive. Default: true */
  keepAlive?: boolean
}

const KNOWN = [
  'service',
  'port',
  'seed',
  'hostname',
  'baseUrl',
  'now',
  'allowWebhookHosts',
  'allowOrigins',
  'host',
  'https',
]

/**
 * Checks what `createEmulator` was given, for callers whose code no compiler has seen.
 *
 * @throws TypeError naming the option, what it may be and what it was.
 */
export function checkOptions(options: object): void {
  const all: unknown = options
  if (typeof all !== 'object' || all === null) throw wrong('options', 'an object such as { service: "codehost" }', all)
  const stray = Object.keys(options).find((name) => !KNOWN.includes(name))
  if (stray !== undefined) {
    const guess = suggest(stray, KNOWN)
    const hint = guess === undefined ? `known are ${KNOWN.join(', ')}` : `did you mean "${guess}"?`
    throw new TypeError(`createEmulator: unknown option ${JSON.stringify(stray)}, ${hint}`)
  }
  const given: Readonly<Record<string, unknown>> = { ...options }
  const { service, port, hostname, baseUrl, allowWebhookHosts, allowOrigins, host, https } = given
  if (typeof service !== 'string' && (typeof service !== 'object' || service === null || !('routes' in service))) {
    throw wrong('service', 'the id of a service, such as "codehost", or one made with defineService', service)
  }
  if (port !== undefined && !(typeof port === 'number' && Number.isInteger(port) && port >= 0 && port <= 65535)) {
    throw wrong('port', 'a whole number from 0 to 65535', port)
  }
  for (const [name, value] of Object.entries({ hostname, baseUrl })) {
    if (value !== undefined && typeof value !== 'string') throw wrong(name, 'text', value)
  }
  if (allowWebhookHosts !== undefined && !areTexts(allowWebhookHosts)) {
    throw wrong('allowWebhookHosts', 'a list of hosts, such as ["example.test"]', allowWebhookHosts)
  }
  if (allowOrigins !== undefined && !areOrigins(allowOrigins)) {
    throw wrong('allowOrigins', 'a list of origins, such as ["https://app.test"]', allowOrigins)
  }
  if (host !== undefined && host !== 'process' && host !== 'thread') {
    throw wrong('host', '"process" or "thread" (the address to listen at is hostname)', host)
  }
  if (https !== undefined && typeof https !== 'boolean') throw wrong('https', 'true or false', https)
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/** True for a list of origins as browsers send them: scheme, host and port, no path. */
function areOrigins(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((each) => typeof each === 'string' && URL.canParse(each) && /^[a-z][a-z\d+.-]*:\/\/[^/]+$/.test(each))
  )
}

function wrong(option: string, expected: string, value: unknown): TypeError {
  return new TypeError(`createEmulator: ${option}: expected ${expected}, got ${inspect(value, { depth: 0 })}`)
}
