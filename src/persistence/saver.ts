import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Instance } from '#core/instance.ts'
import { StateError, type ServiceState } from '#core/state/service-state.ts'
import { checkState, WAY_OUT } from './check-state.ts'
import {
  fileBacked,
  FORMAT,
  type FileBacked,
  type Persistence,
  type SharedPersistence,
  type SimplePersistence,
  type State,
} from './persistence.ts'
import { SavedFileNames } from './saved-file-names.ts'

// Kept from before a test may install fake timers: saves run on the wall clock.
const startTimer = setTimeout
const now = performance.now.bind(performance)

/** The least time between the end of a save and the next save, in milliseconds. */
const INTERVAL = 250

/**
 * The share of the time that saves may take: a save that took long is followed by a pause of this many times its
 * length.
 */
const PAUSE = 4

/** How often a request is done again because other processes saved first, before it fails. */
const ATTEMPTS = 20

// One saver for each persistence, so that several instances share one. Module state on purpose, shared by all copies of
// this module.
const REGISTRY: unique symbol = Symbol.for('backlot.savers') as never // its type is its own
type Registry = { [REGISTRY]?: { readonly all: WeakMap<Persistence, Saver>; readonly used: Set<Saver> } }

function registry(): NonNullable<Registry[typeof REGISTRY]> {
  const holder = globalThis as Registry // only this module uses the symbol
  if (holder[REGISTRY] === undefined) {
    const made = { all: new WeakMap<Persistence, Saver>(), used: new Set<Saver>() }
    holder[REGISTRY] = made
    process.once('exit', () => {
      for (const saver of made.used) saver.saveNow()
    })
  }
  return holder[REGISTRY]
}

/** Returns the saver of a persistence. */
export function saverOf(persistence: Persistence): Saver {
  const { all } = registry()
  const saver = all.get(persistence) ?? new Saver(persistence)
  all.set(persistence, saver)
  return saver
}

/**
 * Loads the state of instances when they join, and saves it after changes: never two saves at once, the next one at
 * least 250 ms after the last, and the last change always. States of services that have not joined stay in the save as
 * they are.
 */
export class Saver {
  readonly #persistence: Persistence
  readonly #backed: FileBacked | undefined
  readonly #instances = new Map<string, Instance>()
  /** The states of services that no instance has. */
  readonly #others = new Map<string, ServiceState>()
  readonly #names = new SavedFileNames()
  #loaded: Promise<void> | undefined
  /** The version of the state that was loaded or saved last; null where one process uses the persistence at a time. */
  #version: { readonly value: unknown } | null = null
  /** Counts the states that other processes have put in place of this process's own. */
  #replaced = 0
  #dirty = false
  #saving: Promise<void> | null = null
  #planned = false
  #pauseUntil = 0
  #failure: unknown = null
  #queue: Promise<unknown> = Promise.resolve()
  #lost = false

  constructor(persistence: Persistence) {
    this.#persistence = persistence
    this.#backed = fileBacked(persistence)
  }

