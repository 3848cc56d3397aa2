import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'

// Counts the names of this thread. Module state on purpose: two states may lie in one folder.
let names = 0

/** Returns an ending for the name of a temporary file that no other thread or process uses, nor this one again. */
export function uniqueEnding(): string {
  return `${process.pid}-${threadId}-${++names}`
}

/** A temporary file or a journal beside a state: its process, after the name of the state. */
const TEMPORARY = /^(\d+)(?:-\d+-\d+)?(?:\.exit)?\.tmp$/
const JOURNAL = /^([0-9a-f-]{36})\.(\d+)\.(\d+)-\d+-\d+\.journal$/

/** A journal beside a state. */
export interface JournalName {
  readonly path: string
  /** The id of the state that it continues. */
  readonly of: string
  /** Its place among the journals of that state: a higher one has all that the lower ones have. */
  readonly order: number
}

/** Returns the path of a journal of a state file. */
export function journalPath(file: string, of: string, order: number): string {
  return `${file}.${of}.${order}.${uniqueEnding()}.journal`
}

/** Returns the journals beside a state file. */
export function journalsBeside(file: string): JournalName[] {
  return besides(file).flatMap(({ path, rest }) => {
    const [, of, order] = JOURNAL.exec(rest) ?? []
    return of === undefined ? [] : [{ path, of, order: Number(order) }]
  })
}

/**
 * Removes what processes that have ended left beside a state file while they wrote, and their journals of other states
 * than `id`.
 */
export function removeAbandoned(file: string, id: string | null): void {
  for (const { path, rest } of besides(file)) {
    const [, of, , owner] = JOURNAL.exec(rest) ?? []
    const pid = TEMPORARY.exec(rest)?.[1] ?? (of === id ? undefined : owner)
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(path, { force: true })
  }
}

function besides(file: string): { path: string; rest: string }[] {
  const prefix = `${basename(file)}.`
  let all: string[]
  try {
    all = readdirSync(dirname(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [] // of the file system
    throw error
  }
  return all
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({ path: join(dirname(file), name), rest: name.slice(prefix.length) }))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, for another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH' // of the system
  }
}
