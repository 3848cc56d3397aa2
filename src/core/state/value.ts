import type { Key } from './key.ts'
import type { OrderedMap } from './ordered-map.ts'

/** A declared single value, or one for each key. Made with {@link value}. */
export interface ValueDefinition<T, K extends Key = [], D extends T | undefined = T | undefined> {
  readonly kind: 'value'
  /** The value before anything is set. */
  readonly initial: D
  /** Only a type: what the value may be. */
  readonly value?: T
  /** Only a type: the parts of the key. */
  readonly key?: K
}

/** A declared sequence of numbers, or one for each key. Made with {@link sequence}. */
export interface SequenceDefinition<K extends Key = []> {
  readonly kind: 'sequence'
  /** Only a type: the parts of the key. */
  readonly key?: K
}

/** A declared ordered map. Made with {@link orderedMap}. */
export interface MapDefinition<V, K extends Key> {
  readonly kind: 'map'
  /** Returns a value as JSON or bytes, for a saved state; absent for values that are JSON or bytes themselves. */
  save?(value: V): unknown
  /** Returns the value that {@link save} has made JSON or bytes. */
  load?(saved: unknown): V
  /** Only a type: the values. */
  readonly value?: V
  /** Only a type: the parts of the keys. */
  readonly key?: K
}

/**
 * Declares an ordered map beside the collections of a service: values by compound key, read by key, by range and by
 * position. It is part of the state, as rows are. For what is indexed by keys that no declaration can name, such as the
 * fields that a request chooses. Values are not frozen: they must not be changed. Values that are neither JSON nor
 * bytes name their form in a saved state.
 *
 * @example
 * const collections = { entries: orderedMap<number, [index: number, key: string, id: number]>() }
 * const { start, end } = rows.entries.range([1, 'a'])
 * rows.entries.slice(start, end)
 */
export function orderedMap<V, K extends Key>(
  form: Pick<MapDefinition<V, K>, 'save' | 'load'> = {},
): MapDefinition<V, K> {
  return { kind: 'map', ...form }
}

/**
 * Declares a single value beside the collections of a service: JSON, or bytes that no longer change. It is part of the
 * state, as rows are. With `K` there is one value for each key. Before it is set, it is `initial`, or undefined.
 *
 * @example
 * const collections = { strictAuth: value(false), requestCounts: value<number, [hour: number]>(0) }
 * rows.strictAuth.set(true)
 * rows.requestCounts.get(12)
 */
export function value<T, K extends Key = []>(initial: T): ValueDefinition<T, K, T>
export function value<T, K extends Key = []>(): ValueDefinition<T, K, undefined>
export function value<T, K extends Key = []>(initial?: T): ValueDefinition<T, K> {
  return { kind: 'value', initial }
}

/**
 * Declares a sequence of the numbers 1, 2, 3 … beside the collections of a service. It is part of the state, as rows
 * are. With `K` there is one for each key.
 *
 * @example
 * const collections = { runners: sequence(), issueNumbers: sequence<[repoId: number]>() }
 * rows.issueNumbers.next(repo.id)
 */
export function sequence<K extends Key = []>(): SequenceDefinition<K> {
  return { kind: 'sequence' }
}

/** Undoes one write. */
export interface Undo {
  undo(): void
}

/** The part of a store that records writes. */
export interface WriteLog {
  /**
   * To be called before a write, with the step that undoes it.
   *
   * @throws when the epoch has ended.
   */
  touch(undo: Undo | (() => void)): void
}

/** A value of one instance in one epoch, or one for each key. */
export class Value<T, K extends Key = [], D extends T | undefined = undefined> {
  readonly #log: WriteLog
  readonly #entries: OrderedMap<T>
  readonly #initial: D

  constructor(log: WriteLog, entries: OrderedMap<T>, initial: D) {
    this.#log = log
    this.#entries = entries
    this.#initial = initial
  }

  /** The number of changes of the store up to the last one of this value. */
  get changedAt(): number {
    return this.#entries.changedAt
  }

  /** Returns the value; the initial value when none is set. */
  get(...key: K): T | D {
    const found = this.#entries.get(key)
    return found === undefined ? this.#initial : found
  }

