import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { Spool } from '../http/spool.ts'
import { isRecord } from '../objects.ts'
import { StateError, type FileNames, type ServiceState } from '../store.ts'

/** The state of a running instance in the section of a seed: `codehost: { state: … }`, as the inspector copies it. */
export interface CopiedState extends Omit<ServiceState, 'seed'> {
  /** The section that the instance began with, for what follows from it beside the state: hosts, ports, variables. */
  readonly section: unknown
  /** The tokens of the seed that the instance began with. */
  readonly tokens: readonly {
    readonly token: string
    readonly login: string
    readonly scopes: readonly string[] | 'all'
  }[]
  readonly defaultLogin: string | null
  /** The contents of large bodies, as base64, by the name that the state has for them. */
  readonly files?: Readonly<Record<string, string>> | undefined
}

const row = v.looseObject({ id: v.union([v.string(), v.number()]) })

/** The schema of a copied state. The service checks its rows by their version only. */
const copiedState = v.strictObject({
  version: v.number(),
  section: v.unknown(),
  tokens: v.array(
    v.strictObject({ token: v.string(), login: v.string(), scopes: v.union([v.literal('all'), v.array(v.string())]) }),
  ),
  defaultLogin: v.nullable(v.string()),
  rows: v.record(v.string(), v.array(row)),
  ids: v.record(v.string(), v.number()),
  values: v.record(v.string(), v.array(v.tuple([v.array(v.unknown()), v.unknown()]))),
  files: v.optional(v.record(v.string(), v.string())),
})

/** The schema of a section that is a copied state. */
export const copiedSectionSchema = v.strictObject({
  state: v.pipe(
    copiedState,
    v.description('The state of a running instance, as “copy as seed” of its inspector wrote it.'),
  ),
})

/** Returns whether a section is a copied state. */
export function isCopied(section: unknown): section is { readonly state: unknown } {
  return isRecord(section) && 'state' in section
}

/** The large bodies of an instance, as they are written into a copied state and taken from it. */
export class CopiedFiles implements FileNames {
  readonly #spool: Spool
  readonly #names = new Map<string, string>()
  readonly #contents: Record<string, string>

  constructor(spool: Spool, contents: Readonly<Record<string, string>> = {}) {
    this.#spool = spool
    this.#contents = { ...contents }
  }

  /** The contents of the files that have got a name, as base64. */
  get contents(): Readonly<Record<string, string>> {
    return this.#contents
  }

  nameOf(path: string): string | undefined {
    if (!this.#spool.holds(path)) return undefined
    const known = this.#names.get(path)
    if (known !== undefined) return known
    const name = randomUUID()
    this.#names.set(path, name)
    this.#contents[name] = readFileSync(path).toString('base64')
    return name
  }

  pathOf(name: string): string {
    const content = this.#contents[name]
    if (content === undefined) throw new StateError(`the copied state needs the file ${name}, which it does not have`)
    return this.#spool.keepBytes(Buffer.from(content, 'base64'))
  }

  nameOfBytes(): undefined {
    return undefined
  }

  bytesOf(name: string): never {
    throw new StateError(`the copied state has no bytes named ${name}`)
  }
}
