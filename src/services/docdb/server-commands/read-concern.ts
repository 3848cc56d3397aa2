import { CommandError } from '#docdb/errors/command-error.ts'
import { operationTime } from '#docdb/storage/changes.ts'
import { show, textOfAny } from '#docdb/values/show.ts'
import { isDocument, Timestamp, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import type { DataContext } from '#docdb/call.ts'
import type { DocdbStore, Runtime } from './runtime.ts'

const LEVELS = ['local', 'available', 'majority', 'linearizable', 'snapshot']

const MEMBERS = [
  'level',
  'afterClusterTime',
  'atClusterTime',
  'afterOpTime',
  'provenance',
  'allowTransactionTableSnapshot',
  'waitLastStableRecoveryTimestamp',
]

/** The commands that read with any level. */
const READS: ReadonlySet<string> = new Set(['find', 'aggregate', 'distinct', 'count', 'explain', 'getMore'])

/** The commands that read a snapshot outside of a transaction; drivers repeat the level when they ask for more. */
const SNAPSHOT_READS: ReadonlySet<string> = new Set(['find', 'aggregate', 'distinct', 'getMore'])

/** The levels of a transaction. */
const TRANSACTION_LEVELS = ['local', 'majority', 'snapshot']

/**
 * Refuses a read concern that a command does not have. https://www.mongodb.com/docs/manual/reference/read-concern/
 *
 * @throws CommandError
 */
export function checkReadConcern(name: string, command: Document, data: Pick<DataContext, 'rows' | 'clock'>): void {
  const concern = command['readConcern']
  if (concern === undefined || concern === null) return
  if (!isDocument(concern))
    throw new CommandError(
      'TypeMismatch',
      `BSON field 'readConcern' is the wrong type '${typeOf(concern)}', expected type 'object'`,
    )
  const { afterClusterTime, atClusterTime } = concern
  const level = concern['level'] ?? undefined
  const unknown = Object.keys(concern).find((each) => !MEMBERS.includes(each))
  if (unknown !== undefined)
    throw new CommandError('IDLUnknownField', `BSON field 'readConcern.${unknown}' is an unknown field.`)
  if (level !== undefined && typeof level !== 'string')
    throw new CommandError(
      'TypeMismatch',
      `BSON field 'readConcern.level' is the wrong type '${typeOf(level)}', expected type 'string'`,
    )
  if (level !== undefined && !LEVELS.includes(level))
    throw new CommandError(
      'BadValue',
      `Enumeration value '${show(level)}' for field 'readConcern.level' is not a valid value.`,
    )
  checkTimes(afterClusterTime, atClusterTime, level)
  if (afterClusterTime instanceof Timestamp) refuseFuture('afterClusterTime', afterClusterTime, command, data)
  if (atClusterTime instanceof Timestamp) refuseFuture('atClusterTime', atClusterTime, command, data)
  if (command['autocommit'] === false) checkInTransaction(command, level)
  else checkOutside(name, command, level)
}

function checkTimes(after: Value | undefined, at: Value | undefined, level: Value | undefined): void {
  for (const [name, time] of Object.entries({ afterClusterTime: after, atClusterTime: at })) {
    if (time !== undefined && !(time instanceof Timestamp))
      throw new CommandError(
        'TypeMismatch',
        `BSON field 'readConcern.${name}' is the wrong type '${typeOf(time)}', expected type 'timestamp'`,
      )
    if (time?.isZero() === true)
      throw new CommandError('InvalidOptions', `readConcern.${name} cannot be a null timestamp`)
  }
  if (after !== undefined && at !== undefined)
    throw new CommandError('InvalidOptions', 'Specifying both afterClusterTime and atClusterTime is not allowed')
  if (at !== undefined && level !== 'snapshot')
    throw new CommandError('InvalidOptions', "atClusterTime field can be set only if level is equal to 'snapshot'")
}

/** Refuses a time that is above those that the server, and the client by other servers, know. */
function refuseFuture(
  name: string,
  time: Timestamp,
  { $clusterTime }: Document,
  data: Pick<DataContext, 'rows' | 'clock'>,
): void {
  const now = operationTime(data)
  const gossiped = isDocument($clusterTime) ? $clusterTime['clusterTime'] : undefined
  const current = gossiped instanceof Timestamp && gossiped.greaterThan(now) ? gossiped : now
  if (!time.greaterThan(current)) return
  throw new CommandError(
    'InvalidOptions',
    `readConcern ${name} value must not be greater than the current clusterTime. Requested clusterTime: ${show({ ts: time })}; current clusterTime: ${show({ ts: current })}`,
  )
}

function checkInTransaction(command: Document, level: Value | undefined): void {
  if (command['startTransaction'] !== true)
    throw new CommandError('InvalidOptions', 'Only the first command in a transaction may specify a readConcern')
  if (typeof level === 'string' && !TRANSACTION_LEVELS.includes(level))
    throw new CommandError(
      'InvalidOptions',
      "The readConcern level must be either 'local' (default), 'majority' or 'snapshot' in order to run in a transaction",
    )
}

/**
 * The stages that read with one level only: those about the server itself read what it has now, changes are those of
 * a majority.
 */
const STAGE_LEVELS: ReadonlyMap<string, string> = new Map([
  ['$changeStream', 'majority'],
  ['$collStats', 'local'],
  ['$currentOp', 'local'],
  ['$indexStats', 'local'],
  ['$listLocalSessions', 'local'],
  ['$planCacheStats', 'local'],
])

function checkOutside(name: string, { pipeline }: Document, level: Value | undefined): void {
  const stages = Array.isArray(pipeline) ? pipeline : []
  for (const each of stages) {
    const [only = ''] = isDocument(each) ? Object.keys(each) : []
    const own = STAGE_LEVELS.get(only)
    if (level !== undefined && own !== undefined && level !== own)
      throw new CommandError(
        'InvalidOptions',
        `Aggregation stage ${only} cannot run with a readConcern other than '${own}', or in a multi-document transaction. Current readConcern: ${textOfAny(level)}`,
      )
  }
  const isPlain = level === undefined || level === 'local' || level === 'available'
  if (isPlain) return
  const isSupported = level === 'snapshot' ? SNAPSHOT_READS.has(name) : READS.has(name)
  if (!isSupported)
    throw new CommandError(
      'InvalidOptions',
      `Command ${name} does not support { readConcern: { level: "${show(level)}", provenance: "clientSupplied" } } :: caused by :: read concern not supported`,
    )
  const last = stages.at(-1)
  const [stage] = isDocument(last) ? Object.keys(last) : []
  if ((stage === '$out' || stage === '$merge') && level !== 'majority')
    throw new CommandError('InvalidOptions', `${stage} cannot be used with a '${show(level)}' read concern level`)
}

/** The state that a command with read concern `snapshot` reads, and its time. */
export interface ReadSnapshot {
  readonly store: DocdbStore
  readonly time: Timestamp
}

/**
 * Returns the state that a command reads outside of a transaction: the one of its `atClusterTime`, or the present one,
 * which is kept for the next command. Null for a command that reads no snapshot.
 *
 * @throws CommandError for a time whose state is not kept.
 */
export function snapshotOf(
  runtime: Runtime,
  command: Document,
  store: DocdbStore,
  data: Pick<DataContext, 'rows' | 'clock'>,
): ReadSnapshot | null {
  const concern = command['readConcern']
  if (!isDocument(concern) || concern['level'] !== 'snapshot' || command['autocommit'] === false) return null
  const at = concern['atClusterTime']
  const present = operationTime(data)
  const time = at instanceof Timestamp ? at : present
  const known = runtime.snapshot(time)
  if (known !== undefined) return { store: known, time }
  if (!time.equals(present))
    throw new CommandError(
      'SnapshotTooOld',
      `Read timestamp ${show(time)} is older than the oldest available timestamp.`,
    )
  return { store: runtime.keepSnapshot(time, store.fork(), data.clock.now()), time }
}

/** Adds to a reply the time of the snapshot that was read. */
export function withSnapshotTime(reply: Document, snapshot: ReadSnapshot | null): Document {
  if (snapshot === null) return reply
  const { cursor } = reply
  return isDocument(cursor)
    ? { ...reply, cursor: { ...cursor, atClusterTime: snapshot.time } }
    : { ...reply, atClusterTime: snapshot.time }
}

/** How far a client's cluster time may be ahead of the server's clock, in seconds: a year. */
const MOST_DRIFT = 31_536_000

/**
 * Refuses a cluster time that no server of the cluster has given.
 *
 * @throws CommandError
 */
export function checkClusterTime({ $clusterTime: given }: Document, now: number): void {
  if (given === undefined) return
  if (!isDocument(given))
    throw new CommandError(
      'TypeMismatch',
      `BSON field '$clusterTime' is the wrong type '${typeOf(given)}', expected type 'object'`,
    )
  const time = given['clusterTime']
  if (!(time instanceof Timestamp))
    throw new CommandError(
      time === undefined ? 'IDLFailedToParse' : 'TypeMismatch',
      time === undefined
        ? "BSON field '$clusterTime.clusterTime' is missing but a required field"
        : `BSON field '$clusterTime.clusterTime' is the wrong type '${typeOf(time)}', expected type 'timestamp'`,
    )
  if (time.t > now / 1000 + MOST_DRIFT)
    throw new CommandError(
      'ClusterTimeFailsRateLimiter',
      `New cluster time, ${time.t}, is too far from this node's wall clock time, ${Math.floor(now / 1000)}.`,
    )
}
