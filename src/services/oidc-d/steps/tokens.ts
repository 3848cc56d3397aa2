import type { OidcCall } from '#oidc-d/call.ts'
import { found } from '#oidc-d/rules/records.ts'
import type { App, AppGrant } from '#oidc-d/schema.ts'

/**
 * A step that loads the app of the client that the path names.
 *
 * @throws 404.
 */
export function loadClient({ rows, params }: OidcCall & { params: { readonly clientId: string } }): {
  readonly client: App
} {
  return { client: found('PublicClientApp', params.clientId, rows.apps.find('clientId', params.clientId)) }
}

/**
 * A step that loads the grant of the path, which the app has.
 *
 * @throws 404.
 */
export function loadAppGrant({ rows, app, params }: OidcCall & { app: App; params: { readonly grantId: string } }): {
  readonly grant: AppGrant
} {
  const row = rows.appGrants.get(params.grantId)
  return { grant: found('OAuth2ScopeConsentGrant', params.grantId, row?.appId === app.id ? row : undefined) }
}
