import { createHmac } from 'node:crypto'
import type { Answer } from '#core/answer.ts'
import { redirect } from '#core/answer.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { MINUTE } from '#core/duration.ts'

/**
 * The lifetime of a link in milliseconds: one minute.
 * https://docs.github.com/rest/actions/artifacts#download-an-artifact
 */
const LIFETIME = MINUTE

/** The path of the storage of run files, which the vendor keeps outside its API. */
export const STORAGE = '/_storage/actions'

/**
 * Answers 302 to a file in the storage, with a link that works without a token for a minute. `path` is relative to
 * {@link STORAGE}.
 */
export function redirectToStorage(call: CodehostCall, path: string): Answer {
  return redirect(call.urls.of(signedPath(call, `${STORAGE}/${path}`, LIFETIME)))
}

/**
 * Returns a path with a query that proves, for `lifetime` milliseconds, that the API gave it out. The query is good for
 * every path that has the same `subject`.
 */
export function signedPath(call: CodehostCall, path: string, lifetime: number, subject = path): string {
  const expires = String(call.clock.now() + lifetime)
  const query = new URLSearchParams({ expires, signature: signatureOf(call, subject, expires) })
  return `${path}?${query.toString()}`
}

/** Returns whether the request has a path of {@link signedPath} that has not expired. */
export function isSigned(call: CodehostCall, subject = call.path): boolean {
  return hasSignature(call, subject) && !hasExpired(call)
}

/** Returns whether the request has a path of {@link signedPath}. */
export function hasSignature(call: CodehostCall, subject = call.path): boolean {
  const { query } = call
  return query.get('signature') === signatureOf(call, subject, query.get('expires') ?? '')
}

/** Returns whether the time of the request's {@link signedPath} has passed. */
export function hasExpired({ query, clock }: CodehostCall): boolean {
  return clock.now() > Number(query.get('expires'))
}

function signatureOf({ rows, ids }: CodehostCall, subject: string, expires: string): string {
  const known = rows.storageKey.get()
  const key = known ?? ids.secret.hex(32)
  if (known === undefined) rows.storageKey.set(key)
  return createHmac('sha256', key).update(`${subject} ${expires}`).digest('hex')
}
