import { createHash } from 'node:crypto'
import type { MailCall } from '#mail/call.ts'
import { invalidIdempotencyKey, invalidIdempotentRequest } from '#mail/errors.ts'
import { DAY } from '#core/duration.ts'

/**
 * The time for which an answer is stored, in milliseconds. https://resend.com/docs/dashboard/emails/idempotency-keys
 */
const STORED_FOR = DAY

/**
 * Returns the stored answer for a request's key; null when there is none, or no key.
 *
 * @throws 400 and 409.
 */
export function storedAnswer(call: MailCall): object | null {
  const id = idOf(call)
  const stored = id === null ? undefined : call.rows.idempotentAnswers.get(id)
  if (stored === undefined || stored.expiresAt <= call.clock.now()) return null
  if (stored.digest !== digestOf(call)) throw invalidIdempotentRequest()
  return stored.answer
}

/**
 * Stores the body of an answer for 24 hours under the request's key; does nothing for a request without one.
 *
 * @throws 400 when the key is empty or too long.
 */
export function storeAnswer(call: MailCall, answer: object): void {
  const { rows, clock } = call
  const id = idOf(call)
  if (id === null) return
  if (rows.idempotentAnswers.get(id) !== undefined) rows.idempotentAnswers.delete(id)
  rows.idempotentAnswers.insert({ id, digest: digestOf(call), answer, expiresAt: clock.now() + STORED_FOR })
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
