import { isSignedBy, type DecodedJwt, type SigningKey } from '#oauth/jwt/jwt.ts'
import { rsaTwo } from '#oauth/jwt/keys.ts'
import type { OAuthAccessToken } from '#oauth/collections.ts'
import type { Rows } from '#oidc-a/call.ts'
import { accountIdOf, accountKeyIdOf, SERVICE_ACCOUNT } from '#oidc-a/schema/identifiers.ts'
import type { Account, ServiceAccount } from '#oidc-a/schema.ts'

type WithRows = { readonly rows: Rows }

/**
 * Returns the service account with this address or unique id; undefined when there is none. Without any in the seed,
 * every address of a service account names one, for which every key and every scope is accepted.
 */
export function serviceAccountNamed({ rows }: WithRows, name: string): ServiceAccount | undefined {
  const found = rows.serviceAccounts.find('email', name.toLowerCase()) ?? rows.serviceAccounts.get(name)
  if (found !== undefined || rows.serviceAccounts.size > 0 || !SERVICE_ACCOUNT.test(name)) return found
  const open = { keys: null, delegatedScopes: null, tokenCreators: null, position: 0 }
  return { id: accountIdOf(name), email: name, projectId: projectOf(name), ...open }
}

/** Returns the project in the address of a service account. */
export function projectOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  const project = domain.endsWith('.iam.gserviceaccount.com') ? domain.split('.')[0] : undefined
  return project ?? name
}

/**
 * Returns the key that is made for a service account: that of its key file, and the one with which the vendor signs for
 * it.
 */
export function accountKeyOf({ email }: ServiceAccount): SigningKey & { readonly alg: 'RS256' } {
  return { alg: 'RS256', kid: accountKeyIdOf(email), pair: rsaTwo }
}

/** Returns whether a key of a service account has signed this JWT. */
export function isSignedByAccount({ keys }: ServiceAccount, decoded: DecodedJwt): boolean {
  if (decoded.header['alg'] !== 'RS256') return false
  return keys === null || isSignedBy(decoded, rsaTwo.jwk) || keys.some(({ pem }) => isSignedBy(decoded, pem))
}

/** Returns whom an access token is about: its user, or else the service account that got it. */
export function accountOf({ rows }: WithRows, token: OAuthAccessToken): Account {
  if (token.userId !== null) return rows.users.require(token.userId)
  const email = String(token.details['serviceAccount'])
  const none = { givenName: null, familyName: null, name: null, picture: null, locale: null, hostedDomain: null }
  return { id: token.clientId, email, emailVerified: true, ...none }
}
