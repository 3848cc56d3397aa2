import { publicJwk } from '#oauth/jwt/jwt.ts'
import { KEYS } from '#oidc-b/oauth/signing.ts'

/** Returns the key set. https://developer.apple.com/documentation/signinwithapplerestapi/jwkset/keys-data.dictionary */
export function keySetJson(): { readonly keys: readonly object[] } {
  return {
    keys: KEYS.map(({ kid, pair }) => {
      const { kty, use, alg, n, e } = publicJwk(pair, kid)
      return { kty, kid, use, alg, n, e }
    }),
  }
}
