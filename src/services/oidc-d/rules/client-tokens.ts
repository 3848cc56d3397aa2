import type { Work } from '../call.ts'
import type { App } from '../schema.ts'

/** Ends every token of an app, for good, and takes back what people have allowed it: as when it is deactivated. */
export function endTokensOf({ rows }: Pick<Work, 'rows'>, { client }: App): void {
  if (client === null) return
  const { clientId } = client
  for (const grant of rows.oauthGrants.all()) if (grant.clientId === clientId) rows.oauthGrants.delete(grant.id)
  // Those of the client itself belong to no grant.
  for (const token of rows.oauthAccessTokens.all()) {
    if (token.clientId === clientId) rows.oauthAccessTokens.delete(token.id)
  }
}
