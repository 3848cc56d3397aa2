import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall, Rows } from '#deployhost/call.ts'
import { invalidRequest, notFound } from '#deployhost/errors.ts'
import { tokenJson } from '#deployhost/json/user.ts'
import { pageOf, pageQuery } from '#deployhost/rules/page.ts'
import { createToken } from '#deployhost/rules/accounts.ts'
import type { Token, User } from '#deployhost/schema.ts'
import { atPaths } from '../versions.ts'
import { requirePrincipal, requireUser, requireTokenWrite } from '#deployhost/steps/accounts.ts'
import { answerPage } from '#deployhost/json/page.ts'
import * as v from 'valibot'

const { get, post, del } = routesFor<DeployhostCall>()

const TokenInput = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1, 'should NOT be shorter than 1 characters')),
  expiresAt: v.optional(v.number()),
  projectId: v.optional(v.string()),
})

/** The user's access tokens. https://vercel.com/docs/rest-api/reference/endpoints/authentication */
export const tokensRoutes = [
  ...atPaths(['/v6/user/tokens', '/v5/user/tokens'], (path) =>
    get('listAuthTokens', path, requireUser(), (call) => {
      return answerPage(
        'tokens',
        pageOf(pageQuery(call), viewOfIndex(call.rows.tokens, 'byUser', [call.user.id])),
        tokenJson,
      )
    }),
  ),
  post('createAuthToken', '/v3/user/tokens', requireTokenWrite, body(TokenInput), (call) => {
    const { name, expiresAt } = call.body
    if (expiresAt !== undefined && expiresAt <= call.clock.now()) {
      throw invalidRequest('`expiresAt` should be in the future')
    }
    // A token cannot create one with more scopes than its own.
    const { scopes } = requirePrincipal(call)
    const teamId = call.account.team?.id ?? null
    const token = createToken(call, call.user, { name, scopes, teamId, expiresAt: expiresAt ?? null })
    return json({ token: tokenJson(token), bearerToken: token.value })
  }),
  get('getAuthToken', '/v5/user/tokens/:tokenId', requireUser(), (call) =>
    json({ token: tokenJson(findToken(call, call.params.tokenId)) }),
  ),
  del('deleteAuthToken', '/v3/user/tokens/:tokenId', requireUser('user'), (call) => {
    const token = findToken(call, call.params.tokenId)
    call.rows.tokens.delete(token.id)
    return json({ tokenId: token.id })
  }),
]

/**
 * Returns the user's token with this id; `current` is the token of the request.
 *
 * @throws 404.
 */
function findToken(call: DeployhostCall & { readonly rows: Rows; readonly user: User }, id: string): Token {
  const token = id === 'current' ? requirePrincipal(call).token : call.rows.tokens.get(id)
  if (token === null || token?.userId !== call.user.id) throw notFound('Token')
  return token
}
