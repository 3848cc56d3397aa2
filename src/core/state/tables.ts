import { Collection, type Epoch } from './collection.ts'
import { OrderedMap, Ownership, type Key, type MapChanges, type Mark } from './ordered-map.ts'
import {
  createTable,
  type CollectionDefinitions,
  type CollectionOptions,
  type OnDelete,
  type Row,
  type Table,
} from './table.ts'
import {
  Sequence,
  StoredMap,
  Value,
  type MapDefinition,
  type SequenceDefinition,
  type ValueDefinition,
} from './value.ts'

/** All state at one moment. It shares its nodes with the store: taking and restoring one costs the same at any size. */
export interface StoreSnapshot {
  /** The tables that the snapshot was taken of. */
  readonly of: object
  readonly marks: readonly Mark<unknown>[]
}

/**
 * All state of a store as plain values, for a save. Rows and values are those of the store, and must not be changed.
 */
export interface StoreContent {
  /** The rows of each collection, ordered by id. */
  readonly rows: Readonly<Record<string, readonly unknown[]>>
  /** The last number that each collection took from its sequence. */
  readonly ids: Readonly<Record<string, number>>
  /** The entries of each value and sequence. */
  readonly values: Readonly<Record<string, readonly (readonly [Key, unknown])[]>>
}

/** The versions of a store's collections, values and sequences at one moment, to ask later what has changed. */
export type StoreVersion = ReadonlyMap<string, Mark<unknown>>

/** What has changed in a store since a version, as plain values. Rows and values are those of the store. */
export interface StoreChanges {
  /** The changed rows of each collection that has any, under their ids. */
  readonly rows: Readonly<Record<string, MapChanges<unknown>>>
  /** The last number that each collection took from its sequence. */
  readonly ids: Readonly<Record<string, number>>
  /** The changed entries of each value and sequence that has any, in their saved form. */
  readonly values: Readonly<Record<string, MapChanges<unknown>>>
}

/** A collection whose rows refer to those of another. */
interface Referrer {
  readonly from: string
  readonly field: string
  readonly onDelete: OnDelete
}

/** The storage of a declared value, sequence or map: an entry for each key. */
interface Single {
  readonly definition: ValueDefinition<unknown, Key> | SequenceDefinition<Key> | MapDefinition<unknown, Key>
  readonly entries: OrderedMap<unknown>
}

/** Creates the collection, value or sequence of one name for an epoch. */
type Member = (epoch: Epoch) => Collection<Row> | Value<unknown> | Sequence | StoredMap<unknown, Key>

/**
 * The collections, values and sequences of one epoch. Each is created when it is first read, as few requests need many.
 */
class Rows {
  readonly #epoch: Epoch
  readonly #created: ReturnType<Member>[] = []

  constructor(epoch: Epoch) {
    this.#epoch = epoch
  }

  /** Returns a class whose instances have a getter for each member. */
  static with(members: ReadonlyMap<string, Member>): typeof Rows {
    class NamedRows extends Rows {}
    for (const [index, [name, create]] of [...members].entries()) {
      const get = function (this: Rows): ReturnType<Member> {
        return (this.#created[index] ??= create(this.#epoch))
      }
      Object.defineProperty(NamedRows.prototype, name, { get, enumerable: true })
    }
    return NamedRows
  }
}

/** The storage of one instance, from its start to its end. Every epoch writes to the same tables. */
export class Tables {
  /** The last id that each collection took from its sequence, by the collection's name. */
  readonly ids: OrderedMap<number>
  readonly singles: ReadonlyMap<string, Single>
  readonly byName: ReadonlyMap<string, Table<Row>>
  /** The class of the rows of each epoch. */
  readonly Rows: typeof Rows
  readonly #ownership = new Ownership()
  readonly #trees: readonly OrderedMap<unknown>[]
  /** The snapshot that has the present state; null after a write. */
  #unchangedSince: StoreSnapshot | null = null
  /** Called before every write, and after a rewind. */
  onChange: (() => void) | null = null
  /** The content that {@link content} returned last, with the versions of the maps that it was read from. */
  readonly #read = new Map<string, { readonly mark: Mark<unknown>; readonly entries: readonly unknown[] }>()
  readonly #referrers = new Map<string, Referrer[]>()
  readonly #definitions: CollectionDefinitions

