import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { controlVariable } from './core/control.ts'
import type { EmulatorBase, Environment } from './core/emulator-base.ts'
import { reachable } from './core/hosts.ts'
import { CallTrace } from './core/inspection/call-trace.ts'
import { addRunning } from './core/inspection/running.ts'
import { Instance } from './core/instance.ts'
import { connectionServer, listen } from './core/http/listen.ts'
import type { ListenerPorts } from './core/http/listener.ts'
import { openListeners } from './core/http/listeners.ts'
import type { OnePort } from './core/http/one-port.ts'
import { loadSeed } from './core/seed.ts'
import { SeedProblem, type AnyService, type SharedSeed } from './core/service.ts'
import type { Service } from './core/service-type.ts'
import { saverOf, type Saver } from './persistence/saver.ts'
import { ownUrls, type VendorHost } from './core/vendor-hosts.ts'
import { runsInOf } from './runs-in.ts'
import { findService, resolveService } from './find-service.ts'
import { acceptedHostnames, advertised, isOpen } from './emulator-address.ts'
import { emulatorOf, type Served } from './served-emulator.ts'
import { checkOptions, type EmulatorOptions, type StartOptions } from './emulator-options.ts'
import { idOfVendor, registry } from './registry.ts'
import type { Emulators, ServiceId } from './services.generated.ts'

export type { Served } from './served-emulator.ts'
export type { EmulatorOptions, StartOptions, SeedFor } from './emulator-options.ts'
export type { Seed } from './services.generated.ts'

/** A running stand-in. A built-in service adds its own methods, such as `codehost.signIn({ login })`. */
export type Emulator<Id extends string = string> = Id extends ServiceId ? Emulators[Id] : EmulatorBase<Id>

/** The emulator of a service, given its id or its definition. */
export type EmulatorOf<S> = S extends string
  ? Emulator<S>
  : S extends Service<infer Id, unknown, infer E>
    ? unknown extends E
      ? EmulatorBase<Id>
      : E
    : never

/** The id of a service, given its id or its definition. */
export type IdOf<S> = S extends string ? S : S extends { readonly id: infer Id extends string } ? Id : never

/**
 * Starts one service and resolves when it listens.
 *
 * @throws UnknownService when no service has that id; the message names the nearest id.
 * @throws SeedError when the seed is wrong; the message has file, line and column, the path, and what is expected
 * there.
 * @throws PortInUse when the port is taken.
 * @throws TypeError for an unknown option, and for a value that its option cannot have.
 *
 * @example
 * await using codehost = await createEmulator({ service: 'codehost', port: 0, seed: './backlot.config.yaml' })
 */
export function createEmulator<const S extends ServiceId | Service>(
  options: EmulatorOptions<S>,
): Promise<EmulatorOf<S>> {
  return startEmulator(options)
}

/** Starts one service as {@link createEmulator} does, with options that only the fixtures and the command need. */
export async function startEmulator<const S extends ServiceId | Service>(
  options: EmulatorOptions<S>,
  start: StartOptions = {},
): Promise<EmulatorOf<S>> {
  checkOptions(options)
  const service = await resolveService(options.service)
  const id = service.id as IdOf<S> // resolveService returns the service with this id
  if (runsInOf(options) === 'thread') {
    if (options.persistence !== undefined) {
      throw new TypeError(
        `createEmulator: persistence is not for runsIn: 'thread', as its functions cannot cross to another thread; leave runsIn out`,
      )
    }
    const { startThread } = await import('./thread.ts')
    const started = await startThread(service, options, start)
    return started as EmulatorOf<S> // it has the methods for the service's commands
  }
  return emulatorOf(id, await serve(service, options, start)) as EmulatorOf<S> // it has the methods for the service's commands
}

/** The section of a service in a valid seed, and what all services share. */
export interface CheckedSeed {
  /** The output of the section's schema. */
  readonly section: unknown
  readonly shared: SharedSeed
}

