import { CommandError } from '#docdb/errors/command-error.ts'
import type { Value } from '#docdb/values/value.ts'

/** The names that `$meta` reads. https://www.mongodb.com/docs/manual/reference/operator/aggregation/meta/ */
const NAMES: ReadonlySet<string> = new Set([
  'geoNearDistance',
  'geoNearPoint',
  'indexKey',
  'randVal',
  'recordId',
  'score',
  'scoreDetails',
  'searchHighlights',
  'searchRootDocumentId',
  'searchScore',
  'searchScoreDetails',
  'searchSequenceToken',
  'sortKey',
  'stream',
  'textScore',
  'timeseriesBucketMaxTime',
  'timeseriesBucketMinTime',
  'vectorSearchScore',
])

/** Returns what a `$meta` names; throws for one that the server does not know. */
export function metaName(operand: Value): string {
  if (typeof operand !== 'string') throw new CommandError(17307, '$meta only supports string arguments')
  if (!NAMES.has(operand)) throw new CommandError(17308, `Unsupported argument to $meta: ${operand}`)
  return operand
}

/** The failure of a `$meta` that asks for a score of words where no `$text` has searched for any. */
export function noTextScore(): CommandError {
  return new CommandError(40218, 'query requires text score metadata, but it is not available')
}
