import type { Row, RowDifferences } from '../store.ts'
import { isRecord } from '../objects.ts'
import { mask, MASK } from './mask.ts'

/** A row of a collection: its members are as backlot holds them, with secrets replaced by `[redacted]`. */
export type ChangedRow = Readonly<Record<string, unknown>> & { readonly id: number | string }

/** The differences from the seed in one collection. */
export interface CollectionChanges {
  readonly added: readonly ChangedRow[]
  /** The rows of which members have changed. */
  readonly changed: readonly {
    readonly id: number | string
    /** The members that differ, by name. */
    readonly fields: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>
  }[]
  readonly removed: readonly ChangedRow[]
}

/**
 * The differences from the seed, by collection; one without changes is absent. As text, and in a snapshot, it is
 * short and the same in every run: without secrets, ports, and times of a clock that runs.
 */
export type Changes = Readonly<Record<string, CollectionChanges>> & {
  toString(): string
}

/** The data of {@link Changes}, as the control plane sends it. */
export interface ChangesData {
  readonly collections: Readonly<Record<string, CollectionChanges>>
  readonly text: string
}

/** Returns what differs, from the rows that do. Times are the same in every run when the clock is `frozen`. */
export function changesData(
  differences: ReadonlyMap<string, RowDifferences>,
  { now, frozen }: { readonly now: number; readonly frozen: boolean },
): ChangesData {
  const found = [...differences].flatMap(([name, each]): [string, CollectionChanges][] => {
    const changes = collectionChanges(each, SECRET_IDS.test(name))
    return changes.added.length + changes.changed.length + changes.removed.length === 0 ? [] : [[name, changes]]
  })
  const collections = Object.fromEntries(found)
  return { collections, text: changesText(collections, new Stable(now, frozen)) }
}

/** Returns changes as tests read them: data whose JSON in a snapshot is their text. */
export function changesOf({ collections, text }: ChangesData): Changes {
  const toText = { value: () => (text === '' ? 'no changes' : text) }
  return Object.defineProperties({ ...collections }, { toString: toText, toJSON: toText }) as Changes // both are there
}

/** The names of collections whose rows are found by a secret. */
const SECRET_IDS =
  /tokens$|^(oauth)?sessions$|^(oauth|identifier)?codes$|secrets$|(secret|api|ephemeral)keys$|tickets$|handshakes$/i

function collectionChanges({ added, changed, removed }: RowDifferences, secretIds: boolean): CollectionChanges {
  const idOf = ({ id }: Row): Row['id'] => (secretIds && typeof id === 'string' ? MASK : id)
  const rowOf = (row: Row): ChangedRow => ({ ...(mask(plain(row)) as object), id: idOf(row) }) // a row is an object
  return {
    added: added.map(rowOf),
    changed: changed.flatMap(([before, after]) => {
      const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
      const fields = names.flatMap((name) => {
        const [old, value]: [unknown, unknown] = [Reflect.get(before, name), Reflect.get(after, name)]
        if (JSON.stringify(plain(old)) === JSON.stringify(plain(value))) return []
        return [[name, { before: mask(plain(old), name), after: mask(plain(value), name) }] as const]
      })
      return fields.length === 0 ? [] : [{ id: idOf(after), fields: Object.fromEntries(fields) }]
    }),
    removed: removed.map(rowOf),
  }
}

/** Returns a value of a row as JSON: bytes as their number. */
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return `<${value.byteLength} bytes>`
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(plain)
  if (!isRecord(value)) return value
  if (typeof value['toJSON'] === 'function') return JSON.parse(JSON.stringify(value)) as unknown
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
}

/** The longest text of a member in the text of changes. */
const LONGEST = 80

function changesText(collections: Readonly<Record<string, CollectionChanges>>, stable: Stable): string {
  return Object.entries(collections)
    .map(([name, { added, changed, removed }]) =>
      [
        name,
        ...stable.lines('+', added, (row) => stable.members(row)),
        ...stable.lines('~', changed, ({ fields }) => stable.fields(fields)),
        ...stable.lines('-', removed, () => ''),
      ].join('\n'),
    )
    .join('\n')
}

/** Ten years in milliseconds: numbers this near to the clock are moments. */
const NEAR = 10 * 365 * 86_400_000

/** Writes values in the form that is the same in every run. */
class Stable {
  readonly #now: number
  readonly #frozen: boolean

  constructor(now: number, frozen: boolean) {
    this.#now = now
    this.#frozen = frozen
  }

  /** A line for each row: a sign, its id, and what `rest` returns. */
  lines<T extends { readonly id: Row['id'] }>(sign: string, rows: readonly T[], rest: (row: T) => string): string[] {
    const lines = rows.map((row) => `  ${sign} ${String(this.#stable(row.id))}${rest(row)}`)
    // Rows are in the order of their ids, which is another in each run for hashes.
    const isOrdered = rows.every(({ id }) => typeof id === 'number' || (id !== MASK && id === this.#stable(id)))
    return isOrdered ? lines : lines.toSorted()
  }

  /** The members of a row that say something: neither its id, nor empty ones, nor times that differ. */
  members(row: ChangedRow): string {
    return Object.entries(row)
      .filter(([name, value]) => name !== 'id' && !isEmpty(value) && !this.#differs(value))
      .map(([name, value]) => `  ${name}: ${this.#text(value)}`)
      .join('')
  }

  fields(fields: CollectionChanges['changed'][number]['fields']): string {
    return Object.entries(fields)
      .filter(([, { before, after }]) => !this.#differs(before) && !this.#differs(after))
      .map(([name, { before, after }]) => `  ${name}: ${this.#text(before)} → ${this.#text(after)}`)
      .join('')
  }

  /** True for a value that says nothing but a time of a running clock. */
  #differs(value: unknown): boolean {
    return !this.#frozen && this.#stable(value) === '<time>'
  }

  #text(value: unknown): string {
    const text = JSON.stringify(this.#stable(value)) ?? 'nothing'
    return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
  }

  #stable(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#stable(each))
    if (isRecord(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.#stable(each)]))
    }
    if (typeof value === 'number' && this.#isMoment(value)) {
      return this.#frozen ? new Date(value < 1e11 ? value * 1000 : value).toISOString() : '<time>'
    }
    return typeof value === 'string' ? this.#stableText(value) : value
  }

  #stableText(text: string): string {
    const placed = text.replaceAll(/\b(127\.0\.0\.1|localhost|\[::1\]):\d+/g, '$1:<port>')
    if (this.#frozen) return placed
    // Git's hashes and Slack's timestamps contain the time of their making.
    return placed
      .replaceAll(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?/g, '<time>')
      .replaceAll(/\b\d{10}\.\d{6}\b/g, '<time>')
      .replaceAll(/\b([\da-f]{64}|[\da-f]{40})\b/g, '<hash>')
  }

  #isMoment(value: number): boolean {
    return Math.abs(value - this.#now) < NEAR || (Number.isInteger(value) && Math.abs(value * 1000 - this.#now) < NEAR)
  }
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return true
  if (Array.isArray(value)) return value.length === 0
  return isRecord(value) && Object.keys(value).length === 0
}
