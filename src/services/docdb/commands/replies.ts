import type { JsonValue } from '#core/calls/received-call.ts'
import type { DocdbAnswers } from '#docdb/answer-types.generated.ts'
import type { DocdbOperations } from '#docdb/operation-types.generated.ts'

/** The reply to a command of a driver, as the log has it: relaxed Extended JSON. */
interface CommandReply {
  /** 1 for a success. */
  readonly ok: number
  readonly operationTime?: JsonValue
  readonly [member: string]: JsonValue | undefined
}

type JsonObject = Readonly<Record<string, JsonValue | undefined>>

/** The statements of a write that were refused, by their position. */
interface WriteErrors {
  readonly writeErrors?: readonly { readonly index: number; readonly code: number; readonly errmsg: string }[]
  readonly writeConcernError?: JsonObject
}

interface FirstBatch extends CommandReply {
  readonly cursor: { readonly firstBatch: readonly JsonObject[]; readonly id: number; readonly ns: string }
}

/**
 * The replies to everyday commands, with the members that each has.
 * https://www.mongodb.com/docs/manual/reference/command/
 */
interface KnownReplies {
  find: FirstBatch
  aggregate: FirstBatch
  listCollections: FirstBatch
  listIndexes: FirstBatch
  getMore: CommandReply & {
    readonly cursor: { readonly nextBatch: readonly JsonObject[]; readonly id: number; readonly ns: string }
  }
  killCursors: CommandReply & { readonly cursorsKilled: readonly number[]; readonly cursorsNotFound: readonly number[] }
  count: CommandReply & { readonly n: number }
  distinct: CommandReply & { readonly values: readonly JsonValue[] }
  insert: CommandReply & WriteErrors & { readonly n: number }
  update: CommandReply &
    WriteErrors & {
      readonly n: number
      readonly nModified: number
      readonly upserted?: readonly { readonly index: number; readonly _id: JsonValue }[]
    }
  delete: CommandReply & WriteErrors & { readonly n: number }
  findAndModify: CommandReply & {
    readonly lastErrorObject: { readonly n: number; readonly updatedExisting?: boolean; readonly upserted?: JsonValue }
    readonly value: JsonObject | null
  }
  bulkWrite: FirstBatch & {
    readonly nErrors: number
    readonly nInserted: number
    readonly nMatched: number
    readonly nModified: number
    readonly nUpserted: number
    readonly nDeleted: number
  }
  createIndexes: CommandReply & {
    readonly numIndexesBefore: number
    readonly numIndexesAfter: number
    readonly createdCollectionAutomatically: boolean
    readonly note?: string
  }
  dropIndexes: CommandReply & { readonly nIndexesWas: number; readonly msg?: string }
  drop: CommandReply & { readonly nIndexesWas: number; readonly ns: string }
  listDatabases: CommandReply & {
    readonly databases: readonly { readonly name: string; readonly sizeOnDisk?: number; readonly empty?: boolean }[]
    readonly totalSize?: number
  }
}

/** The commands: the operations that are not of HTTP. */
type CommandName = Exclude<keyof DocdbOperations, keyof DocdbAnswers | `dataApi${string}`>

/** The answers of all operations of docdb: those over HTTP, and the replies to commands. */
export type DocdbReplies = DocdbAnswers & {
  readonly [N in CommandName]: N extends keyof KnownReplies ? KnownReplies[N] : CommandReply
}
