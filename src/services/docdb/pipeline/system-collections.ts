import type { DataContext } from '#docdb/call.ts'
import { bucketedSeries, bucketsOf } from '#docdb/storage/buckets.ts'
import type { Namespace } from '#docdb/storage/catalog.ts'
import { OPLOG, oplogEntries } from '#docdb/storage/oplog.ts'
import type { Document } from '#docdb/values/value.ts'

/** Returns whether a namespace is that of the oplog. */
export function isOplog({ database, name }: Pick<Namespace, 'database' | 'name'>): boolean {
  return database === OPLOG.database && name === OPLOG.name
}

/**
 * Returns the documents of a collection that the server keeps for itself, which are made when they are read: the oplog,
 * or the buckets of a time series. None for any other name.
 */
export function systemDocuments(data: DataContext, namespace: Namespace): Document[] {
  if (isOplog(namespace)) return oplogEntries(data, namespace.clusterId)
  const series = bucketedSeries(data, namespace)
  return series === undefined ? [] : bucketsOf(data, series)
}
