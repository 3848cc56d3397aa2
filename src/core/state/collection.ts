import { withMember } from '../objects.ts'
import type { Key, KeyPart } from './key.ts'
import type { OrderedMap } from './ordered-map.ts'
import type { WriteLog } from './value.ts'
import type { CollectionOptions, Declarations, Id, Index, KeyOf, PrefixOf, Row, Table } from './table.ts'

/** A row to insert. A numeric id may be omitted: the collection numbers the row. */
export type NewRow<R extends Row> = R['id'] extends number ? Omit<R, 'id'> & { readonly id?: R['id'] } : R

/** The unique keys that a collection declares: the parts of each, by name. */
type UniqueKeys<O extends Declarations> = O extends { readonly unique: infer U } ? U : object
/** The indexes that a collection declares: the parts of each, by name. */
type Indexes<O extends Declarations> = O extends { readonly indexes: infer I } ? I : object

/** The name of a unique key of a collection. */
export type UniqueName<O extends Declarations> = keyof UniqueKeys<O> & string
/** The name of an index of a collection. */
export type IndexName<O extends Declarations> = keyof Indexes<O> & string
/** The name of a field that a collection declares as a reference. */
export type ReferenceName<O extends Declarations> = O extends { readonly references: infer F }
  ? keyof F & string
  : never

/** The values by which a row is found under the unique key `N`. */
export type UniqueValues<
  R extends Row,
  O extends Declarations,
  N extends keyof UniqueKeys<O>,
> = UniqueKeys<O>[N] extends infer P extends readonly unknown[] ? KeyOf<R, P> : never

/** The values by which rows are found in the index `N`: those of its first parts, down to none. */
export type IndexPrefix<
  R extends Row,
  O extends Declarations,
  N extends keyof Indexes<O>,
> = Indexes<O>[N] extends infer P extends readonly unknown[] ? PrefixOf<KeyOf<R, P>> : never

/**
 * The type of the part of the index `N` that stands after its first `L` parts: `L` is their number. After the last part
 * stands the id.
 */
export type Following<
  R extends Row,
  O extends Declarations,
  N extends keyof Indexes<O>,
  L,
> = Indexes<O>[N] extends infer P extends readonly unknown[] ? Widened<At<[...KeyOf<R, P>, R['id']], L>> : never

type At<T extends readonly unknown[], L> = L extends keyof T ? T[L] : never
/** Any value of the type: a boundary need not be a value that a row can have. */
type Widened<V> = V extends string ? string : V extends number ? number : V extends boolean ? boolean : V

/** A page of rows, and the number of all rows of the list. */
export interface Page<R> {
  /** The rows of the page, in the order of the list. */
  readonly rows: readonly R[]
  /** The number of rows on all pages. */
  readonly total: number
}

/** The part of an ordered list to read. */
export interface PageOptions {
  /** The number of rows to skip. */
  offset: number
  /** The most rows to return. */
  limit: number
  /** Reads the index backwards. Default: false */
  descending?: boolean
}

/** The part of an ordered list to walk. */
interface WalkOptions<R> {
  /** The number of rows to skip, those that `where` leaves out among them. Default: 0 */
  readonly offset?: number
  /** Reads the index backwards. Default: false */
  readonly descending?: boolean
  /** Leaves out the rows for which it returns false. */
  readonly where?: ((row: R) => boolean) | undefined
}

/** Thrown by `insert` and `update` when a unique key is taken. */
export class UniqueViolation extends Error {
  override name = 'UniqueViolation'
  /** The name of the collection. */
  readonly collection: string
  /** The name of the unique key. */
  readonly key: string

  constructor(collection: string, key: string, values: Key) {
    super(`${collection}: another row has the same ${key} (${values.join(', ')})`)
    this.collection = collection
    this.key = key
  }
}

/** Thrown by `delete` when a reference declared `restrict` still points to the row. */
export class RestrictViolation extends Error {
  override name = 'RestrictViolation'
  /** The name of the collection whose row was to be deleted. */
  readonly collection: string

