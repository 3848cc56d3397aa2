import { resolve } from 'node:path'
import type { FileBacked, SimplePersistence } from './persistence.ts'
import { StateFile } from './state-file.ts'

// Module state on purpose: two savers of one file would overwrite each other's state, however often this module is
// loaded.
const REGISTRY: unique symbol = Symbol.for('backlot.filePersistence') as never // its type is its own
type Registry = { [REGISTRY]?: Map<string, SimplePersistence & FileBacked> }

/**
 * Keeps the state in a JSON file, with large objects as files in a folder next to it (`state.json` and `state.files/`),
 * and with a journal of the latest changes beside it while the state is larger than 1 MB. The file is written beside
 * and renamed, so that a process that is killed leaves the old or the new one; a symbolic link stays one. Only its
 * owner can read it. The path is relative to the process's working directory. One process at a time may use a file.
 *
 * Loading throws StateError for a file that is damaged or of a newer backlot, and never overwrites such a file.
 */
export function filePersistence(path: string): SimplePersistence & FileBacked {
  if (typeof path !== 'string' || path === '') {
    throw new TypeError(`filePersistence: expected a path such as ".backlot/state.json", got ${JSON.stringify(path)}`)
  }
  const file = resolve(path)
  const registry = ((globalThis as Registry)[REGISTRY] ??= new Map()) // only this module uses the symbol
  const known = registry.get(file)
  if (known !== undefined) return known
  const made = new StateFile(file)
  registry.set(file, made)
  return made
}