  constructor(definitions: CollectionDefinitions) {
    this.#definitions = definitions
    this.ids = new OrderedMap(this.#ownership)
    const tables: Table<Row>[] = []
    const singles = new Map<string, Single>()
    for (const [name, definition] of Object.entries(definitions)) {
      // Only the caller knows the row type.
      if ('options' in definition)
        tables.push(createTable(name, definition.options as CollectionOptions<Row>, this.#ownership))
      else if (definition.kind !== 'timer') singles.set(name, { definition, entries: new OrderedMap(this.#ownership) })
    }
    this.singles = singles
    this.byName = new Map(tables.map((table) => [table.name, table]))
    for (const { name: from, references } of tables) {
      for (const { field, to, onDelete } of references) {
        if (!this.byName.has(to)) throw new Error(`collection ${from}: ${field} refers to ${to}, which is not declared`)
        this.#referrers.set(to, [...this.referrersOf(to), { from, field, onDelete }])
      }
    }
    const trees = tables.flatMap(({ rows, indexes }) => [rows, ...indexes.map(({ entries }) => entries)])
    const others = [...singles.values()].map(({ entries }) => entries)
    this.#trees = [this.ids, ...others, ...trees] as OrderedMap<unknown>[] // only marked and rewound as such
    this.Rows = Rows.with(new Map([...tables.map(memberOfTable), ...[...singles].map(memberOfSingle)]))
  }

  /** Returns the collections whose rows refer to rows of `name`. */
  referrersOf(name: string): readonly Referrer[] {
    return this.#referrers.get(name) ?? []
  }

  mark(): StoreSnapshot {
    this.#ownership.renew()
    this.#unchangedSince = { of: this, marks: this.#trees.map((tree) => tree.mark()) }
    return this.#unchangedSince
  }

  /** Returns tables of their own that begin with the present state. They share its nodes. */
  fork(): Tables {
    const { marks } = this.mark()
    const tables = new Tables(this.#definitions)
    for (const [index, tree] of tables.#trees.entries()) tree.rewind(marks[index] as Mark<unknown>) // one mark for each tree
    return tables
  }

  /** Called before every write. */
  change(): void {
    this.#unchangedSince = null
    this.onChange?.()
  }

  /** Returns all state. What has not changed since the last call is the same array. */
  content(): StoreContent {
    // From here on a change replaces the root of its tree, which tells the trees that have changed by the next call.
    this.#ownership.renew()
    const read = (name: string, tree: OrderedMap<unknown>, entries: () => readonly unknown[]): readonly unknown[] => {
      const mark = tree.mark()
      const before = this.#read.get(name)
      if (before?.mark === mark) return before.entries
      const now = entries()
      this.#read.set(name, { mark, entries: now })
      return now
    }
    const rows: [string, readonly unknown[]][] = [...this.byName].map(([name, { rows: tree }]) => [
      name,
      read(name, tree, () => tree.slice(0, tree.size)),
    ])
    const values = [...this.singles].map(([name, { definition, entries: tree }]) => [
      name,
      read(name, tree, () => savedForm(definition, tree.entries())),
    ])
    return {
      rows: Object.fromEntries(rows),
      ids: this.#ids(),
      values: Object.fromEntries(values) as StoreContent['values'], // what entries() returns
    }
  }

  /** Returns the present version, for {@link changesSince}. */
  version(): StoreVersion {
    // From here on a change replaces the root of its tree.
    this.#ownership.renew()
    return new Map([...this.#named()].map(([name, tree]) => [name, tree.mark()]))
  }

  /** Returns what has changed since a version. Its cost depends on the changes, and hardly on the size of the state. */
  changesSince(version: StoreVersion): StoreChanges {
    const rows: [string, MapChanges<unknown>][] = []
    const values: [string, MapChanges<unknown>][] = []
    for (const [name, tree] of this.#named()) {
      const mark = version.get(name)
      const changes = mark === undefined ? { set: tree.entries(), deleted: [] } : tree.changesSince(mark)
      if (changes.set.length === 0 && changes.deleted.length === 0) continue
      const single = this.singles.get(name)
      if (single === undefined) rows.push([name, changes])
      else values.push([name, { ...changes, set: savedForm(single.definition, changes.set) }])
    }
    return { rows: Object.fromEntries(rows), ids: this.#ids(), values: Object.fromEntries(values) }
  }

  *#named(): Generator<[name: string, tree: OrderedMap<unknown>]> {
    for (const [name, { rows }] of this.byName) yield [name, rows]
    for (const [name, { entries }] of this.singles) yield [name, entries]
  }

  #ids(): Record<string, number> {
    return Object.fromEntries(this.ids.entries().map(([[name = ''], last]) => [String(name), last]))
  }

  /** Replaces all state. Collections, values and sequences that `content` does not name are empty then. */
  replace({ rows, ids, values }: StoreContent): void {
    this.change()
    for (const tree of this.#trees) tree.clear()
    for (const [name, last] of Object.entries(ids)) this.ids.set([name], last)
    for (const { name, rows: tree, indexes } of this.byName.values()) {
      for (const row of (rows[name] ?? []) as readonly Row[]) {
        // only a store's own content
        tree.set([row.id], row)
        for (const { keyOf, entries } of indexes) {
          const key = keyOf(row)
          if (key !== undefined) entries.set(key, row.id)
        }
      }
    }
    for (const [name, { definition, entries }] of this.singles) {
      const load = 'load' in definition ? definition.load : undefined
      for (const [key, value] of values[name] ?? []) entries.set(key, load === undefined ? value : load(value))
    }
  }

  rewind(snapshot: StoreSnapshot): void {
    // The types allow a snapshot of another instance.
    if (snapshot?.of !== this) throw new TypeError('restore: this is no snapshot of this instance')
    // Most tests use few of the instances that are reset before them.
    if (this.#unchangedSince === snapshot) return
    this.#ownership.renew()
    for (const [index, tree] of this.#trees.entries()) tree.rewind(snapshot.marks[index] as Mark<unknown>) // one mark for each tree
    this.#unchangedSince = snapshot
    this.onChange?.()
  }
}

/** Returns entries of a value, sequence or map in their saved form. */
function savedForm(
  definition: Single['definition'],
  entries: readonly (readonly [Key, unknown])[],
): readonly (readonly [Key, unknown])[] {
  const save = 'save' in definition ? definition.save : undefined
  return save === undefined ? entries : entries.map(([key, value]) => [key, save(value)])
}

function memberOfTable(table: Table<Row>): [string, Member] {
  return [table.name, (epoch) => new Collection(epoch, table)]
}

function memberOfSingle([name, { definition, entries }]: [string, Single]): [string, Member] {
  if (definition.kind === 'map') return [name, (epoch) => new StoredMap(epoch, entries)]
  return definition.kind === 'value'
    ? [name, (epoch) => new Value(epoch, entries, definition.initial as undefined)] // its type is that of the definition
    : [name, (epoch) => new Sequence(epoch, entries as OrderedMap<number>)] // only the sequence writes there
}
