import type { RecordContext } from '#oidc-d/call.ts'
import type { App } from '#oidc-d/schema.ts'

/** Revokes all tokens of an app and the consents that users gave it, as at its deactivation. */
export function endTokensOf({ rows }: Pick<RecordContext, 'rows'>, { client }: App): void {
  if (client === null) return
  const { clientId } = client
  for (const grant of rows.oauthGrants.all()) if (grant.clientId === clientId) rows.oauthGrants.delete(grant.id)
  // Tokens that the client got for itself belong to no grant.
  for (const token of rows.oauthAccessTokens.all()) {
    if (token.clientId === clientId) rows.oauthAccessTokens.delete(token.id)
  }
}
