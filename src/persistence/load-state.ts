import type { Instance } from '#core/instance.ts'
import { type ServiceState, StateError } from '#core/store.ts'
import { adoptFiles } from './adopt-files.ts'
import { WAY_OUT } from './check-state.ts'
import type { FileBacked, State } from './persistence.ts'
import type { SavedFileNames } from './saved-file-names.ts'

/** Where a state comes from. */
export interface StateSource {
  readonly names: SavedFileNames
  /** The parts that only `filePersistence` has; undefined for any other persistence. */
  readonly backed: FileBacked | undefined
  /** The place, for messages. */
  readonly place: string
  /** True when several processes use the state at once. */
  readonly isShared: boolean
}

/**
 * Puts an instance that starts into a saved state. Warns when its seed has changed since, where one process uses the
 * state at a time.
 *
 * @throws StateError that names the place, for a state that the instance cannot load.
 */
export async function beginWith(state: ServiceState, instance: Instance, source: StateSource): Promise<void> {
  const { names, backed, place, isShared } = source
  await adoptFiles(instance, state, names, backed)
  let sameSeed: boolean
  try {
    ;({ sameSeed } = instance.load(state, names))
  } catch (error) {
    if (!(error instanceof StateError)) throw error
    throw new StateError(`${place}: ${error.message}: ${WAY_OUT}`, { cause: error })
  }
  if (sameSeed || isShared) return
  process.emitWarning(
    `the seed of ${instance.service.id} has changed since ${place} was saved. The saved state stays as it is; a reset goes to the new seed`,
    'BacklotWarning',
  )
}

/**
 * Puts running instances into the state that another process has saved; null is the seed. The states of services that
 * no instance has are kept in `others`.
 */
export async function continueWith(
  state: State | null,
  instances: ReadonlyMap<string, Instance>,
  others: Map<string, ServiceState>,
  { names, backed }: StateSource,
): Promise<void> {
  for (const [id, each] of Object.entries(state?.services ?? {})) {
    const instance = instances.get(id)
    if (instance === undefined) others.set(id, each)
    else {
      // The instances are loaded one after the other.
      await adoptFiles(instance, each, names, backed)
      instance.load(each, names, { continuesDeliveries: true })
      instance.clock.arm()
    }
  }
  if (state === null) for (const instance of instances.values()) instance.reset()
}
