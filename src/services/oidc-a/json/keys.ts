import { createPublicKey } from 'node:crypto'
import { certificatePem, publicJwk } from '#oauth/jwt/jwt.ts'
import type { OidcContext } from '#oidc-a/call.ts'
import { accountKeyOf } from '#oidc-a/rules/service-accounts.ts'
import type { ServiceAccount } from '#oidc-a/schema.ts'
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

/** Returns the public keys of a service account as a key set. */
export function accountKeySetJson(account: ServiceAccount): { readonly keys: readonly object[] } {
  const { kid, pair } = accountKeyOf(account)
  const others = (account.keys ?? []).map(({ id, pem }) => {
    const { n, e } = createPublicKey(pem).export({ format: 'jwk' })
    return { kty: 'RSA', alg: 'RS256', use: 'sig', kid: id, n, e }
  })
  return { keys: [publicJwk(pair, kid), ...others] }
}

/** Returns the certificates of a service account by key id, without the keys that the seed has as bare public keys. */
export function accountCertificatesJson(account: ServiceAccount): Readonly<Record<string, string>> {
  const { kid, pair } = accountKeyOf(account)
  const others = (account.keys ?? []).filter(({ pem }) => pem.includes('BEGIN CERTIFICATE'))
  return { [kid]: certificatePem(pair), ...Object.fromEntries(others.map(({ id, pem }) => [id, pem])) }
}
