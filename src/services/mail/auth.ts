import { credentials } from '#core/auth.ts'
import type { MailCall, MailContext, Principal } from './call.ts'
import { invalidApiKey, missingApiKey, restrictedApiKey } from './errors.ts'
import { isOutsideApi } from './rules/api-paths.ts'

/**
 * The operations that a key with `sending_access` may call.
 * https://resend.com/docs/api-reference/api-keys/create-api-key
 */
const SENDING = new Set(['emails/send', 'emails/send-batch'])

/**
 * Returns the API key of the request's `Authorization: Bearer re_…` header; null on the inbox and other pages, which
 * need no key.
 *
 * @throws 401 without a key, 403 for an unknown key, and 401 when a key with `sending_access` calls anything but the
 * operations that send.
 */
export function authenticate(call: MailCall): Principal | null {
  if (isOutsideApi(call.path)) return null
  const credential = credentials(call.header('authorization') ?? '')
  if (credential === null || credential.scheme !== 'token' || credential.name !== 'bearer') throw missingApiKey()
  const principal = principalOf(call, credential.value)
  if (principal.permission === 'sending_access' && !SENDING.has(call.operation ?? '')) throw restrictedApiKey()
  return principal
}

/**
 * Returns the principal of an API key.
 *
 * @throws 403 for an unknown key.
 */
export function principalOf({ rows, clock }: Pick<MailContext, 'rows' | 'clock'>, value: string): Principal {
  const token = rows.apiTokens.get(value)
  if (token === undefined) {
    if (rows.keysAreListed.get() || !/^re_\w+$/.test(value)) throw invalidApiKey()
    return { name: 'any key', permission: 'full_access', domainId: null }
  }
  // The token of a deleted key stays, so that it is refused even where any key is accepted.
  if (token.apiKeyId === null) throw invalidApiKey()
  const { id, name, permission, domainId } = rows.apiKeys.update(token.apiKeyId, { lastUsedAt: clock.now() })
  return { name: name === '' ? `key ${id}` : name, permission, domainId }
}
