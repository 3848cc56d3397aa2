import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A folder for a project, at the same place in every run, with what a build has cached there. */
export interface KeptFolder {
  readonly folder: string
  /** Removes all files but the cache, and lets the next run have the folder. */
  release(): void
}

/** The part of a project that stays: the compiled modules of Next, which are of use at this path only. */
const CACHE = join('project', '.next', 'cache')

/**
 * Returns a folder below `parent` that keeps the cache of Next's builds, or undefined while another run has it. The
 * cache is of one set of inputs, which are all that a build reads: Next knows a file by its path and its time, and each
 * file of a package that npm has packed has the same time. The cache of other inputs is removed.
 */
export function keptFolder(parent: string, name: string, inputs: readonly string[]): KeptFolder | undefined {
  const hash = createHash('sha256').update(process.version)
  for (const input of inputs) hash.update(`\n${input.length} ${input}`)
  const prefix = `kept-${name}-`
  const folder = join(parent, prefix + hash.digest('hex').slice(0, 16))
  mkdirSync(folder, { recursive: true })
  if (!acquire(folder)) return undefined
  for (const other of readdirSync(parent).filter((each) => each.startsWith(prefix))) {
    const path = join(parent, other)
    if (path !== folder && acquire(path)) rmSync(path, { recursive: true, force: true })
  }
  clear(folder)
  return {
    folder,
    release() {
      clear(folder)
      rmSync(ownerFile(folder), { force: true })
    },
  }
}

/** Returns whether this process has the folder from now on; a process that has ended has none. */
function acquire(folder: string): boolean {
  const file = ownerFile(folder)
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (isAlive(Number(readFileSync(file, 'utf8')))) return false
    writeFileSync(file, String(process.pid))
    return true
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const ownerFile = (folder: string): string => join(folder, 'owner')

/** Removes the project of a run, except for the cache of its builds. */
function clear(folder: string): void {
  const [cache, aside] = [join(folder, CACHE), join(folder, 'cache')]
  if (existsSync(cache)) {
    rmSync(aside, { recursive: true, force: true })
    renameSync(cache, aside)
  }
  rmSync(join(folder, 'project'), { recursive: true, force: true })
  if (!existsSync(aside)) return
  mkdirSync(join(cache, '..'), { recursive: true })
  renameSync(aside, cache)
}
