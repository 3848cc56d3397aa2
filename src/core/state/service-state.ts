import type { Key } from './key.ts'
import type { StoreChanges, StoreContent } from './tables.ts'
import { errorMessage } from '../error-message.ts'

/** The state of one service as JSON: what a save of it holds. */
export interface ServiceState {
  /** The version of the service's rows, which a service raises when it can no longer read older ones. */
  readonly version: number
  /** A digest of the seed that the state began with. */
  readonly seed: string
  /** The rows of each collection, ordered by id. */
  readonly rows: Readonly<Record<string, readonly unknown[]>>
  /** The last number that each collection took from its sequence. */
  readonly ids: Readonly<Record<string, number>>
  /** The entries of each value and sequence. */
  readonly values: Readonly<Record<string, readonly (readonly [Key, unknown])[]>>
}

/** The changes of one collection, value or sequence as JSON. */
interface ListChanges {
  /** The rows, or the entries of a value, that are new or different. */
  readonly set: readonly unknown[]
  /** The keys of those that are gone; that of a row is `[id]`. */
  readonly deleted: readonly Key[]
}

/** The changes in the state of one service, as JSON. */
export interface ServiceChanges {
  readonly version: number
  readonly seed: string
  readonly rows: Readonly<Record<string, ListChanges>>
  /** The last number that each collection took from its sequence: all of them. */
  readonly ids: Readonly<Record<string, number>>
  readonly values: Readonly<Record<string, ListChanges>>
}

/** Returns a state after changes of it. Lists that have not changed are the same arrays. */
export function withChanges(state: ServiceState, changes: ServiceChanges): ServiceState {
  const { version, seed, ids } = changes
  const rowKey = (row: unknown): unknown => [(row as { readonly id: unknown }).id] // a row has an id
  const entryKey = (entry: unknown): unknown => (entry as readonly unknown[])[0] // an entry is a key and a value
  return {
    version,
    seed,
    rows: changedLists(state.rows, changes.rows, rowKey),
    ids,
    values: changedLists(state.values, changes.values, entryKey) as ServiceState['values'], // entries stay entries
  }
}

function changedLists(
  lists: Readonly<Record<string, readonly unknown[]>>,
  changes: Readonly<Record<string, ListChanges>>,
  keyOf: (item: unknown) => unknown,
): Record<string, readonly unknown[]> {
  const changed = { ...lists }
  for (const [name, { set, deleted }] of Object.entries(changes)) {
    const items = new Map((lists[name] ?? []).map((item) => [JSON.stringify(keyOf(item)), item]))
    for (const key of deleted) items.delete(JSON.stringify(key))
    for (const item of set) items.set(JSON.stringify(keyOf(item)), item)
    changed[name] = [...items.values()]
  }
  return changed
}

/** Thrown for a saved state that cannot be loaded. The message names the service, the reason and the way out. */
export class StateError extends Error {
  override name = 'StateError'
}

/**
 * The member of an object that stands for something that JSON does not have. A row's own member of such a name gets a
 * `$` more.
 */
const BYTES = '$bytes'
const FILE = '$file'
const LARGE_BYTES = '$blob'
const RESERVED = /^\$+(?:bytes|file|blob)$/

/** The names of the files that a state holds beside its JSON. */
export interface FileNames {
  /** Returns the name of a file of the instance, given its path; undefined for any other text. */
  nameOf(path: string): string | undefined
  /**
   * Returns the path of a saved file, given its name.
   *
   * @throws StateError when there is no such file.
   */
  pathOf(name: string): string
  /** Returns the name under which bytes are kept as a file; undefined for bytes that are part of the JSON. */
  nameOfBytes(bytes: Uint8Array): string | undefined
  /**
   * Returns the bytes that are kept under a name.
   *
   * @throws StateError when there are none.
   */
  bytesOf(name: string): Uint8Array
}

/**
 * Returns a value of a store as JSON: bytes as base64, paths of files as names. A part of it that is JSON already is
 * the same object.
 *
 * @throws TypeError for a function, a symbol, a bigint and an object that is neither plain nor an array nor bytes.
 */
