import { Collection, type Epoch } from './collection.ts'
import type { Key } from './key.ts'
import { OrderedMap, Ownership, type MapChanges, type Mark } from './ordered-map.ts'
import {
  createTable,
  referencesOf,
  treesOf,
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
  /** The instance that the snapshot was taken of, with all of its forks. */
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

/** The changes of a store since a version, as plain values. Rows and values are those of the store. */
export interface StoreChanges {
  /** The changed rows of each collection that has any, under their ids. */
  readonly rows: Readonly<Record<string, MapChanges<unknown>>>
  /** The last number that each collection took from its sequence. */
  readonly ids: Readonly<Record<string, number>>
  /** The changed entries of each value and sequence that has any, in their saved form. */
  readonly values: Readonly<Record<string, MapChanges<unknown>>>
}

/** The rows of a collection, or the entries of a map, that differ between two moments. */
export interface RowDifferences {
  readonly added: readonly Row[]
  /** The row before and after, in pairs. */
  readonly changed: readonly (readonly [before: Row, after: Row])[]
  readonly removed: readonly Row[]
}

/** A collection whose rows refer to those of another. */
interface Referrer {
  readonly from: string
  readonly field: string
  readonly onDelete: OnDelete
}

/** The storage of a declared value, sequence or map: an entry for each key. */
interface Single {
  readonly definition: SingleDefinition
  readonly entries: OrderedMap<unknown>
}

type SingleDefinition = ValueDefinition<unknown, Key> | SequenceDefinition<Key> | MapDefinition<unknown, Key>

/** The collection, value, sequence or map of one name for an epoch. */
type Member = Collection<Row> | Value<unknown> | Sequence | StoredMap<unknown, Key>

/**
 * The collections, values and sequences of one epoch. Each is created when it is first read, as few requests need many.
 */
class Rows {
  readonly #tables: Tables
  readonly #epoch: Epoch
  readonly #created: Member[] = []

  constructor(tables: Tables, epoch: Epoch) {
    this.#tables = tables
    this.#epoch = epoch
  }

  /** Returns a class whose instances have a getter for each name. */
  static with(names: readonly string[]): typeof Rows {
    return withGetters(class extends Rows {}, names, (name, index) => {
      return function (this: Rows): Member {
        return (this.#created[index] ??= this.#tables.member(name, this.#epoch))
      }
    })
  }
}

/**
 * Gives a subclass a getter for each name, and returns it. The getters are defined on an object that then becomes the
 * prototype of its prototype: to define hundreds of properties on a prototype takes V8 fifty times as long.
 */
function withGetters<C extends { readonly prototype: object }, I>(
  subclass: C,
  names: readonly string[],
  getterOf: (name: string, index: number) => (this: I) => Member,
): C {
  const members: object = Object.create(Object.getPrototypeOf(subclass.prototype) as object) // that of the base class
  for (const [index, name] of names.entries())
    Object.defineProperty(members, name, { get: getterOf(name, index), enumerable: true })
  Object.setPrototypeOf(subclass.prototype, members)
  return subclass
}

/** The parts of a state that some work has read, to know later whether it would read the same again. */
export interface Reads {
  /** The collections, values and sequences. Each one that is read is noted. */
  readonly rows: object
  /** Returns false once something has changed that was read, or a reset has come. */
  areCurrent(): boolean
}

/** The members of an epoch. Those that are read are noted. */
class NotedRows implements Reads {
  readonly #members: object
  readonly #ownership: Ownership
  readonly #begun: number
  readonly #noted: Member[] = []
  #checked: number

  constructor(members: object, ownership: Ownership) {
    this.#members = members
    this.#ownership = ownership
    this.#begun = ownership.changes
    this.#checked = this.#begun
  }

  /** Returns a class whose instances have a getter for each name. */
  static with(names: readonly string[]): typeof NotedRows {
    return withGetters(class extends NotedRows {}, names, (name) => {
      return function (this: NotedRows): Member {
        const member = Reflect.get(this.#members, name) as Member // a store has a member for each name
        if (!this.#noted.includes(member)) this.#noted.push(member)
        return member
      }
    })
  }

  get rows(): object {
    return this
  }

  areCurrent(): boolean {
    const { changes } = this.#ownership
    if (changes === this.#checked) return true
    for (const { changedAt } of this.#noted) if (changedAt > this.#begun) return false
    this.#checked = changes
    return true
  }
}

/** The version of a tree that nothing has been written to. */
const EMPTY = new OrderedMap<unknown>().mark()

/** The plans of all declarations that a store has been made of. */
const plans = new WeakMap<CollectionDefinitions, Plan>()

/**
 * The declarations of a store, ready for any number of stores and forks. Each declared name has a range of the list of
 * trees.
 */
class Plan {
  readonly options: ReadonlyMap<string, { readonly options: CollectionOptions<Row>; readonly firstTree: number }>
  readonly singles: ReadonlyMap<string, { readonly definition: SingleDefinition; readonly tree: number }>
  /** The versions of all trees before anything is written. The first tree holds the last ids. */
  readonly empty: readonly Mark<unknown>[]
  readonly referrers = new Map<string, Referrer[]>()
  readonly Rows: typeof Rows
  readonly #names: readonly string[]
  #NotedRows: typeof NotedRows | undefined

  constructor(definitions: CollectionDefinitions) {
    const options = new Map<string, { options: CollectionOptions<Row>; firstTree: number }>()
    const singles = new Map<string, { definition: SingleDefinition; tree: number }>()
    let trees = 1
    for (const [name, definition] of Object.entries(definitions)) {
      if ('options' in definition) {
        const own = definition.options as CollectionOptions<Row> // only the caller knows the row type
        options.set(name, { options: own, firstTree: trees })
        trees += treesOf(own)
      } else if (definition.kind !== 'timer') singles.set(name, { definition, tree: trees++ })
    }
    this.options = options
    this.singles = singles
    this.empty = Array.from({ length: trees }, () => EMPTY)
    for (const [from, { options: own }] of options) {
      for (const { field, to, onDelete } of referencesOf(own)) {
        if (!options.has(to)) throw new Error(`collection ${from}: ${field} refers to ${to}, which is not declared`)
        this.referrers.set(to, [...(this.referrers.get(to) ?? []), { from, field, onDelete }])
      }
    }
    this.#names = [...options.keys(), ...singles.keys()]
    this.Rows = Rows.with(this.#names)
  }

  /**
   * Returns the plan of these declarations, which all stores of them share.
   *
   * @throws Error when a reference names a collection that is not declared.
   */
  static of(definitions: CollectionDefinitions): Plan {
    const known = plans.get(definitions)
    if (known !== undefined) return known
    const plan = new Plan(definitions)
    plans.set(definitions, plan)
    return plan
  }

  /** Few services note what they read. */
  get NotedRows(): typeof NotedRows {
    return (this.#NotedRows ??= NotedRows.with(this.#names))
  }
}

/**
 * The storage of one instance, from its start to its end. Every epoch writes to the same tables. A table is made when
 * it is first needed, so that a fork costs little.
 */
export class Tables {
  /** The last id that each collection took from its sequence, by the collection's name. */
  readonly ids: OrderedMap<number>
  readonly #plan: Plan
  /** The tables that share snapshots with these: those that they were forked from. */
  readonly #family: object
  readonly #tables = new Map<string, Table<Row>>()
  readonly #singles = new Map<string, Single>()
  readonly #ownership = new Ownership()
  readonly #trees: (OrderedMap<unknown> | undefined)[] = []
  /** The versions of the trees that are not made yet. */
  #base: readonly Mark<unknown>[]
  /** The snapshot that has the present state; null after a write. */
  #unchangedSince: StoreSnapshot | null = null
  /** Called before every write, and after a rewind. */
  onChange: (() => void) | null = null
  /** The content that {@link content} returned last, with the versions of the maps that it was read from. */
  readonly #read = new Map<string, { readonly mark: Mark<unknown>; readonly entries: readonly unknown[] }>()

  /** @param origin the state to begin with: none, or that of other tables at a snapshot */
  constructor(origin: CollectionDefinitions | { readonly of: Tables; readonly at: StoreSnapshot }) {
    if ('of' in origin && origin.of instanceof Tables) {
      const { of, at } = origin as { readonly of: Tables; readonly at: StoreSnapshot } // the other half of the union
      this.#plan = of.#plan
      this.#family = of.#family
      this.#base = at.marks
      this.#unchangedSince = at
    } else {
      this.#plan = Plan.of(origin as CollectionDefinitions) // the other half of the union
      this.#family = this
      this.#base = this.#plan.empty
    }
    this.ids = this.#treeAt(0) as OrderedMap<number> // only ids are written there
  }

  /** Returns the collections, values and sequences for an epoch. */
  rows(epoch: Epoch): object {
    return new this.#plan.Rows(this, epoch)
  }

  /** Begins to note what is read of the members that {@link rows} has returned. */
  reads(members: object): Reads {
    return new this.#plan.NotedRows(members, this.#ownership)
  }

  /** Creates the collection, value or sequence of a declared name for an epoch. */
  member(name: string, epoch: Epoch): Member {
    if (this.#plan.options.has(name)) return new Collection(epoch, this.#table(name))
    const { definition, entries } = this.#single(name)
    if (definition.kind === 'map') return new StoredMap(epoch, entries)
    return definition.kind === 'value'
      ? new Value(epoch, entries, definition.initial as undefined) // its type is that of the definition
      : new Sequence(epoch, entries as OrderedMap<number>) // only the sequence writes there
  }

  #treeAt(index: number): OrderedMap<unknown> {
    const tree = new OrderedMap<unknown>(this.#ownership, this.#base[index] ?? EMPTY)
    this.#trees[index] = tree
    return tree
  }

  #table(name: string): Table<Row> {
    const known = this.#tables.get(name)
    if (known !== undefined) return known
    const planned = this.#plan.options.get(name)
    if (planned === undefined) throw new Error(`no collection is named ${name}`)
    let next = planned.firstTree
    const table = createTable(name, planned.options, () => this.#treeAt(next++))
    this.#tables.set(name, table)
    return table
  }

  #single(name: string): Single {
    const known = this.#singles.get(name)
    if (known !== undefined) return known
    const planned = this.#plan.singles.get(name)
    if (planned === undefined) throw new Error(`nothing is named ${name}`)
    const single = { definition: planned.definition, entries: this.#treeAt(planned.tree) }
    this.#singles.set(name, single)
    return single
  }

  /** The tables of all collections. */
  get #allTables(): readonly Table<Row>[] {
    return [...this.#plan.options.keys()].map((name) => this.#table(name))
  }

  /** The storage of all values, sequences and maps, with their names. */
  get #allSingles(): readonly (readonly [string, Single])[] {
    return [...this.#plan.singles.keys()].map((name) => [name, this.#single(name)])
  }

  /** Returns the collections whose rows refer to rows of `name`. */
  referrersOf(name: string): readonly Referrer[] {
    return this.#plan.referrers.get(name) ?? []
  }

  mark(): StoreSnapshot {
    this.#ownership.renew()
    const marks = this.#base.map((mark, index) => this.#trees[index]?.mark() ?? mark)
    this.#unchangedSince = { of: this.#family, marks }
    return this.#unchangedSince
  }

  /**
   * Returns tables of their own that begin with the present state, or with that of a snapshot. They share its nodes.
   */
  fork(snapshot: StoreSnapshot = this.mark()): Tables {
    return new Tables({ of: this, at: snapshot })
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
    const rows: [string, readonly unknown[]][] = this.#allTables.map(({ name, rows: tree }) => [
      name,
      read(name, tree, () => tree.slice(0, tree.size)),
    ])
    const values = this.#allSingles.map(([name, { definition, entries: tree }]) => [
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
      const single = this.#plan.singles.get(name)
      if (single === undefined) rows.push([name, changes])
      else values.push([name, { ...changes, set: savedForm(single.definition, changes.set) }])
    }
    return { rows: Object.fromEntries(rows), ids: this.#ids(), values: Object.fromEntries(values) }
  }

  /**
   * Returns the rows that differ between a snapshot and the present state, by collection. An entry of a map is a row
   * whose id is its key as text.
   */
  differencesSince({ marks }: StoreSnapshot): ReadonlyMap<string, RowDifferences> {
    // From here on a change replaces the root of its tree.
    this.#ownership.renew()
    const found = new Map<string, RowDifferences>()
    for (const [name, tree] of this.#named()) {
      const kind = this.#plan.singles.get(name)?.definition.kind
      // The rows of a collection are in its first tree.
      const mark = marks[this.#plan.singles.get(name)?.tree ?? this.#plan.options.get(name)?.firstTree ?? 0]
      if (mark === undefined || kind === 'value' || kind === 'sequence') continue
      const { set, deleted } = tree.changesSince(mark)
      if (set.length + deleted.length === 0) continue
      const before = new OrderedMap<unknown>()
      before.rewind(mark)
      const rowOf = (key: Key, value: unknown): Row =>
        kind === 'map' ? ({ id: key.join('/'), value } as Row) : (value as Row) // a collection holds rows
      const pairs = set.map(([key, value]) => [key, before.get(key), value] as const)
      found.set(name, {
        added: pairs.filter(([, old]) => old === undefined).map(([key, , value]) => rowOf(key, value)),
        changed: pairs
          .filter(([, old]) => old !== undefined)
          .map(([key, old, value]) => [rowOf(key, old), rowOf(key, value)]),
        removed: deleted.map((key) => rowOf(key, before.get(key))),
      })
    }
    return found
  }

  *#named(): Generator<[name: string, tree: OrderedMap<unknown>]> {
    for (const { name, rows } of this.#allTables) yield [name, rows]
    for (const [name, { entries }] of this.#allSingles) yield [name, entries]
  }

  #ids(): Record<string, number> {
    return Object.fromEntries(this.ids.entries().map(([[name = ''], last]) => [String(name), last]))
  }

  /** Replaces all state. Collections, values and sequences that `content` does not name are empty then. */
  replace({ rows, ids, values }: StoreContent): void {
    this.change()
    const tables = this.#allTables
    const singles = this.#allSingles
    for (const tree of this.#trees) tree?.clear()
    for (const [name, last] of Object.entries(ids)) this.ids.set([name], last)
    for (const { name, rows: tree, indexes } of tables) {
      for (const row of (rows[name] ?? []) as readonly Row[]) {
        // only a store's own content
        tree.set([row.id], row)
        for (const { keyOf, entries } of indexes) {
          const key = keyOf(row)
          if (key !== undefined) entries.set(key, row.id)
        }
      }
    }
    for (const [name, { definition, entries }] of singles) {
      const load = 'load' in definition ? definition.load : undefined
      for (const [key, value] of values[name] ?? []) entries.set(key, load === undefined ? value : load(value))
    }
  }

  rewind(snapshot: StoreSnapshot): void {
    // The types allow a snapshot of another instance.
    if (snapshot?.of !== this.#family) throw new TypeError('restore: this is no snapshot of this instance')
    // Most tests use few of the instances that are reset before them.
    if (this.#unchangedSince === snapshot) return
    this.#ownership.renew()
    this.#base = snapshot.marks
    for (const [index, tree] of this.#trees.entries()) tree?.rewind(snapshot.marks[index] ?? EMPTY)
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
