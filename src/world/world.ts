import type { EmulatorBase, Environment } from '#core/emulator-base.ts'
import type { Service } from '#core/service-type.ts'
import { instanceOf } from '#core/instance-of.ts'
import { StoredClock } from '#core/clock.ts'
import { camelCase, type NameOf } from '#fixtures/names.ts'
import type { EmulatorOf } from '../emulator.ts'
import type { ServiceId } from '../registry.ts'
import { TimeAhead, type Following, type FollowOptions, type WorldClock } from './follow.ts'
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
  /** Closes every service of a world that `createWorld` has made; those of a fixture stay. */
  close(): Promise<void>
  /** Closes the world at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Several services with one clock, one reset and one timeline. Each service is a member, by its id in camel case. */
export type World<S extends ServiceId | Service = ServiceId | Service> = WorldBase & {
  readonly [Each in S as NameOf<Each>]: EmulatorOf<Each>
}

/**
 * Makes one world of running emulators.
 *
 * @throws TypeError for an emulator whose instance is in another thread, and for two of one service.
 */
export function worldOf(
  emulators: readonly EmulatorBase[],
  close: () => Promise<void>,
  global: typeof globalThis = globalThis,
): WorldBase {
  const instances = emulators.map(instanceOf)
  const clocks = instances.map(({ clock }) => clock)
  const [clock] = clocks
  if (clock === undefined) throw new TypeError('a world has one service or more')
  StoredClock.unite(clocks)
  const notes = new TimelineNotes(instances)
  const settling = new Settling(instances, notes)
  const end = (): Promise<void> => {
    notes.end()
    return close()
  }
  const world: WorldBase = {
    emulators,
    clock: worldClock(clock, (options) => {
      return new TimeAhead({ instances, clock, quiet: new Quiet(instances, notes), global }, options)
    }),
    get env() {
      return Object.assign({}, ...emulators.map(({ env }) => env)) as Environment // of environments
    },
    reset() {
      for (const emulator of emulators) emulator.reset()
    },
    timeline: () => notes.entries(),
    settled: (options) => settling.settled(options),
    close: end,
    [Symbol.asyncDispose]: end,
  }
  for (const emulator of emulators) addMember(world, emulator)
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
