import { publicJwk, type SigningKey } from '#oauth/jwt/jwt.ts'
import { rsaOne, rsaTwo } from '#oauth/jwt/keys.ts'

// Key ids have the vendor's form: 10 letters and digits.
const KEYS = [
  { kid: 'bK7Lq2XvTe', pair: rsaOne },
  { kid: 'W9cRm4HsPd', pair: rsaTwo },
] as const

/** The key that signs ID tokens. */
export const signingKey: SigningKey = { alg: 'RS256', ...KEYS[0] }

/** Returns the key set. https://developer.apple.com/documentation/signinwithapplerestapi/jwkset/keys-data.dictionary */
export function keySet(): { readonly keys: readonly object[] } {
  return {
    keys: KEYS.map(({ kid, pair }) => {
      const { kty, use, alg, n, e } = publicJwk(pair, kid)
      return { kty, kid, use, alg, n, e }
    }),
  }
}
