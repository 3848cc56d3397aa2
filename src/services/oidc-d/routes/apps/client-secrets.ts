import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { loadSecret, requireClient } from '#oidc-d/steps/apps.ts'
import { loadApp } from '#oidc-d/steps/records.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { clientSecretJson } from '#oidc-d/json/app.ts'
import { activateSecret, createSecret, deactivateSecret, deleteSecret } from '#oidc-d/rules/apps/client-secrets.ts'

const { get, post, del } = routesFor<OidcCall>()

const read = requireScope('okta.apps.read')
const manage = requireScope('okta.apps.manage')

const SecretInput = v.object({
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
    body(SecretInput),
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
