import { credentials } from '#core/auth.ts'
import type { Answer } from '#core/answer.ts'
import { BearerFailure } from '#oauth/endpoints/bearer.ts'
import type { OAuthCall } from '#oauth/endpoints/browser.ts'
import { userinfoEndpoint } from '#oauth/endpoints/client.ts'
import type { SignInContext } from '#oidc-d/call.ts'
import { endpointsOf } from '#oidc-d/rules/servers/endpoints.ts'
import { userinfoJson } from '#oidc-d/json/claims.ts'
import { provider } from '#oidc-d/oauth/provider.ts'

/** The userinfo endpoint. Refusals have no body: the header names the error. */
export const userinfo = userinfoEndpoint<SignInContext>(provider, {
  claims(call, { userId, scopes, clientId }) {
    if (userId === null || !scopes.includes('openid')) {
      throw new BearerFailure(
        403,
        'insufficient_scope',
        'The access token must provide access to at least one of these scopes - profile, email, address or phone; ' +
          `it has ${scopes.join(' ') || 'none'}, and openid is needed for any of them`,
      )
    }
    return userinfoJson(call, { user: call.rows.users.require(userId), scopes, clientId })
  },
  refuse,
})

function refuse({ status, code, message }: BearerFailure, call: SignInContext & OAuthCall): Answer {
  const { authorize, userinfo: resource } = endpointsOf(call)
  const sentence = code === 'invalid_token' ? 'The token is invalid or has expired: ' : ''
  const hasCredentials = credentials(call.header('authorization') ?? '') !== null || code !== null
  const members = [
    `authorization_uri="${authorize}"`,
    `realm="${call.issuer}"`,
    'scope="openid"',
    ...(code === null || !hasCredentials ? [] : [`error="${code}"`, `error_description="${sentence}${message}"`]),
    `resource="${new URL(resource).pathname}"`,
  ]
  const headers = {
    'www-authenticate': `${code === 'invalid_dpop_proof' ? 'DPoP' : 'Bearer'} ${members.join(', ')}`,
    'cache-control': 'no-cache, no-store',
    expires: '0',
  }
  return { status, headers, body: null }
}
