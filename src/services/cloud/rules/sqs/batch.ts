import { Failure } from '../../../../core/errors.ts'
import {
  batchEntryIdsNotDistinct,
  emptyBatchRequest,
  invalidBatchEntryId,
  tooManyEntriesInBatchRequest,
} from '../../errors-sqs.ts'
import type { FailureDetails } from '../../failure.ts'

/** How it went with an entry of a batch that failed. */
export interface FailedEntry {
  readonly Id: string
  readonly SenderFault: boolean
  readonly Code: string
  readonly Message: string
}

/** How a batch went: entries succeed and fail alone. A list without entries is absent. */
export interface BatchResult<T> {
  readonly Successful: readonly T[] | undefined
  readonly Failed: readonly FailedEntry[] | undefined
}

/** Refuses a batch as a whole: none, more than ten, or ids that cannot be. `kind` is what its entries are called. */
export function checkBatch(entries: readonly { readonly Id: string }[], kind: string): void {
  if (entries.length === 0) throw emptyBatchRequest(kind)
  if (entries.length > 10) throw tooManyEntriesInBatchRequest(entries.length)
  const seen = new Set<string>()
  for (const { Id } of entries) {
    if (!/^[\w-]{1,80}$/.test(Id)) throw invalidBatchEntryId()
    if (seen.has(Id)) throw batchEntryIdsNotDistinct(Id)
    seen.add(Id)
  }
}

/** Does `work` with each entry. It throws before it changes anything, or not at all. */
export function eachEntry<E extends { readonly Id: string }, T>(
  entries: readonly E[],
  work: (entry: E) => T,
): BatchResult<T> {
  const successful: T[] = []
  const failed: FailedEntry[] = []
  for (const entry of entries) {
    try {
      successful.push(work(entry))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const { code, queryCode = code } = error.details as unknown as FailureDetails // of this service
      failed.push({ Id: entry.Id, SenderFault: true, Code: queryCode, Message: error.message })
    }
  }
  return {
    Successful: successful.length === 0 ? undefined : successful,
    Failed: failed.length === 0 ? undefined : failed,
  }
}
