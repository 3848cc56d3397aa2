import { requireAuthenticated } from '../clients/clients.ts'
import { OAuthFailure } from '../failure.ts'
import type { GrantType } from '../profile.ts'

/** Issues a client's own access token for its credentials: RFC 6749 section 4.4. There is no refresh token. */
export const clientCredentials: GrantType = ({ profile, context }, identified, parameters) => {
  const { client } = identified
  const rules = profile.clientCredentials
  if (rules === undefined) throw new OAuthFailure('unauthorized_client', 'clients get no tokens for themselves here')
  if (client.public === true) {
    throw new OAuthFailure('unauthorized_client', `${client.id} is a public client; it gets no tokens for itself`)
  }
  requireAuthenticated(identified)
  const scope = parameters['scope']
  const requested = scope === undefined ? null : profile.scopesIn(scope)
  const scopes = rules.scopes(context, { client, requested, parameters })
  const authorization = { client, scopes, request: parameters }
  return rules.tokenMembers(context, authorization, rules.createAccessToken(context, authorization))
}
