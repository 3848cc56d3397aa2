import type { Duration } from '#core/duration.ts'
import type { EmulatorBase } from '#core/emulator-base.ts'
import type { DocdbOperations } from '#docdb/operation-types.generated.ts'
import type { DocdbReplies } from './replies.ts'

/**
 * A document as tests read and write it: relaxed Extended JSON, in which a date is `{ $date: '…' }`, and an `ObjectId`
 * is `{ $oid: '…' }`. Written documents, filters and pipelines may also have dates, regular expressions, bytes, bigints
 * and values of the `bson` package.
 */
export type TestDocument = Record<string, unknown>

/** Options of a find of a test. */
export interface FindOptions {
  readonly sort?: TestDocument
  readonly projection?: TestDocument
  readonly limit?: number
  readonly skip?: number
}

/** A running stand-in for MongoDB Atlas. */
export interface DocdbEmulator extends EmulatorBase<'docdb', DocdbOperations, DocdbReplies> {
  /** The connection string for `mongodb` and `mongoose`: `mongodb://127.0.0.1:4007`. */
  readonly uri: string
  /**
   * Returns the documents of a collection, to read and to seed without a client:
   * `docdb.collection('shop.orders').find({ total: 5 })`. The name is `database.collection`; where there are several
   * clusters, `cluster/database.collection`. `T` is the type of the documents that are read. Methods throw the server's
   * error, whose `code` is that of the server, such as 11000.
   */
  collection<T extends object = TestDocument>(name: string): DocdbCollection<T>
  /**
   * Has the primary of the replica set step down: transactions under way end, and the next of its three members is
   * elected. A reset brings the first primary back.
   */
  stepDown(options?: StepDownOptions): void
}

/** Options of a step-down. */
export interface StepDownOptions {
  /** How long the set has no primary, by the clock of the instance: `'10s'`, or milliseconds. Default: 0 */
  readonly electionTime?: Duration
}

/** A collection, as tests read and change it. Documents are relaxed Extended JSON: `{ _id: { $oid: '…' } }`. */
export interface DocdbCollection<T extends object = TestDocument> {
  /** Returns the documents that a filter matches, all of them unless the options have a limit. */
  find(filter?: TestDocument, options?: FindOptions): T[]
  /** Returns the first document that a filter matches; null when there is none. */
  findOne(filter?: TestDocument, options?: FindOptions): T | null
  /** Adds documents, all of them or none; returns their number. */
  insert(documents: object | readonly object[]): number
  /**
   * Changes all documents that a filter matches, by operators or a pipeline; returns the number of documents that
   * match.
   */
  update(filter: TestDocument, change: TestDocument | readonly TestDocument[]): number
  /** Removes all documents that a filter matches; returns their number. */
  delete(filter?: TestDocument): number
  /** Counts the documents that a filter matches. */
  count(filter?: TestDocument): number
  /** Returns the result of a pipeline. */
  aggregate(pipeline: readonly TestDocument[]): TestDocument[]
  /** Creates an index, with the server's options: `createIndex({ email: 1 }, { unique: true })`. */
  createIndex(key: TestDocument, options?: TestDocument): void
}
