import type { OidcCall } from '#oidc-d/call.ts'
import { notFound, validationFailed } from '#oidc-d/errors.ts'
import { assignmentOf } from '#oidc-d/rules/apps/assignments.ts'
import { found } from '#oidc-d/rules/records.ts'
import { findUser } from '#oidc-d/rules/users/users.ts'
import type {
  App,
  AppGroup,
  AppKey,
  AppUser,
  ClientKey,
  ClientSecret,
  OidcClient,
  SigningRequest,
} from '#oidc-d/schema.ts'

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
 * A step that adds the OAuth client of the app.
 *
 * @throws 400 for an app of another sign-on mode.
 */
export function loadOidcClient({ app }: OfApp): { readonly client: OidcClient } {
  if (app.client === null) throw validationFailed('signOnMode', `signOnMode: ${app.signOnMode} has no OAuth client`)
  return { client: app.client }
}

/**
 * A step that loads the key of the path, which the client of the app has.
 *
 * @throws 404.
 */
export function loadClientKey({ app, params }: OfApp & { params: { readonly keyId: string } }): {
  readonly key: ClientKey
} {
  return {
    key: found(
      'JsonWebKey',
      params.keyId,
      app.client?.keys.find(({ id }) => id === params.keyId),
    ),
  }
}

/**
 * A step that loads the key of the path, with which the app signs.
 *
 * @throws 404.
 */
export function loadAppKey({ rows, app, params }: OfApp & { params: { readonly keyId: string } }): {
  readonly key: AppKey
} {
  return { key: found('JsonWebKey', params.keyId, rows.appKeys.find('kid', app.id, params.keyId)) }
}

/**
 * A step that loads the request for a certificate of the path.
 *
 * @throws 404.
 */
export function loadSigningRequest({ rows, app, params }: OfApp & { params: { readonly csrId: string } }): {
  readonly signingRequest: SigningRequest
} {
  const row = rows.signingRequests.get(params.csrId)
  return { signingRequest: found('Csr', params.csrId, row?.appId === app.id ? row : undefined) }
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
