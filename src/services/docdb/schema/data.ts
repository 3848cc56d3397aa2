import { collection, orderedMap, sequence, timer, value } from '#core/store.ts'
import { decodeDocument } from '#docdb/values/decode.ts'
import { encodeDocument } from '#docdb/values/encode.ts'
import type { Document } from '#docdb/values/value.ts'

/** A collection, a view or a time series of a database. */
export interface CollectionRow {
  readonly id: number
  /** The place of the cluster that holds it; empty for the main one, which drivers find. */
  readonly clusterId: string
  readonly database: string
  readonly name: string
  readonly kind: 'collection' | 'view' | 'timeseries'
  /** 32 hexadecimal digits. */
  readonly uuid: string
  /** The limits of a capped collection; null for any other. */
  readonly capped: { readonly size: number; readonly max: number | null } | null
}

/** The kinds of index that find documents without a scan, and those that only declare what queries need. */
export type IndexKind = 'ordered' | 'text' | 'geo' | 'wildcard'

/** An index of a collection. Its full specification is in `indexSpecs`. */
export interface IndexRow {
  readonly id: number
  readonly collectionId: number
  readonly name: string
  readonly kind: IndexKind
  readonly unique: boolean
  readonly sparse: boolean
  readonly hidden: boolean
  /** Seconds after the date in the field; null for an index whose documents do not expire. */
  readonly expireAfter: number | null
  /** True once a document has had an array at one of the paths. */
  readonly multikey: boolean
}

/** A search index of a collection. Its definition is in `searchDefinitions`. */
export interface SearchIndexRow {
  readonly id: number
  readonly collectionId: number
  readonly name: string
  readonly kind: 'search' | 'vectorSearch'
  /** The id that clients see: 24 hexadecimal digits. */
  readonly objectId: string
  /** The number of changes to the definition. */
  readonly version: number
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** When the present definition came; epoch milliseconds. */
  readonly updatedAt: number
}

/** The place of a word in a search index: the record, the words of its field in all, and the places of the word. */
export type Posting = readonly [recordId: number, length: number, ...positions: number[]]

/** The extent of a field of a search index. */
export interface FieldExtent {
  /** The number of documents that have the field. */
  readonly documents: number
  /** The number of words of the field in all documents. */
  readonly words: number
}

/** A change, as change streams report it. */
export interface Change {
  readonly position: number
  readonly kind:
    | 'insert'
    | 'update'
    | 'replace'
    | 'delete'
    | 'create'
    | 'drop'
    | 'rename'
    | 'dropDatabase'
    | 'createIndexes'
    | 'dropIndexes'
    | 'modify'
  readonly clusterId: string
  readonly database: string
  /** Empty for a change of the whole database. */
  readonly collection: string
  readonly collectionId: number
  readonly recordId: number
  /** Epoch milliseconds. */
  readonly at: number
  /** The operation time: seconds, and the position within the second. */
  readonly time: { readonly t: number; readonly i: number }
  readonly before: Document | null
  readonly after: Document | null
  /** Further members of the event: the new name, the options. */
  readonly details: Document | null
  /** The session and number of the transaction; null outside one. */
  readonly transaction: { readonly session: Document; readonly number: bigint } | null
}

/** A document of a collection, with its place in it: places follow the order of insertion. */
export interface StoredDocument {
  readonly recordId: number
  readonly document: Document
}

/** A user whom a client has created by a command, beside those of the administration API. */
export interface ServerUser {
  readonly id: number
  /** The authentication database. */
  readonly database: string
  readonly name: string
  /** 32 hexadecimal digits. */
  readonly uuid: string
  /** Null for a user of `$external`. */
  readonly password: string | null
  /** How the user signs in: `SCRAM-SHA-256`, or `external`. */
  readonly mechanisms: readonly string[]
  readonly roles: readonly RoleName[]
}

/** The name of a role, with its database. */
export interface RoleName {
  readonly role: string
  readonly db: string
}

/** A privilege of a role: actions on the cluster, on databases or on collections; an empty name means all. */
export interface Privilege {
  readonly resource:
    | { readonly db: string; readonly collection: string }
    | { readonly cluster: true }
    | { readonly anyResource: true }
  readonly actions: readonly string[]
}

/** A role that a client has created by a command, beside those of the administration API. */
export interface ServerRole {
  readonly id: number
  readonly database: string
  readonly name: string
  readonly privileges: readonly Privilege[]
  readonly roles: readonly RoleName[]
}

/** The state of the replica set. */
export interface ReplicaSetState {
  /** The place of the primary among the members; null during an election. */
  readonly primary: number | null
  /** The place of the member that the election under way elects. */
  readonly candidate: number
  /** The number of the latest election. */
  readonly term: number
}

/** Reads what {@link encodeDocument} has saved. */
function loaded<T>(saved: unknown): T {
  const bytes = saved as Uint8Array // as it was saved
  return decodeDocument(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) as T // as it was saved
}