  constructor(collection: string, id: Id, by: string) {
    super(`${collection} ${id}: rows of ${by} still refer to it`)
    this.collection = collection
  }
}

/** The part of a store that its collections work with. */
export interface Epoch extends WriteLog {
  /** The next number of the collection's sequence of ids, from 1. */
  nextId(collection: string): number
  /** Runs work as a transaction: when it throws, its changes are undone. */
  transaction<T>(work: () => T): T
  /** Applies what the references to a row declare. To be called when the row has been deleted. */
  release(collection: string, id: Id): void
  /** Returns whether a collection has a row with this id. */
  has(collection: string, id: Id): boolean
}

/** The numbers of rows that a walk reads at once: at first, and at most. */
const FIRST_PORTION = 32
const LARGEST_PORTION = 1024

/**
 * The rows of one collection, with its declared keys and indexes. The cost of a read follows from its result: a lookup
 * walks one tree, a page of a list reads that page, a count reads no row.
 */
export class Collection<R extends Row, O extends Declarations = CollectionOptions<R>> {
  readonly name: string
  readonly #rows: OrderedMap<R>
  readonly #unique: ReadonlyMap<string, Index<R>>
  readonly #ordered: ReadonlyMap<string, Index<R>>
  readonly #referring: ReadonlyMap<string, Index<R>>
  readonly #indexes: readonly Index<R>[]
  readonly #references: Table<R>['references']
  readonly #epoch: Epoch

  constructor(epoch: Epoch, table: Table<R>) {
    this.#epoch = epoch
    this.name = table.name
    this.#rows = table.rows
    this.#unique = table.unique
    this.#ordered = table.ordered
    this.#referring = table.referring
    this.#indexes = table.indexes
    this.#references = table.references
  }

  /** The number of rows. */
  get size(): number {
    return this.#rows.size
  }

  /** The number of changes of the store up to the last one of this collection. */
  get changedAt(): number {
    return this.#rows.changedAt
  }

  /** Returns the row with this id, or undefined. */
  get(id: Id | null | undefined): R | undefined {
    return id === null || id === undefined ? undefined : this.#rows.get([id])
  }

  /**
   * Returns the row with this id.
   *
   * @throws when it does not exist; a declared reference guarantees that it exists.
   */
  require(id: Id): R {
    const row = this.#rows.get([id])
    if (row === undefined) throw new Error(`${this.name} ${id}: no such row`)
    return row
  }

