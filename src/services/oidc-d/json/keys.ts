import { publicJwk } from '#oauth/jwt/jwt.ts'
import type { AtServer } from '#oidc-d/call.ts'
import { keysOf, ORG_KEY } from '#oidc-d/oauth/signing.ts'

/** Returns the key set of an authorization server (RFC 7517), in the vendor's order. */
export function keySetJson({ authorizationServer }: Pick<AtServer, 'authorizationServer'>) {
  const keys = authorizationServer === null ? [ORG_KEY] : keysOf(authorizationServer)
  return {
    keys: keys.map((key) => {
      const { kty, alg, kid, use, e, n } = publicJwk(key.pair, key.kid)
      return { kty, alg, kid, use, e, n }
    }),
  }
}
