import { readFileSync } from 'node:fs'
import { access, chmod, copyFile, link, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { StateError } from '#core/store.ts'

/** The large objects of a state, each a file in one folder. Only their owner can read them. */
export class LargeObjects {
  readonly #folder: string
  readonly #state: string
  #parts = 0

  /** `state` is the file of the state, for messages. */
  constructor(folder: string, state: string) {
    this.#folder = folder
    this.#state = state
  }

  /** Stores a copy of the file at `source`. A name always has the same content. */
  async put(name: string, source: string): Promise<void> {
    await this.#store(name, async (target, part) => {
      // A link costs nothing, and is complete at once. Another file system needs a copy.
      const isLinked = await link(source, target).then(
        () => true,
        () => false,
      )
      if (isLinked) return chmod(target, 0o600)
      await copyFile(source, part)
      await chmod(part, 0o600)
      await rename(part, target)
    })
  }

  /** Stores bytes. A name always has the same content. */
  async putBytes(name: string, bytes: Uint8Array): Promise<void> {
    await this.#store(name, async (target, part) => {
      await writeFile(part, bytes, { mode: 0o600, flush: true })
      await rename(part, target)
    })
  }

  async #store(name: string, write: (target: string, part: string) => Promise<void>): Promise<void> {
    const target = join(this.#folder, name)
    if (await exists(target)) return
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await write(target, `${target}.${process.pid}-${++this.#parts}.tmp`)
  }

  /**
   * Returns the path of a stored file.
   *
   * @throws StateError when there is none.
   */
  async find(name: string): Promise<string> {
    const path = join(this.#folder, basename(name))
    if (await exists(path)) return path
    throw this.#missing(path)
  }

  /**
   * Returns the content of a stored file.
   *
   * @throws StateError when there is none.
   */
  read(name: string): Uint8Array {
    const path = join(this.#folder, basename(name))
    try {
      return new Uint8Array(readFileSync(path))
    } catch {
      throw this.#missing(path)
    }
  }

  /** Removes every stored file but these. To be called when the state that names them is saved. */
  async retain(names: ReadonlySet<string>): Promise<void> {
    const all = await readdir(this.#folder).catch(() => [])
    await Promise.all(
      all.filter((name) => !names.has(name)).map((name) => rm(join(this.#folder, name), { force: true })),
    )
  }

  #missing(path: string): StateError {
    return new StateError(
      `${this.#state} needs the file ${path}, which is missing: put it back, or delete ${this.#state} to begin with the seed`,
    )
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
