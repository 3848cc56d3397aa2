import { lstatSync, mkdtempSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { copyFile, link, mkdtemp, open, type FileHandle } from 'node:fs/promises'
import { hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/**
 * The bytes of a file that stay in memory: more than the request log shows, so that it can mark the body as truncated.
 */
const HEAD = 256 * 1024

/**
 * The beginning of every directory's name; the id of its process follows. Containers that share a folder for temporary
 * files have host names of their own, as each has process ids of its own.
 */
const PREFIX = `backlot-spool-${hostname().replaceAll(/[^\w.]/g, '_')}-`

/** A body that was too large for memory, in a temporary file of the instance. */
export interface SpooledFile {
  readonly path: string
  /** The size in bytes. */
  readonly size: number
  /** The first bytes of the file. */
  readonly head: Uint8Array
}

// The directories of all instances of this process, to be removed when it ends without closing its instances.
const directories = new Set<string>()
function removeDirectories(): void {
  for (const directory of directories) removeDirectory(directory)
}

/**
 * The temporary files of one instance. A file is removed after its request unless it is kept. A kept file is part of
 * the state: it is removed at the next reset or restore, or, when a snapshot may hold it, when the instance closes.
 */
export class Spool {
  #directory: Promise<string> | undefined
  /** The directory of the files that the instance begins with. */
  #early: string | undefined
  #count = 0
  #closed = false
  readonly #kept = new Set<string>()
  #pinned: ReadonlySet<string> = new Set()

  /**
   * Collects a body as it arrives: in memory when it has no more than `limit` bytes, else in a file. Rejects when the
   * client disconnects, and then leaves no file behind.
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

  /** Makes a file that is part of a saved state a file of this instance, and part of its state. Returns its path. */
  async adopt(source: string): Promise<string> {
    const name = String(++this.#count)
    const path = join(await this.#place(), name)
    // A link costs nothing. Another file system needs a copy.
    await link(source, path).catch(() => copyFile(source, path))
    this.#kept.add(path)
    return path
  }

  /** Makes bytes a file of this instance, and part of its state, before it takes any body. Returns its path. */
  keepBytes(bytes: Uint8Array): string {
    this.#early ??= registered(mkdtempSync(directoryPrefix()))
    this.#directory ??= Promise.resolve(this.#early)
    const path = join(this.#early, String(++this.#count))
    writeFileSync(path, bytes, { flag: 'wx' })
    this.#kept.add(path)
    return path
  }

  /** Returns whether a path is that of a file that is part of the state. */
  holds(path: string): boolean {
    return this.#kept.has(path)
  }

  /** Makes a file part of the state. */
  keep({ path }: SpooledFile): void {
    this.#kept.add(path)
  }

  /** Removes a file unless it was kept. To be called when its request has been answered. */
  release({ path }: SpooledFile): void {
    if (!this.#kept.has(path)) remove(path)
  }

  /** Protects every file kept so far from {@link rewind}. To be called when a snapshot is taken. */
  pin(): void {
    if (this.#kept.size > this.#pinned.size) this.#pinned = new Set(this.#kept)
  }

  /** Removes the kept files that no snapshot holds. To be called when the state goes back. */
  rewind(): void {
    for (const path of this.#kept) {
      if (this.#pinned.has(path)) continue
      remove(path)
      this.#kept.delete(path)
    }
  }

  /** Removes every file; a file that is being written is removed when it is complete. */
  close(): void {
    this.#closed = true
    void this.#remove()
  }

  /** Writes what has arrived of a body, lets go of it, and writes the rest. */
  async #write(held: Uint8Array[], size: number, rest: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
    // The name is taken before the first wait, because several bodies may arrive at once.
    const name = String(++this.#count)
    const head = Buffer.concat(held, Math.min(size, HEAD))
    try {
      const { path, file } = await this.#open(name)
      const total = size + (await writeFile(path, file, held, rest))
      return { path, size: total, head }
    } finally {
      if (this.#closed) await this.#remove()
    }
  }

  /** Opens a new file, in a new directory where somebody has cleaned up the folder for temporary files. */
  async #open(name: string): Promise<{ readonly path: string; readonly file: FileHandle }> {
    const directory = this.#place()
    const path = join(await directory, name)
    try {
      return { path, file: await open(path, 'wx') }
    } catch (error) {
      if (this.#closed || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      if (this.#directory === directory) this.#directory = undefined
      const again = join(await this.#place(), name)
      return { path: again, file: await open(again, 'wx') }
    }
  }

  async #remove(): Promise<void> {
    const directory = await this.#directory
    if (directory === undefined) return
    if (removeDirectory(directory)) directories.delete(directory)
  }

  #place(): Promise<string> {
    this.#directory ??= mkdtemp(directoryPrefix()).then(registered)
    return this.#directory
  }
}

function directoryPrefix(): string {
  return join(tmpdir(), `${PREFIX}${process.pid}-`)
}

/** Lets a new directory be removed when the process ends. */
function registered(directory: string): string {
  if (!process.listeners('exit').includes(removeDirectories)) process.once('exit', removeDirectories)
  if (directories.size === 0) removeAbandoned()
  directories.add(directory)
  return directory
}

/**
 * Removes the files of every instance of this process, those in worker threads included, which are ended without notice
 * when the process exits.
 */
export function removeSpools(): void {
  for (const { directory, pid } of spoolDirectories()) if (pid === process.pid) removeDirectory(directory)
}

/** Removes the directories that killed processes of this user have left behind. */
function removeAbandoned(): void {
  const { uid } = userInfo()
  for (const { directory, pid } of spoolDirectories()) {
    if (!isRunning(pid) && isOwn(directory, uid)) removeDirectory(directory)
  }
}

/** The directories of all processes on this machine. */
function spoolDirectories(): { readonly directory: string; readonly pid: number }[] {
  try {
    return readdirSync(tmpdir()).flatMap((name) => {
      const pid = name.startsWith(PREFIX) ? /^(\d+)-/.exec(name.slice(PREFIX.length))?.[1] : undefined
      return pid === undefined ? [] : [{ directory: join(tmpdir(), name), pid: Number(pid) }]
    })
  } catch {
    return []
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, for another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function isOwn(directory: string, uid: number): boolean {
  try {
    const found = lstatSync(directory)
    // Windows has no user ids.
    return found.isDirectory() && (uid < 0 || found.uid === uid)
  } catch {
    return false
  }
}

/** Writes a new file; returns the size of `rest` in bytes. A file that does not become complete is removed. */
async function writeFile(
  path: string,
  file: FileHandle,
  held: Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): Promise<number> {
  let size = 0
  try {
    for (const piece of held.splice(0)) await file.write(piece)
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

/** Removes a directory; returns false when a file was created in it meanwhile, so that it could not be removed. */
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
    // Windows removes no file that is being read; the file is removed with its directory.
  }
}
