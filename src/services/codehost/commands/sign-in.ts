import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import { checkedAuthorization, type AuthorizationUrl } from '#oauth/commands/options.ts'
import { authorizeWithoutPage, tokenWithoutPage, type AuthorizationResult } from '#oauth/commands/sign-in.ts'
import type { CodehostContext } from '#codehost/call.ts'
import { profile } from '#codehost/oauth/profile.ts'
import { ALL_SCOPES } from '#codehost/oauth/scopes.ts'

const SignIn = v.strictObject({
  login: v.string(),
  scopes: v.optional(v.array(v.string()), [...ALL_SCOPES]),
  clientId: v.optional(v.string()),
})

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
export interface AuthorizeOptions extends AuthorizationUrl {
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
  const { rows, ids, clock } = context
  return tokenWithoutPage({ profile, context }, { handle: login, clientId, scopes }, (person) => {
    const id = `gho_${ids.secret.base62(36)}`
    const userId = Number(person.id)
    return rows.tokens.insert({ id, userId, scopes, clientId: null, expiresAt: null, createdAt: clock.now() }).id
  })
}

/**
 * Does the same as choosing a user on the sign-in page: takes the application's authorization URL and returns the call
 * to the application's redirect_uri.
 *
 * @throws TypeError for unknown options.
 * @throws Error for an unknown user, and for a request that the page would refuse.
 */
export function authorize(context: CodehostContext, options: AuthorizeOptions): AuthorizationResult {
  const { url, handle } = checkedAuthorization('login', options)
  return authorizeWithoutPage({ profile, context }, url, handle)
}
