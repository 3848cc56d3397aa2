import type { OidcCall } from '#oidc-d/call.ts'
import { notFound, validationFailed } from '#oidc-d/errors.ts'
import { assignmentOf } from '#oidc-d/rules/apps/assignments.ts'
import { found } from '#oidc-d/rules/records.ts'
import { findUser } from '#oidc-d/rules/users/users.ts'
import type { App, AppGroup, AppUser, ClientSecret } from '#oidc-d/schema.ts'

// Steps about what belongs to an app.

type OfApp = OidcCall & { readonly app: App }

/**
 * A step that requires the app to be an OAuth client.
 *
 * @throws 400.
 */
export function requireClient({ app }: OfApp): void {
  if (app.client === null) throw validationFailed('signOnMode', `signOnMode: ${app.signOnMode} has no client secrets`)
}

/**
 * A step that loads the secret of the path.
 *
 * @throws 404.
 */
export function loadSecret({ rows, app, params }: OfApp & { params: { readonly secretId: string } }): {
  readonly secret: ClientSecret
} {
  const row = rows.clientSecrets.get(params.secretId)
  return { secret: found('OAuth2ClientSecret', params.secretId, row?.appId === app.id ? row : undefined) }
}

/**
 * A step that loads the assignment of the app to the user of the path.
 *
 * @throws 404.
 */
export function loadAppUser(call: OfApp & { params: { readonly userId: string } }): { readonly appUser: AppUser } {
  const { userId } = call.params
  const user = findUser(call.rows, userId)
  const assignment = user === undefined ? undefined : assignmentOf(call, call.app.id, user.id)
  if (assignment === undefined) throw notFound('AppUser', userId)
  return { appUser: assignment }
}

/**
 * A step that loads the assignment of the app to the group of the path.
 *
 * @throws 404.
 */
export function loadAppGroup({ rows, app, params }: OfApp & { params: { readonly groupId: string } }): {
  readonly appGroup: AppGroup
} {
  return {
    appGroup: found('ApplicationGroupAssignment', params.groupId, rows.appGroups.get(`${app.id}.${params.groupId}`)),
  }
}
