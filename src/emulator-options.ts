import * as v from 'valibot'
import type { Moment } from './core/duration.ts'
import { isHost, isOrigin } from './core/hosts.ts'
import { checkedOptions, flagOption, option, textOption } from './core/options.ts'
import type { OnePort } from './core/http/one-port.ts'
import type { Service } from './core/service-type.ts'
import type { RunsIn } from './runs-in.ts'
import type { Persistence } from './persistence/persistence.ts'
import type { Seed, ServiceId } from './services.generated.ts'

/** The seed of an instance: the seed of the built-in services, and for a service of your own its section. */
export type SeedFor<S> = S extends Service<infer Id, infer Section> ? Seed & { [K in Id]?: Section } : Seed

/** The options of `createEmulator`. */
export interface EmulatorOptions<S extends ServiceId | Service = ServiceId | Service> {
  /** The id of a built-in service, or a service made with `defineService`. */
  service: S
  /** The port to listen at; 0 for any free port. Default: the service's own port */
  port?: number
  /**
   * The path of a YAML or JSON file, or its content as an object. Default: a seed with only the default token and its
   * user
   */
  seed?: string | SeedFor<S>
  /**
   * The address to listen at. Any other than a loopback address opens the instance to the network: its control plane
   * then requires the token in `env`, and Host headers may name IP addresses, this host and that of `baseUrl`. Default:
   * 127.0.0.1
   */
  hostname?: string
  /**
   * The URL that links in answers begin with, for an instance behind a proxy; `{service}` stands for the service's id.
   */
  baseUrl?: string
  /**
   * With `real`, the instance answers requests for the vendor's own hosts, such as `https://api.github.com`, and every
   * URL that it advertises is the vendor's: in answers, webhooks, pages, redirects and tokens. `url` stays the address
   * on this machine. Default: the instance answers and advertises its own address
   */
  hosts?: 'real'
  /**
   * The moment at which the clock starts; it then stands still until a test moves it. Default: the clock follows the
   * wall clock
   */
  now?: Moment
  /** Hosts beside this machine that may receive webhooks. */
  allowWebhookHosts?: readonly string[]
  /**
   * The number of snapshots that an instance holds for other processes, which take them over the control plane, and in
   * `runsIn: 'thread'`; the oldest are dropped. Default: 100
   */
  snapshotLimit?: number
  /**
   * Origins, such as `https://app.test`, whose pages may send requests beside pages on localhost and loopback
   * addresses.
   */
  allowOrigins?: readonly string[]
  /**
   * The place where the server runs: in this process, or with `thread` in a worker thread of its own, for tests that
   * block their thread while they wait for an answer. Built-in services only. Default: process
   */
  runsIn?: RunsIn
  /**
   * The former name of {@link runsIn}. It works until the next minor version, with one warning in a process.
   *
   * @deprecated write `runsIn`.
   */
  host?: RunsIn
  /**
   * The place where the state is saved, and from which it comes back: `filePersistence('.backlot/state.json')`, or
   * functions of your own. Not in `runsIn: 'thread'`, nor for an application. Default: the state ends with the instance
   */
  persistence?: Persistence
  /**
   * Serves TLS, for clients that refuse http. The certificate is for localhost, signed by an authority of this user;
   * the authority's own certificate is the file in `env.NODE_EXTRA_CA_CERTS`. Default: the seed's `https`, else false
   */
  https?: boolean
}

/** The options that only the fixtures and the command need. */
export interface StartOptions {
  /** True when the server keeps the process alive. Default: true */
  keepAlive?: boolean
  /**
   * Services made with `defineService` whose sections the seed may have beside those of the built-in services. Default:
   * none
   */
  otherServices?: readonly Service[]
  /** The port that this instance shares with others. Default: a port of its own */
  onePort?: OnePort
  /** Names beside the others that a Host header may have. Default: none */
  acceptHosts?: readonly string[]
  /** The token of the control plane of an instance that is open to the network. Default: one that chance gives */
  controlToken?: string
}

/** An option that is a persistence. */
export const persistenceOption: v.CustomSchema<Persistence, string> = option(
  'a persistence: filePersistence(path), or an object with the functions load and save',
  (value) => typeof value === 'object' && value !== null && has(value, 'load') && has(value, 'save'),
)

function has(value: object, name: string): boolean {
  return typeof Reflect.get(value, name) === 'function'
}

const OPTIONS = v.strictObject({
  service: option(
    'the id of a service, such as "codehost", or one made with defineService',
    (value) => typeof value === 'string' || (typeof value === 'object' && value !== null && 'routes' in value),
  ),
  port: v.optional(
    option(
      'a whole number from 0 to 65535',
      (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535,
    ),
  ),
  // A seed and a moment are checked where they are read.
  seed: v.optional(v.unknown()),
  hostname: v.optional(textOption),
  baseUrl: v.optional(textOption),
  hosts: v.optional(
    option('"real" (hosts that may receive webhooks are allowWebhookHosts)', (value) => value === 'real'),
  ),
  now: v.optional(v.unknown()),
  allowWebhookHosts: v.optional(option('a list of hosts, such as ["example.test"]', areHosts)),
  allowOrigins: v.optional(option('a list of origins, such as ["https://app.test"]', areOrigins)),
  snapshotLimit: v.optional(option('a whole number from 1', (value) => Number.isInteger(value) && Number(value) > 0)),
  runsIn: v.optional(option('"process" or "thread"', isRunsIn)),
  host: v.optional(option('"process" or "thread" (the address to listen at is hostname)', isRunsIn)),
  https: v.optional(flagOption),
  persistence: v.optional(persistenceOption),
})

/**
 * Checks the options of `createEmulator`, for callers without type checks.
 *
 * @throws TypeError that names the option, the values it may have and the value it has.
 */
export function checkOptions(options: object): void {
  checkedOptions('createEmulator', OPTIONS, options, { example: '{ service: "codehost" }' })
}

function isRunsIn(value: unknown): boolean {
  return value === 'process' || value === 'thread'
}

function areHosts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string' && isHost(each))
}

function areOrigins(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string' && isOrigin(each))
}
