import type { MailCall } from '#mail/call.ts'
import { storedAnswer } from '#mail/rules/sending/idempotency.ts'

/** The stored answer of a request's idempotency key, or the prepared input of a request without one. */
export type Prepared<T> = { readonly stored: object } | { readonly stored: null; readonly ready: T }

/** A request with the stored answer of its idempotency key; null when there is none. */
export type WithStoredAnswer = MailCall & { readonly stored: object | null }

/**
 * A step that adds the stored answer of the request's `Idempotency-Key` as `stored`, null when there is none.
 *
 * @throws 400 for a key that is empty or too long, 409 for a key that was used with another body.
 */
export function loadStoredAnswer(call: MailCall): { readonly stored: object | null } {
  return { stored: storedAnswer(call) }
}

/**
 * A step that prepares a request, unless the answer of its `Idempotency-Key` is stored: a repeated request must succeed
 * even when its template or its file is gone by then.
 */
export async function loadPrepared<T>(
  { stored }: WithStoredAnswer,
  prepare: () => Promise<T>,
): Promise<{ readonly prepared: Prepared<T> }> {
  return { prepared: stored === null ? { stored, ready: await prepare() } : { stored } }
}
