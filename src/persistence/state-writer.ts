import { readFile } from 'node:fs/promises'
import type { Instance } from '#core/instance.ts'
import type { ServiceState, StoreVersion } from '#core/store.ts'
import { FORMAT, type Changes, type FileBacked, type SimplePersistence, type State } from './persistence.ts'
import type { SavedFileNames } from './saved-file-names.ts'

/** The states of a persistence: of the instances of this process, and of services that no instance has. */
export interface States {
  readonly instances: ReadonlyMap<string, Instance>
  readonly others: ReadonlyMap<string, ServiceState>
  readonly names: SavedFileNames
}

/** Writes states: whole, or what has changed since the last time where the persistence can append. */
export class StateWriter {
  readonly #states: States
  readonly #backed: FileBacked | undefined
  /** The version of each instance that is saved; absent for an instance of which nothing is. */
  readonly #versions = new Map<string, StoreVersion>()
  /** The whole state that is being written while changes go to the journal. */
  #renewing: Promise<void> | null = null
  readonly #warnOf: (error: unknown) => void

  /** `warnOf` reports a failure after which saving goes on. */
  constructor(states: States, backed: FileBacked | undefined, warnOf: (error: unknown) => void) {
    this.#states = states
    this.#backed = backed
    this.#warnOf = warnOf
  }

  /** Notes that the present state of an instance is what is saved. */
  begin(id: string, instance: Instance): void {
    this.#versions.set(id, instance.version())
  }

  /** Forgets what is saved of an instance. */
  forget(id: string): void {
    this.#versions.delete(id)
  }

  /**
   * Saves everything that has changed so far, and returns whether it was enough to append it. Never called again before
   * it has ended.
   */
  async save(persistence: SimplePersistence): Promise<boolean> {
    if (await this.#append(persistence)) return true
    await this.#saveWhole(persistence)
    return false
  }

  /** Resolves when no state is being written any more. */
  async settled(): Promise<void> {
    await this.#renewing
  }

  /** Saves what has changed, where the persistence can; returns false when the whole state is to be saved. */
  async #append(persistence: SimplePersistence): Promise<boolean> {
    const backed = this.#backed
    if (backed === undefined) return false
    const versions = this.#presentVersions()
    const { changes, names } = this.#changes()
    await this.#putFiles(names)
    if (!(await backed.append(changes))) return false
    this.#keepVersions(versions)
    if (backed.isFull) this.#renewing ??= this.#renew(persistence)
    return true
  }

  /** Writes the whole state anew, while changes go on to be appended. When it fails, the journal goes on. */
  async #renew(persistence: SimplePersistence): Promise<void> {
    try {
      await this.#saveWhole(persistence)
    } catch (error) {
      this.#warnOf(error)
    } finally {
      this.#renewing = null
    }
  }

  async #saveWhole(persistence: SimplePersistence): Promise<void> {
    const versions = this.#renewing === null ? this.#presentVersions() : null
    const services = this.#services()
    await persistence.save(await this.#withFiles(services))
    // While the state is written anew, later changes are in the journal already.
    if (versions === null) return
    this.#keepVersions(versions)
    await this.#backed?.files.retain(new Set(Object.values(services).flatMap((each) => this.#states.names.in(each))))
  }

  #presentVersions(): Map<string, StoreVersion> {
    return new Map([...this.#states.instances].map(([id, instance]) => [id, instance.version()]))
  }

  #keepVersions(saved: ReadonlyMap<string, StoreVersion>): void {
    for (const [id, version] of saved) if (this.#states.instances.has(id)) this.#versions.set(id, version)
  }

  /** Returns what has changed since the last save, with the names of the files in it. */
  #changes(): { changes: Changes; names: readonly string[] } {
    const names: string[] = []
    const services = [...this.#states.instances].map(([id, instance]): [string, Changes['services'][string]] => {
      this.#states.names.of(instance)
      const version = this.#versions.get(id)
      if (version === undefined) {
        const whole = instance.save(this.#states.names)
        names.push(...this.#states.names.in(whole))
        return [id, { whole }]
      }
      const changes = instance.changesSince(version, this.#states.names)
      names.push(...this.#states.names.inChanges(changes))
      return [id, changes]
    })
    return { changes: { services: Object.fromEntries(services) }, names }
  }

  /** Returns the present state of each service. */
  #services(): Record<string, ServiceState> {
    const own = [...this.#states.instances].map(([id, instance]) => {
      this.#states.names.of(instance)
      return [id, instance.save(this.#states.names)]
    })
    return { ...Object.fromEntries(this.#states.others), ...Object.fromEntries(own) }
  }

  /** Returns the state, and stores the files that it names. */
  async #withFiles(services: Record<string, ServiceState>): Promise<State> {
    const names = Object.values(services).flatMap((each) => this.#states.names.in(each))
    if (names.length === 0) return { format: FORMAT, services }
    if (this.#backed !== undefined) {
      await this.#putFiles(names)
      return { format: FORMAT, services }
    }
    const contents: [string, string][] = []
    for (const name of new Set(names)) {
      const path = this.#states.names.pathOfName(name)
      contents.push([
        name,
        path === undefined ? (this.#states.names.inline[name] ?? '') : await readFile(path, 'base64'),
      ])
    }
    return { format: FORMAT, services, files: Object.fromEntries(contents) }
  }

  /** Stores files that a state names. One that belongs to no instance of this process is stored already. */
  async #putFiles(names: readonly string[]): Promise<void> {
    for (const name of new Set(names)) {
      const path = this.#states.names.pathOfName(name)
      const bytes = this.#states.names.bytesOfName(name)
      // Large files are stored one after the other.
      if (path !== undefined) await this.#backed?.files.put(name, path)
      else if (bytes !== undefined) await this.#backed?.files.putBytes(name, bytes)
    }
  }

  /** Returns the present state, and stores the files that it names. */
  whole(): Promise<State> {
    return this.#withFiles(this.#services())
  }

  /**
   * Saves while the process ends, where the persistence can. There is no time for large objects that are not stored
   * yet.
   */
  saveNow(backed: FileBacked): void {
    if (backed.appendNow(this.#changes().changes)) return
    backed.saveNow({ format: FORMAT, services: this.#services() })
  }
}