  get #place(): string {
    return this.#backed?.place ?? 'the saved state'
  }

  /** True when several processes use the persistence: each request must then go through {@link share}. */
  get isShared(): boolean {
    return this.#version !== null
  }

  /**
   * Loads the saved state of an instance, if there is one, and saves its changes from now on. Its deliveries and timers
   * wait until `wake()` of the instance.
   *
   * @throws StateError for a state that cannot be loaded. Nothing is saved then.
   */
  async join(instance: Instance): Promise<void> {
    const { id } = instance.service
    if (this.#instances.has(id)) throw new Error(`${this.#place} has the state of another instance of ${id} already`)
    this.#loaded ??= this.#load()
    this.#loaded.catch(() => (this.#loaded = undefined))
    await this.#loaded
    const state = this.#others.get(id)
    try {
      if (state !== undefined) await this.#apply(instance, state)
    } catch (error) {
      this.#forget()
      throw error
    }
    this.#others.delete(id)
    this.#instances.set(id, instance)
    registry().used.add(this)
    if (this.isShared) instance.webhooks.sendOnlySaved()
    instance.watch(() => this.#changed())
  }

  /** Saves the state of an instance for the last time. It must not change any more. */
  async leave(instance: Instance): Promise<void> {
    const { id } = instance.service
    if (this.#instances.get(id) !== instance) return
    try {
      await this.settled()
      this.#others.set(id, instance.save(this.#names))
    } finally {
      this.#instances.delete(id)
      this.#forget()
    }
  }

  /** Lets the next instance load the state again, when there is none. */
  #forget(): void {
    if (this.#instances.size > 0) return
    this.#loaded = undefined
    registry().used.delete(this)
  }

  /**
   * Resolves when everything is saved that has changed so far. Rejects when the save failed, and when changes that were
   * made outside of requests are lost because another process saved first.
   */
  async settled(): Promise<void> {
    if (this.isShared) {
      await this.#saveInBackground()
      if (!this.#lost) return
      this.#lost = false
      throw new Error(
        `${this.#place}: another process saved first, and what this one changed outside of a request is lost: do it again`,
      )
    }
    // After a failure only the next change tries again, or the next call of this.
    let tried = false
    while (this.#saving !== null || (this.#dirty && !(tried && this.#failure !== null))) {
      tried = true
      await (this.#saving ?? this.#save())
    }
    if (this.#failure !== null) throw this.#failure
  }

  /**
   * Runs a request on the state that is saved now, and resolves when its changes are saved. Where another process has
   * saved first, the request runs again on that state. Only for a persistence that {@link isShared}.
   */
  async share<T>(run: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      // Each attempt depends on the one before.
      await this.#inTurn(() => this.#refresh())
      const begun = this.#replaced
      const isLast = attempt === ATTEMPTS
      try {
        const result = await run()
        await this.#saveShared()
        if (this.#replaced === begun) return result
      } catch (error) {
        // A request that is under way when the state is replaced is dropped.
        if (this.#replaced === begun || isLast) throw error
      }
      if (isLast) throw new Error(`other processes saved first ${ATTEMPTS} times: the request was given up`)
    }
  }

  async #load(): Promise<void> {
    const found: unknown = await this.#persistence.load()
    const shared = typeof found === 'object' && found !== null && 'data' in found && 'version' in found
    this.#version = shared ? { value: found.version } : null
    const data: unknown = shared ? found.data : found
    this.#others.clear()
    if (data === null || data === undefined) return
    const state = checkState(data, this.#place)
    for (const [id, each] of Object.entries(state.services)) this.#others.set(id, each)
    this.#names.inline = { ...state.files }
  }

  async #apply(instance: Instance, state: ServiceState): Promise<void> {
    const { id } = instance.service
    await this.#adoptFiles(instance, state)
    let sameSeed: boolean
    try {
      ;({ sameSeed } = instance.load(state, this.#names))
    } catch (error) {
      if (!(error instanceof StateError)) throw error
      throw new StateError(`${this.#place}: ${error.message}: ${WAY_OUT}`, {
        cause: error,
      })
    }
    if (sameSeed || this.#version !== null) return
    process.emitWarning(
      `the seed of ${id} has changed since ${this.#place} was saved. The saved state stays as it is; a reset goes to the new seed`,
      'BacklotWarning',
    )
  }

  /** Gives the instance its own copies of the files that a state names. */
  async #adoptFiles(instance: Instance, state: ServiceState): Promise<void> {
    for (const name of this.#names.in(state)) {
      // Large files are adopted one after the other.
      const path = await this.#withFile(name, (source) => instance.spool.adopt(source))
      this.#names.set(path, name)
    }
  }

  async #withFile<T>(name: string, use: (path: string) => Promise<T>): Promise<T> {
    if (this.#backed !== undefined) return use(await this.#backed.files.find(name))
    const content = this.#names.inline[name]
    if (content === undefined) throw new StateError(`the saved state needs the file ${name}, which it does not have`)
    const folder = await mkdtemp(join(tmpdir(), 'backlot-state-'))
    try {
      const path = join(folder, basename(name))
      await writeFile(path, Buffer.from(content, 'base64'), { mode: 0o600 })
      return await use(path)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  #changed(): void {
    this.#dirty = true
    if (this.#planned || this.#saving !== null) return
    this.#planned = true
    startTimer(() => this.#saveAsPlanned(), Math.max(0, this.#pauseUntil - now()))
  }

  #saveAsPlanned(): void {
    this.#planned = false
    if (!this.#dirty || this.#saving !== null) return
    const saving = this.isShared ? this.#saveInBackground() : this.#save()
    saving.catch(() => undefined)
  }

  async #saveInBackground(): Promise<void> {
    const begun = this.#replaced
    await this.#saveShared()
    if (this.#replaced !== begun) this.#lost = true
  }

  #save(): Promise<void> {
    this.#saving = this.#saveOnce().finally(() => {
      this.#saving = null
      // Saves the changes made meanwhile; after a failure, the next change tries again.
      if (this.#dirty && this.#failure === null) this.#changed()
    })
    return this.#saving
  }

  async #saveOnce(): Promise<void> {
    const began = now()
    this.#dirty = false
    try {
      const services = this.#services()
      const { persistence, backed } = { persistence: this.#persistence as SimplePersistence, backed: this.#backed } // not shared
      await persistence.save(await this.#withFiles(services))
      await backed?.files.retain(new Set(Object.values(services).flatMap((each) => this.#names.in(each))))
      this.#failure = null
    } catch (error) {
      this.#dirty = true
      if (this.#failure === null) {
        const reason = error instanceof Error ? error.message : String(error)
        process.emitWarning(`${this.#place} could not be saved: ${reason}`, 'BacklotWarning')
      }
      this.#failure = error
    } finally {
      this.#pauseUntil = now() + Math.max(INTERVAL, PAUSE * (now() - began))
    }
  }

  #services(): Record<string, ServiceState> {
    const own = [...this.#instances].map(([id, instance]) => {
      this.#names.of(instance)
      return [id, instance.save(this.#names)]
    })
    return { ...Object.fromEntries(this.#others), ...Object.fromEntries(own) }
  }

  /** Returns the state, and stores the files that it names. */
  async #withFiles(services: Record<string, ServiceState>): Promise<State> {
    const names = Object.values(services).flatMap((each) => this.#names.in(each))
    if (names.length === 0) return { format: FORMAT, services }
    const backed = this.#backed
    const contents: [string, string][] = []
    for (const name of new Set(names)) {
      const path = this.#names.pathOfName(name)
      // A file that belongs to no instance of this process is stored already.
      if (backed !== undefined && path !== undefined) await backed.files.put(name, path)
      else if (backed === undefined) {
        contents.push([name, path === undefined ? (this.#names.inline[name] ?? '') : await readFile(path, 'base64')])
      }
    }
    return backed === undefined
      ? { format: FORMAT, services, files: Object.fromEntries(contents) }
      : { format: FORMAT, services }
  }

  /**
   * Saves while the process ends, where the persistence can. There is no time for large objects that are not stored
   * yet.
   */
  saveNow(): void {
    if (!this.#dirty) return
    try {
      this.#backed?.saveNow({ format: FORMAT, services: this.#services() })
    } catch (error) {
      process.stderr.write(`backlot: ${this.#place} could not be saved: ${String(error)}\n`)
    }
  }

  /** Runs work on the shared state, one piece after the other. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work)
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  #saveShared(): Promise<void> {
    return this.#inTurn(async () => {
      const version = this.#version
      if (!this.#dirty || version === null) return
      this.#dirty = false
      const queued = [...this.#instances.values()].map(({ webhooks }) => webhooks.queued())
      const data = await this.#withFiles(this.#services())
      const persistence = this.#persistence as SharedPersistence // its load() has returned a version
      let saved: { readonly version: unknown } | null
      try {
        saved = await persistence.save(data, { ifVersion: version.value })
      } catch (error) {
        this.#dirty = true
        throw error
      }
      if (saved === null) {
        await this.#refresh()
        return
      }
      this.#version = { value: saved.version }
      for (const each of queued) for (const entry of each) entry.saved = true
      for (const { webhooks } of this.#instances.values()) webhooks.flush()
    })
  }

  /** Loads the state that another process has saved, if one has. Changes that are not saved are lost then. */
  async #refresh(): Promise<void> {
    const persistence = this.#persistence as SharedPersistence // its load() has returned a version
    const { data, version } = await persistence.load()
    if (JSON.stringify(version) === JSON.stringify(this.#version?.value)) return
    this.#version = { value: version }
    this.#replaced++
    this.#dirty = false
    const state = data === null ? null : checkState(data, this.#place)
    this.#names.inline = { ...state?.files }
    for (const [id, each] of Object.entries(state?.services ?? {})) {
      const instance = this.#instances.get(id)
      if (instance === undefined) this.#others.set(id, each)
      else {
        // The instances are loaded one after the other.
        await this.#adoptFiles(instance, each)
        instance.load(each, this.#names, { goOnSending: true })
        instance.clock.arm()
      }
    }
    if (state === null) for (const instance of this.#instances.values()) instance.reset()
    this.#dirty = false
  }
}