/** The findings of a start, from which another process can make the same emulator without reading the seed. */
export interface StartFindings {
  readonly title: string
  readonly hosts: readonly VendorHost[]
  readonly seed: CheckedSeed
  /** Returns the variables of the same emulator at another port. */
  variablesAt(port: number): Environment
  /** True when it serves plain HTTP at one port, and nothing else. */
  readonly isPlain: boolean
}

/** An emulator in this thread, with the findings of its start. */
export interface StartedEmulator extends StartFindings {
  readonly emulator: Emulator
}

/**
 * Starts a service in this thread as {@link createEmulator} does, and returns what its start has found out.
 *
 * @throws as {@link createEmulator} does.
 */
export async function startWithFacts(
  service: AnyService,
  options: EmulatorOptions,
  start: StartOptions,
): Promise<StartedEmulator> {
  const prepared = await prepare(service, options, start)
  const served = await serveInstance(prepared, options, start)
  return { emulator: emulatorOf(service.id, served), ...findingsOf(prepared) }
}

function findingsOf({ instance, https, section, shared }: Prepared): StartFindings {
  const { service, vendorHosts } = instance
  const listens = Object.values(service.listeners ?? {}).some(({ port }) => port(section) !== null)
  return {
    title: service.title,
    hosts: vendorHosts?.list ?? [],
    seed: { section, shared },
    variablesAt: (port) => variablesOf(instance, { section, shared }, `http://127.0.0.1:${port}`, {}),
    isPlain: !https && !listens && service.application === undefined,
  }
}

/** An emulator that is made for a port at which a server listens already. */
export interface WokenEmulator {
  readonly emulator: Emulator
  /** Serves a connection of that port. */
  take(socket: Socket): void
}

/**
 * Makes an emulator from a seed that was valid before. Its `close` leaves the port open.
 *
 * @throws TypeError for an option with a wrong value, and what the service throws when it applies the seed.
 */
export function wakeEmulator(
  service: AnyService,
  options: EmulatorOptions,
  seed: CheckedSeed,
  address: Pick<Served, 'url' | 'port' | 'env'>,
  keepAlive = false,
): WokenEmulator {
  const variablesAt = (url: string): Environment => variablesOf(instance, seed, url, {})
  const instance = newInstance(service, options, seed)
  instance.origin = address.url
  instance.environment = () => address.env
  const server = connectionServer(instance, { hostname: '127.0.0.1', port: address.port, keepAlive })
  const end = beginInspection(instance)
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    end()
    instance.close()
    return (closing ??= server.close())
  }
  return {
    emulator: emulatorOf(service.id, { instance, ...address, variablesAt, close }),
    take: (socket) => server.take(socket),
  }
}

/** Gives an instance that listens its inspector; returns the function that takes it out of those of the others. */
function beginInspection(instance: Instance): () => void {
  instance.inspector = async () => (await import('./pages/inspector/index.ts')).inspectorPage()
  if (process.env['BACKLOT_REPORT'] === 'html') instance.requests.trace = new CallTrace(instance)
  return addRunning(instance)
}

/**
 * Makes an instance that does not listen.
 *
 * @throws as {@link createEmulator} does.
 */
export async function createInstance(service: AnyService, options: EmulatorOptions): Promise<Instance> {
  return (await prepare(service, options)).instance
}

/** A stand-in that has its seeded state and does not listen yet. */
export interface ReadyEmulator {
  readonly instance: Instance
  readonly findings: StartFindings
  /** True when it serves TLS. */
  readonly https: boolean
  /**
   * Begins to listen: at a port of its own, or at the port that it shares with others.
   *
   * @throws PortInUse when the port is taken.
   */
  listen(onePort?: OnePort): Promise<Emulator>
  /** Ends the stand-in without listening. */
  discard(): void
}

