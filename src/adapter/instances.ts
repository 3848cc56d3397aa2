import { errorMessage } from '#core/error-message.ts'
import { Failure } from '#core/errors.ts'
import type { Instance } from '#core/instance.ts'
import type { Service } from '#core/service-type.ts'
import { respondToWeb, type WebOptions } from '#core/http/web-exchange.ts'
import { findSeedFile } from '../config-file.ts'
import { mountEmulator, type Emulator, type MountedEmulator } from '../emulator.ts'
import { resolveService } from '../find-service.ts'
import { saverOf, type Saver } from '#persistence/saver.ts'
import type { ServiceId } from '../services.generated.ts'
import { starterContent } from '../starter.ts'
import type { HandlerAddress } from './address.ts'
import type { HandlerOptions } from './options.ts'
import { receiveBody } from './receive-body.ts'
import { refusal } from './refusal.ts'

// The instances live as long as the process, however often a framework loads the module that makes the handler: once
// for each bundle of a route, and again after each change of a file.
const REGISTRY: unique symbol = Symbol.for('backlot.handlers') as never // its type is its own
type Registry = { [REGISTRY]?: Map<string, Instances> }

/** Returns the instances of a name, with these services among them. */
export function instancesOf(options: HandlerOptions): Instances {
  const registry = ((globalThis as Registry)[REGISTRY] ??= new Map<string, Instances>()) // only this module uses the symbol
  const { name = 'default' } = options
  const known = registry.get(name)
  const instances = known ?? new Instances(options, () => registry.delete(name))
  registry.set(name, instances)
  instances.add(options)
  return instances
}

/** The running services of one name: the same for every handler of that name. */
export class Instances {
  readonly #saver: Saver | undefined
  readonly #options: HandlerOptions
  /** The services of all handlers of the name, by id. */
  readonly #services = new Map<string, ServiceId | Service>()
  readonly #mounted = new Map<string, Promise<MountedEmulator>>()
  readonly #ready = new Map<string, MountedEmulator>()
  readonly #onClosed: () => void
  /** The seed of the latest handler, as text. */
  readonly #seed: string
  /** The warnings that have been written. */
  readonly #warnings = new Set<string>()
  #isClosed = false

  constructor(options: HandlerOptions, onClosed: () => void) {
    this.#options = options
    this.#onClosed = onClosed
    this.#seed = JSON.stringify(options.seed)
    this.#saver = options.persistence === undefined ? undefined : saverOf(options.persistence)
  }

  /** Adds the services of a handler that was loaded again, perhaps with other options. */
  add({ services, seed, name = 'default' }: HandlerOptions): void {
    for (const service of services) {
      const id = typeof service === 'string' ? service : service.id
      if (!this.#services.has(id)) this.#services.set(id, service)
    }
    if (JSON.stringify(seed) === this.#seed) return
    this.warn(
      `createHandler: the seed is another than that of the running instances (${name}), whose state stays as it is: restart the ` +
        `process for the new seed, or give the two handlers a name each`,
    )
  }

  /** Writes a warning, unless it has been written before: a page of an application sends many requests. */
  warn(message: string): void {
    if (this.#warnings.has(message)) return
    this.#warnings.add(message)
    process.emitWarning(message, 'BacklotWarning')
  }

  /**
   * Starts those of these services that have not started. Rejects with the reason why one cannot start; a later call
   * tries again.
   */
  async start(ids: readonly string[]): Promise<void> {
    if (this.#isClosed) throw new Error('the handler is closed: make another one with createHandler')
    await Promise.all(ids.map((id) => this.#start(id)))
  }

  #start(id: string): Promise<MountedEmulator> {
    let starting = this.#mounted.get(id)
    if (starting === undefined) {
      starting = this.#mount(id)
      this.#mounted.set(id, starting)
      starting.catch(() => this.#mounted.delete(id))
    }
    return starting
  }

  async #mount(id: string): Promise<MountedEmulator> {
    const service = await resolveService(this.#services.get(id) as ServiceId | Service) // start() knows only these
    const {
      seed = findSeedFile(process.cwd()),
      basePath = '',
      persistence,
      now,
      allowWebhookHosts,
      allowOrigins,
    } = this.#options
    // Until the first request tells the application's own.
    const origin = `http://localhost:${process.env['PORT'] ?? 3000}${basePath}/${id}`
    const mounted = await mountEmulator(
      service,
      {
        service,
        seed: seed ?? (await starterContent(service)),
        ...(persistence === undefined || service.application !== undefined ? {} : { persistence }),
        ...(now === undefined ? {} : { now }),
        ...(allowWebhookHosts === undefined ? {} : { allowWebhookHosts }),
        ...(allowOrigins === undefined ? {} : { allowOrigins }),
      },
      origin,
      [...this.#services.values()].filter((each) => typeof each !== 'string'),
    )
    mounted.instance.wake()
    this.#ready.set(id, mounted)
    return mounted
  }

  /** Returns true when the service runs. */
  isReady(id: string): boolean {
    return this.#ready.has(id)
  }

  /** Returns the emulator of a service that runs. */
  emulator(id: string): Emulator | undefined {
    return this.#ready.get(id)?.emulator
  }

  /** Answers a request to a service that runs. */
  answer(request: Request, { head, origin, mountPath }: HandlerAddress): Promise<Response> {
    const mounted = this.#ready.get(head) as MountedEmulator // the caller has started it
    const { instance } = mounted
    const options = { origin, mountPath, receiveBody }
    instance.origin = origin
    if (this.#saver?.isShared !== true) return respondToWeb(instance, request, options)
    return shared(this.#saver, instance, request, options)
  }

  /** Puts every service back to its seed. */
  reset(): void {
    for (const { emulator } of this.#ready.values()) emulator.reset()
  }

  /** Resolves when all webhooks are delivered and everything is saved. */
  async settled(): Promise<void> {
    await Promise.all([...this.#ready.values()].map(({ instance }) => instance.webhooks.settled()))
    await this.#saver?.settled()
  }

  /** Ends every service, and saves their states for the last time. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#onClosed()
    const started = await Promise.allSettled(this.#mounted.values())
    this.#ready.clear()
    const mounted = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    await Promise.all(mounted.map(({ emulator }) => emulator.close()))
  }
}

/** Answers a request on a state that several processes share. It may run more than once, so its body is read before. */
async function shared(saver: Saver, instance: Instance, request: Request, options: WebOptions): Promise<Response> {
  const { url, method, headers, signal } = request
  try {
    const body = request.body === null ? null : await wholeBody(request.body, headers)
    return await saver.share(() => respondToWeb(instance, new Request(url, { method, headers, body, signal }), options))
  } catch (error) {
    if (error instanceof Failure) return refusal(error.status, error.message)
    // The client must not take a change for made that is not saved.
    return refusal(503, `${method} ${url}: ${errorMessage(error)}`)
  }
}

async function wholeBody(body: ReadableStream<Uint8Array>, headers: Headers): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  const received = body as unknown as AsyncIterable<Uint8Array> // as all streams of Node.js
  for await (const piece of receiveBody(received, headers)) pieces.push(piece)
  return Buffer.concat(pieces)
}
