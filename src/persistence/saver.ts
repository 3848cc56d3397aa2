import { errorMessage } from '#core/error-message.ts'
import type { Instance } from '#core/instance.ts'
import type { ServiceState } from '#core/store.ts'
import { atEndOfProcess } from './at-end.ts'
import { checkState } from './check-state.ts'
import { beginWith, continueWith, type StateSource } from './load-state.ts'
import { LIMITS, LONGEST_RETRY, pause, SaveFailed, withinLimit, type Limits } from './limits.ts'
import {
  fileBacked,
  type FileBacked,
  type Persistence,
  type SharedPersistence,
  type SimplePersistence,
} from './persistence.ts'
import { SavedFileNames } from './saved-file-names.ts'
import { SharedRequests } from './shared-requests.ts'
import { StateWriter } from './state-writer.ts'
import { elapsed, startTimer } from '#core/real-time.ts'

/** The least time between the end of a save and the next save, in milliseconds. */
const INTERVAL = 200

/** The least time after a save that only appended what had changed, in milliseconds. */
const APPEND_INTERVAL = 50

/**
 * The share of the time that saves may take: a save that took long is followed by a pause of this many times its
 * length.
 */
const PAUSE = 4

/** How often a request is done again because other processes saved first, before it fails. */
const ATTEMPTS = 20

/** The longest wait before a request is done again, in milliseconds. */
const LONGEST_WAIT = 100

// One saver for each persistence, so that several instances share one. Module state on purpose, shared by all copies of
// this module.
const REGISTRY: unique symbol = Symbol.for('backlot.savers') as never // its type is its own
type Registry = { [REGISTRY]?: { readonly all: WeakMap<Persistence, Saver>; readonly used: Set<Saver> } }

function registry(): NonNullable<Registry[typeof REGISTRY]> {
  const holder = globalThis as Registry // only this module uses the symbol
  if (holder[REGISTRY] === undefined) {
    const made = { all: new WeakMap<Persistence, Saver>(), used: new Set<Saver>() }
    holder[REGISTRY] = made
    atEndOfProcess(() => {
      for (const saver of made.used) saver.saveNow()
    })
  }
  return holder[REGISTRY]
}

/** Returns the saver of a persistence. The first call may give it other limits than the usual ones. */
export function saverOf(persistence: Persistence, limits: Partial<Limits> = {}): Saver {
  const { all } = registry()
  const saver = all.get(persistence) ?? new Saver(persistence, limits)
  all.set(persistence, saver)
  return saver
}

/**
 * Loads the state of instances when they join, and saves it after changes: never two saves at once, the next one at
 * least 200 ms after the last, and the last change always. States of services that have not joined stay in the save as
 * they are.
 */
export class Saver {
  readonly #persistence: Persistence
  readonly #backed: FileBacked | undefined
  readonly #instances = new Map<string, Instance>()
  /** The states of services that no instance has. */
  readonly #others = new Map<string, ServiceState>()
  readonly #names: SavedFileNames
  readonly #limits: Limits
  /** The place, for messages. */
  readonly #place: string
  readonly #writer: StateWriter
  #loaded: Promise<void> | undefined
  /** The version of the state that was loaded or saved last; null where one process uses the persistence at a time. */
  #version: { readonly value: unknown } | null = null
  /** Counts the states that other processes have put in place of this process's own. */
  #replaced = 0
  readonly #requests = new SharedRequests()
  #dirty = false
  #saving: Promise<void> | null = null
  #planned = false
  #pauseUntil = 0
  #failure: unknown = null
  #failures = 0
  #queue: Promise<unknown> = Promise.resolve()
  /** True when changes that were made outside of requests are lost. */
  #lost = false
  /** True when changes outside of requests are not saved yet. */
  #hasOwnChanges = false
  /** True when this process has changes of requests that were answered with an error, as they could not be saved. */
  #hasRefused = false

