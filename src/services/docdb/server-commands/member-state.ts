import { CommandError } from '#docdb/errors/command-error.ts'
import { isDocument, type Document } from '#docdb/values/value.ts'
import type { ReplicaSetView } from './replica-set-view.ts'
import { WRITES } from './table.ts'

/** The commands that a secondary runs for a client whose read preference allows it. */
const READS: ReadonlySet<string> = new Set([
  'find',
  'aggregate',
  'count',
  'distinct',
  'explain',
  'listCollections',
  'listDatabases',
  'listIndexes',
  'collStats',
  'dbStats',
  'validate',
])

/** The commands that only a primary runs, beside those that write. */
const ENDS: ReadonlySet<string> = new Set(['commitTransaction', 'abortTransaction', 'setFeatureCompatibilityVersion'])

/**
 * Refuses a command that the member of the set does not run, as it is not the primary.
 *
 * @param saysHello whether the client knows `hello`, whose words the error has then
 * @throws CommandError 10107 and 13435.
 */
export function checkMemberState(name: string, command: Document, set: ReplicaSetView, saysHello: boolean): void {
  if (set.serviceId !== null || set.member === set.primary) return
  const isInTransaction = command['autocommit'] === false
  if (READS.has(name) && !isInTransaction) {
    if (canReadFromSecondary(command)) return
    throw new CommandError(
      'NotPrimaryNoSecondaryOk',
      saysHello ? 'not primary and secondaryOk=false' : 'not master and slaveOk=false',
      { topologyVersion: set.topologyVersion },
    )
  }
  if (!isInTransaction && !WRITES.has(name) && !ENDS.has(name)) return
  throw new CommandError('NotWritablePrimary', saysHello ? 'not primary' : 'not master', {
    topologyVersion: set.topologyVersion,
  })
}

function canReadFromSecondary({ $readPreference: preference }: Document): boolean {
  const mode = isDocument(preference) ? preference['mode'] : undefined
  return mode !== undefined && mode !== 'primary'
}
