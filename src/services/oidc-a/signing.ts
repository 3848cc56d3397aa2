import type { OidcContext } from './call.ts'
import { rsaOne, rsaTwo } from '../../oauth/keys.ts'
import { certificatePem, publicJwk, type SigningKey } from '../../oauth/jwt.ts'

/** What ID tokens are signed with: the vendor's RS256, or the shared secret of an instance with an empty key set. */
export type SigningAlg = 'HS256' | 'RS256'

// Key ids as the vendor's are: 40 hexadecimal digits.
const KEYS = [
  { kid: '4f1c0a6d2b8e97c35d60fa14b7e2983c5a0d61ef', pair: rsaOne },
  { kid: '9be3d7105c42f86a1d03b9e57f64c820ad15fe38', pair: rsaTwo },
] as const

/** Not known to clients, as at a vendor that gives its key to nobody: they can read such a token, and not verify it. */
const SECRET = 'backlot oidc-a: signs ID tokens of tests, and nothing else'

type WithStore = Pick<OidcContext, 'store'>

/** Keeps what the seed says. */
export function setSigningAlg(store: OidcContext['store'], alg: SigningAlg): void {
  store.setValue('id_token_signing_alg', alg)
}

/** What ID tokens are signed with. */
export function signingAlg({ store }: WithStore): SigningAlg {
  return store.value<SigningAlg>('id_token_signing_alg') ?? 'HS256'
}

/** The key of ID tokens. */
export function signingKey(context: WithStore): SigningKey {
  if (signingAlg(context) === 'HS256') return { alg: 'HS256', secret: SECRET }
  return { alg: 'RS256', ...KEYS[0] }
}

/** The key set (RFC 7517): empty while ID tokens are signed with a secret. */
export function keySet(context: WithStore): { readonly keys: readonly object[] } {
  return { keys: signingAlg(context) === 'HS256' ? [] : KEYS.map(({ kid, pair }) => publicJwk(pair, kid)) }
}

/** The same keys as PEM certificates by key id. */
export function certificates(context: WithStore): Readonly<Record<string, string>> {
  if (signingAlg(context) === 'HS256') return {}
  return Object.fromEntries(KEYS.map(({ kid, pair }) => [kid, certificatePem(pair)]))
}