function toJson(value: unknown, files: FileNames): unknown {
  if (typeof value === 'string') {
    const name = files.nameOf(value)
    return name === undefined ? value : { [FILE]: name }
  }
  if (value === null || typeof value === 'boolean' || typeof value === 'undefined') return value
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value
    throw new TypeError(`${value} is not JSON`)
  }
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} is not JSON`)
  if (value instanceof Uint8Array) {
    const name = files.nameOfBytes(value)
    if (name !== undefined) return { [LARGE_BYTES]: name }
    return { [BYTES]: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
  }
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => toJson(item, files))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isPlain(value)) throw new TypeError(`a ${value.constructor?.name ?? 'value'} is not JSON`)
  let changed = false
  const members: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    const json = toJson(member, files)
    const safe = RESERVED.test(name) ? `$${name}` : name
    if (json !== member || safe !== name) changed = true
    members[safe] = json
  }
  return changed ? members : value
}

/** Returns the value of a store that {@link toJson} has made JSON, frozen. */
function fromJson(value: unknown, files: FileNames): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Object.freeze(value.map((item: unknown) => fromJson(item, files)))
  const members = value as Readonly<Record<string, unknown>> // it came from JSON
  const { [BYTES]: bytes, [FILE]: file, [LARGE_BYTES]: blob } = members
  if (typeof bytes === 'string') return new Uint8Array(Buffer.from(bytes, 'base64'))
  if (typeof file === 'string') return files.pathOf(file)
  if (typeof blob === 'string') return files.bytesOf(blob)
  const read = Object.entries(members).map(([name, member]) => [
    RESERVED.test(name) ? name.slice(1) : name,
    fromJson(member, files),
  ])
  return Object.freeze(Object.fromEntries(read))
}

/** The service that a saved state is read for. */
interface StateReader {
  readonly id: string
  /** The version of the rows that the service reads. */
  readonly version: number
  /** The names of its collections, values and sequences. */
  readonly names: readonly string[]
}

/**
 * Returns the content of a store that a saved state has.
 *
 * @throws StateError when the state is of another version of the service, or has a collection that the service does not
 * know.
 */
export function contentOf(state: ServiceState, { id, version, names }: StateReader, files: FileNames): StoreContent {
  if (state.version !== version) {
    const age = state.version > version ? 'a newer' : 'an older'
    throw new StateError(
      `the state of ${id} has version ${state.version}, of ${age} backlot; this one reads version ${version}`,
    )
  }
  const unknown = [state.rows, state.values].flatMap((each) => Object.keys(each)).find((name) => !names.includes(name))
  if (unknown !== undefined) throw new StateError(`the state of ${id} has ${unknown}, which this backlot does not know`)
  const read = (lists: ServiceState['rows']): [string, readonly unknown[]][] =>
    Object.entries(lists).map(([name, list]) => [name, fromJson(list, files) as readonly unknown[]]) // a list stays one
  const rows = Object.fromEntries(read(state.rows))
  const values = Object.fromEntries(read(state.values)) as ServiceState['values'] // entries stay entries
  return { rows, ids: state.ids, values }
}

/** Makes the content of a store JSON. What has not changed since the last call is the same array. */
export class ContentWriter {
  readonly #written = new WeakMap<readonly unknown[], readonly unknown[]>()

  write({ rows, ids, values }: StoreContent, files: FileNames): Pick<ServiceState, 'rows' | 'ids' | 'values'> {
    return {
      rows: this.#each(rows, files),
      ids,
      values: this.#each(values, files) as ServiceState['values'], // keys are JSON, so that they stay
    }
  }

  /** Makes the changes of a store JSON. */
  writeChanges({ rows, ids, values }: StoreChanges, files: FileNames): Pick<ServiceChanges, 'rows' | 'ids' | 'values'> {
    const changed = (all: StoreChanges['rows'], item: (entry: readonly [Key, unknown]) => unknown) =>
      Object.fromEntries(
        Object.entries(all).map(([name, { set, deleted }]) => [
          name,
          { set: this.#json(name, set.map(item), files), deleted },
        ]),
      )
    return { rows: changed(rows, ([, row]) => row), ids, values: changed(values, (entry) => entry) }
  }

  #each(lists: Readonly<Record<string, readonly unknown[]>>, files: FileNames): Record<string, readonly unknown[]> {
    // A collection without rows need not be named.
    const named = Object.entries(lists).filter(([, list]) => list.length > 0)
    return Object.fromEntries(named.map(([name, list]) => [name, this.#list(name, list, files)]))
  }

  #list(name: string, list: readonly unknown[], files: FileNames): readonly unknown[] {
    let json = this.#written.get(list)
    if (json === undefined) {
      json = this.#json(name, list, files)
      this.#written.set(list, json)
    }
    return json
  }

  #json(name: string, list: readonly unknown[], files: FileNames): readonly unknown[] {
    try {
      return toJson(list, files) as readonly unknown[] // an array stays one
    } catch (error) {
      throw new TypeError(`${name}: ${errorMessage(error)}`, { cause: error })
    }
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  // The plain objects of another realm have another prototype, whose own prototype is null.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
