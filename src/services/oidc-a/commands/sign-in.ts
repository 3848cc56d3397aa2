import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import { withIdToken } from '#oauth/tokens/id-token.ts'
import { authorizeWithoutPage, signInWithoutPage, type AuthorizationResult } from '#oauth/commands/sign-in.ts'
import type { OidcContext } from '#oidc-a/call.ts'
import { profile, TOKEN_LIFETIME } from '#oidc-a/oauth/profile.ts'
import { EVERY_SCOPE } from '#oidc-a/oauth/scopes.ts'

const SignIn = v.strictObject({
  email: v.string(),
  clientId: v.optional(v.string()),
  scopes: v.optional(v.array(v.string()), [...EVERY_SCOPE]),
  nonce: v.optional(v.string()),
  offline: v.optional(v.boolean(), false),
})

const Authorize = v.strictObject({ url: v.string(), email: v.string() })

/** The user who signs in, and the tokens that the application gets. */
export interface SignInOptions {
  /** The e-mail address of a user. */
  readonly email: string
  /** The application that gets the tokens. Default: the first that is seeded. */
  readonly clientId?: string
  /** Default: `openid email profile` */
  readonly scopes?: readonly string[]
  /** The `nonce` of the ID token. */
  readonly nonce?: string
  /** True when the application gets a refresh token, as with `access_type=offline`. Default: false */
  readonly offline?: boolean
}

/** The tokens of a sign-in. */
export interface SignedIn {
  readonly accessToken: string
  /** Null when the scopes do not include `openid`, `email` or `profile`. */
  readonly idToken: string | null
  readonly refreshToken: string | null
  /** The granted scopes, in the vendor's long form. */
  readonly scopes: readonly string[]
  /** When the tokens expire, epoch milliseconds. */
  readonly expiresAt: number
}

/** An authorization request, and the user who is chosen on its page. */
export interface AuthorizeOptions {
  /** The authorization URL as the application made it. */
  readonly url: string
  /** The e-mail address of a user. */
  readonly email: string
}

/**
 * Signs a user in without a page, and returns the tokens that the application would have got.
 *
 * @throws TypeError for options that do not exist.
 * @throws Error for an unknown user, application or scope.
 */
export function signIn(context: OidcContext, options: SignInOptions): SignedIn {
  const { email, clientId, scopes, nonce, offline } = checkedOptions('signIn', SignIn, options)
  const parameters = {
    ...(nonce === undefined ? {} : { nonce }),
    ...(offline ? { access_type: 'offline', prompt: 'consent' } : {}),
  }
  const issued = signInWithoutPage({ profile, context }, { handle: email, clientId, scopes, parameters })
  return {
    ...withIdToken({ profile, context }, issued),
    expiresAt: context.clock.now() + TOKEN_LIFETIME,
  }
}

/**
 * Does what the sign-in page does when a user is chosen: takes the authorization URL as the application made it, and
 * returns the parameters with which the application's redirect_uri would be called.
 *
 * @throws TypeError for options that do not exist.
 * @throws Error for an unknown user, and for a request that the page would have refused.
 */
export function authorize(context: OidcContext, options: AuthorizeOptions): AuthorizationResult {
  const { url, email } = checkedOptions('authorize', Authorize, options)
  return authorizeWithoutPage({ profile, context }, url, email)
}
