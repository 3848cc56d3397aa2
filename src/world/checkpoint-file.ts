import { randomUUID } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { startInterval, startTimer, stopInterval, wallNow } from '#core/real-time.ts'

/** The beat of a lock whose holder lives, in milliseconds, and the age at which a lock counts as left behind. */
const BEAT = 500
const LEFT = 5000

/** The time between two looks of a worker that waits for another, in milliseconds. */
const LOOK = 10

/** The process that has started the workers of a run: their parent, where they are processes of their own. */
function runOf(): number {
  const isForked = isMainThread && typeof process.send === 'function'
  return isForked ? process.ppid : process.pid
}

/**
 * Returns the folder for the checkpoints of a run or, with the version of the code that they were made with, of all
 * runs. Only this user can read it. Folders of runs that have ended are removed.
 */
export function checkpointFolder(version: string | undefined): string {
  const own = join(tmpdir(), `backlot-checkpoints-${userInfo().uid}`)
  const folder = join(own, version === undefined ? `run-${runOf()}` : 'kept')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(own)) {
    const [, run] = /^run-(\d+)$/.exec(name) ?? []
    if (run !== undefined && !isRunning(Number(run))) rmSync(join(own, name), { recursive: true, force: true })
  }
  return folder
}

/** Returns the content of a file; null when there is none. */
export function readCheckpoint(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Writes a file whole: another worker reads what was there before or what is there now. */
export function writeCheckpoint(file: string, content: string): void {
  const unfinished = `${file}.${randomUUID()}`
  writeFileSync(unfinished, content, { mode: 0o600 })
  renameSync(unfinished, file)
}

/**
 * Waits until this worker may make a file, or another worker has made it: returns the function that gives the right
 * back, or null when the file is there. A worker that has ended, or hangs, does not keep the right.
 */
export async function claimCheckpoint(file: string): Promise<(() => void) | null> {
  const lock = `${file}.lock`
  const own = `${lock}.${randomUUID()}`
  for (;;) {
    if (statSync(file, { throwIfNoEntry: false }) !== undefined) return null
    writeFileSync(own, String(process.pid), { mode: 0o600 })
    try {
      // Whole or not at all, and once.
      linkSync(own, lock)
      return keep(lock)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    } finally {
      rmSync(own, { force: true })
    }
    // The one that renames it removes it; the others find another lock, or none.
    if (isLeft(lock)) removeLeft(lock)
    await new Promise((resolve) => startTimer(resolve, LOOK))
  }
}

function keep(lock: string): () => void {
  const beat = startInterval(() => utimesSync(lock, new Date(wallNow()), new Date(wallNow())), BEAT)
  beat.unref()
  return () => {
    stopInterval(beat)
    rmSync(lock, { force: true })
  }
}

function isLeft(lock: string): boolean {
  const found = statSync(lock, { throwIfNoEntry: false })
  const pid = readCheckpoint(lock)
  if (found === undefined || pid === null) return false
  return !isRunning(Number(pid)) || wallNow() - found.mtimeMs > LEFT
}

function removeLeft(lock: string): void {
  const left = `${lock}.${randomUUID()}`
  try {
    renameSync(lock, left)
  } catch {
    return
  }
  rmSync(left, { force: true })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, for another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
