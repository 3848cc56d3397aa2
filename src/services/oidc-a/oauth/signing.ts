import type { OidcContext } from '#oidc-a/call.ts'
import type { SigningAlg } from '#oidc-a/schema.ts'
import { rsaOne, rsaTwo } from '#oauth/jwt/keys.ts'
import type { SigningKey } from '#oauth/jwt/jwt.ts'

/** The keys of RS256, the current one first. Key ids have the vendor's form: 40 hexadecimal digits. */
export const KEYS = [
  { kid: '4f1c0a6d2b8e97c35d60fa14b7e2983c5a0d61ef', pair: rsaOne },
  { kid: '9be3d7105c42f86a1d03b9e57f64c820ad15fe38', pair: rsaTwo },
] as const

/** The secret of HS256. Clients do not know it, so they can read such a token but not verify it. */
const SECRET = 'backlot oidc-a: signs ID tokens of tests, and nothing else'

type WithRows = Pick<OidcContext, 'rows'>

/** Returns the seeded signature algorithm of ID tokens. */
export function signingAlg({ rows }: WithRows): SigningAlg {
  return rows.signingAlg.get()
}

/** Returns the key that signs ID tokens. */
export function signingKey(context: WithRows): SigningKey {
  if (signingAlg(context) === 'HS256') return { alg: 'HS256', secret: SECRET }
  return { alg: 'RS256', ...KEYS[0] }
}
