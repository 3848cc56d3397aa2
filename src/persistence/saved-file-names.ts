import { randomUUID } from 'node:crypto'
import type { Instance } from '#core/instance.ts'
import { StateError, type FileNames, type ServiceState } from '#core/state/service-state.ts'

/** The names under which the files of instances are saved. */
export class SavedFileNames implements FileNames {
  readonly #byPath = new Map<string, string>()
  readonly #byName = new Map<string, string>()
  /** The contents of files that came within the state, as base64, by name. */
  inline: Readonly<Record<string, string>> = {}
  readonly #instances = new Set<Instance>()
  // A list of a state that has not changed is the same array as before.
  readonly #inLists = new WeakMap<readonly unknown[], string[]>()

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

/** Adds the names of the files that a value of a state names. */
function collectNames(value: unknown, into: string[]): void {
  if (typeof value !== 'object' || value === null) return
  if ('$file' in value && typeof value.$file === 'string') into.push(value.$file)
  for (const member of Object.values(value)) collectNames(member, into)
}
