import { CommandError } from '#docdb/errors/command-error.ts'
import { namespaceOf } from '#docdb/storage/changes.ts'
import { optionsOf } from '#docdb/storage/catalog.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { isDocument, type Document, type Value } from '#docdb/values/value.ts'
import type { CommandContext } from './context.ts'

/** An update of a time series. */
interface MeasurementUpdate {
  readonly filter: Document
  readonly update: Value
  readonly isMulti: boolean
  readonly isUpsert: boolean
}

/** Refuses an insertion into a time series within a transaction. */
export function checkMeasurementInsert({ transaction }: CommandContext, row: CollectionRow): void {
  if (row.kind !== 'timeseries' || transaction === null) return
  throw new CommandError(
    'OperationNotSupportedInTransaction',
    `Cannot insert into a time-series collection in a multi-document transaction: ${namespaceOf(row)}`,
  )
}

/**
 * Refuses an update of a time series that is about anything but the metadata of all measurements that match.
 * https://www.mongodb.com/docs/manual/core/timeseries/timeseries-limitations/
 */
export function checkMeasurementUpdate(
  context: CommandContext,
  row: CollectionRow,
  statement: MeasurementUpdate,
): void {
  if (row.kind !== 'timeseries') return
  const { filter, update, isMulti, isUpsert } = statement
  if (isUpsert) throw new CommandError('InvalidOptions', 'Cannot perform an upsert on a time-series collection')
  if (!isMulti)
    throw new CommandError('InvalidOptions', 'Cannot perform a non-multi update on a time-series collection')
  const { timeseries } = optionsOf(context.data, row)
  const meta = isDocument(timeseries) && typeof timeseries['metaField'] === 'string' ? timeseries['metaField'] : null
  if (meta === null)
    throw new CommandError(
      'InvalidOptions',
      'Cannot perform an update on a time-series collection that does not have a metaField',
    )
  const isMeta = (path: string): boolean => path === meta || path.startsWith(`${meta}.`)
  if (!fieldsOfFilter(filter).every(isMeta))
    throw new CommandError(
      'InvalidOptions',
      `Cannot perform an update on a time-series collection when querying on a field that is not the metaField '${meta}'`,
    )
  const operands = isDocument(update) ? Object.values(update).filter(isDocument) : []
  if (!operands.flatMap((each) => Object.keys(each)).every(isMeta))
    throw new CommandError(
      'InvalidOptions',
      `Cannot perform an update on a time-series collection which updates a field that is not the metaField '${meta}'`,
    )
}

function fieldsOfFilter(filter: Document): string[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (!name.startsWith('$')) return [name]
    return Array.isArray(value) ? value.filter(isDocument).flatMap(fieldsOfFilter) : []
  })
}
