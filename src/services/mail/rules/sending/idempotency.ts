import { createHash } from 'node:crypto'
import { json, type Answer } from '#core/answer.ts'
import type { MailCall } from '#mail/call.ts'
import { invalidIdempotencyKey, invalidIdempotentRequest } from '#mail/errors.ts'

/**
 * The time for which an answer is stored, in milliseconds. https://resend.com/docs/dashboard/emails/idempotency-keys
 */
const STORED_FOR = 24 * 60 * 60 * 1000

/** The stored answer of a request's idempotency key, or the prepared input of a request without one. */
type Prepared<T> = { readonly stored: object } | { readonly stored: null; readonly ready: T }

type WithStoredAnswer = MailCall & { readonly stored: object | null }

/**
 * A step that adds the stored answer of the request's `Idempotency-Key` as `stored`, null when there is none.
 *
 * @throws 400 and 409.
 */
export function loadStoredAnswer(call: MailCall): { readonly stored: object | null } {
  return { stored: storedAnswer(call) }
}

/**
 * A step that prepares a request, unless the answer of its `Idempotency-Key` is stored: a repeated request must succeed
 * even when its template or its file is gone by then.
 */
export async function prepareOnce<T>(
  { stored }: WithStoredAnswer,
  prepare: () => Promise<T>,
): Promise<{ readonly prepared: Prepared<T> }> {
  return { prepared: stored === null ? { stored, ready: await prepare() } : { stored } }
}

/**
 * Carries out a request once per `Idempotency-Key`: repeating it within 24 hours returns the same answer and changes
 * nothing. Refusals are not stored.
 */
export function answerOnce<T>(
  call: WithStoredAnswer & { readonly prepared: Prepared<T> },
  carryOut: (ready: T) => object,
): Answer {
  const { rows, clock, stored, prepared } = call
  // Another request with the same key may have been answered while this one was prepared.
  if (stored !== null) return json(stored)
  if (prepared.stored !== null) return json(prepared.stored)
  const answer = carryOut(prepared.ready)
  const id = idOf(call)
  if (id === null) return json(answer)
  if (rows.idempotentAnswers.get(id) !== undefined) rows.idempotentAnswers.delete(id)
  rows.idempotentAnswers.insert({ id, digest: digestOf(call), answer, expiresAt: clock.now() + STORED_FOR })
  return json(answer)
}

/**
 * Returns the stored answer for a request's key; null when there is none, or no key.
 *
 * @throws 400 and 409.
 */
function storedAnswer(call: MailCall): object | null {
  const id = idOf(call)
  const stored = id === null ? undefined : call.rows.idempotentAnswers.get(id)
  if (stored === undefined || stored.expiresAt <= call.clock.now()) return null
  if (stored.digest !== digestOf(call)) throw invalidIdempotentRequest()
  return stored.answer
}

/**
 * Returns the id that an answer is stored under; null without a key.
 *
 * @throws 400 when the key is empty or too long.
 */
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
