import { OrderedMap, Ownership, type Key, type KeyPart, type Mark } from './ordered-map.ts'

/** What identifies a row within its collection. */
export type Id = number | string

/** A record: JSON only, with an `id`. Rows are frozen; a change puts a new row in the old one's place. */
export interface Row {
  readonly id: Id
}

/** One part of a declared key: a field of the row, or a function of it (`(user) => user.login.toLowerCase()`). */
export type Part<R> = (keyof R & string) | ((row: R) => KeyPart | undefined)

/** What happens to a row when the row that its field refers to is deleted. */
export type OnDelete = 'cascade' | 'set null' | 'restrict'

/** What a collection declares beside the type of its rows. */
export interface CollectionOptions<R> {
  /** Compound keys that no two rows share. A row with a null part is exempt, as in SQL. */
  unique?: Readonly<Record<string, readonly Part<R>[]>>
  /** Orders in which the rows are listed: by these parts, then by id. */
  indexes?: Readonly<Record<string, readonly Part<R>[]>>
  /** Fields that hold the id of a row of another collection. A null field refers to nothing. */
  references?: Readonly<{ [F in keyof R & string]?: { readonly to: string; readonly onDelete: OnDelete } }>
}

/** A declared collection: its options, and the type of its rows. */
export interface CollectionDefinition<R extends Row = Row, O extends CollectionOptions<R> = CollectionOptions<R>> {
  readonly options: O
  /** Only a type: the rows of the collection. */
  readonly row?: R
}

/** The collections of a service, by name. */
export type CollectionDefinitions = Readonly<Record<string, { readonly options: object; readonly row?: Row }>>

/**
 * Declares a collection of rows of type `R`.
 *
 * @example
 * const labels = collection<Label>()({
 *   unique: { name: ['repoId', (label) => label.name.toLowerCase()] },
 *   references: { repoId: { to: 'repos', onDelete: 'cascade' } },
 * })
 */
export function collection<R extends Row>() {
  return <const O extends CollectionOptions<R>>(options: O): CollectionDefinition<R, O> => ({ options })
}

/** What `insert` takes: the row, whose id may be left out where it is a number. */
export type NewRow<R extends Row> = R['id'] extends number ? Omit<R, 'id'> & { readonly id?: R['id'] } : R

type Unique<O> = O extends { unique: infer U } ? keyof U & string : never
type Indexes<O> = O extends { indexes: infer I } ? keyof I & string : never

/** A page of rows and how many there are in all. */
export interface Page<R> {
  readonly rows: readonly R[]
  readonly total: number
}

/** Which part of an ordered list to read. */
export interface PageOptions {
  offset: number
  limit: number
  /** Read the index backwards. */
  descending?: boolean
}

/** Thrown by `insert` and `update` when a unique key is taken. */
export class UniqueViolation extends Error {
  override name = 'UniqueViolation'
  readonly collection: string
  readonly key: string

  constructor(collection: string, key: string, values: Key) {
    super(`${collection}: another row has the same ${key} (${values.join(', ')})`)
    this.collection = collection
    this.key = key
  }
}

/** Thrown by `delete` when a row that must not lose its parent still refers to the one to be deleted. */
export class RestrictViolation extends Error {
  override name = 'RestrictViolation'
  readonly collection: string

  constructor(collection: string, id: Id, by: string) {
    super(`${collection} ${id}: rows of ${by} still refer to it`)
    this.collection = collection
  }
}

/** Thrown by any write through a store that a reset or restore has replaced: the writer belongs to a past epoch. */
export class EpochEnded extends Error {
  override name = 'EpochEnded'
  constructor() {
    super('the state was reset while this work was under way; it was dropped')
  }
}

/** All state at one moment, kept by sharing: taking and restoring one costs the same at any size. */
export interface StoreSnapshot {
  readonly marks: readonly Mark<unknown>[]
}

interface Index<R> {
  readonly name: string
  readonly parts: readonly Part<R>[]
  readonly entries: OrderedMap<Id>
}

/**
 * The rows of one collection, with the keys and orders it declares. Every read costs what it returns: a look-up walks
 * one tree, a page of a list reads that page, a count reads no row.
 */
export class Collection<R extends Row, O = CollectionOptions<R>> {
  readonly name: string
  readonly #rows: OrderedMap<R>
  readonly #unique: ReadonlyMap<string, Index<R>>
  readonly #ordered: ReadonlyMap<string, Index<R>>
  readonly #references: readonly (readonly [field: string, to: string])[]
  readonly #store: Store<CollectionDefinitions>

