import type { Suppression } from '#mail/schema/suppressions.ts'
import { isoTime } from './format.ts'

/**
 * A suppression in a list, and the `data` of its events.
 * https://resend.com/docs/api-reference/suppressions/list-suppressions
 */
export function listedSuppressionJson({ uuid, email, origin, sourceId, createdAt }: Suppression) {
  return { id: uuid, email, origin, source_id: sourceId, created_at: isoTime(createdAt) }
}
