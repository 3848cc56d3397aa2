import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'

// The common part of the options and results of the services' `signIn` and `authorize` commands. Each service publishes
// its own types, which extend these.

/** An authorization request that an application made. */
export interface AuthorizationUrl {
  /** The authorization URL as the application made it. */
  readonly url: string
}

/** The application that gets the tokens of a sign-in, and what they contain. */
export interface TokenOptions {
  /** The application that gets the tokens. Default: the first that is seeded. */
  readonly clientId?: string
  readonly scopes?: readonly string[]
  /** The `nonce` of the ID token. */
  readonly nonce?: string
}

/** The tokens of a sign-in. */
export interface SignedInTokens {
  readonly accessToken: string
  /** Null when the granted scopes make none. */
  readonly idToken: string | null
  readonly refreshToken: string | null
  /** The granted scopes. */
  readonly scopes: readonly string[]
  /** When the access token expires, epoch milliseconds. */
  readonly expiresAt: number
}

/** Returns the schemas of {@link TokenOptions}, for the schema of a service's `signIn`. */
export function tokenOptions(defaultScopes: readonly string[]) {
  return {
    clientId: v.optional(v.string()),
    scopes: v.optional(v.array(v.string()), [...defaultScopes]),
    nonce: v.optional(v.string()),
  }
}

/** The checked options of an `authorize` command. */
export interface CheckedAuthorization extends AuthorizationUrl {
  /** The handle of the person who is chosen on the page. */
  readonly handle: string
}

const AUTHORIZE = {
  email: v.pipe(
    v.strictObject({ url: v.string(), email: v.string() }),
    v.transform(({ url, email }): CheckedAuthorization => ({ url, handle: email })),
  ),
  login: v.pipe(
    v.strictObject({ url: v.string(), login: v.string() }),
    v.transform(({ url, login }): CheckedAuthorization => ({ url, handle: login })),
  ),
} as const

/**
 * Checks the options of an `authorize` command; `person` is the option that names the person.
 *
 * @throws TypeError for unknown options.
 */
export function checkedAuthorization(person: keyof typeof AUTHORIZE, options: AuthorizationUrl): CheckedAuthorization {
  return checkedOptions('authorize', AUTHORIZE[person], options)
}