/** Makes a stand-in that can listen later, so that errors in any seed show before anything listens. */
export async function prepareEmulator(
  service: AnyService,
  options: EmulatorOptions,
  start: StartOptions = {},
): Promise<ReadyEmulator> {
  const prepared = await prepare(service, options, start)
  return {
    instance: prepared.instance,
    findings: findingsOf(prepared),
    https: prepared.https,
    listen: async (onePort) =>
      emulatorOf(service.id, await serveInstance(prepared, options, onePort === undefined ? {} : { onePort })),
    discard: () => void closeInstance(prepared).catch(() => undefined),
  }
}

/** A stand-in within the server of an application. */
export interface MountedEmulator {
  readonly instance: Instance
  readonly emulator: Emulator
  /** Saves the state; undefined for a state that ends with the instance. */
  readonly saver: Saver | undefined
}

/**
 * Makes a stand-in that does not listen, for an application's own server to pass it requests. Its URL is `origin` until
 * the first request; then that of the latest one, which the server sets as `origin` of the instance. The seed may have
 * sections of `otherServices`.
 */
export async function mountEmulator(
  service: AnyService,
  options: EmulatorOptions,
  origin: string,
  otherServices: readonly Service[],
): Promise<MountedEmulator> {
  const prepared = await prepare(service, options, { otherServices })
  const { instance, section, shared, saver } = prepared
  instance.origin = origin
  const served: Served = {
    instance,
    variablesAt: (url) => service.env(url, section, shared, {}, ownUrls(url)),
    get url() {
      return instance.origin
    },
    get port() {
      const { port, protocol } = new URL(instance.origin)
      return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
    },
    get env() {
      return service.env(instance.origin, section, shared, {}, ownUrls(instance.origin))
    },
    close: () => closeInstance(prepared),
  }
  return { instance, emulator: emulatorOf(service.id, served), saver }
}

/**
 * Makes an instance in this thread and makes it listen.
 *
 * @throws as {@link createEmulator} does.
 */
export async function serve(service: AnyService, options: EmulatorOptions, start: StartOptions): Promise<Served> {
  return serveInstance(await prepare(service, options, start), options, start)
}

async function serveInstance(prepared: Prepared, options: EmulatorOptions, start: StartOptions): Promise<Served> {
  const { instance, https, section, shared, saver } = prepared
  const { service } = instance
  const hostname = options.hostname ?? '127.0.0.1'
  const tls = https ? await (await import('./core/http/certificates.ts')).serverCertificate() : undefined
  const where = { hostname, keepAlive: start.keepAlive ?? true, ...(tls === undefined ? {} : { tls }) }
  const listening =
    start.onePort === undefined
      ? listen(instance, { ...where, port: options.port ?? service.port })
      : Promise.resolve(start.onePort.listener())
  listening.catch(() => closeInstance(prepared))
  const { port, close } = await listening
  const opening = openListeners(service, section, instance, where)
  opening.catch(() => {
    return Promise.all([closeInstance(prepared), close()])
  })
  const listeners = await opening
  const url =
    start.onePort?.urlOf(instance) ??
    advertised(options.baseUrl, service.id) ??
    `${https ? 'https' : 'http'}://${reachable(hostname)}:${port}`
  instance.origin = url
  if (saver !== undefined) instance.wake()
  const end = beginInspection(instance)
  let closing: Promise<void> | undefined
  const variablesAt = (at: string): Environment => variablesOf(instance, { section, shared }, at, listeners.ports)
  const env: Environment = {
    ...variablesAt(url),
    ...(instance.controlToken === null ? {} : { [controlVariable(service.id)]: instance.controlToken }),
    ...(tls === undefined ? {} : { NODE_EXTRA_CA_CERTS: tls.authorityFile }),
  }
  instance.environment = () => env
  return {
    instance,
    url,
    port,
    variablesAt,
    env,
    close() {
      end()
      return (closing ??= Promise.all([closeInstance(prepared), close(), listeners.close()]).then(() => undefined))
    },
  }
}

