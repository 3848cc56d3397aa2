import type { SigningKey } from '#oauth/jwt/jwt.ts'
import { rsaOne, rsaTwo } from '#oauth/jwt/keys.ts'

/** The keys of the key set, the current one first. Key ids have the vendor's form: 10 letters and digits. */
export const KEYS = [
  { kid: 'bK7Lq2XvTe', pair: rsaOne },
  { kid: 'W9cRm4HsPd', pair: rsaTwo },
] as const

/** The key that signs ID tokens. */
export const signingKey: SigningKey = { alg: 'RS256', ...KEYS[0] }
