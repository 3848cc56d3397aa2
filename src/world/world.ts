import type { EmulatorBase, Environment } from '#core/emulator-base.ts'
import type { Service } from '#core/service-type.ts'
import { instanceOf } from '#core/instance-of.ts'
import { StoredClock } from '#core/clock.ts'
import { camelCase, type NameOf } from '#fixtures/names.ts'
import type { EmulatorOf } from '../emulator.ts'
import type { ServiceId } from '../registry.ts'
import { TimeAhead, type Following, type FollowOptions, type WorldClock } from './follow.ts'
import { Checkpoints } from './checkpoints.ts'
import { Quiet } from './quiet.ts'
import { Settling, type SettledOptions } from './settle.ts'
import { TimelineNotes, type Timeline } from './timeline.ts'

/** The part of a world that does not depend on its services. */
export interface WorldBase {
  /** The emulators of the world, in the order in which they were named. */
  readonly emulators: readonly EmulatorBase[]
  /** The one clock of all services: moving it moves all, and timers of all fire in the order of their times. */
  readonly clock: WorldClock
  /** The variables that point an application at every service. */
  readonly env: Environment
  /** Puts every service, the clock and the timeline back to the seed. */
  reset(): void
  /** Returns the calls and deliveries of all services since the last reset, in the order in which they began. */
  timeline(): Timeline
  /**
   * Resolves when the deliveries of all services, and what they cause in turn, are through.
   *
   * @throws Error for deliveries that cause one another without end, with the chain, and when the time is over.
   */
  settled(options?: SettledOptions): Promise<void>
  /**
   * Keeps the present state of all services under a name, in memory and in a file for the other workers of the run.
   * With a preparation, goes to the state that it leaves: the first worker of the run prepares it, from the seed, and
   * the others wait.
   *
   * @throws what the preparation throws; the next worker tries again then.
   */
  checkpoint(name: string, prepare?: () => unknown): Promise<void>
  /**
   * Goes back to the state under a name.
   *
   * @throws Error when there is none of this seed and this version.
   */
  restore(name: string): Promise<void>
  /** Closes every service of a world that `createWorld` has made; those of a fixture stay. */
  close(): Promise<void>
  /** Closes the world at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Several services with one clock, one reset and one timeline. Each service is a member, by its id in camel case. */
export type World<S extends ServiceId | Service = ServiceId | Service> = WorldBase & {
  readonly [Each in S as NameOf<Each>]: EmulatorOf<Each>
}

/** The options of a world beside its emulators. */
interface OwnOptions {
  /** The global object of the application. Default: that of this module */
  readonly global?: typeof globalThis
  /** The defaults of `follow`. */
  readonly follow?: FollowOptions
  /** The preparations of checkpoints. */
  readonly checkpoints?: Readonly<Record<string, (world: never) => unknown>>
  /** The version of the application's code. */
  readonly version?: string
}

/**
 * Makes one world of running emulators.
 *
 * @throws TypeError for an emulator whose instance is in another thread, and for two of one service.
 */
export function worldOf(
  emulators: readonly EmulatorBase[],
  close: () => Promise<void>,
  own: OwnOptions = {},
): WorldBase {
  const instances = emulators.map(instanceOf)
  const clocks = instances.map(({ clock }) => clock)
  const [clock] = clocks
  if (clock === undefined) throw new TypeError('a world has one service or more')
  StoredClock.unite(clocks)
  const notes = new TimelineNotes(instances)
  const settling = new Settling(instances, notes)
  const reset = (): void => {
    for (const emulator of emulators) emulator.reset()
  }
  const checkpoints = new Checkpoints(instances, own.version, reset)
  const following = new Set<Following>()
  const end = (): Promise<void> => {
    for (const each of following) each.stop()
    notes.end()
    return close()
  }
  const world: WorldBase = {
    emulators,
    clock: worldClock(clock, (options) => {
      const quiet = new Quiet(instances, notes)
      const ahead = new TimeAhead(
        { instances, clock, quiet, global: own.global ?? globalThis },
        { ...own.follow, ...options },
      )
      following.add(ahead)
      return ahead
    }),
    get env() {
      return Object.assign({}, ...emulators.map(({ env }) => env)) as Environment // of environments
    },
    reset,
    timeline: () => notes.entries(),
    settled: (options) => settling.settled(options),
    checkpoint: (name, prepare) => checkpoints.checkpoint(name, prepare),
    restore: (name) => checkpoints.restore(name),
    close: end,
    [Symbol.asyncDispose]: end,
  }
  for (const emulator of emulators) addMember(world, emulator)
  for (const [name, prepare] of Object.entries(own.checkpoints ?? {})) {
    checkpoints.declare(name, () => prepare(world as never), String(prepare)) // a world of these services
  }
  return world
}

/** Returns a clock that can run ahead. */
function worldClock(clock: StoredClock, follow: (options?: FollowOptions) => Following): WorldClock {
  return {
    now: () => clock.now(),
    set: (moment) => clock.set(moment),
    advance: (duration) => clock.advance(duration),
    freeze: (moment) => clock.freeze(moment),
    resume: () => clock.resume(),
    follow,
  }
}

function addMember(world: WorldBase, emulator: EmulatorBase): void {
  const name: string = camelCase(emulator.service)
  if (name in world) {
    throw new TypeError(`${emulator.service}: a world has one ${name} only`)
  }
  Object.defineProperty(world, name, { value: emulator, enumerable: true })
}
