import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { found } from '#oidc-d/rules/records.ts'
import { loadApp } from '#oidc-d/steps/records.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { validationFailed } from '#oidc-d/errors.ts'
import { clientSecretJson } from '#oidc-d/json/app.ts'
import { activateSecret, createSecret, deactivateSecret, deleteSecret } from '#oidc-d/rules/apps/client-secrets.ts'
import type { App, ClientSecret } from '#oidc-d/schema.ts'

const { get, post, del } = routesFor<OidcCall>()

const read = requireScope('okta.apps.read')
const manage = requireScope('okta.apps.manage')

const NewSecret = v.object({
  client_secret: v.optional(v.nullable(v.pipe(v.string(), v.minLength(14), v.maxLength(100)))),
  status: v.optional(v.picklist(['ACTIVE', 'INACTIVE']), 'ACTIVE'),
})

/** The secrets of an OAuth client. https://developer.okta.com/docs/guides/client-secret-rotation-key/ */
export const clientSecretsRoutes = [
  get('listOAuth2ClientSecrets', '/api/v1/apps/:appId/credentials/secrets', read, loadApp, requireClient, (call) =>
    json(call.rows.clientSecrets.list('byApp', call.app.id).map((each) => clientSecretJson(call, each))),
  ),
  post(
    'createOAuth2ClientSecret',
    '/api/v1/apps/:appId/credentials/secrets',
    manage,
    loadApp,
    requireClient,
    body(NewSecret),
    (call) => {
      const { client_secret = null, status } = call.body
      return json(clientSecretJson(call, createSecret(call, call.app, client_secret, status)), 201)
    },
  ),
  get('getOAuth2ClientSecret', '/api/v1/apps/:appId/credentials/secrets/:secretId', read, loadApp, loadSecret, (call) =>
    json(clientSecretJson(call, call.secret)),
  ),
  del(
    'deleteOAuth2ClientSecret',
    '/api/v1/apps/:appId/credentials/secrets/:secretId',
    manage,
    loadApp,
    loadSecret,
    (call) => {
      deleteSecret(call, call.secret)
      return empty()
    },
  ),
  post(
    'activateOAuth2ClientSecret',
    '/api/v1/apps/:appId/credentials/secrets/:secretId/lifecycle/activate',
    manage,
    loadApp,
    loadSecret,
    (call) => json(clientSecretJson(call, activateSecret(call, call.secret))),
  ),
  post(
    'deactivateOAuth2ClientSecret',
    '/api/v1/apps/:appId/credentials/secrets/:secretId/lifecycle/deactivate',
    manage,
    loadApp,
    loadSecret,
    (call) => json(clientSecretJson(call, deactivateSecret(call, call.secret))),
  ),
]

type OfApp = OidcCall & { readonly app: App }

/**
 * A step that requires the app to be an OAuth client.
 *
 * @throws 400.
 */
function requireClient({ app }: OfApp): void {
  if (app.client === null) throw validationFailed('signOnMode', `signOnMode: ${app.signOnMode} has no client secrets`)
}

/**
 * A step that loads the secret of the path.
 *
 * @throws 404.
 */
function loadSecret({ rows, app, params }: OfApp & { params: { readonly secretId: string } }): {
  readonly secret: ClientSecret
} {
  const row = rows.clientSecrets.get(params.secretId)
  return { secret: found('OAuth2ClientSecret', params.secretId, row?.appId === app.id ? row : undefined) }
}
