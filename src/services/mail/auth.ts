import { credentials } from '../../core/auth.ts'
import type { MailCall, Principal } from './call.ts'
import { invalidApiKey, missingApiKey, restrictedApiKey } from './errors.ts'
import { isPage } from './finish.ts'

/** Set in the store by a seed that lists the tokens of its keys: no others work then. */
export const KEYS_ARE_LISTED = 'keys are listed'

/** What a key with `sending_access` may do. https://resend.com/docs/api-reference/api-keys/create-api-key */
const SENDING = new Set(['emails/send', 'emails/send-batch'])

/**
 * The key a request comes with: `Authorization: Bearer re_…`. A key that may only send is refused everything else here, for
 * all operations. Throws 401 without a key, 403 for an unknown one.
 */
export function authenticate(call: MailCall): Principal | null {
  if (isPage(call.path)) return null
  const given = credentials(call.header('authorization') ?? '')
  if (given === null || given.scheme !== 'token' || given.name !== 'bearer') throw missingApiKey()
  const principal = principalOf(call, given.value)
  if (principal.permission === 'sending_access' && !SENDING.has(call.operation ?? '')) throw restrictedApiKey()
  return principal
}

function principalOf({ rows, store, clock }: MailCall, value: string): Principal {
  const token = rows.apiTokens.get(value)
  if (token === undefined) {
    if (store.value<boolean>(KEYS_ARE_LISTED) === true || !/^re_\w+$/.test(value)) throw invalidApiKey()
    return { name: 'any key', permission: 'full_access', domainId: null }
  }
  // A deleted key leaves its token behind.
  if (token.apiKeyId === null) throw invalidApiKey()
  const { id, name, permission, domainId } = rows.apiKeys.update(token.apiKeyId, { lastUsedAt: clock.now() })
  return { name: name === '' ? `key ${id}` : name, permission, domainId }
}
