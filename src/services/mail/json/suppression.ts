import type { Suppression } from '#mail/schema/suppressions.ts'
import { isoTime, timestamp } from './format.ts'

/** A suppression in a list. https://resend.com/docs/api-reference/suppressions/list-suppressions */
export function listedSuppressionJson(suppression: Suppression) {
  return { ...suppressionEventJson(suppression), created_at: timestamp(suppression.createdAt) }
}

/** The `data` of an event about a suppression. */
export function suppressionEventJson({ uuid, email, origin, sourceId, createdAt }: Suppression) {
  return { id: uuid, email, origin, source_id: sourceId, created_at: isoTime(createdAt) }
}
