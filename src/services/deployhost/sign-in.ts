import * as v from 'valibot'
import { checkedOptions } from '../../core/command-options.ts'
import { findPerson } from '../../oauth/authorize.ts'
import { authorizeWithoutPage, signInWithoutPage, type Authorized } from '../../oauth/sign-in.ts'
import { ALL_SCOPES } from './auth.ts'
import type { DeployhostContext } from './call.ts'
import { profile } from './oauth.ts'
import { createToken } from './rules/accounts.ts'

const SignIn = v.strictObject({
  login: v.string(),
  scopes: v.optional(v.array(v.string()), [...ALL_SCOPES]),
  clientId: v.optional(v.string()),
})

const Authorize = v.strictObject({ url: v.string(), login: v.string() })

/** Who signs in, and with what. */
export interface SignInOptions {
  /** The username of a user. */
  readonly login: string
  /** Default: `repo`, `user` and `admin:org` */
  readonly scopes?: readonly string[]
  /** The integration that gets the token. Default: none; the token is the user's own. */
  readonly clientId?: string
}

/** What came of signing in. */
export interface SignedIn {
  readonly token: string
  /** Of integrations with `offline_access`. */
  readonly refreshToken: string | null
}

/**
 * Signs a user in without any page.
 *
 * @throws TypeError for options that do not exist.
 * @throws Error for an unknown user or integration.
 */
export function signIn(context: DeployhostContext, options: SignInOptions): SignedIn {
  const { login, scopes, clientId } = checkedOptions('signIn', SignIn, options)
  if (clientId !== undefined) {
    const { accessToken, refreshToken } = signInWithoutPage(profile, context, { handle: login, clientId, scopes })
    return { token: accessToken, refreshToken }
  }
  const user = context.rows.users.require(findPerson(profile, context, login).id)
  return { token: createToken(context, user, { name: 'signIn', scopes }).value, refreshToken: null }
}

/**
 * Does what the sign-in page does when a user is chosen: takes the authorization URL as the application made it, and gives
 * what the application's redirect_uri would be called with.
 *
 * @throws TypeError for options that do not exist.
 * @throws Error for an unknown user, and for a request that the page would have refused.
 */
export function authorize(
  context: DeployhostContext,
  options: { readonly url: string; readonly login: string },
): Authorized {
  const { url, login } = checkedOptions('authorize', Authorize, options)
  return authorizeWithoutPage(profile, context, url, login)
}
