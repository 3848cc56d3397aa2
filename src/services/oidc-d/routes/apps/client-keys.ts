import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { clientKeyJson } from '#oidc-d/json/app.ts'
import { addClientKey, deleteClientKey, setClientKeyStatus } from '#oidc-d/rules/apps/client-keys.ts'
import { loadClientKey, loadOidcClient } from '#oidc-d/steps/apps.ts'
import { loadApp } from '#oidc-d/steps/records.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get, post, del } = routesFor<OidcCall>()

const read = requireScope('okta.apps.read')
const manage = requireScope('okta.apps.manage')

const KEYS = '/api/v1/apps/:appId/credentials/jwks'
const KEY = `${KEYS}/:keyId` as const

const KeyInput = v.looseObject({
  kty: v.picklist(['RSA', 'EC']),
  kid: v.optional(v.nullable(v.string())),
  status: v.optional(v.picklist(['ACTIVE', 'INACTIVE'])),
})

/**
 * The public keys of OAuth clients.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/ApplicationSSOPublicKeys/
 */
export const clientKeysRoutes = [
  get('listJwk', KEYS, read, loadApp, loadOidcClient, (call) =>
    json({ keys: call.client.keys.map((each) => clientKeyJson(call, call.app, each)) }),
  ),
  post('addJwk', KEYS, manage, loadApp, loadOidcClient, body(KeyInput), (call) =>
    json(clientKeyJson(call, call.app, addClientKey(call, call.app, call.client, call.body)), 201),
  ),
  get('getJwk', KEY, read, loadApp, loadClientKey, (call) => json(clientKeyJson(call, call.app, call.key))),
  del('deletejwk', KEY, manage, loadApp, loadOidcClient, loadClientKey, (call) => {
    deleteClientKey(call, call.app, call.client, call.key)
    return empty()
  }),
  post(
    'activateOAuth2ClientJsonWebKey',
    `${KEY}/lifecycle/activate`,
    manage,
    loadApp,
    loadOidcClient,
    loadClientKey,
    (call) => json(clientKeyJson(call, call.app, setClientKeyStatus(call, call.app, call.client, call.key, 'ACTIVE'))),
  ),
  post(
    'deactivateOAuth2ClientJsonWebKey',
    `${KEY}/lifecycle/deactivate`,
    manage,
    loadApp,
    loadOidcClient,
    loadClientKey,
    (call) =>
      json(clientKeyJson(call, call.app, setClientKeyStatus(call, call.app, call.client, call.key, 'INACTIVE'))),
  ),
]
