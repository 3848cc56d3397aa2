import type { Key, KeyPart } from './key.ts'
import type { OrderedMap } from './ordered-map.ts'
import type { TimerDefinition } from './timer.ts'
import type { MapDefinition, SequenceDefinition, ValueDefinition } from './value.ts'

/** The identity of a row within its collection. */
export type Id = number | string

/** A record: JSON only, with an `id`. Rows are frozen; a change replaces the row by a new one. */
export interface Row {
  readonly id: Id
}

/** One part of a declared key: a field of the row, or a function of it (`(user) => user.login.toLowerCase()`). */
type Part<R> = (keyof R & string) | ((row: R) => KeyPart | undefined)

/** The effect on a row when the row that its field refers to is deleted. */
export type OnDelete = 'cascade' | 'set null' | 'restrict'

/** The declarations of a collection beside the type of its rows. */
export interface CollectionOptions<R> {
  /** Compound keys that no two rows share. As in SQL, a row with a null part is exempt. */
  unique?: Readonly<Record<string, readonly Part<R>[]>>
  /** Orders in which the rows are listed: by these parts, then by id. A row whose first part is null is not listed. */
  indexes?: Readonly<Record<string, readonly Part<R>[]>>
  /** Fields that hold the id of a row of another collection, or null. */
  references?: Readonly<{ [F in keyof R & string]?: { readonly to: string; readonly onDelete: OnDelete } }>
}

/** The declarations that the types of a collection's reads follow from. */
export interface Declarations {
  readonly unique?: Readonly<Record<string, readonly unknown[]>>
  readonly indexes?: Readonly<Record<string, readonly unknown[]>>
  readonly references?: object
}

/** The values that a key of these parts has, in order: `[number, string]` for `['repoId', (label) => label.name]`. */
export type KeyOf<R extends Row, P extends readonly unknown[]> = { -readonly [I in keyof P]: ValueOf<R, P[I]> }

type ValueOf<R extends Row, P> = P extends keyof R
  ? Exclude<R[P], undefined>
  : P extends (row: never) => infer V
    ? Exclude<V, undefined>
    : never

/** The first values of a key: none, some or all of them. */
export type PrefixOf<K extends unknown[]> = K extends [...infer First, unknown] ? K | PrefixOf<First> : K

/** A declared collection. Made with {@link collection}. */
export interface CollectionDefinition<R extends Row = Row, O extends CollectionOptions<R> = CollectionOptions<R>> {
  readonly options: O
  /** Only a type: the collection's rows. */
  readonly row?: R
}

/**
 * The collections, values, sequences, maps and timers of a service, by name. The types of rows, values, keys and
 * payloads differ and are recovered by inference.
 */
export type CollectionDefinitions = Readonly<
  Record<
    string,
    | { readonly options: object; readonly row?: Row }
    | ValueDefinition<unknown, Key>
    | SequenceDefinition<Key>
    | MapDefinition<unknown, Key>
    | TimerDefinition<unknown>
  >
>

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

/** The declaration of an index. */
interface IndexShape<R> {
  readonly name: string
  /** Returns the key of a row; undefined for a row that the index does not hold. */
  readonly keyOf: (row: R) => Key | undefined
}

/** A unique key or an index of one instance. */
export interface Index<R> extends IndexShape<R> {
  readonly entries: OrderedMap<Id>
}

/** A field that holds the id of a row of another collection. */
interface Reference {
  readonly field: string
  readonly to: string
  readonly onDelete: OnDelete
}

/** A collection's declarations, ready for use. */
interface Shape<R> {
  readonly unique: readonly IndexShape<R>[]
  readonly ordered: readonly IndexShape<R>[]
  readonly referring: readonly IndexShape<R>[]
  readonly references: readonly Reference[]
}

/** The storage of one collection, for as long as the instance lives. */
export interface Table<R extends Row> {
  readonly name: string
  readonly rows: OrderedMap<R>
  readonly unique: ReadonlyMap<string, Index<R>>
  readonly ordered: ReadonlyMap<string, Index<R>>
  /** For each reference field, the rows by the id in it. */
  readonly referring: ReadonlyMap<string, Index<R>>
  /** All keys and indexes, the unique keys first. */
  readonly indexes: readonly Index<R>[]
  readonly references: readonly Reference[]
}

