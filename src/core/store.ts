import { setMaxListeners } from 'node:events'
import { Collection, RestrictViolation, type Epoch } from './collection.ts'
import { OrderedMap, Ownership, type Key, type Mark } from './ordered-map.ts'
import {
  createTable,
  type CollectionDefinition,
  type CollectionDefinitions,
  type CollectionOptions,
  type Id,
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

export {
  Collection,
  RestrictViolation,
  UniqueViolation,
  type Following,
  type IndexName,
  type IndexPrefix,
  type NewRow,
  type Page,
  type PageOptions,
  type ReferenceName,
} from './collection.ts'
export {
  collection,
  type CollectionDefinition,
  type CollectionDefinitions,
  type CollectionOptions,
  type Declarations,
  type Id,
  type OnDelete,
  type Part,
  type Row,
} from './table.ts'
export { timer, type TimerDefinition } from './timer.ts'
export {
  orderedMap,
  sequence,
  Sequence,
  value,
  type MapDefinition,
  type SequenceDefinition,
  type ValueDefinition,
} from './value.ts'

/** The collections, values, sequences and maps of a store, each under its name. */
export type Collections<C extends CollectionDefinitions> = {
  readonly [N in keyof C & string]: C[N] extends CollectionDefinition<infer R, infer O>
    ? Collection<R, O>
    : C[N] extends ValueDefinition<infer T, infer K, infer D>
      ? Value<T, K, D>
      : C[N] extends SequenceDefinition<infer K>
        ? Sequence<K>
        : C[N] extends MapDefinition<infer V, infer K>
          ? StoredMap<V, K>
          : never
}

/** Thrown by every write through a store that has ended: the writer belongs to a past epoch, or the instance is closed. */
export class EpochEnded extends Error {
  override name = 'EpochEnded'
}

/** All state at one moment. It shares its nodes with the store: taking and restoring one costs the same at any size. */
export interface StoreSnapshot {
  /** The tables that the snapshot was taken of. */
  readonly of: object
  readonly marks: readonly Mark<unknown>[]
}

/** All state of a store as plain values, for a save. Rows and values are those of the store, and must not be changed. */
export interface StoreContent {
  /** The rows of each collection, ordered by id. */
  readonly rows: Readonly<Record<string, readonly unknown[]>>
  /** The last number that each collection took from its sequence. */
  readonly ids: Readonly<Record<string, number>>
  /** The entries of each value and sequence. */
  readonly values: Readonly<Record<string, readonly (readonly [Key, unknown])[]>>
}

/** Undoes one write. */
type Undo = () => void

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

/** The collections, values and sequences of one epoch. Each is created when it is first read, as few requests need many. */
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
class Tables {
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
      read(name, tree, () => savedEntries(definition, tree)),
    ])
    return {
      rows: Object.fromEntries(rows),
      ids: Object.fromEntries(this.ids.entries().map(([[name = ''], last]) => [String(name), last])),
      values: Object.fromEntries(values) as StoreContent['values'], // what entries() returns
    }
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

