import { MINUTE, SECOND } from '#core/duration.ts'
import type { Store } from '#core/store.ts'
import type { SystemCollections } from '#core/service.ts'
import type { DataContext } from '#docdb/call.ts'
import type { collections } from '#docdb/schema.ts'
import type { Document, Timestamp } from '#docdb/values/value.ts'

/** The rest of a result that a driver fetches in parts. */
export interface Cursor {
  readonly id: bigint
  readonly namespace: string
  readonly session: string | null
  /** Gives the documents that the driver has not fetched yet. */
  readonly source: CursorSource
  /** The instance's clock at the last use, in epoch milliseconds. */
  usedAt: number
  readonly noTimeout: boolean
  /** True for a cursor whose command has a time limit, which holds for the reads of further batches too. */
  readonly hasTimeLimit: boolean
}

/** Gives documents in parts. */
export interface CursorSource {
  /** Returns at most `count` documents. */
  take(data: DataContext, count: number): Document[]
  /** Takes back the last documents, for which a batch had no room; a source without it keeps room for them. */
  giveBack?(count: number): void
  /** True when there are no more documents, and there will be none. */
  isExhausted(): boolean
  /** True for a source that may have documents later: a change stream, or a tailable cursor. */
  readonly awaits: boolean
  /** True for a source whose `getMore` waits for documents. */
  readonly waits?: boolean
  /** True for the changes of a change stream. */
  readonly isChangeStream?: boolean
  /** Further members of a reply, such as the resume token. */
  details?(data: DataContext): Document
}

/** The store of docdb. */
export type DocdbStore = Store<typeof collections & SystemCollections>

/** A transaction under way. */
export interface Transaction {
  readonly session: Document
  readonly number: bigint
  /** The state that the transaction reads and writes: that of its beginning, and its own changes. */
  readonly store: DocdbStore
  /** The position of the last change before it began. */
  readonly since: number
  /** The instance's clock at its first command. */
  readonly startedAt: number
  state: 'in progress' | 'committed' | 'aborted'
  /** The documents and unique keys that it has claimed by writing them. */
  readonly written: Set<string>
  /** The documents that it has inserted, which only it knows. */
  readonly inserted: Set<string>
}

/** A logical session of a driver. */
export interface Session {
  readonly id: string
  readonly lsid: Document
  transaction: Transaction | null
  /** The number of the latest retryable write or transaction. */
  lastNumber: bigint
  /** The replies to the statements of the latest retryable write: one, unless the driver has split it. */
  replies: readonly { readonly key: string; readonly reply: Document }[]
  usedAt: number
}

/** How long what a client leaves behind may last, in milliseconds of the clock. */
export interface Lifetimes {
  /** An unused cursor. */
  readonly cursor: number
  /** A transaction. */
  readonly transaction: number
}

/** How long the state of a snapshot read is kept. */
const SNAPSHOT_LIFE = 5 * MINUTE

/** The most states that are kept for snapshot reads; the oldest go first. */
const SNAPSHOTS_KEPT = 256

/** How long an unused session lives. */
const SESSION_LIFE = 30 * MINUTE

/** How often the runtime looks for what has expired. */
const EXPIRY_INTERVAL = SECOND

/** A command that waits, as `currentOp` shows it. */
export interface WaitingOperation {
  readonly connectionId: number
  readonly command: Document
  readonly namespace: string
  /** The instance's clock when it began. */
  readonly startedAt: number
}

/** The cursors, sessions and transactions of one epoch. A reset ends them. */
export class Runtime {
  /** The number of the epoch since the process began, which is in the tokens of its changes. */
  readonly epoch: number
  /** The position of the last change before the epoch's first command. */
  readonly since: number
  /** The number of commands by name. */
  readonly counts = new Map<string, number>()
  /** The number of commands by the path of what they are about, such as `/shop/orders`, and by name. */
  readonly #usage = new Map<string, Map<string, number>>()
  readonly waiting = new Set<WaitingOperation>()
  readonly cursors = new Map<bigint, Cursor>()
  readonly sessions = new Map<string, Session>()
  /** The transaction that has claimed a document or a unique key and not ended. */
  readonly locks = new Map<string, Transaction>()
  readonly #snapshots = new Map<bigint, { readonly store: DocdbStore; readonly at: number }>()
  #cursorCount = 0n
  #expiredAt = 0
  readonly #listeners = new Set<() => void>()
  #isWatching = false

  constructor(epoch: number, since: number) {
    this.epoch = epoch
    this.since = since
  }

  /** Notes that a command begins. */
  count(name: string, path: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
    let own = this.#usage.get(path)
    if (own === undefined) this.#usage.set(path, (own = new Map()))
    own.set(name, (own.get(name) ?? 0) + 1)
  }

