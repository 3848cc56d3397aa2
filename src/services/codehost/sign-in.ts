import * as v from 'valibot'
import { checkedOptions } from '../../core/command-options.ts'
import { findPerson } from '../../oauth/authorize.ts'
import { authorizeWithoutPage, signInWithoutPage, type Authorized } from '../../oauth/sign-in.ts'
import type { CodehostContext } from './call.ts'
import { profile } from './oauth.ts'
import { ALL_SCOPES } from './scopes.ts'

const SignIn = v.strictObject({
  login: v.string(),
  scopes: v.optional(v.array(v.string()), [...ALL_SCOPES]),
  clientId: v.optional(v.string()),
})

const Authorize = v.strictObject({ url: v.string(), login: v.string() })

/** Who signs in, and with what. */
export interface SignInOptions {
  /** The login of a user. */
  readonly login: string
  /** Default: all there are. */
  readonly scopes?: readonly string[]
  /** The application that gets the token. Default: none; the token is the user's own. */
  readonly clientId?: string
}

/** What came of signing in. */
export interface SignedIn {
  readonly token: string
  /** GitHub Apps only. */
  readonly refreshToken: string | null
}

/**
 * Signs a user in without any page.
 *
 * @throws TypeError for options that do not exist.
 * @throws Error for an unknown user, application or scope.
 */
export function signIn(context: CodehostContext, options: SignInOptions): SignedIn {
  const { login, scopes, clientId } = checkedOptions('signIn', SignIn, options)
  if (clientId === undefined) {
    const person = findPerson(profile, context, login)
    const { id: token } = context.rows.tokens.insert({
      id: `gho_${context.ids.base62(36)}`,
      userId: Number(person.id),
      scopes,
      clientId: null,
      expiresAt: null,
      createdAt: context.clock.now(),
    })
    return { token, refreshToken: null }
  }
  const { accessToken, refreshToken } = signInWithoutPage(profile, context, { handle: login, clientId, scopes })
  return { token: accessToken, refreshToken }
}

/**
 * Does what the sign-in page does when a user is chosen: takes the authorization URL as the application made it, and gives
 * what the application's redirect_uri would be called with.
 *
 * @throws TypeError for options that do not exist.
 * @throws Error for an unknown user, and for a request that the page would have refused.
 */
export function authorize(
  context: CodehostContext,
  options: { readonly url: string; readonly login: string },
): Authorized {
  const { url, login } = checkedOptions('authorize', Authorize, options)
  return authorizeWithoutPage(profile, context, url, login)
}
