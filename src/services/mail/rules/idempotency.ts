import { createHash } from 'node:crypto'
import { json, type Answer } from '../../../core/answer.ts'
import type { MailCall } from '../call.ts'
import { invalidIdempotencyKey, invalidIdempotentRequest } from '../errors.ts'

/** How long an answer is kept, in milliseconds. https://resend.com/docs/dashboard/emails/idempotency-keys */
const KEPT = 24 * 60 * 60 * 1000

/**
 * Does the work of a request once for its `Idempotency-Key`: the same request again, within 24 hours, gets the same answer
 * and changes nothing. Throws 409 for another body with the key of this operation, 400 for a key that is empty or too long. An answer that
 * was a refusal is not kept.
 */
export function once(call: MailCall, work: () => object): Answer {
  const key = call.header('idempotency-key')
  if (key === undefined) return json(work())
  if (key.length < 1 || key.length > 256) throw invalidIdempotencyKey()
  const { rows, clock } = call
  const digest = digestOf(call)
  const id = `${call.operation} ${key}`
  const kept = rows.idempotentAnswers.get(id)
  if (kept !== undefined && kept.expiresAt > clock.now()) {
    if (kept.digest !== digest) throw invalidIdempotentRequest()
    return json(kept.answer)
  }
  const answer = work()
  if (kept !== undefined) rows.idempotentAnswers.delete(id)
  rows.idempotentAnswers.insert({ id, digest, answer, expiresAt: clock.now() + KEPT })
  return json(answer)
}

/** Tells requests apart by what they ask, however it is spaced. */
function digestOf(call: MailCall): string {
  const asked = JSON.stringify([call.header('x-batch-validation') ?? 'strict', call.json()])
  return createHash('sha256').update(asked).digest('hex')
}
