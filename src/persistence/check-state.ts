import { isRecord } from '#core/objects.ts'
import { StateError } from '#core/store.ts'
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
  if (!Number.isInteger(state.format) || state.format < 1) {
    throw unreadable(place, `has the format ${String(state.format)}, which no backlot has written`)
  }
  const { services, files = {} } = state
  if (!isRecord(services) || !Object.values(services).every(isServiceState) || !isRecord(files)) {
    throw unreadable(place, 'is a damaged state of backlot')
  }
  for (const [id, { rows, values }] of Object.entries(services)) {
    for (const [name, list] of Object.entries(rows)) requireItems(list, isRow, `${id}.rows.${name}`, 'a row', place)
    for (const [name, list] of Object.entries(values))
      requireItems(list, isEntry, `${id}.values.${name}`, 'a key and a value', place)
  }
  return state as State // each member is checked
}

/** Requires that a list has only items of the form that `what` names. */
function requireItems(
  list: readonly unknown[],
  isItem: (item: unknown) => boolean,
  path: string,
  what: string,
  place: string,
): void {
  const wrong = list.findIndex((item) => !isItem(item))
  if (wrong >= 0) {
    throw unreadable(place, `is a damaged state of backlot: services.${path}[${wrong}] is not ${what}`)
  }
}

function isRow(value: unknown): boolean {
  return isRecord(value) && (typeof value['id'] === 'string' || typeof value['id'] === 'number')
}

function isEntry(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && Array.isArray(value[0])
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
