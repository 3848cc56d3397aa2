import type { DataContext } from '#docdb/call.ts'
import type { CollectionRow, Profiler } from '#docdb/schema/data.ts'
import { sizeOf } from '#docdb/values/encode.ts'
import type { Document } from '#docdb/values/value.ts'
import { createCollection, findCollection, removeIndex, type Namespace } from './catalog.ts'
import { keepDocument } from './documents.ts'

/** The profiler of a database of which no client has said anything. */
const OFF: Profiler = { level: 0, slowms: 100, sampleRate: 1, filter: null }

/** The size of the collection of a profiler, in bytes. */
const PROFILE_SIZE = 1024 * 1024

/** Returns the profiler of a database. https://www.mongodb.com/docs/manual/tutorial/manage-the-database-profiler/ */
export function profilerOf({ rows }: Pick<DataContext, 'rows'>, clusterId: string, database: string): Profiler {
  return rows.profilers.get(clusterId, database) ?? OFF
}

function profileNamespace(clusterId: string, database: string): Namespace {
  return { clusterId, database, name: 'system.profile' }
}

/** Sets what the profiler of a database records, and makes the collection for it. */
export function setProfiler(context: DataContext, clusterId: string, database: string, profiler: Profiler): void {
  context.rows.profilers.set(profiler, clusterId, database)
  if (profiler.level > 0) ensureProfile(context, profileNamespace(clusterId, database))
}

/** Returns the collection of a profiler, which is capped and has no index. */
function ensureProfile(context: DataContext, namespace: Namespace): CollectionRow {
  const existing = findCollection(context, namespace)
  if (existing !== undefined) return existing
  const row = createCollection(context, namespace, { capped: true, size: PROFILE_SIZE })
  for (const index of context.rows.indexes.list('collection', row.id)) removeIndex(context, index)
  return row
}

/** Adds an operation to those that the profiler of its database has recorded. */
export function recordOperation(context: DataContext, clusterId: string, database: string, entry: Document): void {
  const row = ensureProfile(context, profileNamespace(clusterId, database))
  if (sizeOf(entry) <= PROFILE_SIZE) keepDocument(context, row, entry)
}
