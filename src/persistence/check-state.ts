import { isRecord } from '#core/objects.ts'
import { StateError } from '#core/state/service-state.ts'
import { FORMAT, type State } from './persistence.ts'

/** The way out of a state that cannot be loaded. */
export const WAY_OUT = 'move or delete it to begin with the seed; it has not been changed'

/**
 * Returns a loaded value as the state that it must be. `place` names it in messages.
 *
 * @throws StateError that names the place, the reason and the way out.
 */
export function checkState(value: unknown, place: string): State {
  const state = value as Partial<State> | undefined | null // each member is checked
  if (typeof state !== 'object' || state === null || typeof state.format !== 'number') {
    throw unreadable(place, 'is no saved state of backlot')
  }
  if (state.format > FORMAT) {
    const newer = `was saved by a newer backlot (format ${String(state.format)}, this one reads ${FORMAT})`
    throw new StateError(`${place} ${newer}: update backlot, or ${WAY_OUT}`)
  }
  const { services, files = {} } = state
  if (!isRecord(services) || !Object.values(services).every(isServiceState) || !isRecord(files)) {
    throw unreadable(place, 'is a damaged state of backlot')
  }
  return state as State // each member is checked
}

/** Returns the error for a state that cannot be loaded. `reason` follows the name of the place. */
export function unreadable(place: string, reason: string, cause?: unknown): StateError {
  return new StateError(`${place} ${reason}: ${WAY_OUT}`, { cause })
}

function isServiceState(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { version, seed, rows, ids, values } = value
  const lists = [rows, values].every((each) => isRecord(each) && Object.values(each).every(Array.isArray))
  return typeof version === 'number' && typeof seed === 'string' && lists && isRecord(ids)
}