  constructor(
    store: Store<CollectionDefinitions>,
    ownership: Ownership,
    name: string,
    options: CollectionOptions<R>,
  ) {
    this.#store = store
    this.name = name
    this.#rows = new OrderedMap(ownership)
    this.#unique = indexes(options.unique ?? {}, ownership)
    const ordered = indexes(options.indexes ?? {}, ownership)
    const references = Object.entries<{ to: string } | undefined>(options.references ?? {})
    // What refers to a row must be found without a scan when the row is deleted.
    for (const [field] of references) {
      ordered.set(`references ${field}`, {
        name: field,
        parts: [(row) => (row as unknown as Record<string, KeyPart>)[field] ?? null], // a declared field of the row
        entries: new OrderedMap(ownership),
      })
    }
    this.#ordered = ordered
    this.#references = references.flatMap(([field, target]) => (target === undefined ? [] : [[field, target.to]]))
  }

  /** How many rows there are. */
  get size(): number {
    return this.#rows.size
  }

  /** The row with this id, or undefined. */
  get(id: Id | null | undefined): R | undefined {
    return id === null || id === undefined ? undefined : this.#rows.get([id])
  }

  /** The row with this id. Throws when there is none, which a declared reference rules out. */
  require(id: Id): R {
    const row = this.#rows.get([id])
    if (row === undefined) throw new Error(`${this.name} ${id}: no such row`)
    return row
  }

