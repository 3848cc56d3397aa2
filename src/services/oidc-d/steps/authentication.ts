import type { OidcCall } from '#oidc-d/call.ts'
import { invalidToken } from '#oidc-d/errors.ts'
import { found } from '#oidc-d/rules/records.ts'
import { findOneTimeToken } from '#oidc-d/rules/users/one-time-tokens.ts'
import type { Factor, OneTimeToken, User } from '#oidc-d/schema.ts'

/**
 * A step that loads the sign-in of the state token of the body, and its user.
 *
 * @throws 401 for an invalid token.
 */
export function loadSignIn(call: OidcCall & { readonly body: { readonly stateToken: string } }): {
  readonly token: OneTimeToken
  readonly user: User
} {
  const token = findOneTimeToken(call, 'state', call.body.stateToken)
  if (token === undefined) throw invalidToken()
  return { token, user: call.rows.users.require(token.userId) }
}

/**
 * A step that loads the factor of the path, which belongs to the user who signs in.
 *
 * @throws 404.
 */
export function loadSignInFactor({ rows, user, params }: OidcCall & { user: User; params: { factorId: string } }): {
  readonly factor: Factor
} {
  const row = rows.factors.get(params.factorId)
  return { factor: found('UserFactor', params.factorId, row?.userId === user.id ? row : undefined) }
}
