import { publicJwk } from '#oauth/jwt/jwt.ts'
import type { SignInContext } from '#oidc-c/call.ts'
import { KEYS } from '#oidc-c/oauth/signing.ts'
import { issuerIn } from '#oidc-c/rules/issuers.ts'

/** Returns the key set (RFC 7517), with the vendor's certificates and issuer. */
export function keySetJson(context: SignInContext): { readonly keys: readonly object[] } {
  const issuer = issuerIn(context)
  return {
    keys: KEYS.map(({ kid, pair }) => {
      const { kty, use, n, e } = publicJwk(pair, kid)
      return {
        kty,
        use,
        kid,
        x5t: kid,
        n,
        e,
        x5c: [pair.certificate],
        cloud_instance_name: 'microsoftonline.com',
        ...(context.version === 1 ? {} : { issuer }),
      }
    }),
  }
}
