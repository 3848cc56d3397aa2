import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VendorHost } from '#core/vendor-hosts.ts'
import type { Unhandled } from './layer.ts'
import type { RefusedCall } from './refused-call.ts'

/** The variable with the path of the file that tells a child process which hosts it is to steer. */
export const HOSTS_VARIABLE = 'BACKLOT_HOSTS'

/** The facts by which a child process steers its calls to the instances of its parent. */
export interface HostsForChildren {
  /** The process and the thread that intercept: a child is another one. */
  readonly pid: number
  readonly thread: number
  /** The port of 127.0.0.1 to which connections are redirected. */
  readonly port: number
  /** The certificate of the authority to trust, in PEM; null until it is loaded. */
  readonly authority: string | null
  readonly hosts: readonly VendorHost[]
  readonly allow: readonly string[]
  readonly unhandled: Unhandled
  /** The path of the file to which refused calls are appended, each a line: a {@link RefusedLine}. */
  readonly refused: string
}

/** A refused call of a child process. A later line with the same id replaces it. */
export interface RefusedLine {
  readonly id: string
  /** null when it has turned out that no such call was made. */
  readonly call: RefusedCall | null
}

/**
 * Returns the hosts that an authority must be permitted to sign for: those that are declared, and for one with a
 * wildcard the labels behind it, as constraints of certificates know none.
 */
export function permittedHosts(hosts: readonly VendorHost[]): string[] {
  const permitted = hosts.map(({ host }) => host.replace(/^.*\*[^.]*\.?/, ''))
  return [...new Set(permitted)].filter((each) => each !== '')
}

/** The folder with the files by which a process and its children share interceptions. */
export class HostsFolder {
  readonly #folder = mkdtempSync(join(tmpdir(), 'backlot-hosts-'))
  /** The path for {@link HOSTS_VARIABLE}. */
  readonly file = join(this.#folder, 'hosts.json')
  readonly refusedFile = join(this.#folder, 'refused.jsonl')
  #read = 0
  /** The text that the file has. */
  #written = ''

  readonly #atExit = (): void => this.remove()

  constructor() {
    writeFileSync(this.refusedFile, '')
    process.once('exit', this.#atExit)
  }

  /** Replaces the file whole: a thread or a process that starts meanwhile reads what it had before or has now. */
  write(content: HostsForChildren): void {
    const text = JSON.stringify(content)
    if (text === this.#written) return
    const unfinished = `${this.file}.new`
    writeFileSync(unfinished, text)
    renameSync(unfinished, this.file)
    this.#written = text
  }

  /** Returns the lines that children have added since the last call. */
  newLines(): RefusedLine[] {
    // Every test asks, and most ask for nothing new.
    if (statSync(this.refusedFile, { throwIfNoEntry: false })?.size === this.#read) return []
    let text: string
    try {
      text = readFileSync(this.refusedFile, 'utf8')
    } catch {
      return []
    }
    // A line that is being written is read the next time.
    const end = text.lastIndexOf('\n') + 1
    const added = text.slice(this.#read, end)
    this.#read = end
    return added.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as RefusedLine])) // a child writes them
  }

  remove(): void {
    process.off('exit', this.#atExit)
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