  set(to: T, ...key: K): void {
    put(this.#log, this.#entries, key, to)
  }

  /** Goes back to the initial value. */
  delete(...key: K): void {
    remove(this.#log, this.#entries, key)
  }
}

/** The first parts of a key: none, some or all of them. */
type FirstParts<K extends readonly unknown[]> = K extends readonly [...infer First, unknown] ? K | FirstParts<First> : K

/** An ordered map of one instance in one epoch. Every read costs a walk from the root, and its result. */
export class StoredMap<V, K extends Key> {
  readonly #log: WriteLog
  readonly #entries: OrderedMap<V>

  constructor(log: WriteLog, entries: OrderedMap<V>) {
    this.#log = log
    this.#entries = entries
  }

  /** The number of entries. */
  get size(): number {
    return this.#entries.size
  }

  /** The number of changes of the store up to the last one of this map. */
  get changedAt(): number {
    return this.#entries.changedAt
  }

  get(...key: K): V | undefined {
    return this.#entries.get(key)
  }

  set(to: V, ...key: K): void {
    put(this.#log, this.#entries, key, to)
  }

  delete(...key: K): void {
    remove(this.#log, this.#entries, key)
  }

  /**
   * Returns the positions of the entries whose keys begin with `prefix`: from `start` up to, but not including, `end`.
   */
  range(prefix: FirstParts<K>): { start: number; end: number } {
    return this.#entries.range(prefix)
  }

  /** Returns the value of the first entry whose key begins with `prefix`, or undefined. */
  first(prefix: FirstParts<K>): V | undefined {
    return this.#entries.first(prefix)
  }

  /**
   * Returns the values of the entries from the first key that does not come before `from` up to, but not including, the
   * first that does not come before `to`, as far as these reach, but `most` at most.
   */
  between(from: FirstParts<K>, to: FirstParts<K>, most: number): V[] {
    return this.#entries.between(from, to, most)
  }

  /** Returns the position of the first entry whose key, as far as `prefix` reaches, is not below it. */
  rank(prefix: FirstParts<K>): number {
    return this.#entries.rank(prefix)
  }

  /** Returns the values at the positions from `start` up to, but not including, `end`, in key order. */
  slice(start: number, end: number): V[] {
    return this.#entries.slice(start, end)
  }
}

/** A sequence of one instance in one epoch, or one for each key. */
export class Sequence<K extends Key = []> {
  readonly #log: WriteLog
  readonly #entries: OrderedMap<number>

  constructor(log: WriteLog, entries: OrderedMap<number>) {
    this.#log = log
    this.#entries = entries
  }

  /** The number of changes of the store up to the last one of this sequence. */
  get changedAt(): number {
    return this.#entries.changedAt
  }

  /** Takes the next number, from 1. */
  next(...key: K): number {
    const number = (this.#entries.get(key) ?? 0) + 1
    put(this.#log, this.#entries, key, number)
    return number
  }

  /** Returns the number that was taken last; 0 when none was. */
  last(...key: K): number {
    return this.#entries.get(key) ?? 0
  }
}

/** Sets a value, with the step that undoes it. */
function put<T>(log: WriteLog, entries: OrderedMap<T>, key: Key, to: T): void {
  const undo = new UndoPut(entries, key)
  log.touch(undo)
  undo.before = entries.set(key, to)
}

/** A class, as every write makes one: a function with what it refers to is three objects. */
class UndoPut<T> implements Undo {
  /** The value that the write has replaced. */
  before: T | undefined = undefined
  readonly #entries: OrderedMap<T>
  readonly #key: Key

  constructor(entries: OrderedMap<T>, key: Key) {
    this.#entries = entries
    this.#key = key
  }

  undo(): void {
    if (this.before === undefined) this.#entries.delete(this.#key)
    else this.#entries.set(this.#key, this.before)
  }
}

/** Removes a value, with the step that undoes it. */
function remove<T>(log: WriteLog, entries: OrderedMap<T>, key: Key): void {
  const before = entries.get(key)
  log.touch(() => before !== undefined && entries.set(key, before))
  if (before !== undefined) entries.delete(key)
}
