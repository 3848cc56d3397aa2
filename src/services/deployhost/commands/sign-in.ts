import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import { checkedAuthorization, type AuthorizationUrl } from '#oauth/commands/options.ts'
import { authorizeWithoutPage, tokenWithoutPage, type AuthorizationResult } from '#oauth/commands/sign-in.ts'
import { ALL_SCOPES } from '#deployhost/auth.ts'
import type { DeployhostContext } from '#deployhost/call.ts'
import { profile } from '#deployhost/oauth/profile.ts'
import { createToken } from '#deployhost/rules/accounts.ts'

const SignIn = v.strictObject({
  login: v.string(),
  scopes: v.optional(v.array(v.string()), [...ALL_SCOPES]),
  clientId: v.optional(v.string()),
})

/** The user that signs in, and the token to issue. */
export interface SignInOptions {
  /** The username of a user. */
  readonly login: string
  /** Default: `repo`, `user` and `admin:org` */
  readonly scopes?: readonly string[]
  /** The integration that gets the token. Default: none; the token is the user's own. */
  readonly clientId?: string
}

/** The result of signing in. */
export interface SignedIn {
  readonly token: string
  /** Null unless the integration has the scope `offline_access`. */
  readonly refreshToken: string | null
}

/** An authorization request, and the user who is chosen on its page. */
export interface AuthorizeOptions extends AuthorizationUrl {
  /** The username of a user. */
  readonly login: string
}

/**
 * Signs a user in without a page.
 *
 * @throws TypeError for unknown options.
 * @throws Error for an unknown user or integration.
 */
export function signIn(context: DeployhostContext, options: SignInOptions): SignedIn {
  const { login, scopes, clientId } = checkedOptions('signIn', SignIn, options)
  return tokenWithoutPage({ profile, context }, { handle: login, clientId, scopes }, (person) => {
    const user = context.rows.users.require(person.id)
    return createToken(context, user, { name: 'signIn', scopes }).value
  })
}

/**
 * Completes an authorization request as the sign-in page does when a user is chosen. Takes the authorization URL that
 * the application made, and returns the parameters of the redirect to the application.
 *
 * @throws TypeError for unknown options.
 * @throws Error for an unknown user, and for a request that the page would refuse.
 */
export function authorize(context: DeployhostContext, options: AuthorizeOptions): AuthorizationResult {
  const { url, handle } = checkedAuthorization('login', options)
  return authorizeWithoutPage({ profile, context }, url, handle)
}
