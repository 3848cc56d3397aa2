import type { MailCall } from '#mail/call.ts'
import { notFound } from '#mail/errors.ts'
import { logById, type Log } from '#mail/rules/account/logs.ts'
import { uuidOf } from '#mail/rules/uuid.ts'

/**
 * A step that loads the log of the path.
 *
 * @throws 404, and 422 for an id that is no UUID.
 */
export function loadLog(call: Pick<MailCall, 'requestsAfter'> & { readonly params: { readonly log_id: string } }): {
  readonly log: Log
} {
  const log = logById(call, uuidOf(call.params.log_id))
  if (log === undefined) throw notFound('Log')
  return { log }
}
