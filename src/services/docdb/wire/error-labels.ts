import { ERROR_CODES } from '#docdb/errors/command-error.ts'
import { WRITES } from '#docdb/server-commands/table.ts'
import type { Document } from '#docdb/values/value.ts'

/** The errors that may be gone at the next attempt: of the network, of a shutdown, of an election. */
const RETRIABLE = new Set<number>([
  ERROR_CODES.HostUnreachable,
  ERROR_CODES.HostNotFound,
  ERROR_CODES.NetworkTimeout,
  ERROR_CODES.ShutdownInProgress,
  ERROR_CODES.ReadConcernMajorityNotAvailableYet,
  ERROR_CODES.PrimarySteppedDown,
  ERROR_CODES.ExceededTimeLimit,
  ERROR_CODES.SocketException,
  ERROR_CODES.NotWritablePrimary,
  ERROR_CODES.InterruptedAtShutdown,
  ERROR_CODES.InterruptedDueToReplStateChange,
  ERROR_CODES.NotPrimaryNoSecondaryOk,
  ERROR_CODES.NotPrimaryOrSecondary,
])

/** The errors after which a whole transaction may be tried again, beside those that may be gone at the next attempt. */
const TRANSIENT = new Set<number>([
  ERROR_CODES.LockTimeout,
  ERROR_CODES.WriteConflict,
  ERROR_CODES.SnapshotTooOld,
  ERROR_CODES.SnapshotUnavailable,
  ERROR_CODES.PreparedTransactionInProgress,
])

/** The errors beside the retriable ones after which a change stream may be resumed. */
const RESUMABLE = new Set<number>([
  ERROR_CODES.StaleShardVersion,
  ERROR_CODES.FailedToSatisfyReadPreference,
  ERROR_CODES.StaleEpoch,
  ERROR_CODES.RetryChangeStream,
  ERROR_CODES.StaleConfig,
])

/** The failure of a command. */
interface Failed {
  /** The name of the command. */
  readonly name: string
  readonly command: Document
  /** The code of the error; null for a command that succeeded but for its write concern. */
  readonly code: number | null
  /** The code of the write concern's error; null without one. */
  readonly writeConcernCode: number | null
  /** True for a `getMore` of a change stream's cursor. */
  readonly isChangeStream: boolean
}

/**
 * Returns the labels by which a driver decides whether to try again: those that the server adds by the command and the
 * code of its error. https://www.mongodb.com/docs/manual/core/retryable-writes/
 */
export function labelsOf({ name, command, code, writeConcernCode, isChangeStream }: Failed): string[] {
  const labels: string[] = []
  const isEnd = name === 'commitTransaction' || name === 'abortTransaction'
  const isRetriable = code !== null && RETRIABLE.has(code)
  if (command['autocommit'] === false && code !== null) {
    const isGone = code === ERROR_CODES.NoSuchTransaction && writeConcernCode === null
    if (TRANSIENT.has(code) || isGone || (isRetriable && !isEnd)) labels.push('TransientTransactionError')
  }
  const isRetryableWrite = isEnd || (command['autocommit'] === undefined && WRITES.has(name))
  const isWriteRetriable = isRetriable || (writeConcernCode !== null && RETRIABLE.has(writeConcernCode))
  if (isRetryableWrite && isWriteRetriable && command['txnNumber'] !== undefined) labels.push('RetryableWriteError')
  if (isChangeStream && code !== null && (isRetriable || RESUMABLE.has(code))) labels.push('ResumableChangeStreamError')
  return labels
}
