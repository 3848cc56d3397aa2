import { createHash } from 'node:crypto'
import { json, type Answer } from '../../../core/answer.ts'
import type { MailCall } from '../call.ts'
import { invalidIdempotencyKey, invalidIdempotentRequest } from '../errors.ts'

/** How long an answer is kept, in milliseconds. https://resend.com/docs/dashboard/emails/idempotency-keys */
const KEPT = 24 * 60 * 60 * 1000

/** Of a request: the answer that its key was given before, or what its work needs. */
type Prepared<T> = { readonly kept: object } | { readonly kept: null; readonly ready: T }

/**
 * A step that prepares the work of a request, unless its `Idempotency-Key` has its answer already: what it would need, such as
 * a template or a file, may be gone by then. Rejects with 409 for another body with the key of this operation, with 400 for a
 * key that is empty or too long.
 */
export async function preparedOnce<T>(
  call: MailCall,
  prepare: () => Promise<T>,
): Promise<{ readonly prepared: Prepared<T> }> {
  const kept = keptAnswer(call)
  return { prepared: kept === null ? { kept, ready: await prepare() } : { kept } }
}

/**
 * Does the work of a request once for its `Idempotency-Key`: the same request again, within 24 hours, gets the same answer
 * and changes nothing. An answer that was a refusal is not kept.
 */
export function once<T>(call: MailCall & { readonly prepared: Prepared<T> }, work: (ready: T) => object): Answer {
  const { rows, clock, prepared } = call
  if (prepared.kept !== null) return json(prepared.kept)
  // The same request may have been answered while this one was prepared.
  const kept = keptAnswer(call)
  if (kept !== null) return json(kept)
  const answer = work(prepared.ready)
  const id = idOf(call)
  if (id === null) return json(answer)
  if (rows.idempotentAnswers.get(id) !== undefined) rows.idempotentAnswers.delete(id)
  rows.idempotentAnswers.insert({ id, digest: digestOf(call), answer, expiresAt: clock.now() + KEPT })
  return json(answer)
}

/** The answer that the key of a request was given; null when there is none, or no key. Throws 400 and 409. */
function keptAnswer(call: MailCall): object | null {
  const id = idOf(call)
  const kept = id === null ? undefined : call.rows.idempotentAnswers.get(id)
  if (kept === undefined || kept.expiresAt <= call.clock.now()) return null
  if (kept.digest !== digestOf(call)) throw invalidIdempotentRequest()
  return kept.answer
}

/** What an answer is kept under; null without a key. Throws 400 for one that is empty or too long. */
function idOf(call: MailCall): string | null {
  const key = call.header('idempotency-key')
  if (key === undefined) return null
  if (key.length < 1 || key.length > 256) throw invalidIdempotencyKey()
  return `${call.operation} ${key}`
}

/** Tells requests apart by what they ask, however it is spaced. */
function digestOf(call: MailCall): string {
  const asked = JSON.stringify([call.header('x-batch-validation') ?? 'strict', call.json()])
  return createHash('sha256').update(asked).digest('hex')
}
