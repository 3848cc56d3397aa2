import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { access, copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { StateError } from '#core/state/service-state.ts'
import { checkState, unreadable } from './check-state.ts'
import type { FileBacked, SimplePersistence, State } from './persistence.ts'

// Module state on purpose: two savers of one file would overwrite each other's state, however often this module is
// loaded.
const REGISTRY: unique symbol = Symbol.for('backlot.filePersistence') as never // its type is its own
type Registry = { [REGISTRY]?: Map<string, SimplePersistence & FileBacked> }

/**
 * Keeps the state in a JSON file, with large objects as files in a folder next to it (`state.json` and `state.files/`).
 * The file is written beside and renamed, so that a process that is killed leaves the old or the new one. Only its
 * owner can read it. The path is relative to the process's working directory. One process at a time may use a file.
 *
 * Loading throws StateError for a file that is damaged or of a newer backlot, and never overwrites such a file.
 */
export function filePersistence(path: string): SimplePersistence & FileBacked {
  if (typeof path !== 'string' || path === '') {
    throw new TypeError(`filePersistence: expected a path such as ".backlot/state.json", got ${JSON.stringify(path)}`)
  }
  const file = resolve(path)
  const registry = ((globalThis as Registry)[REGISTRY] ??= new Map()) // only this module uses the symbol
  const known = registry.get(file)
  if (known !== undefined) return known
  const made = fileAt(file)
  registry.set(file, made)
  return made
}

function fileAt(file: string): SimplePersistence & FileBacked {
  const folder = dirname(file)
  const beside = `${file}.${process.pid}.tmp`
  // Another name: a write of the file above may still be under way while the process ends.
  const besideAtExit = `${file}.${process.pid}.exit.tmp`
  const files = `${file.replace(/\.json$/, '')}.files`
  const texts = new Texts()
  /** The identity of the file as this process has read or written it last. */
  let seen: string | null = null
  let hasWarned = false
  const warnOfOthers = async (): Promise<void> => {
    const present = hasWarned ? null : await identityOf(file)
    // A person may delete the file at any time.
    if (present === null || present === seen) return
    hasWarned = true
    process.emitWarning(
      `another process has changed ${file}, which is overwritten now: give each process a file of its own`,
      'BacklotWarning',
    )
  }
  return {
    place: file,
    async load() {
      const text = await textOf(file)
      seen = await identityOf(file)
      return text === null ? null : parse(file, text)
    },
    async save(state) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const handle = await open(beside, 'w', 0o600)
      try {
        await handle.writeFile(texts.of(state))
        await handle.sync()
      } finally {
        await handle.close()
      }
      await warnOfOthers()
      await rename(beside, file)
      seen = await identityOf(file)
    },
    saveNow(state) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const descriptor = openSync(besideAtExit, 'w', 0o600)
      try {
        writeFileSync(descriptor, texts.of(state))
        fsyncSync(descriptor)
      } finally {
        closeSync(descriptor)
      }
      renameSync(besideAtExit, file)
    },
    files: {
      async put(name, source) {
        const target = join(files, name)
        if (await exists(target)) return
        await mkdir(files, { recursive: true, mode: 0o700 })
        // A link costs nothing, and is complete at once. Another file system needs a copy.
        await link(source, target).catch(async () => {
          const part = `${target}.tmp`
          await copyFile(source, part)
          await rename(part, target)
        })
      },
      async find(name) {
        const path = join(files, basename(name))
        if (await exists(path)) return path
        throw new StateError(
          `${file} needs the file ${path}, which is missing: put it back, or delete ${file} to begin with the seed`,
        )
      },
      async retain(names) {
        const all = await readdir(files).catch(() => [])
        await Promise.all(all.filter((name) => !names.has(name)).map((name) => rm(join(files, name), { force: true })))
      },
    },
  }
}

/**
 * Returns the text of a file, and null when there is none.
 *
 * @throws StateError for one that cannot be read.
 */
async function textOf(file: string): Promise<string | null> {
  try {
    removeAbandoned(file)
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const reason = code === 'EISDIR' ? 'it is a directory' : code === 'ENOTDIR' ? 'its folder is a file' : code
    throw new StateError(`the state cannot be read from ${file} (${reason}): name another file`, { cause: error })
  }
}

/** Removes what processes that were killed while they wrote have left beside a file. */
function removeAbandoned(file: string): void {
  const prefix = `${basename(file)}.`
  try {
    for (const name of readdirSync(dirname(file))) {
      const pid = name.startsWith(prefix) ? /^(\d+)(?:\.exit)?\.tmp$/.exec(name.slice(prefix.length))?.[1] : undefined
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(dirname(file), name), { force: true })
    }
  } catch (error) {
    if (!isMissing(error)) throw error
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

/** The texts of states. That of a collection which has not changed is made once. */
class Texts {
  readonly #lists = new WeakMap<object, string>()

  of({ format, services }: State): string {
    const each = Object.entries(services).map(([id, { version, seed, rows, ids, values }]) => {
      const members = [
        `"version":${version}`,
        `"seed":${JSON.stringify(seed)}`,
        `"rows":${this.#map(rows)}`,
        `"ids":${JSON.stringify(ids)}`,
        `"values":${this.#map(values)}`,
      ]
      return `${JSON.stringify(id)}:{${members.join(',\n')}}`
    })
    return `{"format":${format},"services":{\n${each.join(',\n')}\n}}\n`
  }

  #map(lists: Readonly<Record<string, readonly unknown[]>>): string {
    const each = Object.entries(lists).map(([name, list]) => {
      const text = this.#lists.get(list) ?? JSON.stringify(list)
      this.#lists.set(list, text)
      return `${JSON.stringify(name)}:${text}`
    })
    return `{\n${each.join(',\n')}}`
  }
}

function parse(file: string, text: string): State {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw unreadable(file, `is damaged (${reason})`, error)
  }
  return checkState(value, file)
}

/** Returns what changes when another process puts a file in place of this one; null when there is none. */
async function identityOf(file: string): Promise<string | null> {
  return stat(file).then(
    ({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`,
    () => null,
  )
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
