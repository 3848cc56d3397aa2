import { isRecord } from '#core/objects.ts'
import type { OAuthAccessToken } from '#oauth/collections.ts'

/** Returns the thumbprint of the key that an access token is bound to; null for a token of whoever bears it. */
export function boundKeyOf({ details }: Pick<OAuthAccessToken, 'details'>): string | null {
  const claims = details['claims']
  const cnf = isRecord(claims) ? claims['cnf'] : undefined
  return isRecord(cnf) && typeof cnf['jkt'] === 'string' ? cnf['jkt'] : null
}

/** Returns the type of an access token, as answers name it. */
export function tokenTypeOf(token: Pick<OAuthAccessToken, 'details'>): 'Bearer' | 'DPoP' {
  return boundKeyOf(token) === null ? 'Bearer' : 'DPoP'
}
