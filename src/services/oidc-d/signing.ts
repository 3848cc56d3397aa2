import { publicJwk, type SigningKey } from '../../oauth/jwt.ts'
import { rsaOne, rsaTwo, type KeyPair } from '../../oauth/keys.ts'
import type { AtServer } from './call.ts'
import type { AuthorizationServer } from './schema.ts'

/** A key that an authorization server signs with. */
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

/** The keys of a custom authorization server: the one that it signs with, and the one that comes next. */
export function keysOf({
  rotations,
}: Pick<AuthorizationServer, 'rotations'>): readonly [active: ServerKey, next: ServerKey] {
  const [one, other] = SERVER_KEYS
  return rotations % 2 === 0 ? [one, other] : [other, one]
}

/** What an authorization server signs with now. */
export function activeKey({ authorizationServer }: Pick<AtServer, 'authorizationServer'>): SigningKey {
  return { alg: 'RS256', ...(authorizationServer === null ? ORG_KEY : keysOf(authorizationServer)[0]) }
}

/** What it signed with before its keys were rotated, and signs with when they are again. */
export function otherKeys({ authorizationServer }: Pick<AtServer, 'authorizationServer'>): readonly SigningKey[] {
  return authorizationServer === null ? [] : [{ alg: 'RS256', ...keysOf(authorizationServer)[1] }]
}

/** The key set of an authorization server (RFC 7517), in the vendor's order. */
export function keySet({ authorizationServer }: Pick<AtServer, 'authorizationServer'>): object {
  const keys = authorizationServer === null ? [ORG_KEY] : keysOf(authorizationServer)
  return {
    keys: keys.map((key) => {
      const { kty, alg, kid, use, e, n } = publicJwk(key.pair, key.kid)
      return { kty, alg, kid, use, e, n }
    }),
  }
}
