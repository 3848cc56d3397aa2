import { credentials } from '#core/auth.ts'
import type { DocdbCall, Principal } from './call.ts'
import { dataPrincipal } from './rules/data-api/principal.ts'
import { notAuthorized } from './errors/admin.ts'
import { isDataApi } from './errors.ts'
import { challenge, digestParameters, isForTarget, isFresh, provesKey } from './rules/admin/digest.ts'

/**
 * Returns the principal of a request to the administration API: an API key by HTTP Digest, or a service account or a
 * user by Bearer. A request to the Data API has credentials of its own. Null on every other path.
 *
 * @throws 401 for a request that proves nothing.
 */
export function authenticate(call: DocdbCall): Principal | null {
  if (isDataApi(call.path)) return dataPrincipal(call)
  if (!call.path.startsWith('/api/atlas/')) return null
  const header = call.header('authorization') ?? ''
  const digest = digestParameters(header)
  if (digest !== null) return principalOfKey(call, digest)
  const credential = credentials(header)
  const principal =
    credential?.scheme === 'token' && credential.name === 'bearer' ? principalOfToken(call, credential.value) : null
  if (principal === null) throw notAuthorized(challenge(call))
  return principal
}

/**
 * Returns the principal of an API key. Where the seed lists no keys, every key is accepted, and without its private
 * half no proof is checked.
 */
function principalOfKey(call: DocdbCall, digest: Readonly<Record<string, string>>): Principal {
  const { username = '', nonce = '' } = digest
  const key = call.rows.apiKeys.find('publicKey', username)
  const isKnown = key === undefined ? !call.rows.keysAreListed.get() : provesKey(call, digest, key.privateKey)
  if (!isKnown || username === '' || !isForTarget(call, digest)) throw notAuthorized(challenge(call))
  if (!isFresh(call, nonce)) throw notAuthorized(challenge(call, true))
  return { name: username, roles: key?.roles ?? null }
}

function principalOfToken({ rows, clock }: DocdbCall, value: string): Principal | null {
  const user = rows.userTokens.get(value)
  if (user !== undefined) return { name: user.login, roles: null }
  const token = rows.accessTokens.get(value)
  if (token === undefined || token.expiresAt <= clock.now()) return null
  return { name: token.clientId, roles: rows.serviceAccounts.get(token.serviceAccountId)?.roles ?? null }
}
