import { createHash } from 'node:crypto'
import type { OAuthRefreshToken } from '#oauth/collections.ts'
import type { RecordContext } from '#oidc-d/call.ts'
import type { App, User } from '#oidc-d/schema.ts'

// The refresh tokens of clients, as administrators see them: by an id that reveals nothing, and stays when the client
// rotates the token.

/** A refresh token that is valid now, with whom it is for. */
export interface IssuedToken {
  readonly id: string
  readonly clientId: string
  readonly userId: string
  readonly token: OAuthRefreshToken
}

/** Selects refresh tokens by their owner. An absent member selects all. */
export interface TokenFilter {
  readonly clientId?: string
  readonly userId?: string
  /** The id of a custom authorization server; empty for the organization's. */
  readonly server?: string
}

/** Returns the valid refresh tokens that a filter selects, the oldest first. */
export function issuedTokens({ rows, clock }: RecordContext, { clientId, userId, server }: TokenFilter): IssuedToken[] {
  const grants = rows.oauthGrants
    .all()
    .filter((grant) => (clientId ?? grant.clientId) === grant.clientId && (userId ?? grant.userId) === grant.userId)
  return grants.flatMap((grant) => {
    const valid = rows.oauthRefreshTokens
      .list('byGrant', grant.id)
      .filter((each) => each.usedAt === null && each.expiresAt > clock.now() && (server ?? each.server) === each.server)
    // A rotated token that is still accepted belongs to the family of the newer one.
    const newest = new Map(valid.map((each) => [each.family, each]))
    return [...newest.values()].map((token) => ({
      id: idOf(token),
      clientId: grant.clientId,
      userId: String(grant.userId),
      token,
    }))
  })
}

function idOf({ family }: OAuthRefreshToken): string {
  const digest = createHash('sha256').update(`oidc-d refresh token ${family}`).digest('base64url')
  return `oar${digest.replaceAll(/[-_]/g, 'x').slice(0, 17)}`
}

/** Ends a refresh token, and the access tokens that were issued with it. */
export function endToken({ rows }: Pick<RecordContext, 'rows'>, { token: { family } }: IssuedToken): void {
  for (const { id, accessToken } of rows.oauthRefreshTokens.list('byFamily', family)) {
    rows.oauthAccessTokens.delete(accessToken)
    rows.oauthRefreshTokens.delete(id)
  }
}

/** Ends the tokens of a user whose scopes include one, after the user's consent to it was revoked. */
export function endTokensWithScope(context: RecordContext, user: User, clientId: string, scope: string): void {
  const { rows } = context
  for (const issued of issuedTokens(context, { clientId, userId: user.id })) {
    if (issued.token.scopes.includes(scope)) endToken(context, issued)
  }
  for (const token of rows.oauthAccessTokens.all()) {
    if (token.clientId === clientId && token.userId === user.id && token.scopes.includes(scope)) {
      rows.oauthAccessTokens.delete(token.id)
    }
  }
}

/** Ends the tokens that a client has got for itself with a scope. */
export function endOwnTokens({ rows }: Pick<RecordContext, 'rows'>, { client }: App, scope: string): void {
  for (const token of rows.oauthAccessTokens.all()) {
    if (token.userId === null && token.clientId === client?.clientId && token.scopes.includes(scope)) {
      rows.oauthAccessTokens.delete(token.id)
    }
  }
}
