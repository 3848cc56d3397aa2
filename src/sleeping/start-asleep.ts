import type { AnyService } from '#core/service.ts'
import { enableCompileCache } from '../compile-cache.ts'
import type { Emulator, EmulatorOptions, WokenEmulator } from '../emulator.ts'
import type { ServiceId } from '../registry.ts'
import { canRequireBuilt, requireBuilt } from './built.ts'
import type * as InstanceModules from './instance-modules.ts'
import { sleepingEmulator, type Waking } from './sleeping-emulator.ts'
import type { SleepingPort } from './sleeping-port.ts'
import { variablesAt, type StartFacts } from './start-facts.ts'

/** An instance to make when something first needs it. */
export interface SleepRequest {
  readonly service: ServiceId
  readonly facts: StartFacts
  readonly options: EmulatorOptions
  /** Default: false */
  readonly keepAlive?: boolean
  /** Is called with the emulator of the instance, once there is one. */
  readonly onWake?: (emulator: Emulator) => void
}

/** Returns the emulator of an instance that is made when a client connects to the port, or a test needs it. */
export function startAsleep(request: SleepRequest, sleeping: SleepingPort): Emulator {
  const { service: id, facts, options, keepAlive = false, onWake } = request
  const { port } = sleeping
  const url = `http://127.0.0.1:${port}`
  const env = variablesAt(facts, port)
  const waking = wakingOf(id, (modules, service) => {
    const woken = modules.wakeEmulator(service, { ...options, port }, facts.seed, { url, port, env }, keepAlive)
    onWake?.(woken.emulator)
    return woken
  })
  const { emulator, take } = sleepingEmulator({ service: id, url, port, env, hosts: facts.hosts }, sleeping, waking)
  sleeping.passTo(take)
  return emulator
}

/** Returns the ways to make an instance with the modules for it, which are loaded then. */
function wakingOf(
  id: ServiceId,
  make: (modules: typeof InstanceModules, service: AnyService) => WokenEmulator,
): Waking {
  const now = (): WokenEmulator => {
    enableCompileCache()
    const definitions = requireBuilt<Record<string, AnyService>>(`services/${id}`)
    const service = Object.values(definitions).find((each) => each.id === id)
    if (service === undefined) throw new Error(`${id}: the built package has no such service`)
    return make(requireBuilt<typeof InstanceModules>('sleeping/instance-modules'), service)
  }
  const later = async (): Promise<WokenEmulator> => {
    enableCompileCache()
    const modules = await import('./instance-modules.ts')
    return make(modules, await modules.resolveService(id))
  }
  return { now, later: canRequireBuilt() ? async () => now() : later }
}
