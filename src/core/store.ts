import { setMaxListeners } from 'node:events'
import { WrittenRows } from './state/written-rows.ts'
import { Collection, RestrictViolation, type Epoch } from './state/collection.ts'
import type { CollectionDefinition, CollectionDefinitions, Id, Row } from './state/table.ts'
import {
  Tables,
  type RowDifferences,
  type StoreChanges,
  type StoreContent,
  type StoreSnapshot,
  type StoreVersion,
} from './state/tables.ts'
import type {
  MapDefinition,
  Sequence,
  SequenceDefinition,
  StoredMap,
  Undo,
  Value,
  ValueDefinition,
} from './state/value.ts'

// The one door to the folder state/: other files import what they need of it from here.
export {
  Collection,
  RestrictViolation,
  UniqueViolation,
  type Following,
  type IndexName,
  type IndexPrefix,
  type NewRow,
  type ReferenceName,
} from './state/collection.ts'
export {
  collection,
  type CollectionDefinition,
  type CollectionDefinitions,
  type CollectionOptions,
  type Declarations,
  type Id,
  type Row,
} from './state/table.ts'
export type { RowDifferences, StoreChanges, StoreContent, StoreSnapshot, StoreVersion } from './state/tables.ts'
export {
  contentOf,
  ContentWriter,
  StateError,
  withChanges,
  type FileNames,
  type ServiceChanges,
  type ServiceState,
} from './state/service-state.ts'
export type { Snapshot } from './state/snapshot.ts'
export { timer, type PayloadOf, type TimerName } from './state/timer.ts'
export { orderedMap, sequence, Sequence, value, type SequenceDefinition, type ValueDefinition } from './state/value.ts'

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

/**
 * Thrown by every write through a store that has ended: the writer belongs to a past epoch, or the instance is closed.
 */
export class EpochEnded extends Error {
  override name = 'EpochEnded'
}

/**
 * All state of one instance in one epoch: its collections, values and sequences. A reset makes a new store over the
 * same tables, and ends the old one: work that still holds the old store can no longer write.
 */
export class Store<C extends CollectionDefinitions> {
  readonly #tables: Tables
  #ended = false
  #reason = 'the state was reset while this work was under way; it was dropped'
  #ending: AbortController | undefined
  /** The undo steps of the current transaction; null outside a transaction. */
  #undo: (Undo | (() => void))[] | null = null
  #awaitingChange: (() => void)[] = []
  #written: WrittenRows<Collections<C>> | undefined
  /** The collections that references have asked for. */
  readonly #collections = new Map<string, Collection<Row>>()

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
    this.rows = this.#tables.rows(epoch) as unknown as Collections<C> // it has a getter for each name of C
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

  /** The JSON of rows that has been written in this epoch. */
  get written(): WrittenRows<Collections<C>> {
    return (this.#written ??= new WrittenRows(() => {
      const reads = this.#tables.reads(this.rows)
      return { rows: reads.rows as Collections<C>, areCurrent: () => reads.areCurrent() } // a getter for each name of C
    }))
  }

  #collection(name: string): Collection<Row> {
    const known = this.#collections.get(name)
    if (known !== undefined) return known
    const found: unknown = Reflect.get(this.rows, name)
    if (!(found instanceof Collection)) throw new Error(`no collection is named ${name}`)
    this.#collections.set(name, found as Collection<Row>) // a store has no others
    return found as Collection<Row>
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

  /** Returns the present version of the state, for {@link changesSince}: of this store or of one that follows it. */
  version(): StoreVersion {
    return this.#tables.version()
  }

  /** Returns what has changed since a version. Its cost depends on the changes, and hardly on the size of the state. */
  changesSince(version: StoreVersion): StoreChanges {
    return this.#tables.changesSince(version)
  }

  /** Returns the rows that differ between a snapshot of this instance and the present state, by collection. */
  differencesSince(snapshot: StoreSnapshot): ReadonlyMap<string, RowDifferences> {
    return this.#tables.differencesSince(snapshot)
  }

  /** Ends this store and returns its successor, with the state of `content`, whose rows must be frozen. */
  replacedBy(content: StoreContent): Store<C> {
    this.#tables.replace(content)
    this.end()
    return new Store<C>(this.#tables)
  }

  /**
   * Sets the function that is called before every write, and after a reset or restore, in this epoch and all that
   * follow.
   */
  watch(onChange: () => void): void {
    this.#tables.onChange = onChange
  }

  /**
   * Returns a store of its own that begins with the present state, or with that of a snapshot: neither sees what the
   * other writes later. Costs the same at any size. For work that reads one moment while the state goes on, such as a
   * transaction of several requests, and for tenants. The state of the fork is in no snapshot of this store, and it
   * does not end with this store.
   */
  fork(snapshot?: StoreSnapshot): Store<C> {
    return new Store<C>(this.#tables.fork(snapshot))
  }

  /** Ends this store: every later write throws {@link EpochEnded} with the reason. Default: that of a reset */
  end(reason?: string): void {
    this.#ended = true
    this.#reason = reason ?? this.#reason
    this.#ending?.abort()
    this.#announce()
  }

  /**
   * Resolves after the next change, once the work that makes the change is done. Also resolves when the store ends, so
   * check {@link ended} first. For answers that are streamed while the state changes.
   */
  changed(): Promise<void> {
    if (this.#ended) return Promise.resolve()
    return new Promise((resolve) => void this.#awaitingChange.push(resolve))
  }

  /**
   * Runs `work` as a transaction: when it throws, every change it made is undone. The cost is that of its writes; a
   * snapshot in its place would make the next write to every collection copy nodes.
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
      while (!this.#ended && undo.length > begun) {
        const step = undo.pop()
        if (typeof step === 'function') step()
        else step?.undo()
      }
      throw error
    } finally {
      this.#undo = outer
    }
  }

  /**
   * To be called before a write, with the step that undoes it.
   *
   * @throws {@link EpochEnded}.
   */
  #touch(undo: Undo | (() => void)): void {
    this.check()
    this.#tables.change()
    this.#undo?.push(undo)
    this.#announce()
  }

  /** @throws {@link EpochEnded} when this store has ended. */
  check(): void {
    if (this.#ended) throw new EpochEnded(this.#reason)
  }

  /**
   * Resolves the promises of {@link changed}. Those run their callbacks after the present work, transactions included,
   * has ended.
   */
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
