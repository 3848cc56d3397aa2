import { SECOND } from '#core/duration.ts'
import { expireDocuments } from '#docdb/rules/expire-documents.ts'
import { expired, expiringIndexes, timeBetweenLooks } from '#docdb/storage/expiry.ts'
import type { DocdbHost } from './server.ts'
import { startInterval, stopInterval } from '#core/real-time.ts'

/**
 * Removes, once in a minute of real time or as often as `ttlMonitorSleepSecs` says, the documents that have expired
 * although the clock of the instance stands still: they were written with a date in the past. A clock that moves
 * removes them by itself. Ends with the instance.
 */
export function startExpiryPasses(host: DocdbHost): void {
  let waited = 0
  const timer = startInterval(() => {
    const store = host.store()
    if (store.ended) return stopInterval(timer)
    waited += SECOND
    if (waited < timeBetweenLooks(store)) return
    waited = 0
    if (store.rows.expiryDue.get() !== null) host.perform(expireOverdue)
  }, SECOND)
  timer.unref()
}

function expireOverdue(context: Parameters<typeof expireDocuments>[0]): void {
  const now = context.clock.now()
  if (expiringIndexes(context).some((shape) => expired(context, shape, now).recordIds.length > 0))
    expireDocuments(context)
}
