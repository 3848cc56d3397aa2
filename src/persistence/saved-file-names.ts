import { createHash, randomUUID } from 'node:crypto'
import type { Instance } from '#core/instance.ts'
import { type FileNames, type ServiceChanges, type ServiceState, StateError } from '#core/store.ts'
import type { FileBacked } from './persistence.ts'

/** The length from which bytes are a file of their own, where the persistence has files. */
const LARGE = 256 * 1024

/** The names under which the files and the large bytes of instances are saved. */
export class SavedFileNames implements FileNames {
  readonly #backed: FileBacked | undefined
  readonly #byBytes = new WeakMap<Uint8Array, string>()
  readonly #bytesByName = new Map<string, WeakRef<Uint8Array>>()
  readonly #byPath = new Map<string, string>()
  readonly #byName = new Map<string, string>()
  /** The contents of files that came within the state, as base64, by name. */
  inline: Readonly<Record<string, string>> = {}
  readonly #instances = new Set<Instance>()
  // A list of a state that has not changed is the same array as before.
  readonly #inLists = new WeakMap<readonly unknown[], string[]>()

  /** `backed` has the files, unless they are within the state. */
  constructor(backed: FileBacked | undefined) {
    this.#backed = backed
  }

  nameOfBytes(bytes: Uint8Array): string | undefined {
    if (this.#backed === undefined || bytes.byteLength < LARGE) return undefined
    const name = this.#byBytes.get(bytes) ?? createHash('sha256').update(bytes).digest('hex')
    this.#byBytes.set(bytes, name)
    this.#bytesByName.set(name, new WeakRef(bytes))
    return name
  }

  bytesOf(name: string): Uint8Array {
    if (this.#backed === undefined) throw new StateError(`the file ${name} is missing`)
    const bytes = this.#backed.files.read(name)
    this.#byBytes.set(bytes, name)
    return bytes
  }

  /** Returns the large bytes of this process that have a name; undefined where it names a file. */
  bytesOfName(name: string): Uint8Array | undefined {
    return this.#bytesByName.get(name)?.deref()
  }

  /** Includes the files of an instance. */
  of(instance: Instance): void {
    this.#instances.add(instance)
  }

  set(path: string, name: string): void {
    this.#byPath.set(path, name)
    this.#byName.set(name, path)
  }

  nameOf(path: string): string | undefined {
    const known = this.#byPath.get(path)
    if (known !== undefined) return known
    if (![...this.#instances].some(({ spool }) => spool.holds(path))) return undefined
    const name = randomUUID()
    this.set(path, name)
    return name
  }

  pathOf(name: string): string {
    const path = this.#byName.get(name)
    if (path === undefined) throw new StateError(`the file ${name} is missing`)
    return path
  }

  pathOfName(name: string): string | undefined {
    return this.#byName.get(name)
  }

  /** Returns the names of the files that a state names. */
  in({ rows, values }: ServiceState): string[] {
    const lists: readonly (readonly unknown[])[] = [...Object.values(rows), ...Object.values(values)]
    return [...new Set(lists.flatMap((list) => this.#inList(list)))]
  }

  /** Returns the names of the files that a state names by their paths: all but large bytes. */
  filesIn({ rows, values }: ServiceState): string[] {
    const names: string[] = []
    for (const list of [...Object.values(rows), ...Object.values(values)]) collectNames(list, names, ['$file'])
    return [...new Set(names)]
  }

  /** Returns the names of the files that changes name. */
  inChanges({ rows, values }: ServiceChanges): string[] {
    const names: string[] = []
    for (const { set } of [...Object.values(rows), ...Object.values(values)]) collectNames(set, names)
    return [...new Set(names)]
  }

  #inList(list: readonly unknown[]): readonly string[] {
    let names = this.#inLists.get(list)
    if (names === undefined) {
      names = []
      collectNames(list, names)
      this.#inLists.set(list, names)
    }
    return names
  }
}

/** The members that name a file and large bytes. */
const NAMED = ['$file', '$blob'] as const

/** Adds the names of the files that a value of a state names. */
function collectNames(value: unknown, into: string[], members: readonly ('$file' | '$blob')[] = NAMED): void {
  if (typeof value !== 'object' || value === null) return
  for (const member of members) {
    const name: unknown = Reflect.get(value, member)
    if (typeof name === 'string') into.push(name)
  }
  for (const member of Object.values(value)) collectNames(member, into, members)
}
