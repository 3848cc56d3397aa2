import { CommandError } from '#docdb/errors/command-error.ts'
import { collationOf, findCollection } from '#docdb/storage/catalog.ts'
import { isSameCollation } from '#docdb/values/collation.ts'
import type { PipelineContext } from './context.ts'

/**
 * Refuses to read a view by another collation than its own.
 * https://www.mongodb.com/docs/manual/core/views/#collation
 *
 * @throws CommandError 167.
 */
export function checkViewCollation({ data, clusterId, database, environment }: PipelineContext, name: string): void {
  const row = findCollection(data, { clusterId, database, name })
  if (row?.kind !== 'view' || isSameCollation(environment.collation, collationOf(data, row))) return
  throw new CommandError('OptionNotSupportedOnView', "Cannot override a view's default collation")
}
