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

/** Executes `signIn` of the emulator, whose interface documents it. */
export function signIn(context: OidcContext, options: SignInOptions): SignedIn {
  const { email, offline, ...request } = checkedOptions('signIn', SignIn, options)
  const parameters: Parameters = offline ? { access_type: 'offline', prompt: 'consent' } : {}
  return tokensWithoutPage({ profile, context }, { handle: email, parameters, ...request })
}

/** Executes `authorize` of the emulator, whose interface documents it. */
export function authorize(context: OidcContext, options: AuthorizeOptions): AuthorizationResult {
  const { url, handle } = checkedAuthorization('email', options)
  return authorizeWithoutPage({ profile, context }, url, handle)
}
