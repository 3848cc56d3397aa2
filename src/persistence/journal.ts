import { fsyncSync, writeSync } from 'node:fs'
import { open, readFile, type FileHandle } from 'node:fs/promises'
import { errorMessage } from '#core/error-message.ts'
import { type ServiceState, withChanges } from '#core/store.ts'
import { unreadable } from './check-state.ts'
import type { Changes, State } from './persistence.ts'

/**
 * A file to which changes are appended, one line for each save. A write that was cut off leaves the last line without
 * its end, and the file without that save.
 */
export class Journal {
  readonly path: string
  readonly #file: FileHandle
  /** The length of the complete lines, in bytes. */
  #length: number
  #underWay: Buffer | null = null

  private constructor(path: string, file: FileHandle, length: number) {
    this.path = path
    this.#file = file
    this.#length = length
  }

  /** Creates a journal that begins with these lines. Only its owner can read it. */
  static async create(path: string, lines: Uint8Array): Promise<Journal> {
    const file = await open(path, 'w', 0o600)
    try {
      await file.writeFile(lines)
      await file.sync()
    } catch (error) {
      await file.close()
      throw error
    }
    return new Journal(path, file, lines.byteLength)
  }

  /** The length in bytes. */
  get length(): number {
    return this.#length
  }

  /** Appends changes, and resolves when they are on the disk. Never called again before it has ended. */
  async append(line: Buffer): Promise<void> {
    this.#underWay = line
    // At a fixed position: what a failed write has left is overwritten by the next.
    for (let done = 0; done < line.length;) {
      const { bytesWritten } = await this.#file.write(line, done, line.length - done, this.#length + done)
      done += bytesWritten
    }
    await this.#file.datasync()
    this.#length += line.length
    this.#underWay = null
  }

  /** Appends changes at once, also while an {@link append} is under way, whose bytes are written again. */
  appendNow(line: Buffer): void {
    const lines = this.#underWay === null ? line : Buffer.concat([this.#underWay, line])
    for (let done = 0; done < lines.length;) {
      done += writeSync(this.#file.fd, lines, done, lines.length - done, this.#length + done)
    }
    fsyncSync(this.#file.fd)
    this.#length += lines.length
    this.#underWay = null
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/** Returns the line of changes in a journal. */
export function lineOf(changes: Changes): Buffer {
  return Buffer.from(`${JSON.stringify(changes)}\n`)
}

/** The complete lines of a journal, and the state that they lead to. */
export interface ReadJournal {
  readonly lines: Buffer
  readonly state: State
}

/**
 * Reads a journal and applies it to the state that it begins with.
 *
 * @throws StateError for a line that is damaged, unless it is the last one, whose write was cut off.
 */
export async function readJournal(path: string, state: State): Promise<ReadJournal> {
  const bytes = await readFile(path)
  const length = bytes.lastIndexOf(0x0a) + 1
  const lines = bytes.subarray(0, length)
  let services = state.services
  for (const [index, line] of lines.toString('utf8').split('\n').slice(0, -1).entries()) {
    try {
      services = apply(services, JSON.parse(line) as Changes) // a wrong form throws below
    } catch (error) {
      const reason = errorMessage(error)
      throw unreadable(path, `is damaged in line ${index + 1} (${reason})`, error)
    }
  }
  return { lines, state: { ...state, services } }
}

function apply(services: State['services'], changes: Changes): State['services'] {
  const changed = Object.entries(changes.services).map(([id, each]): [string, ServiceState] => {
    if ('whole' in each) return [id, each.whole]
    const before = services[id]
    if (before === undefined) throw new Error(`it changes ${id}, which has no state`)
    return [id, withChanges(before, each)]
  })
  return { ...services, ...Object.fromEntries(changed) }
}
