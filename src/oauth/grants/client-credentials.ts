import { requireAuthenticated } from '../clients.ts'
import { OAuthFailure } from '../failure.ts'
import type { GrantType } from './grant.ts'

/** A client's own credentials for a token of its own: RFC 6749 section 4.4. There is no refresh token. */
export const clientCredentials: GrantType = (profile, context, identified, parameters) => {
  const { client } = identified
  const rules = profile.clientCredentials
  if (rules === undefined) throw new OAuthFailure('unauthorized_client', 'clients get no tokens for themselves here')
  if (client.public === true) {
    throw new OAuthFailure('unauthorized_client', `${client.id} is a public client; it gets no tokens for itself`)
  }
  requireAuthenticated(identified)
  const scope = parameters['scope']
  const asked = scope === undefined ? null : profile.scopesIn(scope)
  const granted = { client, scopes: rules.scopes(context, client, asked, parameters), request: parameters }
  return rules.tokenMembers(context, granted, rules.createAccessToken(context, granted))
}
