import { SECOND } from '#core/duration.ts'
import type { DataContext } from '#docdb/call.ts'
import { indexedValues } from '#docdb/query/path.ts'
import type { Document } from '#docdb/values/value.ts'
import { indexShape, type IndexShape } from './index-shape.ts'
import { settingOf } from './settings.ts'
import { typeRange } from '#docdb/values/key-string.ts'

/** Returns the moment at which a document expires by an index; null when it does not. */
function expiryOf({ row, paths }: IndexShape, document: Document): number | null {
  const [path] = paths
  if (path === undefined || row.expireAfter === null) return null
  // Of several dates, the earliest counts.
  const times = indexedValues(document, path).values.flatMap((value) =>
    value instanceof Date ? [value.getTime()] : [],
  )
  return times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b)) + row.expireAfter * 1000
}

/** Returns the places of the documents with a date in an index, in the order of the index. */
function datedRecords({ rows }: DataContext, { row, descending }: IndexShape): { start: number; end: number } {
  const [low, high] = typeRange(new Date(0))
  if (descending[0] === true) return rows.entries.range([row.id])
  return { start: rows.entries.rank([row.id, low]), end: rows.entries.rank([row.id, high]) }
}

/** Returns the indexes whose documents expire. */
export function expiringIndexes({ rows }: DataContext): IndexShape[] {
  return rows.indexes.list('expiring').map((row) => indexShape(row, rows.indexSpecs.get(row.id) ?? {}))
}

/** Returns the places of the documents that an index expires by a moment, and the moment of the next expiry. */
export function expired(
  context: DataContext,
  shape: IndexShape,
  now: number,
): { recordIds: number[]; next: number | null } {
  const { rows } = context
  const { start, end } = datedRecords(context, shape)
  const recordIds: number[] = []
  const isDescending = shape.descending[0] === true
  for (let at = start; at < end; at++) {
    const place = isDescending ? end - 1 - (at - start) : at
    const [recordId = 0] = rows.entries.slice(place, place + 1)
    const document = rows.documents.get(shape.row.collectionId, recordId)?.document
    const due = document === undefined ? null : expiryOf(shape, document)
    if (due === null) continue
    if (due > now) return { recordIds, next: due }
    recordIds.push(recordId)
  }
  return { recordIds, next: null }
}

/** Returns the time between two looks of the server for expired documents, in milliseconds. */
export function timeBetweenLooks(context: Pick<DataContext, 'rows'>): number {
  return Number(settingOf(context, 'ttlMonitorSleepSecs')) * SECOND
}

/**
 * Schedules the removal of the documents that expire next. The server looks once in a minute; here a document goes when
 * it expires, and one that is written expired a minute later.
 */
export function scheduleExpiry(context: DataContext): void {
  const { rows, clock, schedule } = context
  let next: number | null = null
  for (const shape of expiringIndexes(context)) {
    const found = expired(context, shape, -Infinity)
    if (found.next !== null && (next === null || found.next < next)) next = found.next
  }
  const due = rows.expiryDue.get()
  if (next === null) return
  const now = clock.now()
  const removal = next <= now ? now + timeBetweenLooks(context) : next
  if (due !== null && due <= removal) return
  rows.expiryDue.set(removal)
  schedule(removal - now, 'expireDocuments', null)
}