/** Returns the variables that point an application at an instance with this URL. */
function variablesOf(
  { service, vendorHosts }: Instance,
  { section, shared }: CheckedSeed,
  url: string,
  ports: ListenerPorts,
): Environment {
  const advertised = vendorHosts?.origin ?? url
  return service.env(advertised, section, shared, ports, vendorHosts?.urls(advertised) ?? ownUrls(url))
}

/** An instance with the seed that it was made from. */
interface Prepared extends CheckedSeed {
  readonly instance: Instance
  readonly https: boolean
  /** Saves the state; absent for a state that ends with the instance. */
  readonly saver?: Saver
}

/** Ends an instance, and saves its state for the last time. */
async function closeInstance({ instance, saver }: Pick<Prepared, 'instance' | 'saver'>): Promise<void> {
  if (saver === undefined) return instance.close()
  instance.close({ files: 'keep' })
  try {
    await saver.leave(instance)
  } finally {
    instance.spool.close()
  }
}

async function prepare(service: AnyService, options: EmulatorOptions, start: StartOptions = {}): Promise<Prepared> {
  const others = (start.otherServices ?? []) as readonly AnyService[] // only defineService makes a Service
  const find = async (id: string): Promise<AnyService | undefined> =>
    others.find((each) => each.id === id) ?? (await findService(id))
  const known = [...registry, ...others].map(({ id }) => id)
  const seed = await loadSeed(options.seed, { service, find, known, idOfVendor })
  if (options.persistence !== undefined && service.application !== undefined) {
    throw new TypeError(
      `${service.id}: persistence is not for an application, whose state backlot does not hold; leave it out`,
    )
  }
  let instance: Instance
  try {
    instance = newInstance(service, options, seed, start)
  } catch (error) {
    throw error instanceof SeedProblem ? seed.explain(error) : error
  }
  const { section, shared } = seed
  const https = options.https ?? seed.https
  if (options.persistence === undefined) return { instance, https, section, shared }
  const saver = saverOf(options.persistence)
  try {
    await saver.join(instance)
  } catch (error) {
    instance.close()
    throw error
  }
  return { instance, https, section, shared, saver }
}

/**
 * Makes an instance that does not listen.
 *
 * @throws SeedProblem when the section contradicts itself.
 * @throws TypeError when the service has no hosts for `hosts: 'real'`.
 */
function newInstance(
  service: AnyService,
  options: EmulatorOptions,
  { section, shared }: CheckedSeed,
  { controlToken, acceptHosts = [] }: StartOptions = {},
): Instance {
  return new Instance(service, {
    section,
    shared,
    acceptedHostnames: [...acceptedHostnames(options), ...acceptHosts],
    ...(options.hosts === 'real' ? { vendorHosts: hostsOf(service, section) } : {}),
    ...(isOpen(options) ? { controlToken: controlToken ?? randomBytes(16).toString('hex') } : {}),
    ...(options.now === undefined ? {} : { now: options.now }),
    ...(options.snapshotLimit === undefined ? {} : { snapshotLimit: options.snapshotLimit }),
    ...(options.allowOrigins === undefined ? {} : { allowOrigins: options.allowOrigins }),
    ...(options.allowWebhookHosts === undefined ? {} : { allowWebhookHosts: options.allowWebhookHosts }),
  })
}

/**
 * Returns the hosts that a service declares.
 *
 * @throws TypeError when it declares none.
 */
function hostsOf({ id, hosts }: AnyService, section: unknown): readonly VendorHost[] {
  const list = typeof hosts === 'function' ? hosts(section) : hosts
  if (list !== undefined && list.length > 0) return list
  throw new TypeError(
    `${id}: hosts: 'real' needs the vendor’s hosts: add hosts: [{ name: 'api', host: … }] to its defineService`,
  )
}
