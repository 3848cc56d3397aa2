import { createHash } from 'node:crypto'
import { json, type Answer } from '../../../core/answer.ts'
import type { MailCall } from '../call.ts'
import { invalidIdempotencyKey, invalidIdempotentRequest } from '../errors.ts'

/** How long an answer is stored, in milliseconds. https://resend.com/docs/dashboard/emails/idempotency-keys */
const STORED_FOR = 24 * 60 * 60 * 1000

/** The stored answer of a request's idempotency key, or the prepared input of a request without one. */
type Prepared<T> = { readonly stored: object } | { readonly stored: null; readonly ready: T }

/**
 * A step that prepares a request, unless the answer of its `Idempotency-Key` is stored: a repeated request must succeed
 * even when its template or its file is gone by then. Rejects with 409 when the key was used with another body for this
 * operation, and with 400 when the key is empty or too long.
 */
export async function prepareOnce<T>(
  call: MailCall,
  prepare: () => Promise<T>,
): Promise<{ readonly prepared: Prepared<T> }> {
  const stored = storedAnswer(call)
  return { prepared: stored === null ? { stored, ready: await prepare() } : { stored } }
}

/**
 * Carries out a request once per `Idempotency-Key`: repeating it within 24 hours returns the same answer and changes
 * nothing. Refusals are not stored.
 */
export function answerOnce<T>(
  call: MailCall & { readonly prepared: Prepared<T> },
  carryOut: (ready: T) => object,
): Answer {
  const { rows, clock, prepared } = call
  if (prepared.stored !== null) return json(prepared.stored)
  // A request with the same key may have been answered during the preparation.
  const stored = storedAnswer(call)
  if (stored !== null) return json(stored)
  const answer = carryOut(prepared.ready)
  const id = idOf(call)
  if (id === null) return json(answer)
  if (rows.idempotentAnswers.get(id) !== undefined) rows.idempotentAnswers.delete(id)
  rows.idempotentAnswers.insert({ id, digest: digestOf(call), answer, expiresAt: clock.now() + STORED_FOR })
  return json(answer)
}

/** Returns the stored answer for a request's key; null when there is none, or no key. Throws 400 and 409. */
function storedAnswer(call: MailCall): object | null {
  const id = idOf(call)
  const stored = id === null ? undefined : call.rows.idempotentAnswers.get(id)
  if (stored === undefined || stored.expiresAt <= call.clock.now()) return null
  if (stored.digest !== digestOf(call)) throw invalidIdempotentRequest()
  return stored.answer
}

/** Returns the id that an answer is stored under; null without a key. Throws 400 when the key is empty or too long. */
function idOf(call: MailCall): string | null {
  const key = call.header('idempotency-key')
  if (key === undefined) return null
  if (key.length < 1 || key.length > 256) throw invalidIdempotencyKey()
  return `${call.operation} ${key}`
}

/** Returns a digest of the request's content; it ignores the whitespace of the JSON. */
function digestOf(call: MailCall): string {
  const content = JSON.stringify([call.header('x-batch-validation') ?? 'strict', call.json()])
  return createHash('sha256').update(content).digest('hex')
}
