import type { ServiceChanges, ServiceState } from '#core/store.ts'

/** A saved state of one or more services. It is JSON; its parts are not for others to read. */
export interface State {
  /** The version of this form. */
  readonly format: typeof FORMAT
  /** The state of each service, by its id. */
  readonly services: Readonly<Record<string, ServiceState>>
  /** Large objects as base64, by their names in the services' states; absent when {@link Persistence} has `files`. */
  readonly files?: Readonly<Record<string, string>>
}

/** The version of {@link State} that this backlot writes and reads. */
export const FORMAT = 1

/** The changes of one save: of each service that has any, or its whole state where nothing of it was saved before. */
export interface Changes {
  readonly services: Readonly<Record<string, ServiceChanges | { readonly whole: ServiceState }>>
}

/** A place for a saved state that one process uses at a time. */
export interface SimplePersistence {
  /** Returns the state that was saved last; null when there is none. */
  load(): Promise<State | null>
  /** Saves a state in place of the one before, whole or not at all. Never called again before it has ended. */
  save(state: State): Promise<void>
}

/** A place for a saved state that several processes use at once, such as those of a serverless platform. */
export interface SharedPersistence {
  /**
   * Returns the state that was saved last, or null, with its version: any JSON value that differs for each save. It
   * must be strongly consistent: what `save` has stored, every later `load` of any process returns.
   *
   * `knownVersion` is the version that the process has. Where it is the saved one, `data` is not used and may be null,
   * so that a store need not send it for every request.
   */
  load(options?: { readonly knownVersion?: unknown }): Promise<{
    readonly data: State | null
    readonly version: unknown
  }>
  /**
   * Saves a state if the saved one still has the version `ifVersion` (compare and swap), and returns the new version.
   * Returns null when another process has saved meanwhile.
   */
  save(data: State, options: { readonly ifVersion: unknown }): Promise<{ readonly version: unknown } | null>
}

/** A place for a saved state: a file (`filePersistence`), or two functions of your own over any store. */
export type Persistence = SimplePersistence | SharedPersistence

/** The parts of a persistence that only `filePersistence` has. */
export interface FileBacked {
  /** The place, for messages. */
  readonly place: string
  /**
   * Adds changes to what is saved, and resolves when they are stored. Resolves to false when the whole state is to be
   * saved instead: before the first save, for a small state, and when another process has changed the place.
   */
  append(changes: Changes): Promise<boolean>
  /** True when the changes take so much room that the whole state is to be saved again. */
  readonly isFull: boolean
  /** Saves a state at once, while the process ends, in place of a save that is under way. */
  saveNow(state: State): void
  /** Adds changes at once, while the process ends; false when the whole state is to be saved instead. */
  appendNow(changes: Changes): boolean
  /** Closes what is open. The next save writes the whole state, unless the state is loaded before. */
  close(): Promise<void>
  /** The large objects, as files of their own. */
  readonly files: {
    /** Stores a copy of the file at `path`. A name always has the same content. */
    put(name: string, path: string): Promise<void>
    /** Stores bytes. A name always has the same content. */
    putBytes(name: string, bytes: Uint8Array): Promise<void>
    /**
     * Returns the path of a stored file.
     *
     * @throws StateError when there is none.
     */
    find(name: string): Promise<string>
    /**
     * Returns the content of a stored file.
     *
     * @throws StateError when there is none.
     */
    read(name: string): Uint8Array
    /** Removes every stored file but these. To be called when the state that names them is saved. */
    retain(names: ReadonlySet<string>): Promise<void>
  }
}

/** Returns the parts of a persistence that only `filePersistence` has; undefined for any other. */
export function fileBacked(persistence: Persistence): FileBacked | undefined {
  return 'files' in persistence && 'saveNow' in persistence ? (persistence as Persistence & FileBacked) : undefined // only filePersistence has both
}
