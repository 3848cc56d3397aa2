import type { Moment } from '#core/duration.ts'
import type { Service } from '#core/service-type.ts'
import { startEmulator, type Emulator, type EmulatorOptions, type SeedFor } from '../emulator.ts'
import type { ServiceId } from '../registry.ts'
import { worldOf, type World } from './world.ts'

/** The options of `createWorld`. */
export interface WorldOptions<S extends ServiceId | Service = ServiceId | Service> {
  /** The services: ids of built-in ones, or those made with `defineService`. */
  readonly services: readonly S[]
  /** The path of a seed file, or a seed; each service uses its own section. Default: as for `createEmulator` */
  readonly seed?: string | SeedFor<S>
  /** The port of each service, by its id. Default: any free port */
  readonly ports?: Readonly<Record<string, number>>
  /** The moment at which the clock stands still at first. Default: it follows the wall clock */
  readonly now?: Moment
  /** As for `createEmulator`. */
  readonly hosts?: 'real'
  /** The version of the application's code, such as a commit: with it, checkpoints outlive the run. Default: none */
  readonly version?: string
}

/** Starts the services of a world. */
export async function startWorld<S extends ServiceId | Service>(options: WorldOptions<S>): Promise<World<S>> {
  const { services, ports = {}, version, ...others } = options
  const definitions = services.filter((service): service is Extract<S, Service> => typeof service !== 'string')
  const emulators: Emulator[] = []
  const close = async (): Promise<void> => void (await Promise.all(emulators.map((each) => each.close())))
  try {
    for (const service of services) {
      const id = typeof service === 'string' ? service : service.id
      // The seed has the section of each service.
      const own = { service, port: ports[id] ?? 0, ...others } as EmulatorOptions
      emulators.push(await startEmulator(own, { otherServices: definitions }))
    }
    return worldOf(emulators, close, version === undefined ? {} : { version }) as World<S> // it has a member for each service
  } catch (error) {
    await close()
    throw error
  }
}
