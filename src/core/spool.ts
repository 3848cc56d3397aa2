import { unlinkSync, rmSync } from 'node:fs'
import { mkdtemp, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How much of a file is kept at hand, in bytes: more than the request log shows, which tells that there is more. */
const HEAD = 256 * 1024

/** A body that was too large for memory, in a temporary file of the instance. */
export interface SpooledFile {
  readonly path: string
  /** In bytes. */
  readonly size: number
  /** The beginning. */
  readonly head: Uint8Array
}

// Of a process that ends without closing its instances, the files must go too. Shared by the instances of the process.
const directories = new Set<string>()
function removeDirectories(): void {
  for (const directory of directories) removeDirectory(directory)
}

/**
 * The temporary files of one instance. A file belongs to the request it came with, and goes with it unless it is kept; a
 * kept file is part of the state, and goes with the next reset or restore unless a snapshot may hold it; what a snapshot may hold goes
 * when the instance closes.
 */
export class Spool {
  #directory: Promise<string> | undefined
  #count = 0
  #closed = false
  readonly #kept = new Set<string>()
  #pinned: ReadonlySet<string> = new Set()

  /**
   * Takes a body in as it comes: as bytes if there are no more than `limit` of them, else into a file. Rejects when its
   * sender goes away, and leaves nothing behind then.
   */
  async take(pieces: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array | SpooledFile> {
    const held: Uint8Array[] = []
    let size = 0
    const iterator = pieces[Symbol.asyncIterator]()
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
      held.push(next.value)
      size += next.value.length
      if (size > limit) return this.#write(held, size, { [Symbol.asyncIterator]: () => iterator })
    }
    return held.length === 1 ? (held[0] ?? new Uint8Array()) : Buffer.concat(held)
  }

  /** Makes a file part of the state. */
  keep({ path }: SpooledFile): void {
    this.#kept.add(path)
  }

  /** To be called when a request has been answered: its file goes unless it was kept. */
  release({ path }: SpooledFile): void {
    if (!this.#kept.has(path)) remove(path)
  }

  /** To be called when a snapshot is taken: it may hold every file kept so far. */
  pin(): void {
    if (this.#kept.size > this.#pinned.size) this.#pinned = new Set(this.#kept)
  }

  /** To be called when the state goes back: files that no snapshot holds are gone. */
  rewind(): void {
    for (const path of this.#kept) {
      if (this.#pinned.has(path)) continue
      remove(path)
      this.#kept.delete(path)
    }
  }

  /** Removes every file; one that is being written goes when that has ended. */
  close(): void {
    this.#closed = true
    void this.#remove()
  }

  async #write(held: readonly Uint8Array[], size: number, rest: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
    // Taken before anything is waited for: several bodies may come at once.
    const name = String(++this.#count)
    try {
      const path = join(await this.#place(), name)
      const total = size + (await writeFile(path, held, rest))
      return { path, size: total, head: Buffer.concat(held).subarray(0, HEAD) }
    } finally {
      if (this.#closed) await this.#remove()
    }
  }

  async #remove(): Promise<void> {
    const directory = await this.#directory
    if (directory === undefined) return
    if (removeDirectory(directory)) directories.delete(directory)
  }

  #place(): Promise<string> {
    this.#directory ??= mkdtemp(join(tmpdir(), 'backlot-')).then((directory) => {
      if (directories.size === 0) process.once('exit', removeDirectories)
      directories.add(directory)
      return directory
    })
    return this.#directory
  }
}

/** Writes a new file; gives the size of the rest, in bytes. One that does not become whole is removed. */
async function writeFile(path: string, held: readonly Uint8Array[], rest: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx')
  let size = 0
  try {
    for (const piece of held) await file.write(piece)
    for await (const piece of rest) {
      await file.write(piece)
      size += piece.length
    }
  } catch (error) {
    await file.close()
    remove(path)
    throw error
  }
  await file.close()
  return size
}

/** Says whether it is gone: not while a file is being made in it, which may be between its being emptied and its being removed. */
function removeDirectory(directory: string): boolean {
  try {
    rmSync(directory, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // It is being read, where that forbids it to go; it goes with its directory.
  }
}