  /** Returns the row with these values of the unique key `name`, or undefined. */
  find<N extends UniqueName<O>>(name: N, ...values: UniqueValues<R, O, N>): R | undefined {
    const id = named(this.#unique, name, this.name).entries.get(scalars(values))
    return id === undefined ? undefined : this.#rows.get([id])
  }

  /** Takes the next number of the sequence that numbers the rows, for another collection that shares the sequence. */
  nextId(): number {
    return this.#epoch.nextId(this.name)
  }

  /** Returns all rows, ordered by id. */
  all(): R[] {
    return this.#rows.slice(0, this.#rows.size)
  }

  /** Counts the rows whose first index parts equal `prefix`. Reads no row. */
  count<N extends IndexName<O>>(index: N, ...prefix: IndexPrefix<R, O, N>): number {
    const { start, end } = named(this.#ordered, index, this.name).entries.range(scalars(prefix))
    return end - start
  }

  /** Returns one page of the rows whose first index parts equal `prefix`, in the order of the index. */
  page<N extends IndexName<O>>(
    index: N,
    prefix: IndexPrefix<R, O, N>,
    { offset, limit, descending = false }: PageOptions,
  ): Page<R> {
    return this.#window(named(this.#ordered, index, this.name), scalars(prefix), { offset, limit, descending })
  }

  /** Returns one page of the rows whose reference `field` is `id`, ordered by id. */
  pageReferring(field: ReferenceName<O>, id: Id, { offset, limit, descending = false }: PageOptions): Page<R> {
    return this.#window(named(this.#referring, field, this.name), [id], { offset, limit, descending })
  }

  /**
   * Counts the rows whose first index parts equal `prefix` and whose next part is below `part`. After all declared
   * parts, the next part is the id. Reads no row.
   */
  countBefore<N extends IndexName<O>, const K extends IndexPrefix<R, O, N>>(
    index: N,
    prefix: K,
    part: Following<R, O, N, K['length']>,
  ): number {
    const { entries } = named(this.#ordered, index, this.name)
    return entries.rank(scalars([...prefix, part])) - entries.range(scalars(prefix)).start
  }

  /** Iterates over the rows whose first index parts equal `prefix`, in the order of the index. Rows are read lazily. */
  *scan<N extends IndexName<O>>(
    index: N,
    prefix: IndexPrefix<R, O, N>,
    options: { descending?: boolean } = {},
  ): Generator<R> {
    const { entries } = named(this.#ordered, index, this.name)
    const { start, end } = entries.range(scalars(prefix))
    // All ids are read first, so that the caller may change rows while it iterates.
    const ids = entries.slice(start, end)
    if (options.descending === true) ids.reverse()
    for (const id of ids) {
      const row = this.#rows.get([id])
      if (row !== undefined) yield row
    }
  }

  /**
   * Iterates over the rows whose first index parts equal `prefix`, in the order of the index. Rows are read in
   * portions: a caller that stops early has read few. It must not change the collection meanwhile.
   */
  *walk<N extends IndexName<O>>(
    index: N,
    prefix: IndexPrefix<R, O, N>,
    { offset = 0, descending = false, where }: WalkOptions<R> = {},
  ): Generator<R> {
    for (let at = offset, limit = FIRST_PORTION; ; at += limit, limit = Math.min(limit * 2, LARGEST_PORTION)) {
      const { rows } = this.page(index, prefix, { offset: at, limit, descending })
      yield* where === undefined ? rows : rows.filter(where)
      if (rows.length < limit) return
    }
  }

  /** Returns the rows whose first index parts equal `prefix`, in the order of the index. */
  list<N extends IndexName<O>>(index: N, ...prefix: IndexPrefix<R, O, N>): R[] {
    const { entries } = named(this.#ordered, index, this.name)
    const { start, end } = entries.range(scalars(prefix))
    return entries.slice(start, end).map((id) => this.require(id))
  }

  /** Returns the rows whose reference `field` is `id`, ordered by id. */
  referring(field: ReferenceName<O>, id: Id): R[] {
    const { entries } = named(this.#referring, field, this.name)
    const { start, end } = entries.range([id])
    return entries.slice(start, end).map((each) => this.require(each))
  }

  /** Counts the rows whose reference `field` is `id`. Reads no row. */
  countReferring(field: ReferenceName<O>, id: Id): number {
    const { start, end } = named(this.#referring, field, this.name).entries.range([id])
    return end - start
  }

  /**
   * Adds a row and returns it, frozen. A row without an id gets the next number of the collection's sequence.
   *
   * @throws UniqueViolation when a unique key is taken.
   */
  insert(fields: NewRow<R>): R {
    const { id: ownId } = fields as { id?: Id }
    const id = ownId ?? this.#freeId()
    if (ownId !== undefined && this.#rows.get([id]) !== undefined) throw new UniqueViolation(this.name, 'id', [id])
    const copy: object = ownId === id ? { ...fields } : withMember(fields, 'id', id)
    const row = freeze(copy as R) // NewRow<R> and an id are R
    this.#checkReferences(row, undefined)
    this.#put(row, undefined)
    return row
  }

  /**
   * Replaces fields of a row and returns the new row, frozen. Fields that `changes` does not name keep their values.
   *
   * @throws UniqueViolation when a unique key is taken.
   */
  update(id: R['id'], changes: Partial<Omit<R, 'id'>>): R {
    const before = this.require(id)
    const row = freeze({ ...before, ...changes })
    this.#checkReferences(row, before)
    this.#put(row, before)
    return row
  }

  /**
   * Deletes a row, and applies the declared references to it. Returns whether the row existed.
   *
   * @throws RestrictViolation when a reference declared `restrict` still points to the row. Nothing is deleted then.
   */
  delete(id: R['id']): boolean {
    const row = this.#rows.get([id])
    if (row === undefined) return false
    this.#epoch.transaction(() => {
      this.#epoch.touch(() => this.#replace(undefined, row))
      // The row goes first, so that rows which refer to each other do not recurse forever.
      this.#replace(row, undefined)
      this.#epoch.release(this.name, id)
    })
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

  /** Takes the next number of the sequence that no row has as its own id. */
  #freeId(): Id {
    let id = this.nextId()
    while (this.#rows.get([id]) !== undefined) id = this.nextId()
    return id
  }

  #put(row: R, before: R | undefined): void {
    // The keys are made first: one that cannot be made throws before anything is written.
    const keys = this.#keysOf(row)
    let at = 0
    // The unique keys are the first of all indexes.
    for (const index of this.#unique.values()) {
      const key = keys[at++]
      const holder = key && index.entries.get(key)
      if (key !== undefined && holder !== undefined && holder !== row.id) {
        throw new UniqueViolation(this.name, index.name, key)
      }
    }
    this.#epoch.touch(() => this.#replace(row, before))
    this.#replace(before, row, keys)
  }

  #keysOf(row: R): readonly (Key | undefined)[] {
    return this.#indexes.map(({ keyOf }) => keyOf(row))
  }

  /**
   * Replaces a row in the table and its indexes. `before` is undefined for a new row, `after` for a deleted one. `keys`
   * are the keys of `after`, if the caller has made them already.
   */
  #replace(before: R | undefined, after: R | undefined, keys = after && this.#keysOf(after)): void {
    let at = 0
    for (const index of this.#indexes) move(index, before, keys?.[at++], after?.id)
    if (after !== undefined) this.#rows.set([after.id], after)
    else if (before !== undefined) this.#rows.delete([before.id])
  }

  /**
   * Checks that the rows exist which a row refers to. An unchanged reference is not checked: the row that it names may
   * be under deletion already, which then deletes this row too.
   */
  #checkReferences(row: R, before: R | undefined): void {
    for (const { field, to } of this.#references) {
      const id = referenceOf(row, field)
      if (id === null || id === undefined || (before !== undefined && id === referenceOf(before, field))) continue
      if (!this.#epoch.has(to, id)) {
        throw new Error(`${this.name}.${field}: no row of ${to} has the id ${id}`)
      }
    }
  }
}

function named<R>(indexes: ReadonlyMap<string, Index<R>>, name: string, collection: string): Index<R> {
  const index = indexes.get(name)
  if (index === undefined) throw new Error(`${collection} declares no key or index named ${name}`)
  return index
}

function scalars(values: readonly unknown[]): Key {
  return values as Key // declared parts are scalars
}

/** Returns the value of a declared reference. */
function referenceOf(row: Row, field: string): Id | null | undefined {
  return (row as unknown as Record<string, Id | null | undefined>)[field] // a declared field of the row
}

/** Removes `before` from an index, and adds `id` under the key `to`. Either may be undefined. */
function move<R extends Row>(
  { keyOf, entries }: Index<R>,
  before: R | undefined,
  to: Key | undefined,
  id: Id | undefined,
): void {
  const from = before && keyOf(before)
  if (from !== undefined && to !== undefined && from.every((part, at) => part === to[at])) return
  if (from !== undefined) entries.delete(from)
  if (to !== undefined && id !== undefined) entries.set(to, id)
}

/** Freezes a value and all that it holds. */
function freeze<T extends object>(value: T): T {
  // With `for … in`, Node.js 24 compiles this function again for most copies that a spread has made.
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  for (const member of members) {
    if (typeof member === 'object' && member !== null && !Object.isFrozen(member)) freeze(member)
  }
  return Object.freeze(value)
}