  /** The row with these values of the unique key `name`, or undefined. */
  find(name: Unique<O>, ...values: KeyPart[]): R | undefined {
    const id = named(this.#unique, name, this.name).entries.get(values)
    return id === undefined ? undefined : this.#rows.get([id])
  }

  /** Every row, in the order of their ids. */
  all(): R[] {
    return this.#rows.slice(0, this.#rows.size)
  }

  /** How many rows have `prefix` as the first parts of the index. Reads no row. */
  count(index: Indexes<O>, ...prefix: KeyPart[]): number {
    const { start, end } = named(this.#ordered, index, this.name).entries.range(prefix)
    return end - start
  }

  /** One page of the rows that have `prefix` as the first parts of the index, and how many there are in all. */
  page(index: Indexes<O>, prefix: readonly KeyPart[], { offset, limit, descending = false }: PageOptions): Page<R> {
    const { entries } = named(this.#ordered, index, this.name)
    const { start, end } = entries.range(prefix)
    const first = descending ? Math.max(start, end - offset - limit) : start + offset
    const last = descending ? end - offset : Math.min(end, start + offset + limit)
    const ids = entries.slice(first, last)
    if (descending) ids.reverse()
    return { rows: ids.map((id) => this.require(id)), total: end - start }
  }

  /** The rows that have `prefix` as the first parts of the index, read lazily in its order. */
  *scan(index: Indexes<O>, prefix: readonly KeyPart[], options: { descending?: boolean } = {}): Generator<R> {
    const { entries } = named(this.#ordered, index, this.name)
    const { start, end } = entries.range(prefix)
    // The ids are read at once, so that a caller may change the rows it is given.
    const ids = entries.slice(start, end)
    if (options.descending === true) ids.reverse()
    for (const id of ids) {
      const row = this.#rows.get([id])
      if (row !== undefined) yield row
    }
  }

  /** The rows that have `prefix` as the first parts of the index, in its order. */
  list(index: Indexes<O>, ...prefix: KeyPart[]): R[] {
    const { entries } = named(this.#ordered, index, this.name)
    const { start, end } = entries.range(prefix)
    return entries.slice(start, end).map((id) => this.require(id))
  }

  /** The rows whose declared reference `field` holds `id`, in the order of their ids. */
  referring(field: keyof R & string, id: Id): R[] {
    const { entries } = named(this.#ordered, `references ${field}`, this.name)
    const { start, end } = entries.range([id])
    return entries.slice(start, end).map((each) => this.require(each))
  }

  /** How many rows have `id` in their declared reference `field`. Reads no row. */
  countReferring(field: keyof R & string, id: Id): number {
    const { start, end } = named(this.#ordered, `references ${field}`, this.name).entries.range([id])
    return end - start
  }

  /**
   * Adds a row and returns it, frozen. Without an id it gets the next of the collection's sequence.
   *
   * @throws UniqueViolation when a unique key is taken.
   */
  insert(fields: NewRow<R>): R {
    const given = fields as { id?: Id }
    const id = given.id ?? this.#store.next(this.name)
    if (this.#rows.get([id]) !== undefined) throw new UniqueViolation(this.name, 'id', [id])
    const row = freeze({ ...fields, id } as unknown as R) // NewRow<R> and an id are R
    this.#checkReferences(row)
    this.#put(row, undefined)
    return row
  }

  /**
   * Replaces fields of a row and returns the new row, frozen. What `changes` does not name stays.
   *
   * @throws UniqueViolation when a unique key is taken.
   */
  update(id: Id, changes: Partial<Omit<R, 'id'>>): R {
    const before = this.require(id)
    const row = freeze({ ...before, ...changes })
    this.#checkReferences(row)
    this.#put(row, before)
    return row
  }

  /**
   * Deletes a row and, by their declared references, the rows that hang on it. Says whether there was one.
   *
   * @throws RestrictViolation when a reference declared `restrict` still points to it.
   */
  delete(id: Id): boolean {
    const row = this.#rows.get([id])
    if (row === undefined) return false
    this.#store.release(this.name, id)
    this.#store.touch()
    for (const index of this.#unique.values()) {
      const key = uniqueKey(index, row)
      if (key !== undefined) index.entries.delete(key)
    }
    for (const index of this.#ordered.values()) index.entries.delete(orderedKey(index, row))
    this.#rows.delete([id])
    return true
  }

  /** The trees that hold this collection, always in the same order. */
  trees(): OrderedMap<unknown>[] {
    const all = [this.#rows, ...[...this.#unique.values(), ...this.#ordered.values()].map((index) => index.entries)]
    return all as OrderedMap<unknown>[] // only marked and rewound as such
  }

  #put(row: R, before: R | undefined): void {
    for (const index of this.#unique.values()) {
      const key = uniqueKey(index, row)
      if (key === undefined) continue
      const holder = index.entries.get(key)
      if (holder !== undefined && holder !== row.id) throw new UniqueViolation(this.name, index.name, key)
    }
    this.#store.touch()
    for (const index of this.#unique.values()) {
      moveKey(index, before && uniqueKey(index, before), uniqueKey(index, row), row.id)
    }
    for (const index of this.#ordered.values()) {
      moveKey(index, before && orderedKey(index, before), orderedKey(index, row), row.id)
    }
    this.#rows.set([row.id], row)
  }

  #checkReferences(row: R): void {
    for (const [field, to] of this.#references) {
      const id = (row as unknown as Record<string, Id | null | undefined>)[field] // a declared field of the row
      if (id === null || id === undefined) continue
      if (this.#store.collection(to).get(id) === undefined) {
        throw new Error(`${this.name}.${field}: no row of ${to} has the id ${id}`)
      }
    }
  }
}

/** The collections of a store, each under its name. */
export type Collections<C extends CollectionDefinitions> = {
  readonly [N in keyof C & string]: C[N] extends CollectionDefinition<infer R, infer O> ? Collection<R, O> : never
}

/**
 * All state of one instance in one epoch: its collections, sequences and single values. A reset does not clear a store,
 * it puts a new one in its place; whoever still holds the old one can read it and can no longer write.
 */
export class Store<C extends CollectionDefinitions> {
  readonly #collections = new Map<string, Collection<Row>>()
  readonly #referring = new Map<string, { from: string; field: string; onDelete: OnDelete }[]>()
  readonly #ownership = new Ownership()
  readonly #values = new OrderedMap<unknown>(this.#ownership)
  readonly #trees: OrderedMap<unknown>[]
  readonly #definitions: C
  #ended = false
  #version = 0

  /** The collections, by name: `store.rows.labels.insert(…)`. */
  readonly rows: Collections<C>

  constructor(definitions: C, from?: StoreSnapshot) {
    this.#definitions = definitions
    for (const [name, definition] of Object.entries(definitions)) {
      const options = definition.options as CollectionOptions<Row> // the row type is only known to the caller
      const untyped = this as unknown as Store<CollectionDefinitions> // a collection reaches the others by name
      this.#collections.set(name, new Collection(untyped, this.#ownership, name, options))
      for (const [field, reference] of Object.entries<{ to: string; onDelete: OnDelete } | undefined>(
        options.references ?? {},
      )) {
        if (reference === undefined) continue
        if (definitions[reference.to] === undefined) {
          throw new Error(`collection ${name}: ${field} refers to ${reference.to}, which is not declared`)
        }
        const list = this.#referring.get(reference.to) ?? []
        list.push({ from: name, field, onDelete: reference.onDelete })
        this.#referring.set(reference.to, list)
      }
    }
    this.rows = Object.fromEntries(this.#collections) as unknown as Collections<C> // built from the same definitions
    this.#trees = [this.#values, ...[...this.#collections.values()].flatMap((each) => each.trees())]
    if (from !== undefined) this.#rewind(from)
  }

  /** Grows by one at every write; the same number means the same state of this store. */
  get version(): number {
    return this.#version
  }

  /** Whether a reset or restore has put another store in this one's place. */
  get ended(): boolean {
    return this.#ended
  }

  /** The collection with this name. Throws when it is not declared. */
  collection(name: string): Collection<Row> {
    const found = this.#collections.get(name)
    if (found === undefined) throw new Error(`no collection is named ${name}`)
    return found
  }

  /** The next number of a sequence, from 1. */
  next(sequence: string): number {
    const value = this.value<number>(`sequence ${sequence}`) ?? 0
    this.setValue(`sequence ${sequence}`, value + 1)
    return value + 1
  }

  /** A single value kept beside the collections, such as the position of a generator. */
  value<T>(name: string): T | undefined {
    return this.#values.get([name]) as T | undefined // whoever wrote the name knows its type
  }

  /** Keeps a single JSON value under `name`. */
  setValue(name: string, value: unknown): void {
    this.touch()
    this.#values.set([name], value)
  }

  /** The state as it is now. */
  snapshot(): StoreSnapshot {
    this.#ownership.renew()
    return { marks: this.#trees.map((tree) => tree.mark()) }
  }

  /** Ends this store and returns the one that takes its place, with the state of `snapshot`. */
  succeed(snapshot: StoreSnapshot): Store<C> {
    this.#ended = true
    return new Store(this.#definitions, snapshot)
  }

  /** Ends this store: every later write throws {@link EpochEnded}. */
  end(): void {
    this.#ended = true
  }

  /** Runs `work` whole or not at all: when it throws, every change it made is taken back. */
  transaction<T>(work: () => T): T {
    const before = this.snapshot()
    const version = this.#version
    try {
      return work()
    } catch (error) {
      if (this.#version !== version && !this.#ended) this.#rewind(before)
      throw error
    }
  }

  /** Called by a collection before a write. */
  touch(): void {
    if (this.#ended) throw new EpochEnded()
    this.#version += 1
  }

  /** Called by a collection before it deletes a row: applies what the references to that row declare. */
  release(name: string, id: Id): void {
    for (const { from, field, onDelete } of this.#referring.get(name) ?? []) {
      const collection = this.collection(from)
      const rows = collection.referring(field as never, id) // a declared reference of that collection
      if (rows.length > 0 && onDelete === 'restrict') throw new RestrictViolation(name, id, from)
      for (const row of rows) {
        if (onDelete === 'cascade') collection.delete(row.id)
        else collection.update(row.id, { [field]: null })
      }
    }
  }

  #rewind(snapshot: StoreSnapshot): void {
    this.#ownership.renew()
    for (const [index, tree] of this.#trees.entries()) {
      const mark = snapshot.marks[index]
      if (mark === undefined) throw new Error('this snapshot is of another service')
      tree.rewind(mark)
    }
  }
}

function indexes<R>(
  declared: Readonly<Record<string, readonly Part<R>[]>>,
  ownership: Ownership,
): Map<string, Index<R>> {
  return new Map(
    Object.entries(declared).map(([name, parts]) => [name, { name, parts, entries: new OrderedMap<Id>(ownership) }]),
  )
}

function named<R>(indexes: ReadonlyMap<string, Index<R>>, name: string, collection: string): Index<R> {
  const index = indexes.get(name)
  if (index === undefined) throw new Error(`${collection} declares no key or index named ${name}`)
  return index
}

function keyPart<R>(part: Part<R>, row: R): KeyPart {
  const value = typeof part === 'function' ? part(row) : row[part]
  return (value ?? null) as KeyPart // a declared part is a scalar field
}

function uniqueKey<R extends Row>(index: Index<R>, row: R): Key | undefined {
  const key = index.parts.map((part) => keyPart(part, row))
  return key.includes(null) ? undefined : key
}

function orderedKey<R extends Row>(index: Index<R>, row: R): Key {
  const key = index.parts.map((part) => keyPart(part, row))
  key.push(row.id)
  return key
}

function moveKey<R>(index: Index<R>, before: Key | undefined, after: Key | undefined, id: Id): void {
  if (before !== undefined && after !== undefined && before.every((part, at) => part === after[at])) return
  if (before !== undefined) index.entries.delete(before)
  if (after !== undefined) index.entries.set(after, id)
}

function freeze<T extends object>(value: T): T {
  for (const key in value) {
    const inner = value[key]
    if (typeof inner === 'object' && inner !== null && !Object.isFrozen(inner)) freeze(inner)
  }
  return Object.freeze(value)
}
