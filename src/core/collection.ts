import { OrderedMap, type Key, type KeyPart, type Ownership } from './ordered-map.ts'

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

interface Index<R> {
  readonly name: string
  readonly parts: readonly Part<R>[]
  readonly entries: OrderedMap<Id>
}

/** What holds the rows of one collection, for as long as the instance lives. */
export interface Table<R extends Row> {
  readonly name: string
  readonly rows: OrderedMap<R>
  readonly unique: ReadonlyMap<string, Index<R>>
  readonly ordered: ReadonlyMap<string, Index<R>>
  /** For each field that refers to another collection, the rows by what they refer to. */
  readonly referring: ReadonlyMap<string, Index<R>>
  /** The fields that refer to other collections. */
  readonly references: readonly { readonly field: string; readonly to: string; readonly onDelete: OnDelete }[]
}

/** Makes an empty table. */
export function createTable<R extends Row>(
  name: string,
  options: CollectionOptions<R>,
  ownership: Ownership,
): Table<R> {
  const ordered = indexes(options.indexes ?? {}, ownership)
  const declared = Object.entries<{ to: string; onDelete: OnDelete } | undefined>(options.references ?? {})
  const references = declared.flatMap(([field, reference]) =>
    reference === undefined ? [] : [{ field, ...reference }],
  )
  // What refers to a row must be found without a scan when the row is deleted.
  const referring = new Map(
    references.map(({ field }) => {
      // A declared reference is a field that holds an id.
      const part = (row: R): KeyPart => (row as unknown as Record<string, KeyPart>)[field] ?? null
      return [field, { name: field, parts: [part], entries: new OrderedMap<Id>(ownership) }]
    }),
  )
  const unique = indexes(options.unique ?? {}, ownership)
  return { name, rows: new OrderedMap(ownership), unique, ordered, referring, references }
}

/** What a collection asks of the store and the epoch that it belongs to. */
export interface Epoch {
  /** To be called before a write. Throws when the epoch has ended. */
  touch(): void
  /** The next number of a sequence, from 1. */
  next(sequence: string): number
  /** To be called before a row is deleted: applies what the references to it declare. */
  release(collection: string, id: Id): void
  /** Whether a collection has a row with this id. */
  has(collection: string, id: Id): boolean
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
  readonly #referring: ReadonlyMap<string, Index<R>>
  readonly #references: Table<R>['references']
  readonly #epoch: Epoch

  constructor(epoch: Epoch, table: Table<R>) {
    this.#epoch = epoch
    this.name = table.name
    this.#rows = table.rows
    this.#unique = table.unique
    this.#ordered = table.ordered
    this.#referring = table.referring
    this.#references = table.references
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
    return this.#window(named(this.#ordered, index, this.name), prefix, { offset, limit, descending })
  }

  /** One page of the rows whose declared reference `field` holds `id`, in the order of their ids. */
  pageReferring(field: keyof R & string, id: Id, { offset, limit, descending = false }: PageOptions): Page<R> {
    return this.#window(named(this.#referring, field, this.name), [id], { offset, limit, descending })
  }

  /**
   * How many rows that have `prefix` as the first parts of the index have a part below `part` next: the id, after all of the
   * parts. Reads no row.
   */
  countBelow(index: Indexes<O>, prefix: readonly KeyPart[], part: KeyPart): number {
    const { entries } = named(this.#ordered, index, this.name)
    return entries.rank([...prefix, part]) - entries.range(prefix).start
  }

  /**
   * Of the rows that have `prefix` as the first parts of the index, how many come before those whose next part is `part` or
   * above. Reads no row.
   */
  countBefore(index: Indexes<O>, prefix: readonly KeyPart[], part: KeyPart): number {
    const { entries } = named(this.#ordered, index, this.name)
    return entries.rank([...prefix, part]) - entries.range(prefix).start
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
    const { entries } = named(this.#referring, field, this.name)
    const { start, end } = entries.range([id])
    return entries.slice(start, end).map((each) => this.require(each))
  }

  /** How many rows have `id` in their declared reference `field`. Reads no row. */
  countReferring(field: keyof R & string, id: Id): number {
    const { start, end } = named(this.#referring, field, this.name).entries.range([id])
    return end - start
  }

  /**
   * Adds a row and returns it, frozen. Without an id it gets the next of the collection's sequence.
   *
   * @throws UniqueViolation when a unique key is taken.
   */
  insert(fields: NewRow<R>): R {
    const given = fields as { id?: Id }
    const id = given.id ?? this.#freeId()
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
    this.#epoch.release(this.name, id)
    this.#epoch.touch()
    for (const index of this.#unique.values()) {
      const key = uniqueKey(index, row)
      if (key !== undefined) index.entries.delete(key)
    }
    for (const index of this.#ordered.values()) index.entries.delete(orderedKey(index, row))
    for (const index of this.#referring.values()) index.entries.delete(orderedKey(index, row))
    this.#rows.delete([id])
    return true
  }

  #window(
    { entries }: Index<R>,
    prefix: readonly KeyPart[],
    { offset, limit, descending }: Required<PageOptions>,
  ): Page<R> {
    const { start, end } = entries.range(prefix)
    const first = descending ? Math.max(start, end - offset - limit) : start + offset
    const last = descending ? end - offset : Math.min(end, start + offset + limit)
    const ids = entries.slice(first, last)
    if (descending) ids.reverse()
    return { rows: ids.map((id) => this.require(id)), total: end - start }
  }

  /** The next of the sequence that no row was given as its own. */
  #freeId(): Id {
    let id = this.#epoch.next(this.name)
    while (this.#rows.get([id]) !== undefined) id = this.#epoch.next(this.name)
    return id
  }

  #put(row: R, before: R | undefined): void {
    for (const index of this.#unique.values()) {
      const key = uniqueKey(index, row)
      if (key === undefined) continue
      const holder = index.entries.get(key)
      if (holder !== undefined && holder !== row.id) throw new UniqueViolation(this.name, index.name, key)
    }
    this.#epoch.touch()
    for (const index of this.#unique.values()) {
      moveKey(index, before && uniqueKey(index, before), uniqueKey(index, row), row.id)
    }
    for (const index of this.#ordered.values()) {
      moveKey(index, before && orderedKey(index, before), orderedKey(index, row), row.id)
    }
    for (const index of this.#referring.values()) {
      moveKey(index, before && orderedKey(index, before), orderedKey(index, row), row.id)
    }
    this.#rows.set([row.id], row)
  }

  #checkReferences(row: R): void {
    for (const { field, to } of this.#references) {
      const id = (row as unknown as Record<string, Id | null | undefined>)[field] // a declared field of the row
      if (id === null || id === undefined) continue
      if (!this.#epoch.has(to, id)) {
        throw new Error(`${this.name}.${field}: no row of ${to} has the id ${id}`)
      }
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
