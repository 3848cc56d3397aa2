import { createHmac } from 'node:crypto'
import type { Answer } from '../../../../core/answer.ts'
import { redirect } from '../../../../core/answer.ts'
import type { CodehostCall } from '../../call.ts'
import { forbidden } from '../../errors.ts'

/**
 * The lifetime of a link in milliseconds: one minute.
 * https://docs.github.com/rest/actions/artifacts#download-an-artifact
 */
const LIFETIME = 60_000

/** The path of the storage of run files, which the vendor keeps outside its API. */
export const STORAGE = '/_storage/actions'

/**
 * Answers 302 to a file in the storage, with a link that works without a token for a minute. `path` is relative to
 * {@link STORAGE}.
 */
export function redirectToStorage(call: CodehostCall, path: string): Answer {
  const expires = String(call.clock.now() + LIFETIME)
  const place = `${STORAGE}/${path}`
  const query = new URLSearchParams({ expires, signature: signatureOf(call, place, expires) })
  return redirect(call.urls.of(`${place}?${query.toString()}`))
}

/** A step for paths of the storage. Throws 403 unless the link has a valid signature and has not expired. */
export function requireStorageLink(call: CodehostCall): void {
  const { query, path, clock } = call
  const expires = query.get('expires') ?? ''
  if (query.get('signature') !== signatureOf(call, path, expires)) throw forbidden('Signature did not match.')
  if (clock.now() > Number(expires)) throw forbidden('Signature not valid in the specified time frame.')
}

function signatureOf({ rows, ids }: CodehostCall, path: string, expires: string): string {
  const known = rows.storageKey.get()
  const key = known ?? ids.secret.hex(32)
  if (known === undefined) rows.storageKey.set(key)
  return createHmac('sha256', key).update(`${path} ${expires}`).digest('hex')
}
