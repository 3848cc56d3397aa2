import { createHash } from 'node:crypto'
import type { Answer } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import type { SignedCall } from '#payments/call.ts'
import { idempotencyElsewhere, idempotencyKeyInUse, idempotencyMismatch, invalidRequest } from '#payments/errors.ts'
import { answerFailure } from '#payments/json/errors.ts'
import { requestIdOf } from '#payments/protocol/request.ts'
import { HOUR } from '#core/duration.ts'

/** How long the vendor keeps the answer to a key. https://docs.stripe.com/api/idempotent_requests */
const KEPT = 24 * HOUR

/**
 * Answers a change once for each idempotency key: a later request with the same key and parameters gets the first
 * answer again, refusals of the handler included. A key of a request that is still under way is refused. Parameters
 * that were refused before the handler ran use up no key.
 */
export function onceForKey(call: SignedCall, handle: () => Answer): Answer {
  const key = call.header('idempotency-key')
  if (key === undefined || key === '') return handle()
  if (key.length > 255) {
    throw invalidRequest(
      `Idempotency keys can have up to 255 characters, but you passed in a key that is ${key.length} characters.`,
    )
  }
  const { rows, clock } = call
  const id = `${call.principal.account} ${key}`
  const fingerprint = fingerprintOf(call)
  const before = rows.idempotentAnswers.get(id)
  if (before !== undefined && clock.now() - before.at < KEPT) {
    if (before.fingerprint !== fingerprint) throw reused(key, before.fingerprint, call.path)
    return {
      status: before.status,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'idempotent-replayed': 'true',
        'original-request': before.requestId,
      },
      body: before.body,
    }
  }
  if (isInUse(call, key)) throw idempotencyKeyInUse(key)
  const answer = answerOrRefusal(call, handle)
  if (before !== undefined) rows.idempotentAnswers.delete(id)
  const requestId = requestIdOf(call)
  const body = typeof answer.body === 'string' ? answer.body : ''
  rows.idempotentAnswers.insert({ id, fingerprint, requestId, status: answer.status, body, at: clock.now() })
  return { ...answer, headers: { ...answer.headers, 'original-request': requestId } }
}

/**
 * Returns whether an earlier request with the key is still under way: one that a fault delays, or whose body is still
 * arriving.
 */
function isInUse({ headers, requestsUnderWay }: SignedCall, key: string): boolean {
  for (const { requestHeaders: earlier } of requestsUnderWay()) {
    if (earlier === headers) return false
    if (earlier['idempotency-key'] === key && earlier['authorization'] === headers['authorization']) return true
  }
  return false
}

/**
 * Returns the answer of the handler; for a failure its refusal, after the handler's changes and events have been
 * undone.
 */
function answerOrRefusal(call: SignedCall, handle: () => Answer): Answer {
  const events = call.outbox.length
  try {
    return call.store.transaction(handle)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    call.outbox.length = events
    return answerFailure(error, call)
  }
}

/** Returns the path and the digest of a request: `/v1/customers 4v9T…`. */
function fingerprintOf({ method, path, bytes }: SignedCall): string {
  return `${path} ${createHash('sha256').update(`${method} ${path}\n`).update(bytes).digest('base64')}`
}

/** 400: a key was used before, by a request with this fingerprint. */
function reused(key: string, fingerprint: string, path: string): Failure {
  const [before = ''] = fingerprint.split(' ')
  return before.startsWith('/') && before !== path ? idempotencyElsewhere(key, before, path) : idempotencyMismatch(key)
}
