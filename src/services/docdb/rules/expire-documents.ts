import type { DocdbContext } from '#docdb/call.ts'
import { removeDocument } from '#docdb/storage/documents.ts'
import { expired, expiringIndexes, scheduleExpiry } from '#docdb/storage/expiry.ts'
import { settingOf } from '#docdb/storage/settings.ts'

/** Removes the documents that have expired, unless a client has turned this off. */
export function expireDocuments(context: DocdbContext): void {
  const { rows, clock } = context
  rows.expiryDue.set(null)
  for (const shape of settingOf(context, 'ttlMonitorEnabled') === true ? expiringIndexes(context) : []) {
    const collection = rows.collections.require(shape.row.collectionId)
    for (const recordId of expired(context, shape, clock.now()).recordIds) {
      const stored = rows.documents.get(collection.id, recordId)
      if (stored !== undefined) removeDocument(context, collection, recordId, stored.document)
    }
  }
  scheduleExpiry(context)
}
