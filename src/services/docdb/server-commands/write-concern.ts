import { CommandError } from '#docdb/errors/command-error.ts'
import { isDocument, isNumber, toNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'

/** The members of the replica set that have data. */
export const MEMBERS = 3

/** The most members of a replica set. */
const MOST_MEMBERS = 50

/**
 * Refuses a write concern that the server cannot read, and one within a transaction.
 * https://www.mongodb.com/docs/manual/reference/write-concern/
 *
 * @throws CommandError
 */
export function checkWriteConcern(name: string, command: Document): void {
  const concern = command['writeConcern']
  if (concern === undefined || concern === null) return
  if (!isDocument(concern))
    throw new CommandError(
      'TypeMismatch',
      `BSON field 'writeConcern' is the wrong type '${typeOf(concern)}', expected type 'object'`,
    )
  checkMembers(concern)
  const { w } = concern
  if (isNumber(w) && !(Math.trunc(toNumber(w)) >= 0 && toNumber(w) <= MOST_MEMBERS))
    throw new CommandError(
      'FailedToParse',
      `w has to be a non-negative number and not greater than ${MOST_MEMBERS}; found: ${toNumber(w)}`,
    )
  const isEnd = name === 'commitTransaction' || name === 'abortTransaction'
  if (command['autocommit'] === false && !isEnd)
    throw new CommandError('InvalidOptions', 'writeConcern is not allowed within a multi-statement transaction')
  if (name === 'aggregate' && command['explain'] === true)
    throw new CommandError('FailedToParse', "Aggregation explain does not support the'writeConcern' option")
  if (WITHOUT_CONCERN.has(name))
    throw new CommandError('InvalidOptions', `Command ${name} does not support writeConcern`)
}

/** The members of a write concern; the server passes over the other names that begin with `w`. */
const MEMBER_NAMES = /^(?:w.*|j|fsync|provenance|getLastError)$/

/** Refuses members that no write concern has, and those of other types. */
function checkMembers(concern: Document): void {
  const unknown = Object.keys(concern).find((name) => !MEMBER_NAMES.test(name))
  if (unknown !== undefined)
    throw new CommandError('IDLUnknownField', `BSON field 'writeConcern.${unknown}' is an unknown field.`)
  const { w = null, j = null } = concern
  if (w !== null && !isNumber(w) && typeof w !== 'string' && !isDocument(w))
    throw new CommandError('FailedToParse', `w has to be a number, string, or object; found: ${typeOf(w)}`)
  if (isDocument(w)) checkTags(w)
  if (j !== null && typeof j !== 'boolean' && !isNumber(j))
    throw new CommandError(
      'TypeMismatch',
      `BSON field 'writeConcern.j' is the wrong type '${typeOf(j)}', expected types '[bool, long, int, decimal, double]'`,
    )
}

/** Refuses a `w` that asks for members by their tags and names none, or no number of them. */
function checkTags(w: Document): void {
  const entries = Object.entries(w)
  if (entries.length === 0) throw new CommandError('FailedToParse', 'tagged write concern requires tags')
  const wrong = entries.find(([, count]) => !isNumber(count))
  if (wrong !== undefined)
    throw new CommandError('FailedToParse', `tags must be a single level document with only number values`)
}

/** Commands that write nothing. */
const WITHOUT_CONCERN = new Set([
  'count',
  'dbHash',
  'distinct',
  'explain',
  'find',
  'fsync',
  'getCmdLineOpts',
  'getDefaultRWConcern',
  'getMore',
  'hostInfo',
  'killCursors',
  'killOp',
  'listCollections',
  'listDatabases',
  'listIndexes',
  'lockInfo',
  'logRotate',
])

/** How many members of the replica set are a majority. */
const MAJORITY = 2

/**
 * Returns the error of a write concern that the members of the replica set do not fulfil; null for any other.
 * `replicating` tells how many of them get what is written.
 */
export function concernError({ writeConcern }: Document, replicating: () => number): Document | null {
  if (!isDocument(writeConcern)) return null
  const { w, wtimeout } = writeConcern
  if (isNumber(w) && toNumber(w) > MEMBERS)
    return {
      code: 100,
      codeName: 'UnsatisfiableWriteConcern',
      errmsg: 'Not enough data-bearing nodes',
      errInfo: { writeConcern: shown(writeConcern) },
    }
  if (typeof w === 'string' && w !== 'majority')
    return {
      code: 79,
      codeName: 'UnknownReplWriteConcern',
      errmsg: unknownMode(w),
      errInfo: { writeConcern: shown(writeConcern) },
    }
  const isLimited = isNumber(wtimeout) && toNumber(wtimeout) > 0
  if (!isLimited || (isNumber(w) ? toNumber(w) : MAJORITY) <= replicating()) return null
  return {
    code: 64,
    codeName: 'WriteConcernFailed',
    errmsg: 'waiting for replication timed out',
    errInfo: { wtimeout: true, writeConcern: shown(writeConcern) },
  }
}

function unknownMode(name: string): string {
  return `No write concern mode named '${name}' found in replica set configuration`
}

/**
 * Checks how many members of the replica set have to build an index before it is ready.
 *
 * https://www.mongodb.com/docs/manual/reference/command/createIndexes/
 *
 * @throws CommandError for more members than the set has, and for a mode that it does not have.
 */
export function checkCommitQuorum(quorum: Value | undefined): void {
  if (isNumber(quorum) && toNumber(quorum) > MEMBERS)
    throw new CommandError(
      'UnsatisfiableCommitQuorum',
      'Commit quorum cannot be satisfied with the current replica set configuration',
    )
  if (typeof quorum === 'string' && quorum !== 'majority' && quorum !== 'votingMembers')
    throw new CommandError('UnknownReplWriteConcern', unknownMode(quorum))
}

/** Returns a write concern as the server repeats it. */
function shown({ w, j, wtimeout }: Document): Document {
  return {
    w: w ?? 'majority',
    ...(j === undefined || j === null ? {} : { j }),
    wtimeout: isNumber(wtimeout) ? toNumber(wtimeout) : 0,
    provenance: 'clientSupplied',
  }
}
