import { Failure } from '#core/errors.ts'
import {
  batchEntryIdsNotDistinct,
  emptyBatchRequest,
  invalidBatchEntryId,
  tooManyEntriesInBatchRequest,
} from '#cloud/errors/sqs.ts'
import type { FailureDetails } from '#cloud/errors/failure.ts'

/** The result of a failed batch entry. */
interface FailedEntry {
  readonly Id: string
  readonly SenderFault: boolean
  readonly Code: string
  readonly Message: string
}

/** The result of a batch, whose entries succeed and fail independently. An empty list is absent. */
export interface BatchResult<T> {
  readonly Successful: readonly T[] | undefined
  readonly Failed: readonly FailedEntry[] | undefined
}

/**
 * Refuses a whole batch that is empty, has more than ten entries, or has invalid ids. `kind` is the vendor's name of an
 * entry.
 */
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

/** Applies an operation to each entry. `apply` must throw before it changes anything, or not at all. */
export function eachEntry<E extends { readonly Id: string }, T>(
  entries: readonly E[],
  apply: (entry: E) => T,
): BatchResult<T> {
  const successful: T[] = []
  const failed: FailedEntry[] = []
  for (const entry of entries) {
    try {
      successful.push(apply(entry))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const { code, queryCode = code } = error.details as unknown as FailureDetails // failures of this service have these details
      failed.push({ Id: entry.Id, SenderFault: true, Code: queryCode, Message: error.message })
    }
  }
  return {
    Successful: successful.length === 0 ? undefined : successful,
    Failed: failed.length === 0 ? undefined : failed,
  }
}
