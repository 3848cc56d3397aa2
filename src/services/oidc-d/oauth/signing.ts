import type { SigningKey } from '#oauth/jwt/jwt.ts'
import { rsaOne, rsaTwo, type KeyPair } from '#oauth/jwt/keys.ts'
import type { AtServer } from '#oidc-d/call.ts'
import type { AuthorizationServer } from '#oidc-d/schema.ts'

/** A signing key of an authorization server. */
export interface ServerKey {
  readonly kid: string
  readonly pair: KeyPair
}

/** The key of the organization's authorization server. */
export const ORG_KEY: ServerKey = { kid: 'U5R8cHbGw445Qbq8zVO1PcCpXL8yG6IcovVa3laCoxM', pair: rsaOne }

const SERVER_KEYS: readonly [ServerKey, ServerKey] = [
  { kid: 'RQ8DuhdxCczyMvy7GNJb4Ka3lQ99vrSo3oFBUiZjzzc', pair: rsaTwo },
  { kid: 'Y3vBOdYT-l-I0j-gRQ26XjutSX00TeWiSguuDhW3ngo', pair: rsaOne },
]

/** Returns the keys of a custom authorization server: the active one and the next one. */
export function keysOf({
  rotations,
}: Pick<AuthorizationServer, 'rotations'>): readonly [active: ServerKey, next: ServerKey] {
  const [one, other] = SERVER_KEYS
  return rotations % 2 === 0 ? [one, other] : [other, one]
}

/** Returns the active key of an authorization server. */
export function activeKey({ authorizationServer }: Pick<AtServer, 'authorizationServer'>): SigningKey {
  return { alg: 'RS256', ...(authorizationServer === null ? ORG_KEY : keysOf(authorizationServer)[0]) }
}

/** Returns the inactive keys: the one before the last rotation, and the next one. */
export function otherKeys({ authorizationServer }: Pick<AtServer, 'authorizationServer'>): readonly SigningKey[] {
  return authorizationServer === null ? [] : [{ alg: 'RS256', ...keysOf(authorizationServer)[1] }]
}
