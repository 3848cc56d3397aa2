import { instanceOf } from '#core/instance-of.ts'
import { addSleeping } from '#core/inspection/running.ts'
import { isBuilt } from '#sleeping/built.ts'
import { listenAsleep, type SleepingPort } from '#sleeping/sleeping-port.ts'
import * as sleeping from '#sleeping/start-asleep.ts'
import { findStartFacts, type StartFacts, type StartKey } from '#sleeping/start-facts.ts'
import type { Emulator } from '../emulator.ts'
import type { ServiceId } from '../registry.ts'
import { allowedOf, chosen, portsOf, seedFileOf } from './addresses.ts'
import type { CommandLine } from './flags.ts'
import type { Started, Watching } from './started.ts'
import { allOf, usageErrorOf } from './start-errors.ts'
import type { Surroundings } from './surroundings.ts'

/** The flags with which an instance serves more than plain HTTP at a port of its own, or keeps its state. */
const NEEDING_INSTANCES = ['one-port', 'host', 'accept-host', 'base-url', 'persist', 'https'] as const

/** Returns whether the services of a run may sleep until something needs them. */
export function maySleep(line: CommandLine, { env }: Surroundings): boolean {
  const isOpen = env['BACKLOT_CONTROL_TOKEN'] !== undefined
  return isBuilt() && !isOpen && NEEDING_INSTANCES.every((flag) => line.values(flag).length === 0 && !line.has(flag))
}

/** Returns the key of the facts about a start with the seed of a run; `seedFile` is null for the starter. */
export function keyOf(service: string, seedFile: string | null): StartKey {
  return { service, seed: { seed: seedFile, origin: seedFile ?? 'starter' }, hosts: undefined }
}

/**
 * Opens the ports of services of which an earlier start with the same seed is known: a project uses few of the twelve.
 * Returns null when one of them is not known, so that a mistake in a seed shows before anything listens.
 *
 * @throws AggregateError of what is wrong with any of the ports; then none of them is open any more.
 */
export async function startAsleep(
  line: CommandLine,
  surroundings: Surroundings,
  watching: Watching,
): Promise<Started | null> {
  if (!maySleep(line, surroundings)) return null
  const seedFile = seedFileOf(line, surroundings.cwd) ?? null
  const ports = portsOf(line, surroundings)
  const allowed = allowedOf(line) // a mistake shows before anything listens
  const found = chosen(line, surroundings.services).map(({ id }, index) => ({
    id: id as ServiceId, // the built package has no other services
    facts: findStartFacts(keyOf(id, seedFile)),
    port: ports[index] ?? 0,
  }))
  const known = found.filter((each): each is Sleeper => each.facts !== null)
  if (known.length < found.length) return null
  const opened = await openAll(known)
  return {
    emulators: opened.map((each) => emulatorOf(each, allowed, watching)),
    titles: known.map(({ facts }) => facts.title),
    seedFile,
    tokens: [...new Set(known.flatMap(({ facts }) => tokensOf(facts)))],
    notes: '',
  }
}

/** A service that sleeps at a port. */
interface Sleeper {
  readonly id: ServiceId
  readonly facts: StartFacts
  readonly port: number
}

/** Returns the tokens that the seed names: a service without one has a token that it is not told. */
function tokensOf({ seed: { shared } }: StartFacts): string[] {
  return shared.defaultLogin === null ? shared.tokens.map(({ token }) => token) : []
}

/** A service whose port is open. */
interface Opened extends Sleeper {
  readonly opened: SleepingPort
}

function emulatorOf(
  { id, facts, opened }: Opened,
  allowed: ReturnType<typeof allowedOf>,
  { onHint }: Watching,
): Emulator {
  const emulator = sleeping.startAsleep(
    {
      service: id,
      facts,
      options: { service: id, ...allowed },
      keepAlive: true,
      onWake(woken) {
        stopSleeping()
        instanceOf(woken).onHint = onHint
      },
    },
    opened,
  )
  // Any member that an instance has makes it.
  const stopSleeping = addSleeping(() => void emulator.clock)
  return emulator
}

/** Opens the port of each service; none stays open when one of them cannot be. */
async function openAll(sleepers: readonly Sleeper[]): Promise<Opened[]> {
  const opening = sleepers.map(async (sleeper) => {
    try {
      return { ...sleeper, opened: await listenAsleep(sleeper.port, sleeper.id, true) }
    } catch (error) {
      throw usageErrorOf(error, sleeper.id)
    }
  })
  try {
    return await allOf(opening)
  } catch (error) {
    for (const result of await Promise.allSettled(opening)) {
      if (result.status === 'fulfilled') await result.value.opened.close()
    }
    throw error
  }
}