/** Returns the entries of a value, sequence or map in their saved form. */
function savedEntries(definition: Single['definition'], tree: OrderedMap<unknown>): readonly unknown[] {
  const save = 'save' in definition ? definition.save : undefined
  return save === undefined ? tree.entries() : tree.entries().map(([key, value]) => [key, save(value)])
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

/**
 * All state of one instance in one epoch: its collections, values and sequences. A reset makes a new store over the same
 * tables, and ends the old one: work that still holds the old store can no longer write.
 */
export class Store<C extends CollectionDefinitions> {
  readonly #tables: Tables
  #ended = false
  #reason = 'the state was reset while this work was under way; it was dropped'
  #ending: AbortController | undefined
  /** The undo steps of the current transaction; null outside a transaction. */
  #undo: Undo[] | null = null
  #awaitingChange: readonly (() => void)[] = []

  /** The collections, by name: `store.rows.labels.insert(…)`. */
  readonly rows: Collections<C>

  constructor(definitions: C | Tables) {
    this.#tables = definitions instanceof Tables ? definitions : new Tables(definitions)
    const { ids } = this.#tables
    const epoch: Epoch = {
      touch: (undo) => this.#touch(undo),
      transaction: (work) => this.transaction(work),
      nextId: (name) => {
        const last = ids.get([name]) ?? 0
        this.#touch(() => ids.set([name], last))
        ids.set([name], last + 1)
        return last + 1
      },
      has: (name, id) => this.#collection(name).get(id) !== undefined,
      release: (name, id) => this.#release(name, id),
    }
    this.rows = new this.#tables.Rows(epoch) as unknown as Collections<C> // it has a getter for each name of C
  }

  /** True once a reset or restore has replaced this store, or its instance is closed. */
  get ended(): boolean {
    return this.#ended
  }

  /** A signal that aborts when this store ends, for work that must not outlive the epoch. */
  get signal(): AbortSignal {
    if (this.#ended) return AbortSignal.abort()
    if (this.#ending === undefined) {
      this.#ending = new AbortController()
      // Any number of requests may wait for its end.
      setMaxListeners(0, this.#ending.signal)
    }
    return this.#ending.signal
  }

  #collection(name: string): Collection<Row> {
    const found: unknown = Reflect.get(this.rows, name)
    if (found instanceof Collection) return found as Collection<Row> // a store has no others
    throw new Error(`no collection is named ${name}`)
  }

  /** Returns the present state. */
  snapshot(): StoreSnapshot {
    return this.#tables.mark()
  }

  /**
   * Ends this store and returns its successor, with the state of `snapshot`.
   *
   * @throws TypeError when the snapshot was taken of another instance. This store goes on then.
   */
  succeed(snapshot: StoreSnapshot): Store<C> {
    this.#tables.rewind(snapshot)
    this.end()
    return new Store<C>(this.#tables)
  }

  /** Returns all state as plain values. What has not changed since the last call is the same array. */
  content(): StoreContent {
    return this.#tables.content()
  }

  /** Ends this store and returns its successor, with the state of `content`, whose rows must be frozen. */
  replacedBy(content: StoreContent): Store<C> {
    this.#tables.replace(content)
    this.end()
    return new Store<C>(this.#tables)
  }

  /** Sets the function that is called before every write, and after a reset or restore, in this epoch and all that follow. */
  watch(onChange: () => void): void {
    this.#tables.onChange = onChange
  }

  /**
   * Returns a store of its own that begins with the present state: neither sees what the other writes later. Costs the same at any
   * size. For work that reads one moment while the state goes on, such as a transaction of several requests. The state of the
   * fork is in no snapshot, and it does not end with this store.
   */
  fork(): Store<C> {
    return new Store<C>(this.#tables.fork())
  }

  /** Ends this store: every later write throws {@link EpochEnded} with the reason. Default: that of a reset */
  end(reason?: string): void {
    this.#ended = true
    this.#reason = reason ?? this.#reason
    this.#ending?.abort()
    this.#announce()
  }

  /**
   * Resolves after the next change, once the work that makes the change is done. Also resolves when the store ends, so check
   * {@link ended} first. For answers that are streamed while the state changes.
   */
  changed(): Promise<void> {
    if (this.#ended) return Promise.resolve()
    return new Promise((resolve) => {
      this.#awaitingChange = [...this.#awaitingChange, resolve]
    })
  }

  /**
   * Runs `work` as a transaction: when it throws, every change it made is undone. The cost is that of its writes; a snapshot
   * in its place would make the next write to every collection copy nodes.
   */
  transaction<T>(work: () => T): T {
    const outer = this.#undo
    const undo = outer ?? []
    const begun = undo.length
    this.#undo = undo
    try {
      return work()
    } catch (error) {
      // A restore within the transaction has replaced the state already.
      while (!this.#ended && undo.length > begun) undo.pop()?.()
      throw error
    } finally {
      this.#undo = outer
    }
  }

  /** To be called before a write, with the step that undoes it. Throws {@link EpochEnded}. */
  #touch(undo: Undo): void {
    this.check()
    this.#tables.change()
    this.#undo?.push(undo)
    this.#announce()
  }

  /** Throws {@link EpochEnded} when this store has ended. */
  check(): void {
    if (this.#ended) throw new EpochEnded(this.#reason)
  }

  /** Resolves the promises of {@link changed}. Those run their callbacks after the present work, transactions included, has ended. */
  #announce(): void {
    if (this.#awaitingChange.length === 0) return
    const waiting = this.#awaitingChange
    this.#awaitingChange = []
    for (const resolve of waiting) resolve()
  }

  #release(name: string, id: Id): void {
    for (const { from, field, onDelete } of this.#tables.referrersOf(name)) {
      const collection = this.#collection(from)
      const rows = collection.referring(field as never, id) // a declared reference of that collection
      if (rows.length > 0 && onDelete === 'restrict') throw new RestrictViolation(name, id, from)
      for (const row of rows) {
        if (onDelete === 'cascade') collection.delete(row.id)
        else collection.update(row.id, { [field]: null })
      }
    }
  }
}
