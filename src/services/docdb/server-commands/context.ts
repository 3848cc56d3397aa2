import type { DataContext } from '#docdb/call.ts'
import type { PipelineContext } from '#docdb/pipeline/context.ts'
import { environmentOf } from '#docdb/pipeline/context.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { Environment } from '#docdb/query/predicate.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { collationOf, findCollection } from '#docdb/storage/catalog.ts'
import { textSearchOf } from '#docdb/storage/text-search.ts'
import type { Sandbox } from '#docdb/scripts/engine.ts'
import { isNamed, readCollation } from '#docdb/values/collation.ts'
import { show } from '#docdb/values/show.ts'
import { firstName, isDocument, isNumber, toNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { currentOperations } from './current-operations.ts'
import type { ReplicaSetView } from './replica-set-view.ts'
import type { Runtime, Session, Transaction } from './runtime.ts'

/** The context of a command. */
export interface CommandContext {
  /** The state: that of the transaction within one. */
  readonly data: DataContext
  /** The state outside of the transaction; the same as `data` where there is none. */
  readonly present: DataContext
  /** The cursors, sessions and transactions of the epoch; null for a command that does not come from a driver. */
  readonly runtime: Runtime | null
  readonly clusterId: string
  readonly database: string
  /** The name of the command, as it is written in the documentation. */
  readonly name: string
  readonly command: Document
  /** Runs a part of the command whole, or not at all. */
  readonly atomically: (work: () => void) => void
  readonly session: Session | null
  readonly transaction: Transaction | null
  /** True when a command that waits for changes has waited for as long as it may. */
  readonly hasWaited: boolean
  /** The host and port of the member that the driver is connected to. */
  readonly address: string
  readonly connections: ConnectionCounts
  readonly replicaSet: ReplicaSetView
  /** The settings that a client has given the queries of this shape; undefined where there are none. */
  readonly querySettings: Document | undefined
  /** Runs functions of the client. */
  readonly scripts: Sandbox
  /** Returns the failpoints by the names of their parameters: `failpoint.failCommand`. */
  readonly failPoints: () => Document
}

/** The numbers of connections of drivers. */
interface ConnectionCounts {
  /** The number of open connections. */
  readonly current: number
  /** The number of connections since the instance started. */
  readonly created: number
}

/** Runs a command; returns the members of the reply, without `ok`. */
export type Command = (context: CommandContext) => Document

/**
 * Thrown by a command that has to wait: it runs again after the next change, or when `most` milliseconds have gone by.
 */
export class MustWait extends Error {
  override name = 'MustWait'
  readonly most: number

  constructor(most: number) {
    super('the command waits for a change')
    this.most = most
  }
}

/** Returns the collection that a command names in its first member. */
export function collectionName({ command, name }: CommandContext): string {
  const collection = command[firstName(command)]
  if (typeof collection !== 'string') {
    throw new CommandError('InvalidNamespace', `collection name has invalid type ${typeOf(collection)}`)
  }
  if (collection === '') throw new CommandError('InvalidNamespace', `Invalid namespace specified for ${name}`)
  return collection
}

/** Returns the collection that a command is about; undefined when it does not exist. */
export function targetCollection(context: CommandContext): CollectionRow | undefined {
  const { data, clusterId, database } = context
  return findCollection(data, { clusterId, database, name: collectionName(context) })
}

/** Returns what the filters of a command work with. `operation` has the `collation`. */
export function commandEnvironment(
  { data, command, scripts }: CommandContext,
  row: CollectionRow | undefined,
  operation: Document = command,
): Environment {
  return environmentOf(data, {
    collation: isNamed(operation['collation']) ? readCollation(operation['collation']) : collationOf(data, row),
    variables: command['let'],
    most: timeAllowed(command),
    scripts,
    text: row === undefined ? undefined : textSearchOf(data, row),
    allowDiskUse: operation['allowDiskUse'] !== false,
  })
}

/** Returns what the pipelines and filters of a command work with. `operation` has the `collation`. */
export function pipelineContext(
  context: CommandContext,
  row: CollectionRow | undefined,
  collection: string,
  operation: Document = context.command,
): PipelineContext {
  const { data, clusterId, database } = context
  const environment = commandEnvironment(context, row, operation)
  return {
    data,
    clusterId,
    database,
    collection,
    environment,
    depth: 0,
    atomically: context.atomically,
    operations: (options) => currentOperations(context, options),
    sessions: () =>
      [...(context.runtime?.sessions.values() ?? [])].map(({ lsid, usedAt }) => ({
        _id: lsid,
        lastUse: new Date(usedAt),
      })),
    host: context.address,
    usage: () => context.runtime?.usageOf(database, collection),
    querySettings: context.querySettings,
  }
}

/** Returns the milliseconds that a command may take; 0 where it has no limit. */
export function timeAllowed(command: Document): number {
  // The `maxTimeMS` of a getMore is about its waiting.
  const most = 'getMore' in command ? 0 : numberIn(command, 'maxTimeMS', 0)
  if (!Number.isInteger(most))
    throw new CommandError('FailedToParse', `Expected an integer: maxTimeMS: ${show(command['maxTimeMS'])}`)
  if (most < 0 || most > 2_147_483_647)
    throw new CommandError('BadValue', `${most} value for maxTimeMS is out of range [0, 2147483647]`)
  return most
}

/** Returns a member that is a number; `absent` when it is missing. */
export function numberIn(command: Document, name: string, absent: number): number {
  const value = command[name]
  if (value === undefined || value === null) return absent
  if (!isNumber(value))
    throw new CommandError(
      'TypeMismatch',
      `BSON field '${name}' is the wrong type '${typeOf(value)}', expected types '[long, int, decimal, double]'`,
    )
  return toNumber(value)
}

/** Stands for a document that a command leaves out. Values are never changed in place. */
const NO_FIELDS: Document = {}

/** Returns a member that is a document; an empty one when it is missing. */
export function documentIn(command: Document, name: string, of = ''): Document {
  const value = command[name]
  if (value === undefined || value === null) return NO_FIELDS
  if (!isDocument(value))
    throw new CommandError(
      'TypeMismatch',
      `BSON field '${of === '' ? '' : `${of}.`}${name}' is the wrong type '${typeOf(value)}', expected type 'object'`,
    )
  return value
}

/** Returns a member that is an array. */
export function arrayIn(command: Document, name: string, of: string): Value[] {
  const value = command[name]
  if (value === undefined)
    throw new CommandError('IDLFailedToParse', `BSON field '${of}.${name}' is missing but a required field`)
  if (!Array.isArray(value))
    throw new CommandError(
      'TypeMismatch',
      `BSON field '${of}.${name}' is the wrong type '${typeOf(value)}', expected type 'array'`,
    )
  return value
}

/** Returns the error for a command about a collection that does not exist. */
export function noNamespace(context: CommandContext, name: string): CommandError {
  return new CommandError('NamespaceNotFound', `ns not found ${context.database}.${name}`)
}
