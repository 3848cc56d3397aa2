import { json, type Answer } from '#core/answer.ts'
import type { Prepared, WithStoredAnswer } from '#mail/steps/idempotency.ts'
import { storeAnswer } from '#mail/rules/sending/idempotency.ts'

/**
 * Carries out a request once per `Idempotency-Key`: repeating it within 24 hours returns the same answer and changes
 * nothing. Refusals are not stored.
 */
export function answerOnce<T, B extends object>(
  call: WithStoredAnswer & { readonly prepared: Prepared<T> },
  carryOut: (ready: T) => B,
): Answer<B> {
  const { stored, prepared } = call
  // Another request with the same key may have been answered while this one was prepared.
  // A stored answer was written by an earlier request with the same body.
  if (stored !== null) return json(stored as B)
  if (prepared.stored !== null) return json(prepared.stored as B)
  const answer = carryOut(prepared.ready)
  storeAnswer(call, answer)
  return json(answer)
}