/** The operations of a database that its profiler records. */
export interface Profiler {
  /** 0: none, 1: the slow ones, 2: all. */
  readonly level: number
  /** An operation that takes longer is slow, in milliseconds. */
  readonly slowms: number
  /** The share of the slow operations that is recorded, 0 to 1. */
  readonly sampleRate: number
  /** A query for the operations that are recorded in place of the slow ones. */
  readonly filter: Document | null
}

/** Documents in a saved state: BSON. */
const documentForm = { save: encodeDocument, load: (saved: unknown) => loaded<Document>(saved) }

/** The data of the clusters. */
export const dataCollections = {
  collections: collection<CollectionRow>()({
    unique: { namespace: ['clusterId', 'database', 'name'] },
    indexes: { database: ['clusterId', 'database'] },
  }),
  /** The options that a collection was made with, but for those in its row. */
  collectionOptions: orderedMap<Document, [collectionId: number]>(documentForm),
  indexes: collection<IndexRow>()({
    unique: { name: ['collectionId', 'name'] },
    indexes: {
      collection: ['collectionId'],
      expiring: [(row) => (row.expireAfter === null ? null : row.collectionId)],
    },
    references: { collectionId: { to: 'collections', onDelete: 'cascade' } },
  }),
  indexSpecs: orderedMap<Document, [indexId: number]>(documentForm),
  /** The filters that a client has set: the indexes that the queries of a shape may use, with a query of that shape. */
  indexFilters: orderedMap<Document, [collectionId: number, shape: string]>(documentForm),
  /** The settings that a client has given the queries of a shape, with the query that it has named. */
  querySettings: orderedMap<Document, [clusterId: string, hash: string]>(documentForm),
  /** The profilers that clients have set, by their databases. */
  profilers: orderedMap<Profiler, [clusterId: string, database: string]>({
    save: (profiler) => encodeDocument({ ...profiler }),
    load: (saved) => loaded<Profiler>(saved),
  }),
  documents: orderedMap<StoredDocument, [collectionId: number, recordId: number]>({
    save: ({ recordId, document }) => encodeDocument({ recordId, document }),
    load: (saved) => loaded<StoredDocument>(saved),
  }),
  /** The size of the documents of a capped collection, in bytes. */
  cappedBytes: value<number, [collectionId: number]>(0),
  /** The records of each index, by the key of the indexed values. */
  entries: orderedMap<number, [indexId: number, key: string, recordId: number]>(),
  recordIds: sequence<[collectionId: number]>(),
  searchIndexes: collection<SearchIndexRow>()({
    unique: { name: ['collectionId', 'name'] },
    indexes: { collection: ['collectionId'] },
    references: { collectionId: { to: 'collections', onDelete: 'cascade' } },
  }),
  searchDefinitions: orderedMap<Document, [indexId: number]>(documentForm),
  /** The words and values of each field of the search indexes, each once. */
  searchTerms: orderedMap<string, [indexId: number, field: string, term: string]>(),
  searchPostings: orderedMap<Posting, [indexId: number, field: string, term: string, recordId: number]>(),
  searchExtents: value<FieldExtent, [indexId: number, field: string]>({ documents: 0, words: 0 }),
  /** Whether functions of clients run: `$where`, `$function`, `$accumulator` and `mapReduce`. */
  hasScripts: value(true),
  /** How long a search index is built, in milliseconds of the clock. */
  searchBuildTime: value(0),
  /** The latest changes. */
  changes: orderedMap<Change, [position: number]>({
    save: (change) => encodeDocument({ ...change }), // its members are values
    load: (saved) => loaded<Change>(saved),
  }),
  changePosition: sequence(),
  /** The operation time of the latest change. */
  operationTime: value<{ readonly t: number; readonly i: number }>({ t: 0, i: 0 }),
  /** The time for which the next removal of expired documents is scheduled; null when none is. */
  expiryDue: value<number | null>(null),
  expireDocuments: timer<null>(),
  /** The server parameters that a client has set, by their names. */
  parameters: value<Readonly<Record<string, number | boolean | string>>>({}),
  serverUsers: collection<ServerUser>()({
    unique: { name: ['database', 'name'] },
    indexes: { database: ['database'] },
  }),
  serverRoles: collection<ServerRole>()({
    unique: { name: ['database', 'name'] },
    indexes: { database: ['database'] },
  }),
  /** The notes of clients about those users. */
  userNotes: orderedMap<Document, [userId: number]>(documentForm),
  /** The replica set: which of its members is the primary. */
  replicaSet: value<ReplicaSetState>({ primary: 0, candidate: 0, term: 1 }),
  finishElection: timer<null>(),
  /** The cluster that drivers find; empty while there is none. */
  mainCluster: value(''),
}
