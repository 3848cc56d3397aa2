import type { MetadataChanges } from './params.ts'
import type { Metadata } from '#payments/schema/account.ts'

/**
 * Returns metadata with changes merged in: an empty value unsets its key, null unsets all.
 * https://docs.stripe.com/api/metadata
 */
export function mergeMetadata(before: Metadata, changes: MetadataChanges | undefined): Metadata {
  if (changes === undefined) return before
  if (changes === null) return {}
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ''))
}
