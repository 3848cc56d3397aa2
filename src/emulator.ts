import type * as v from 'valibot'
import type { Clock } from './core/clock.ts'
import { methodsFor, type MethodsFor } from './core/commands.ts'
import { suggest } from './core/did-you-mean.ts'
import type { Moment } from './core/duration.ts'
import type { Faults } from './core/faults.ts'
import { isLoopback, reachable } from './core/hosts.ts'
import { Instance, type Snapshot } from './core/instance.ts'
import { listen } from './core/listen.ts'
import type { RequestRecord } from './core/requests.ts'
import { loadSeed } from './core/seed.ts'
import { SeedProblem, type AnyService, type Environment } from './core/service.ts'
import { respondToWeb } from './core/web-exchange.ts'
import type { Webhooks } from './core/webhooks.ts'
import { checkOptions } from './emulator-options.ts'
import { available, idOfVendor, registry, type ServiceId } from './registry.ts'
import type { cloud } from './services/cloud/index.ts'
import type { codehost } from './services/codehost/index.ts'
import type { oidcA } from './services/oidc-a/index.ts'
import type { oidcC } from './services/oidc-c/index.ts'
import type { oidcD } from './services/oidc-d/index.ts'
import type { oidcB } from './services/oidc-b/index.ts'
import type { deployhost } from './services/deployhost/index.ts'
import type { mail } from './services/mail/index.ts'

/** The definitions of the built-in services, by id; only their types. */
interface BuiltIn {
  cloud: typeof cloud
  codehost: typeof codehost
  'oidc-a': typeof oidcA
  'oidc-c': typeof oidcC
  'oidc-d': typeof oidcD
  'oidc-b': typeof oidcB
  deployhost: typeof deployhost
  mail: typeof mail
}

type SectionOf<D> = D extends { readonly seed: infer S extends v.GenericSchema } ? v.InferInput<S> : never

/** What a seed may hold: the tokens, and a section for each service. */
export type Seed = {
  /** The literal Bearer values that clients send. */
  tokens?: Record<string, { login: string; scopes: string[] }>
  /** Which services are served over TLS: all, or those named. */
  https?: boolean | string[]
} & { [Id in keyof BuiltIn]?: SectionOf<BuiltIn[Id]> }

/** The seed of an instance: that of the built-in services, and for a service of your own its section. */
export type SeedFor<S> = S extends { readonly id: infer Id extends string } ? Seed & { [K in Id]?: SectionOf<S> } : Seed

