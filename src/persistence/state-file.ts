import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, realpathSync, renameSync, rmSync, writeSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorMessage } from '#core/error-message.ts'
import { StateError } from '#core/store.ts'
import { checkState, unreadable } from './check-state.ts'
import { journalPath, journalsBeside, removeAbandoned, uniqueEnding } from './file-names.ts'
import { Journal, lineOf, readJournal } from './journal.ts'
import { LargeObjects } from './large-objects.ts'
import type { Changes, FileBacked, SimplePersistence, State } from './persistence.ts'
import { JOURNAL_FROM, StateTexts } from './state-text.ts'

/** The least length at which a journal is to be replaced by a new state, in bytes. */
const FULL_FROM = 8 << 20

/** The state that the file has, as far as this process knows. */
interface Written {
  readonly id: string
  /** The length of the file in bytes. */
  readonly length: number
  /** The lines of the journal that was found with it, and its place among the journals. */
  readonly found: { readonly lines: Buffer; readonly order: number }
}

/**
 * A state in a JSON file, with a journal of later changes beside it while it is large. The state is written beside and
 * renamed, so that a process that is killed leaves the old or the new one; a change is in the journal whole or not at
 * all. A state names its journals by an id, so that a journal is never applied to another state.
 */
export class StateFile implements SimplePersistence, FileBacked {
  readonly files: LargeObjects
  readonly #named: string
  readonly #texts = new StateTexts()
  #written: Written | null = null
  #journal: Journal | null = null
  /** The temporary file of a state that is being written, and the lines that its journal must begin with. */
  #writing: { readonly path: string; readonly lines: Buffer[]; isReplacing: boolean } | null = null
  #turn: Promise<unknown> = Promise.resolve()
  /** The identity of the file as this process has read or written it last. */
  #seen: string | null = null
  #hasWarned = false

  constructor(file: string) {
    this.#named = file
    this.files = new LargeObjects(`${file.replace(/\.json$/, '')}.files`, file)
  }

  get place(): string {
    return this.#named
  }

  /** The file that is written: the target of a symbolic link, which stays one. */
  get #file(): string {
    try {
      return realpathSync(this.#named)
    } catch {
      return this.#named
    }
  }

  async load(): Promise<State | null> {
    const text = await this.#text()
    this.#seen = await identityOf(this.#file)
    await this.close()
    if (text === null) return null
    const { id, state } = parse(this.#named, text)
    if (id === null) return state
    const [journal] = journalsBeside(this.#file)
      .filter(({ of }) => of === id)
      .toSorted((one, other) => other.order - one.order)
    const length = Buffer.byteLength(text)
    const read = journal === undefined ? { lines: Buffer.alloc(0), state } : await readJournal(journal.path, state)
    this.#written = { id, length, found: { lines: read.lines, order: journal?.order ?? 0 } }
    return read.state
  }

  async save(state: State): Promise<void> {
    const file = this.#file
    const id = randomUUID()
    const path = `${file}.${uniqueEnding()}.tmp`
    const writing = { path, lines: [] as Buffer[], isReplacing: false }
    this.#writing = writing
    try {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      const length = await this.#write(path, state, id)
      await this.#inTurn(async () => {
        writing.isReplacing = true
        await this.#warnOfOthers()
        const begun = this.#journal
        this.#journal =
          writing.lines.length === 0
            ? null
            : await Journal.create(journalPath(file, id, 1), Buffer.concat(writing.lines))
        await rename(path, file)
        await syncFolder(file)
        this.#written = { id, length, found: { lines: Buffer.alloc(0), order: 1 } }
        this.#seen = await identityOf(file)
        await begun?.close()
        if (begun !== null) await rm(begun.path, { force: true })
        removeAbandoned(file, id)
      })
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      this.#writing = null
    }
  }

