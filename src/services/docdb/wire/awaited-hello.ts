import { CommandError } from '#docdb/errors/command-error.ts'
import { isDocument, isNumber, toNumber, typeOf, type Document } from '#docdb/values/value.ts'

/**
 * Returns whether a command is a `hello` that waits until the replica set has changed, or its time is up.
 * https://github.com/mongodb/specifications/blob/master/source/server-discovery-and-monitoring/server-monitoring.md
 *
 * @throws CommandError for one that names a state without a time, or a time without a state.
 */
export function awaitsChange(name: string, { topologyVersion, maxAwaitTimeMS }: Document): boolean {
  if (name !== 'hello' && name !== 'isMaster') return false
  if (topologyVersion === undefined && maxAwaitTimeMS === undefined) return false
  if (maxAwaitTimeMS === undefined)
    throw new CommandError(31_368, "A request with a 'topologyVersion' must include 'maxAwaitTimeMS'")
  if (topologyVersion === undefined)
    throw new CommandError(31_368, "A request with 'maxAwaitTimeMS' must include a 'topologyVersion'")
  if (!isDocument(topologyVersion))
    throw new CommandError(
      'TypeMismatch',
      `BSON field 'topologyVersion' is the wrong type '${typeOf(topologyVersion)}', expected type 'object'`,
    )
  if (!isNumber(maxAwaitTimeMS) || toNumber(maxAwaitTimeMS) < 0)
    throw new CommandError(31_373, 'maxAwaitTimeMS must be a non-negative integer')
  return true
}

/** Returns the milliseconds that a `hello` waits at most. */
export function awaitTimeOf({ maxAwaitTimeMS }: Document): number {
  return isNumber(maxAwaitTimeMS) ? toNumber(maxAwaitTimeMS) : 0
}
