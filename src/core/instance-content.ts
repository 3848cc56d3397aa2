import { createHash } from 'node:crypto'
import type { Spool } from './http/spool.ts'
import { CopiedFiles, type CopiedState } from './seed/copied-state.ts'
import type { AnyService, SharedSeed, SystemCollections } from './service.ts'
import {
  contentOf,
  ContentWriter,
  type FileNames,
  type ServiceChanges,
  type ServiceState,
  type Store,
  type StoreContent,
  type StoreVersion,
} from './store.ts'
import { collectionsOf } from './system-collections.ts'

/** The parts of an instance that its state is written from. */
interface ContentSource {
  readonly service: AnyService
  /** The service's section of the seed, and the members that services share. */
  readonly section: unknown
  readonly shared: SharedSeed
  readonly spool: Spool
  /** Returns the store of the present epoch. */
  readonly store: () => Store<SystemCollections>
}

/** Writes the state of an instance as JSON, for a save and for a seed, and reads what was written. */
export class InstanceContent {
  readonly #source: ContentSource
  #writer: ContentWriter | undefined
  /**
   * The digest of the seed that a loaded state began with; null for a state that began with this instance's own seed.
   */
  #loadedSeed: string | null = null

  constructor(source: ContentSource) {
    this.#source = source
  }

  /** The writer, which knows what it has written. Made with the first save, as few instances are saved. */
  get #written(): ContentWriter {
    return (this.#writer ??= new ContentWriter())
  }

  /** A digest of the seed, by which a saved state shows which seed it began with. */
  get seedDigest(): string {
    const { section, shared } = this.#source
    return createHash('sha256').update(JSON.stringify({ section, shared })).digest('hex').slice(0, 32)
  }

  /** Notes that the state begins with this instance's own seed. */
  beginAgain(): void {
    this.#loadedSeed = null
  }

  /** Returns the state for another process. */
  save(files: FileNames): ServiceState {
    return { ...this.#origin(), ...this.#written.write(this.#source.store().content(), files) }
  }

  /** Returns what has changed since a version, also when there was a reset in between. */
  changesSince(version: StoreVersion, files: FileNames): ServiceChanges {
    return { ...this.#origin(), ...this.#written.writeChanges(this.#source.store().changesSince(version), files) }
  }

  /** Returns the state as the section of a seed. */
  copied(): CopiedState {
    const { section, shared, spool, store } = this.#source
    const files = new CopiedFiles(spool)
    const content = new ContentWriter().write(store().content(), files)
    const { tokens, defaultLogin } = shared
    return { version: this.#version, section, tokens, defaultLogin, ...content, files: files.contents }
  }

  /**
   * Returns the content of a saved state, and whether it began with the seed of this instance.
   *
   * @throws StateError when the state is of another version of the service.
   */
  read(state: ServiceState, files: FileNames): { readonly content: StoreContent; readonly sameSeed: boolean } {
    const { service } = this.#source
    const names = Object.keys(collectionsOf(service))
    const content = contentOf(state, { id: service.id, version: this.#version, names }, files)
    this.#loadedSeed = state.seed
    return { content, sameSeed: state.seed === this.seedDigest }
  }

  get #version(): number {
    return this.#source.service.stateVersion ?? 1
  }

  #origin(): { readonly version: number; readonly seed: string } {
    return { version: this.#version, seed: this.#loadedSeed ?? this.seedDigest }
  }
}
