import { createHash } from 'node:crypto'
import type { OAuthGrant } from '#oauth/collections.ts'
import type { RecordContext } from '#oidc-d/call.ts'
import { validationFailed } from '#oidc-d/errors.ts'
import { MANAGEMENT_SCOPE } from '../servers/token-scopes.ts'
import type { App, AppGrant, AuthorizationServer, Scope, User } from '#oidc-d/schema.ts'
import { createId } from '../identifiers.ts'
import { appEntity, recordEvent } from '../system-log/entries.ts'
import { endOwnTokens, endTokensWithScope } from './refresh-tokens.ts'

/** The consent of a user to a scope, for one client. */
export interface UserGrant {
  readonly id: string
  readonly grant: OAuthGrant
  readonly server: AuthorizationServer
  readonly scope: Scope
}

/**
 * Returns the consents of a user, for one client or for all: to scopes that need one, for apps that require it.
 * https://developer.okta.com/docs/guides/request-user-consent/
 */
export function userGrants({ rows }: RecordContext, user: User, clientId?: string): UserGrant[] {
  const grants = rows.oauthGrants.all().filter((grant) => grant.userId === user.id)
  return grants.flatMap((grant) => {
    if ((clientId ?? grant.clientId) !== grant.clientId) return []
    if (rows.apps.find('clientId', grant.clientId)?.client?.consentMethod !== 'REQUIRED') return []
    return rows.servers.all().flatMap((server) =>
      grant.scopes.flatMap((name) => {
        const scope = rows.scopes.find('name', server.id, name)
        if (scope === undefined || scope.consent === 'IMPLICIT') return []
        return [{ id: idOf(grant, scope), grant, server, scope }]
      }),
    )
  })
}

function idOf({ clientId, userId }: OAuthGrant, { id }: Scope): string {
  const digest = createHash('sha256')
    .update(`oidc-d grant ${clientId} ${String(userId)} ${id}`)
    .digest('base64url')
  return `oag${digest.replaceAll(/[-_]/g, 'x').slice(0, 17)}`
}

/** Revokes the consent of a user to a scope, and the tokens that have the scope. */
export function revokeUserGrant(context: RecordContext, user: User, { grant, scope }: UserGrant): void {
  const { rows, clock } = context
  endTokensWithScope(context, user, grant.clientId, scope.name)
  const present = rows.oauthGrants.require(grant.id)
  const scopes = present.scopes.filter((name) => name !== scope.name)
  rows.oauthGrants.update(grant.id, { scopes, updatedAt: clock.now() })
}

/**
 * Grants a scope of the management API to an app. A scope that the app has stays as it is.
 *
 * @throws 400 for any other scope, and for an app that is no OAuth client.
 */
export function grantToApp(context: RecordContext, app: App, scopeId: string): AppGrant {
  const { rows, clock, principal } = context
  if (!MANAGEMENT_SCOPE.test(scopeId))
    throw validationFailed('scopeId', `scopeId: ${scopeId} is no scope of the management API`)
  if (app.client === null) throw validationFailed('appId', `appId: ${app.signOnMode} has no scopes`)
  const before = rows.appGrants.find('scope', app.id, scopeId)
  if (before !== undefined) return before
  const createdBy = principal?.user?.id ?? null
  recordEvent(context, 'app.oauth2.as.consent.grant', { target: [appEntity(app)] })
  return rows.appGrants.insert({
    id: createId(context, 'oag'),
    appId: app.id,
    scopeId,
    createdBy,
    created: clock.now(),
  })
}

/** Revokes a grant of an app, and the tokens that the client has got for itself with the scope. */
export function revokeAppGrant(context: RecordContext, app: App, { id, scopeId }: AppGrant): void {
  context.rows.appGrants.delete(id)
  endOwnTokens(context, app, scopeId)
  recordEvent(context, 'app.oauth2.as.consent.revoke', { target: [appEntity(app)] })
}
