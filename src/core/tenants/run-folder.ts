import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { VendorHost } from '../vendor-hosts.ts'

/** The variable with the folder that the test processes and the applications of a run share. */
export const RUN_VARIABLE = 'BACKLOT_RUN'

/** An instance of a test process, as an application reaches it. */
export interface PlacedInstance {
  readonly service: string
  readonly port: number
  readonly hosts: readonly VendorHost[]
}

/** A call that an application of the run made and that was refused. */
export interface RefusedOfRun {
  /** The tag of the test that it was made for; null for a call that belongs to none. */
  readonly tenant: string | null
  readonly message: string
}

/** The rules that an application of a run follows. */
export interface RunRules {
  /** `error`: a call that belongs to no test is refused. `shared`: it gets a state that no test has. */
  readonly untagged: 'error' | 'shared'
  /** Hosts that calls may leave the machine for. */
  readonly allow: readonly string[]
}

/** The variable with the {@link RunRules} of an application, as JSON. */
export const RULES_VARIABLE = 'BACKLOT_RUN_RULES'

const PLACE = '.place.json'

/**
 * The folder by which the applications of a run find the instances of each test. A place is a test process; the id of
 * each of its tenants begins with the name of the place.
 */
export class RunFolder {
  readonly path: string

  constructor(path: string) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    this.path = path
  }

  /** Writes the instances of a place. */
  announce(place: string, instances: readonly PlacedInstance[]): void {
    this.write(`${place}${PLACE}`, instances)
  }

  /** Forgets a place: the calls of its tests are refused from here on. */
  withdraw(place: string): void {
    rmSync(join(this.path, `${place}${PLACE}`), { force: true })
  }

  /** The names of the places, in the order of their names. */
  places(): readonly string[] {
    return readdirSync(this.path)
      .flatMap((name) => (name.endsWith(PLACE) ? [name.slice(0, -PLACE.length)] : []))
      .toSorted()
  }

  /** Returns the instances of a place; null when there is no such place any more. */
  instancesOf(place: string): readonly PlacedInstance[] | null {
    return this.read<readonly PlacedInstance[]>(`${place}${PLACE}`)
  }

  /** A text that changes when a file of the folder is added, replaced or removed. */
  version(): string {
    return String(statSync(this.path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  }

  /** Adds a call that was refused. */
  refuse(refused: RefusedOfRun): void {
    try {
      appendFileSync(join(this.path, 'refused.jsonl'), `${JSON.stringify(refused)}\n`)
    } catch {
      // The run has ended, and its folder with it.
    }
  }

  /** Returns the calls that were refused for a tenant. */
  refusedFor(tenant: string): readonly RefusedOfRun[] {
    const path = join(this.path, 'refused.jsonl')
    // Every test asks, and most runs refuse nothing.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return []
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
    return lines.map((line) => JSON.parse(line) as RefusedOfRun).filter((each) => each.tenant === tenant) // written by refuse
  }

  /** Replaces a file whole: a process that reads it gets what it had before or has now. */
  write(name: string, value: unknown): void {
    const path = join(this.path, name)
    const unfinished = `${path}.${process.pid}.new`
    writeFileSync(unfinished, JSON.stringify(value))
    renameSync(unfinished, path)
  }

  /** Returns the value of a file; null when there is none. The caller names the type of what was written. */
  read<T>(name: string): T | null {
    try {
      return JSON.parse(readFileSync(join(this.path, name), 'utf8')) as T
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    }
  }
}
