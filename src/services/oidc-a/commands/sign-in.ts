import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import {
  checkedAuthorization,
  tokenOptions,
  type AuthorizationUrl,
  type SignedInTokens,
  type TokenOptions,
} from '#oauth/commands/options.ts'
import { authorizeWithoutPage, tokensWithoutPage, type AuthorizationResult } from '#oauth/commands/sign-in.ts'
import type { Parameters } from '#oauth/context.ts'
import type { OidcContext } from '#oidc-a/call.ts'
import { profile } from '#oidc-a/oauth/profile.ts'
import { EVERY_SCOPE } from '#oidc-a/oauth/scopes.ts'

const SignIn = v.strictObject({
  email: v.string(),
  ...tokenOptions(EVERY_SCOPE),
  offline: v.optional(v.boolean(), false),
})

/** The user who signs in, and the tokens that the application gets. */
export interface SignInOptions extends TokenOptions {
  /** The e-mail address of a user. */
  readonly email: string
  /** Default: `openid email profile` */
  readonly scopes?: readonly string[]
  /** True when the application gets a refresh token, as with `access_type=offline`. Default: false */
  readonly offline?: boolean
}

/** The tokens of a sign-in. */
export interface SignedIn extends SignedInTokens {
  /** Null when the scopes do not include `openid`, `email` or `profile`. */
  readonly idToken: string | null
  /** The granted scopes, in the vendor's long form. */
  readonly scopes: readonly string[]
}

/** An authorization request, and the user who is chosen on its page. */
export interface AuthorizeOptions extends AuthorizationUrl {
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
  const { email, offline, ...request } = checkedOptions('signIn', SignIn, options)
  const parameters: Parameters = offline ? { access_type: 'offline', prompt: 'consent' } : {}
  return tokensWithoutPage({ profile, context }, { handle: email, parameters, ...request })
}

/**
 * Does what the sign-in page does when a user is chosen: takes the authorization URL as the application made it, and
 * returns the parameters with which the application's redirect_uri would be called.
 *
 * @throws TypeError for options that do not exist.
 * @throws Error for an unknown user, and for a request that the page would have refused.
 */
export function authorize(context: OidcContext, options: AuthorizeOptions): AuthorizationResult {
  const { url, handle } = checkedAuthorization('email', options)
  return authorizeWithoutPage({ profile, context }, url, handle)
}
