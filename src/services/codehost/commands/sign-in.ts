import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import { findPerson } from '#oauth/authorization/authorize.ts'
import { authorizeWithoutPage, signInWithoutPage, type AuthorizationResult } from '#oauth/commands/sign-in.ts'
import type { CodehostContext } from '#codehost/call.ts'
import { profile } from '#codehost/oauth/profile.ts'
import { ALL_SCOPES } from '#codehost/oauth/scopes.ts'

const SignIn = v.strictObject({
  login: v.string(),
  scopes: v.optional(v.array(v.string()), [...ALL_SCOPES]),
  clientId: v.optional(v.string()),
})

const Authorize = v.strictObject({ url: v.string(), login: v.string() })

/** The user who signs in, and the token's scopes and application. */
export interface SignInOptions {
  /** The login of a user. */
  readonly login: string
  /** Default: all scopes. */
  readonly scopes?: readonly string[]
  /** The application that gets the token. Default: none; the token is the user's own. */
  readonly clientId?: string
}

/** The result of signing in. */
export interface SignedIn {
  readonly token: string
  /** Only for GitHub Apps. */
  readonly refreshToken: string | null
}

/** An authorization request, and the user who is chosen on its page. */
export interface AuthorizeOptions {
  /** The authorization URL as the application made it. */
  readonly url: string
  /** The login of a user. */
  readonly login: string
}

/**
 * Signs a user in without a page.
 *
 * @throws TypeError for unknown options.
 * @throws Error for an unknown user, application or scope.
 */
export function signIn(context: CodehostContext, options: SignInOptions): SignedIn {
  const { login, scopes, clientId } = checkedOptions('signIn', SignIn, options)
  if (clientId === undefined) {
    const person = findPerson({ profile, context }, login)
    const { id: token } = context.rows.tokens.insert({
      id: `gho_${context.ids.secret.base62(36)}`,
      userId: Number(person.id),
      scopes,
      clientId: null,
      expiresAt: null,
      createdAt: context.clock.now(),
    })
    return { token, refreshToken: null }
  }
  const { accessToken, refreshToken } = signInWithoutPage({ profile, context }, { handle: login, clientId, scopes })
  return { token: accessToken, refreshToken }
}

/**
 * Does the same as choosing a user on the sign-in page: takes the application's authorization URL and returns the call
 * to the application's redirect_uri.
 *
 * @throws TypeError for unknown options.
 * @throws Error for an unknown user, and for a request that the page would refuse.
 */
export function authorize(context: CodehostContext, options: AuthorizeOptions): AuthorizationResult {
  const { url, login } = checkedOptions('authorize', Authorize, options)
  return authorizeWithoutPage({ profile, context }, url, login)
}
