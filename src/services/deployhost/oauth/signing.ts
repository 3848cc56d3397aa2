import type { SigningKey } from '#oauth/jwt/jwt.ts'
import { rsaOne } from '#oauth/jwt/keys.ts'

/** The key that signs ID tokens; its public part is in the key set. */
export const SIGNING_KEY = { alg: 'RS256', kid: 'backlot-deployhost', pair: rsaOne } as const satisfies SigningKey