  async #write(path: string, state: State, id: string): Promise<number> {
    const handle = await open(path, 'w', 0o600)
    let length = 0
    try {
      for (const piece of joined(this.#texts.pieces(state, id))) {
        const bytes = Buffer.from(piece)
        // The pieces follow one another; requests are answered between them.
        await handle.writeFile(bytes)
        length += bytes.length
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    return length
  }

  /** True when the journal is long enough to be replaced by a new state. */
  get isFull(): boolean {
    const length = this.#journal?.length ?? 0
    return length > Math.max(FULL_FROM, (this.#written?.length ?? 0) / 2)
  }

  async append(changes: Changes): Promise<boolean> {
    const line = lineOf(changes)
    return this.#inTurn(async () => {
      const written = await this.#appendable()
      if (written === null) return false
      if (this.#journal === null) {
        const { lines, order } = written.found
        this.#journal = await Journal.create(journalPath(this.#file, written.id, order + 1), lines)
        await syncFolder(this.#file)
      }
      await this.#journal.append(line)
      this.#writing?.lines.push(line)
      return true
    })
  }

  /** The state that a journal can continue; null when the file is small, or is no longer the one that was written. */
  async #appendable(): Promise<Written | null> {
    if (this.#written === null || this.#written.length <= JOURNAL_FROM) return null
    return (await identityOf(this.#file)) === this.#seen ? this.#written : null
  }

  appendNow(changes: Changes): boolean {
    // A state that is being put in place may or may not be there when the process has ended.
    if (this.#journal === null || this.#writing?.isReplacing === true) return false
    this.#journal.appendNow(lineOf(changes))
    return true
  }

  saveNow(state: State): void {
    const file = this.#file
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    // A rename that is under way must not put its older state in place of this.
    if (this.#writing?.isReplacing === true) rmSync(this.#writing.path, { force: true })
    const path = `${file}.${uniqueEnding()}.tmp`
    const descriptor = openSync(path, 'w', 0o600)
    try {
      for (const piece of joined(this.#texts.pieces(state, randomUUID()))) {
        const bytes = Buffer.from(piece)
        for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done)
      }
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(path, file)
  }

  async #text(): Promise<string | null> {
    try {
      const text = await readFile(this.#file, 'utf8')
      removeAbandoned(this.#file, parsedId(text))
      return text
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      if (code === 'ENOENT') {
        removeAbandoned(this.#file, null)
        return null
      }
      const reason = code === 'EISDIR' ? 'it is a directory' : code === 'ENOTDIR' ? 'its folder is a file' : code
      throw new StateError(`the state cannot be read from ${this.#named} (${reason}): name another file`, {
        cause: error,
      })
    }
  }

  async close(): Promise<void> {
    const journal = this.#journal
    this.#journal = null
    this.#written = null
    await journal?.close()
  }

  async #warnOfOthers(): Promise<void> {
    const present = this.#hasWarned ? null : await identityOf(this.#file)
    // A person may delete the file at any time.
    if (present === null || present === this.#seen) return
    this.#hasWarned = true
    process.emitWarning(
      `another process has changed ${this.#named}, which is overwritten now: give each process a file of its own`,
      'BacklotWarning',
    )
  }

  /** Runs work on the file, one piece after the other. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }
}

/** The id at the end of a state's text, by which its journals are known; null where it has none. */
function parsedId(text: string): string | null {
  return /"id":"([0-9a-f-]{36})"\}\s*$/.exec(text.slice(-64))?.[1] ?? null
}

function parse(file: string, text: string): { id: string | null; state: State } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = errorMessage(error)
    throw unreadable(file, `is damaged (${reason})`, error)
  }
  const { format, services, files } = checkState(value, file)
  return { id: parsedId(text), state: { format, services, ...(files === undefined ? {} : { files }) } }
}

/** Joins short texts until they are worth a write. */
function* joined(texts: Iterable<string>): Generator<string> {
  let waiting = ''
  for (const text of texts) {
    waiting += text
    if (waiting.length < 1 << 18) continue
    yield waiting
    waiting = ''
  }
  yield waiting
}

/** Makes a rename in the folder of a file last. Some systems cannot open a folder: theirs last without it. */
async function syncFolder(file: string): Promise<void> {
  const folder = await open(dirname(file)).catch(() => null)
  try {
    await folder?.sync().catch(() => undefined)
  } finally {
    await folder?.close()
  }
}

/** Returns what changes when another process puts a file in place of this one; null when there is none. */
async function identityOf(file: string): Promise<string | null> {
  return stat(file).then(
    ({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`,
    () => null,
  )
}