  /** Returns the number of commands about a collection, by name. */
  usageOf(database: string, collection: string): ReadonlyMap<string, number> | undefined {
    return this.#usage.get(`/${database}/${collection}`)
  }

  /** Returns the number of commands by the namespace that they are about, such as `shop.orders`, and by name. */
  usage(): [namespace: string, counts: ReadonlyMap<string, number>][] {
    return [...this.#usage].map(([path, counts]) => [path.slice(1).replace('/', '.'), counts])
  }

  /**
   * Calls the listener after the next change of the store, and when a cursor is killed or a transaction ends, until the
   * returned function is called.
   */
  onEvent(store: DocdbStore, listener: () => void): () => void {
    this.#listeners.add(listener)
    if (!this.#isWatching) void this.#watch(store)
    return () => void this.#listeners.delete(listener)
  }

  /** Holds the rest of a result; returns the id of the cursor. */
  open(cursor: Omit<Cursor, 'id'>): Cursor {
    this.#cursorCount += 1n
    // Ids look like those of the server: large, and not in sequence.
    const id = BigInt.asIntN(63, (this.#cursorCount * 0x9e3779b97f4a7c15n) >> 1n) || 1n
    const opened = { ...cursor, id: id < 0n ? -id : id }
    this.cursors.set(opened.id, opened)
    return opened
  }

  /** Forgets a cursor, and wakes the command that waits for its next documents. Returns whether there was one. */
  kill(id: bigint): boolean {
    const isKnown = this.cursors.delete(id)
    if (isKnown) this.#wake()
    return isKnown
  }

  /** Ends transactions that last for too long, and cursors and sessions that have been unused for too long. */
  expire(now: number, lifetimesOf: () => Lifetimes): void {
    if (Math.abs(now - this.#expiredAt) < EXPIRY_INTERVAL) return
    this.#expiredAt = now
    const lifetimes = lifetimesOf()
    for (const [key, { transaction, usedAt }] of this.sessions) {
      if (transaction?.state === 'in progress' && now - transaction.startedAt > lifetimes.transaction) {
        this.release(transaction, 'aborted')
      }
      if (now - usedAt > SESSION_LIFE) this.endSession(key)
    }
    for (const [time, { at }] of this.#snapshots) if (now - at > SNAPSHOT_LIFE) this.#snapshots.delete(time)
    for (const { id, usedAt, noTimeout, source } of this.cursors.values()) {
      // A client is always at a cursor that awaits changes.
      if (!noTimeout && !source.awaits && now - usedAt > lifetimes.cursor) this.kill(id)
    }
  }

  /** Returns the state of a snapshot read at a cluster time; undefined when it is not kept. */
  snapshot(time: Timestamp): DocdbStore | undefined {
    return this.#snapshots.get(time.toBigInt())?.store
  }

  /** Keeps the state of a snapshot read for five minutes of the clock; returns it. */
  keepSnapshot(time: Timestamp, store: DocdbStore, at: number): DocdbStore {
    this.#snapshots.set(time.toBigInt(), { store, at })
    const [oldest] = this.#snapshots.keys()
    if (this.#snapshots.size > SNAPSHOTS_KEPT && oldest !== undefined) this.#snapshots.delete(oldest)
    return store
  }

  /** Returns a session, and begins it when it is new. */
  session(lsid: Document, key: string, now: number): Session {
    let session = this.sessions.get(key)
    if (session === undefined) {
      session = { id: key, lsid, transaction: null, lastNumber: -1n, replies: [], usedAt: now }
      this.sessions.set(key, session)
    }
    session.usedAt = now
    return session
  }

  /** Ends a transaction: its documents may be written by others. */
  release(transaction: Transaction, state: 'committed' | 'aborted'): void {
    transaction.state = state
    for (const key of transaction.written) if (this.locks.get(key) === transaction) this.locks.delete(key)
    transaction.store.end('the transaction has ended')
    this.#wake()
  }

  /** Ends the transactions under way. */
  abortTransactions(): void {
    for (const { transaction } of this.sessions.values()) {
      if (transaction?.state === 'in progress') this.release(transaction, 'aborted')
    }
  }

  /** Ends a session, its transaction and its cursors. */
  endSession(key: string): void {
    const session = this.sessions.get(key)
    if (session === undefined) return
    if (session.transaction?.state === 'in progress') this.release(session.transaction, 'aborted')
    for (const { id, session: of } of this.cursors.values()) if (of === key) this.kill(id)
    this.sessions.delete(key)
  }

  /** Waits for a change for all listeners, as the store keeps each function that waits until there is one. */
  async #watch(store: DocdbStore): Promise<void> {
    this.#isWatching = true
    await store.changed()
    this.#isWatching = false
    this.#wake()
  }

  #wake(): void {
    for (const listener of this.#listeners) listener()
  }
}