  constructor(persistence: Persistence, limits: Partial<Limits> = {}) {
    this.#persistence = persistence
    this.#backed = fileBacked(persistence)
    this.#names = new SavedFileNames(this.#backed)
    this.#limits = { ...LIMITS, ...limits }
    this.#place = this.#backed?.place ?? 'the saved state'
    const states = { instances: this.#instances, others: this.#others, names: this.#names }
    this.#writer = new StateWriter(states, this.#backed, (error) => this.#warnOf(error))
  }

  get #source(): StateSource {
    return { names: this.#names, backed: this.#backed, place: this.#place, isShared: this.isShared }
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
      if (state !== undefined) await beginWith(state, instance, this.#source)
    } catch (error) {
      this.#forget()
      throw error
    }
    this.#others.delete(id)
    if (state !== undefined) this.#writer.begin(id, instance)
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
      const message = `${this.#place}: the save has not ended after ${this.#limits.save / 1000} s; the last changes may not be saved`
      await withinLimit(this.#end(), this.#limits.save, message)
      this.#others.set(id, instance.save(this.#names))
    } finally {
      this.#instances.delete(id)
      this.#writer.forget(id)
      this.#forget()
      if (this.#instances.size === 0) await this.#backed?.close()
    }
  }

  async #end(): Promise<void> {
    await this.settled()
    await this.#writer.settled()
  }

  /** Lets the next instance load the state again, when there is none. */
  #forget(): void {
    if (this.#instances.size > 0) return
    this.#loaded = undefined
    registry().used.delete(this)
  }

  /**
   * Resolves when everything is saved that has changed so far. Rejects when the save failed, and when changes that were
   * made outside of requests are lost because another process saved first or the store failed.
   */
  async settled(): Promise<void> {
    if (this.isShared) {
      await this.#saveInBackground()
      if (!this.#lost) return
      this.#lost = false
      throw new Error(
        `${this.#place}: another process saved first or the store failed, and what this one changed outside of a request is ` +
          `lost: do it again`,
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
      // Processes that began together would meet again at each attempt, so each waits for another time.
      if (attempt > 1) await wait(Math.random() * Math.min(LONGEST_WAIT, 2 ** attempt))
      // Each attempt depends on the one before.
      await this.#inTurn(() => this.#refreshed())
      const begun = this.#replaced
      const isLast = attempt === ATTEMPTS
      try {
        const { result, isLost } = await this.#requests.run(run, () => this.#saveRequest())
        if (!isLost) return result
      } catch (error) {
        // A request that is under way when the state is replaced is dropped.
        if (this.#replaced === begun || isLast) throw error
      }
      if (isLast) throw new SaveFailed(`other processes saved first ${ATTEMPTS} times: the request was given up`)
    }
  }

  async #load(): Promise<void> {
    const found: unknown = await this.#fromStore()
    const shared = typeof found === 'object' && found !== null && 'data' in found && 'version' in found
    this.#version = shared ? { value: found.version } : null
    const data: unknown = shared ? found.data : found
    this.#others.clear()
    if (data === null || data === undefined) return
    const state = checkState(data, this.#place)
    for (const [id, each] of Object.entries(state.services)) this.#others.set(id, each)
    this.#names.inline = { ...state.files }
  }

  /** @throws Error when the store does not answer in time. */
  #fromStore(options?: { readonly knownVersion?: unknown }): Promise<Awaited<ReturnType<Persistence['load']>>> {
    const time = this.#limits.load
    const message = `${this.#place}: load() has not ended after ${time / 1000} s: see that the store answers`
    return withinLimit<Awaited<ReturnType<Persistence['load']>>>(this.#persistence.load(options), time, message)
  }

  #changed(): void {
    this.#dirty = true
    if (this.isShared && !this.#requests.changed()) this.#hasOwnChanges = true
    this.#plan(Math.max(0, this.#pauseUntil - elapsed()))
  }

  /** Saves after a time in milliseconds, unless a save is planned or under way. */
  #plan(time: number): void {
    if (this.#planned || this.#saving !== null) return
    this.#planned = true
    const timer = startTimer(() => this.#saveAsPlanned(), time)
    // A store that fails for good does not keep the process alive.
    if (this.#failure !== null) timer.unref?.()
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

  /** Saves the changes of a request. When that fails, the next request runs on the state without them. */
  async #saveRequest(): Promise<void> {
    try {
      await this.#saveShared()
    } catch (error) {
      this.#hasRefused = true
      throw error
    }
  }

  #save(): Promise<void> {
    this.#saving = this.#saveOnce().finally(() => {
      this.#saving = null
      if (!this.#dirty) return
      // Saves the changes made meanwhile, and tries again what has failed.
      if (this.#failure === null) this.#changed()
      else this.#plan(Math.min(LONGEST_RETRY, this.#limits.retry * 2 ** (this.#failures - 1)))
    })
    return this.#saving
  }

  async #saveOnce(): Promise<void> {
    const began = elapsed()
    let hasAppended = false
    this.#dirty = false
    try {
      hasAppended = await this.#writer.save(this.#persistence as SimplePersistence) // not shared
      this.#failure = null
      this.#failures = 0
    } catch (error) {
      this.#dirty = true
      this.#failures++
      if (this.#failure === null) this.#warnOf(error)
      this.#failure = error
    } finally {
      // An entry that is appended, or will be, costs the same however large the state is.
      const took = this.#backed === undefined ? elapsed() - began : 0
      this.#pauseUntil = elapsed() + (hasAppended ? APPEND_INTERVAL : Math.max(INTERVAL, PAUSE * took))
    }
  }

  #warnOf(error: unknown): void {
    const reason = errorMessage(error)
    process.emitWarning(`${this.#place} could not be saved: ${reason}`, 'BacklotWarning')
  }

  /**
   * Saves while the process ends, where the persistence can. There is no time for large objects that are not stored
   * yet.
   */
  saveNow(): void {
    // A save that is under way may not get to its end.
    if (this.#backed === undefined || (!this.#dirty && this.#saving === null)) return
    try {
      this.#writer.saveNow(this.#backed)
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
      const changes = this.#requests.changes
      const queued = [...this.#instances.values()].map(({ webhooks }) => webhooks.queued())
      const data = await this.#writer.whole()
      const persistence = this.#persistence as SharedPersistence // its load() has returned a version
      let saved: { readonly version: unknown } | null
      try {
        const time = this.#limits.save
        const message = `${this.#place}: save() has not ended after ${time / 1000} s: see that the store answers`
        saved = await withinLimit(persistence.save(data, { ifVersion: version.value }), time, message)
      } catch (error) {
        this.#dirty = true
        throw error
      }
      if (saved === null) {
        await this.#refreshed(version)
        return
      }
      this.#version = { value: saved.version }
      this.#requests.saved(changes)
      if (!this.#dirty) this.#hasOwnChanges = false
      for (const each of queued) for (const entry of each) entry.saved = true
      for (const { webhooks } of this.#instances.values()) webhooks.flush()
    })
  }

  /**
   * Loads the state that another process has saved, if one has. Changes that are not saved are lost then. `refused` is
   * the version with which a save was refused: another one is there, and is asked for until `load` returns it.
   *
   * @throws SaveFailed when it never does.
   */
  async #refreshed(refused?: { readonly value: unknown }): Promise<void> {
    if (refused === undefined) return void (await this.#refresh())
    for (const time of this.#limits.stale) {
      // Each look depends on the one before.
      await pause(time)
      if (await this.#refresh()) return
    }
    this.#dirty = true
    throw new SaveFailed(
      `${this.#place}: save() was refused because another process has saved, but load() keeps returning the version ` +
        `${JSON.stringify(refused.value)}: load() must be strongly consistent`,
    )
  }

  /**
   * Loads the state if it has another version than that of this process, or if this process has changes that were
   * refused; returns whether it did.
   */
  async #refresh(): Promise<boolean> {
    const hasRefused = this.#hasRefused
    const known = hasRefused ? {} : { knownVersion: this.#version?.value }
    const { data, version } = (await this.#fromStore(known)) as Awaited<ReturnType<SharedPersistence['load']>> // it has returned a version
    if (!hasRefused && JSON.stringify(version) === JSON.stringify(this.#version?.value)) return false
    this.#hasRefused = false
    if (hasRefused && this.#hasOwnChanges) this.#lost = true
    this.#version = { value: version }
    this.#replaced++
    this.#requests.replaced()
    this.#dirty = false
    const state = data === null ? null : checkState(data, this.#place)
    this.#names.inline = { ...state?.files }
    await continueWith(state, this.#instances, this.#others, this.#source)
    this.#dirty = false
    this.#hasOwnChanges = false
    return true
  }
}

function wait(time: number): Promise<void> {
  return new Promise((resolve) => void startTimer(resolve, time))
}