/** What `createEmulator` takes. */
export interface EmulatorOptions<S extends ServiceId | AnyService = ServiceId | AnyService> {
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

/** A running stand-in, with the methods that only its service has: `codehost.signIn({ login })`. */
export type Emulator<Id extends string = string> = EmulatorBase<Id> &
  (Id extends keyof BuiltIn ? MethodsOf<BuiltIn[Id]> : unknown)

/** What only the emulator of this service can do. */
export type MethodsOf<D> = D extends { readonly commands?: infer M }
  ? string extends keyof M
    ? unknown
    : MethodsFor<NonNullable<M>>
  : unknown

/** What every running stand-in can do. */
export interface EmulatorBase<Id extends string = string> {
  readonly service: Id
  /** The base URL, without a slash at the end. */
  readonly url: string
  readonly port: number
  /** The variables that point an application, and the vendor's own client, at this instance. */
  readonly env: Environment
  /** What was called since the last reset, oldest first: the latest 1000. */
  readonly requests: readonly RequestRecord[]
  readonly webhooks: Webhooks
  readonly faults: Faults
  readonly clock: Clock
  /** Puts all state back to the seed; nothing that was under way touches it afterwards. */
  reset(): void
  /** Ends every connection and frees the port. May be called again. */
  close(): Promise<void>
  /** The state as it is now: records, tokens, timers, clock and ids. */
  snapshot(): Snapshot
  /** Goes back to a snapshot of this instance. */
  restore(snapshot: Snapshot): void
  /** Answers a request in process, without a port; the host of its URL does not matter. */
  fetch(request: Request | string | URL, init?: RequestInit): Promise<Response>
  [Symbol.asyncDispose](): Promise<void>
}

/** The id of what `service` names. */
export type IdOf<S> = S extends string ? S : S extends { readonly id: infer Id extends string } ? Id : never

/** What only the fixtures and the command need. */
export interface HostOptions {
  /** Whether the server keeps the process alive. Default: true */
  keepAlive?: boolean
}

/**
 * Starts one service and resolves when it listens.
 *
 * @throws UnknownService when no service has that id, with the nearest one.
 * @throws SeedError when the seed is wrong: file, line and column, path, what was expected.
 * @throws PortInUse when the port is taken.
 * @throws TypeError for an option that there is not, or that cannot be what it is.
 *
 * @example
 * await using codehost = await createEmulator({ service: 'codehost', port: 0, seed: './backlot.config.yaml' })
 */
export function createEmulator<const S extends ServiceId | AnyService>(
  options: EmulatorOptions<S>,
): Promise<Emulator<IdOf<S>> & MethodsOf<S>> {
  return startEmulator(options)
}

/** {@link createEmulator}, with what only the fixtures and the command need. */
export async function startEmulator<const S extends ServiceId | AnyService>(
  options: EmulatorOptions<S>,
  host: HostOptions = {},
): Promise<Emulator<IdOf<S>> & MethodsOf<S>> {
  checkOptions(options)
  const service = await resolveService(options.service)
  const id = service.id as IdOf<S> // resolveService gives the service that has it
  if (options.host === 'thread') {
    const { startThread } = await import('./thread.ts')
    const started = await startThread(service, options, host)
    return started as Emulator<IdOf<S>> & MethodsOf<S> // with the methods for the service's commands
  }
  const { instance, url, port, env, close } = await serve(service, options, host)
  const emulator: EmulatorBase<IdOf<S>> = {
    ...methodsFor(service, (name, input) => instance.command(name, input)),
    service: id,
    url,
    port,
    env,
    get requests() {
      return instance.requests.list()
    },
    webhooks: instance.webhooks,
    faults: instance.faults,
    clock: instance.clock,
    reset: () => instance.reset(),
    snapshot: () => instance.snapshot(),
    restore: (snapshot) => instance.restore(snapshot),
    // A Request is answered as it is: to copy one costs as much as to make one.
    fetch: (request, init) =>
      respondToWeb(instance, request instanceof Request && init === undefined ? request : new Request(request, init)),
    close,
    [Symbol.asyncDispose]: close,
  }
  return emulator as Emulator<IdOf<S>> & MethodsOf<S> // with the methods for the service's commands
}

/** An instance that listens. */
export interface Served {
  readonly instance: Instance
  /** The base URL, without a slash at the end. */
  readonly url: string
  readonly port: number
  /** The variables that point an application at the instance. */
  readonly env: Environment
  /** Ends the instance and frees the port. May be called again. */
  close(): Promise<void>
}

/** Makes an instance in this thread and has it listen. Throws as {@link createEmulator} does. */
export async function serve(service: AnyService, options: EmulatorOptions, host: HostOptions): Promise<Served> {
  const { instance, https, section } = await prepare(service, options)
  const hostname = options.hostname ?? '127.0.0.1'
  const tls = https ? await (await import('./core/certificates.ts')).serverCertificate() : undefined
  const listening = listen(instance, {
    port: options.port ?? service.port,
    hostname,
    keepAlive: host.keepAlive ?? true,
    ...(tls === undefined ? {} : { tls }),
  })
  listening.catch(() => instance.close())
  const { port, close } = await listening
  const url = advertised(options.baseUrl, service.id) ?? `${https ? 'https' : 'http'}://${reachable(hostname)}:${port}`
  instance.origin = url
  let closing: Promise<void> | undefined
  return {
    instance,
    url,
    port,
    env: {
      ...service.env(url, section),
      ...(tls === undefined ? {} : { NODE_EXTRA_CA_CERTS: tls.authorityFile }),
    },
    close() {
      instance.close()
      return (closing ??= close())
    },
  }
}

/** Makes an instance that does not listen. Throws as {@link createEmulator} does. */
export async function createInstance(service: AnyService, options: EmulatorOptions): Promise<Instance> {
  return (await prepare(service, options)).instance
}

/** An instance, whether it is to be served over TLS, and what it was seeded with. */
interface Prepared {
  readonly instance: Instance
  readonly https: boolean
  /** The section of the service, as its schema gave it. */
  readonly section: unknown
}

async function prepare(service: AnyService, options: EmulatorOptions): Promise<Prepared> {
  const known = registry.map(({ id }) => id)
  const seed = await loadSeed(options.seed, { service, find: findService, known, idOfVendor })
  try {
    const instance = new Instance(service, {
      section: seed.section,
      shared: seed.shared,
      hosts: acceptedHosts(options),
      ...(options.now === undefined ? {} : { now: options.now }),
      ...(options.allowWebhookHosts === undefined ? {} : { allowWebhookHosts: options.allowWebhookHosts }),
    })
    return { instance, https: options.https ?? seed.https, section: seed.section }
  } catch (error) {
    throw error instanceof SeedProblem ? seed.explain(error) : error
  }
}

/** Thrown when no service has the id that was asked for. */
export class UnknownService extends Error {
  override name = 'UnknownService'

  constructor(id: string) {
    const ids: readonly string[] = available.map((each) => each.id)
    const meant = registry.find((each) => each.id === id)?.id ?? idOfVendor(id)
    const guess = meant ?? suggest(id, ids)
    const reason =
      meant !== undefined && !ids.includes(meant)
        ? `${meant === id ? 'is' : `is "${meant}", which is`} not available yet`
        : `unknown service${guess === undefined ? '' : `, did you mean "${guess}"?`}`
    super(`${id}: ${reason} (available: ${ids.join(', ')})`)
  }
}

/** The service with this id, loaded; undefined when there is none. */
export async function findService(id: string): Promise<AnyService | undefined> {
  return available.find((each) => each.id === id)?.load()
}

async function resolveService(service: ServiceId | AnyService): Promise<AnyService> {
  if (typeof service !== 'string') return service
  const found = await findService(service)
  if (found === undefined) throw new UnknownService(service)
  return found
}

function advertised(baseUrl: string | undefined, id: string): string | undefined {
  const url = baseUrl?.replaceAll('{service}', id).replace(/\/+$/, '')
  if (url === undefined || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return url
  throw new TypeError(`baseUrl: expected a URL such as https://${id}.example.com, got ${JSON.stringify(baseUrl)}`)
}

/** The hosts that a request may name beside this machine's; null, any, when the instance is open to the network. */
function acceptedHosts({ hostname, baseUrl, service }: EmulatorOptions): readonly string[] | null {
  if (hostname !== undefined && !isLoopback(hostname)) return null
  const url = advertised(baseUrl, typeof service === 'string' ? service : service.id)
  return url === undefined ? [] : [new URL(url).hostname]
}
