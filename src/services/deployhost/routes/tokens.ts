import * as v from 'valibot'
import { json } from '../../../core/answer.ts'
import { body } from '../../../core/input.ts'
import { routesFor } from '../../../core/routes.ts'
import { principalOfCall, requireScope, scoped, signedIn, type Scope } from '../access.ts'
import type { DeployhostCall, Rows } from '../call.ts'
import { invalidRequest, notFound } from '../errors.ts'
import { tokenJson } from '../json/user.ts'
import { indexed, pageOf, pageQuery } from '../pagination.ts'
import { createToken } from '../rules/accounts.ts'
import type { Token, User } from '../schema.ts'
import { under } from '../versions.ts'

const { get, post, del } = routesFor<DeployhostCall>()

const NewToken = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1, 'should NOT be shorter than 1 characters')),
  expiresAt: v.optional(v.number()),
  projectId: v.optional(v.string()),
})

/** Access tokens of the user. https://vercel.com/docs/rest-api/reference/endpoints/authentication */
export const tokensRoutes = [
  ...under(['/v6/user/tokens', '/v5/user/tokens'], (path) =>
    get('listAuthTokens', path, signedIn(), (call) => {
      const { rows, pagination } = pageOf(pageQuery(call), indexed(call.rows.tokens, 'byUser', call.user.id))
      return json({ tokens: rows.map(tokenJson), pagination })
    }),
  ),
  post('createAuthToken', '/v3/user/tokens', forNewToken, body(NewToken), (call) => {
    const { name, expiresAt } = call.body
    if (expiresAt !== undefined && expiresAt <= call.clock.now()) {
      throw invalidRequest('`expiresAt` should be in the future')
    }
    // A token cannot make one that may do more than it may itself.
    const { scopes } = principalOfCall(call)
    const teamId = call.account.team?.id ?? null
    const token = createToken(call, call.user, { name, scopes, teamId, expiresAt: expiresAt ?? null })
    return json({ token: tokenJson(token), bearerToken: token.value })
  }),
  get('getAuthToken', '/v5/user/tokens/:tokenId', signedIn(), (call) =>
    json({ token: tokenJson(findToken(call, call.params.tokenId)) }),
  ),
  del('deleteAuthToken', '/v3/user/tokens/:tokenId', signedIn('user'), (call) => {
    const token = findToken(call, call.params.tokenId)
    call.rows.tokens.delete(token.id)
    return json({ tokenId: token.id })
  }),
]

/** A step: the account that a new token is to be for, and a token that may change the user. 403. */
function forNewToken(call: DeployhostCall): Scope {
  const found = scoped(call)
  requireScope(call, 'user')
  return found
}

/** The user's token with this id, or the one that the request carries, as `current`. Throws 404. */
function findToken(call: DeployhostCall & { readonly rows: Rows; readonly user: User }, id: string): Token {
  const token = id === 'current' ? principalOfCall(call).token : call.rows.tokens.get(id)
  if (token === null || token?.userId !== call.user.id) throw notFound('Token')
  return token
}
