import { certificatePem, publicJwk } from '#oauth/jwt/jwt.ts'
import type { OidcContext } from '#oidc-a/call.ts'
import { KEYS, signingAlg } from '#oidc-a/oauth/signing.ts'

type WithRows = Pick<OidcContext, 'rows'>

/** Returns the key set (RFC 7517), which is empty with HS256. */
export function keySetJson(context: WithRows): { readonly keys: readonly object[] } {
  return { keys: signingAlg(context) === 'HS256' ? [] : KEYS.map(({ kid, pair }) => publicJwk(pair, kid)) }
}

/** Returns the key set as PEM certificates by key id. */
export function certificatesJson(context: WithRows): Readonly<Record<string, string>> {
  if (signingAlg(context) === 'HS256') return {}
  return Object.fromEntries(KEYS.map(({ kid, pair }) => [kid, certificatePem(pair)]))
}
