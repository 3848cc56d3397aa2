import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Instance } from '#core/instance.ts'
import { shared } from '#core/shared.ts'
import type { ServiceState, Snapshot } from '#core/store.ts'
import { adoptFiles } from '#persistence/adopt-files.ts'
import { SavedFileNames } from '#persistence/saved-file-names.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { checkpointFolder, claimCheckpoint, readCheckpoint, writeCheckpoint } from './checkpoint-file.ts'

/** The states of the services of a world, as a file has them. */
interface SavedCheckpoint {
  readonly services: Readonly<Record<string, ServiceState>>
  /** The contents of the files that the states name, as base64. */
  readonly files: Readonly<Record<string, string>>
}

/** The work that makes the state of a checkpoint. */
interface Preparation {
  /** Its text, by which a changed preparation is another one. */
  readonly source: string
  prepare(): unknown
}

/** The snapshots of an instance, by checkpoint. They are there as long as the instance, in every world of it. */
const snapshots = shared('checkpoints', () => new WeakMap<Instance, Map<string, Snapshot>>())

/** Named states of all services of a world: in memory, and in a file for the other workers of the run. */
export class Checkpoints {
  readonly #instances: readonly Instance[]
  readonly #version: string | undefined
  readonly #reset: () => void
  readonly #preparations = new Map<string, Preparation>()

  /** `version` is that of the application's code: with it the files outlive the run. `reset` goes to the seed. */
  constructor(instances: readonly Instance[], version: string | undefined, reset: () => void) {
    this.#instances = instances
    this.#version = version
    this.#reset = reset
  }

  /** Names the preparation of a state; `source` is its text, by which a changed preparation is another one. */
  declare(name: string, prepare: () => unknown, source: string = String(prepare)): void {
    this.#preparations.set(name, { source, prepare })
  }

  /** Keeps the present state under a name or, with a preparation, goes to the state that it leaves. */
  async checkpoint(name: string, prepare?: () => unknown): Promise<void> {
    if (prepare === undefined) return this.#keep(this.#keyOf(name))
    this.declare(name, prepare)
    await this.restore(name)
  }

  /**
   * Goes to the state with a name. The first worker of the run makes it, from the seed, and the others wait.
   *
   * @throws what `prepare` throws; the next worker tries again then.
   */
  async #make(name: string, { source, prepare }: Preparation): Promise<void> {
    const key = this.#keyOf(name, source)
    if (!(await this.#goTo(key))) await this.#makeFirst(key, prepare)
    // The calls of the preparation are those of one worker only.
    for (const { requests } of this.#instances) requests.clear()
  }

  async #makeFirst(key: string, prepare: () => unknown): Promise<void> {
    const giveBack = await claimCheckpoint(this.#fileOf(key))
    if (giveBack === null) {
      await this.#goTo(key)
      return
    }
    try {
      this.#reset()
      await prepare()
      this.#keep(key)
    } finally {
      giveBack()
    }
  }

  /**
   * Goes to the state with a name; one that has a preparation and is not there yet is made.
   *
   * @throws Error when there is none, and what the preparation throws.
   */
  async restore(name: string): Promise<void> {
    const preparation = this.#preparations.get(name)
    if (preparation !== undefined) return this.#make(name, preparation)
    if (await this.#goTo(this.#keyOf(name))) return
    throw new Error(
      `restore: there is no checkpoint ${JSON.stringify(name)} of this seed and this version: make it with checkpoint(${JSON.stringify(name)})`,
    )
  }

  #keep(key: string): void {
    const names = new SavedFileNames(undefined)
    const services: Record<string, ServiceState> = {}
    const files: Record<string, string> = {}
    for (const instance of this.#instances) {
      this.#remember(instance, key)
      names.of(instance)
      const state = instance.save(names)
      services[instance.service.id] = state
      for (const name of names.filesIn(state)) {
        const path = names.pathOfName(name)
        if (path !== undefined) files[name] = readFileSync(path, 'base64')
      }
    }
    const saved: SavedCheckpoint = { services, files }
    writeCheckpoint(this.#fileOf(key), JSON.stringify(saved))
  }

  #remember(instance: Instance, key: string): void {
    const ofInstance = snapshots.get(instance) ?? new Map<string, Snapshot>()
    ofInstance.set(key, instance.snapshot())
    snapshots.set(instance, ofInstance)
  }

  /** Goes to a state, and returns whether there is one. */
  async #goTo(key: string): Promise<boolean> {
    const known = this.#instances.flatMap((instance) => snapshots.get(instance)?.get(key) ?? [])
    if (known.length === this.#instances.length) {
      for (const [index, instance] of this.#instances.entries()) instance.restore(known[index] as Snapshot) // as many
      return true
    }
    const content = readCheckpoint(this.#fileOf(key))
    if (content === null) return false
    const { services, files }: SavedCheckpoint = JSON.parse(content) as SavedCheckpoint // only #keep writes there
    for (const instance of this.#instances) {
      const state = services[instance.service.id]
      if (state === undefined) return false
      const names = new SavedFileNames(undefined)
      names.inline = files
      await adoptFiles(instance, state, names, undefined)
      instance.load(state, names)
      instance.wake()
      this.#remember(instance, key)
    }
    return true
  }

  #fileOf(key: string): string {
    return join(checkpointFolder(this.#version), `${key}.json`)
  }

  /** Returns a digest of all that the state depends on: its name and preparation, the seeds, and the code. */
  #keyOf(name: string, preparation = ''): string {
    const services = this.#instances.map(({ service, seedDigest }) => [
      service.id,
      service.stateVersion ?? 1,
      seedDigest,
    ])
    const of = [packageJson.version, process.version, this.#version ?? '', name, preparation, services]
    return createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 40)
  }
}