// Module state on purpose: a declaration is the same for every instance.
const shapes = new WeakMap<object, Shape<never>>()

/** Returns the number of trees of a table: one for its rows, and one for each of its indexes. */
export function treesOf<R extends Row>(options: CollectionOptions<R>): number {
  const { unique, ordered, referring } = shapeOf(options)
  return 1 + unique.length + ordered.length + referring.length
}

/** Returns the references that a collection declares. */
export function referencesOf<R extends Row>(options: CollectionOptions<R>): readonly Reference[] {
  return shapeOf(options).references
}

/** Makes a table. `nextTree` returns its trees: that of the rows, and then those of the indexes, in their order. */
export function createTable<R extends Row>(
  name: string,
  options: CollectionOptions<R>,
  nextTree: () => OrderedMap<unknown>,
): Table<R> {
  const shape = shapeOf(options)
  const rows = nextTree() as OrderedMap<R> // only this table writes to its trees
  const indexes = (declared: readonly IndexShape<R>[]): Map<string, Index<R>> =>
    new Map(declared.map((index) => [index.name, { ...index, entries: nextTree() as OrderedMap<Id> }])) // as above
  const unique = indexes(shape.unique)
  const ordered = indexes(shape.ordered)
  const referring = indexes(shape.referring)
  const all = [...unique.values(), ...ordered.values(), ...referring.values()]
  const { references } = shape
  return { name, rows, unique, ordered, referring, indexes: all, references }
}

function shapeOf<R extends Row>(options: CollectionOptions<R>): Shape<R> {
  const known = shapes.get(options) as Shape<R> | undefined // kept for these options, which are of R
  if (known !== undefined) return known
  const declared = Object.entries<{ to: string; onDelete: OnDelete } | undefined>(options.references ?? {})
  const references = declared.flatMap(([field, reference]) =>
    reference === undefined ? [] : [{ field, ...reference }],
  )
  const indexes = (parts: Readonly<Record<string, readonly Part<R>[]>>, keyBy: typeof uniqueKey<R>): IndexShape<R>[] =>
    Object.entries(parts).map(([name, each]) => ({ name, keyOf: keyBy(each) }))
  // When a row is deleted, the rows that refer to it must be found without a scan.
  const fields = Object.fromEntries(references.map(({ field }) => [field, [field as keyof R & string]])) // declared fields
  const shape: Shape<R> = {
    unique: indexes(options.unique ?? {}, uniqueKey),
    ordered: indexes(options.indexes ?? {}, orderedKey),
    referring: indexes(fields, orderedKey),
    references,
  }
  shapes.set(options, shape)
  return shape
}

function keyPart<R>(part: Part<R>, row: R): KeyPart {
  const value = typeof part === 'function' ? part(row) : row[part]
  return (value ?? null) as KeyPart // a declared part is a scalar field
}

/**
 * Returns a function that makes the key of a row. The keys of all tables come from the same few literals, so that V8
 * gives them one kind of elements: to compare keys of the five kinds that `map` makes takes it twice as long.
 */
function keyMaker<R>(parts: readonly Part<R>[]): (row: R) => Key {
  const [a, b, c, d] = parts
  if (a === undefined || parts.length > 4) return (row) => parts.map((part) => keyPart(part, row))
  if (b === undefined) return (row) => [keyPart(a, row)]
  if (c === undefined) return (row) => [keyPart(a, row), keyPart(b, row)]
  if (d === undefined) return (row) => [keyPart(a, row), keyPart(b, row), keyPart(c, row)]
  return (row) => [keyPart(a, row), keyPart(b, row), keyPart(c, row), keyPart(d, row)]
}

function uniqueKey<R extends Row>(parts: readonly Part<R>[]): IndexShape<R>['keyOf'] {
  const make = keyMaker(parts)
  return (row) => {
    const key = make(row)
    return key.includes(null) ? undefined : key
  }
}

function orderedKey<R extends Row>(parts: readonly Part<R>[]): IndexShape<R>['keyOf'] {
  const make = keyMaker<R>([...parts, (row) => row.id])
  return (row) => {
    const key = make(row)
    return key[0] === null ? undefined : key
  }
}
