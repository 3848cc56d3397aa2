import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { appKeyJson, signingRequestJson } from '#oidc-d/json/app-key.ts'
import { cloneKey, createSigningRequest, generateKey, publishCertificate } from '#oidc-d/rules/apps/keys.ts'
import { found } from '#oidc-d/rules/records.ts'
import { loadAppKey, loadSigningRequest } from '#oidc-d/steps/apps.ts'
import { loadCertificates } from '#oidc-d/steps/certificates.ts'
import { loadApp } from '#oidc-d/steps/records.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get, post, del } = routesFor<OidcCall>()

const read = requireScope('okta.apps.read')
const manage = requireScope('okta.apps.manage')

const KEYS = '/api/v1/apps/:appId/credentials/keys'
const KEY = `${KEYS}/:keyId` as const
const REQUESTS = '/api/v1/apps/:appId/credentials/csrs'
const REQUEST = `${REQUESTS}/:csrId` as const

const RequestInput = v.object({
  subject: v.optional(v.record(v.string(), v.string()), {}),
  subjectAltNames: v.optional(v.object({ dnsNames: v.optional(v.array(v.string()), []) }), { dnsNames: [] }),
})

/**
 * The keys with which apps sign assertions about their users, and requests for certificates of such keys.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/ApplicationSSOCredentialKey/
 */
export const appKeysRoutes = [
  get('listApplicationKeys', KEYS, read, loadApp, loadCertificates, (call) =>
    json(call.rows.appKeys.list('byApp', call.app.id).map((key) => appKeyJson(call, key))),
  ),
  post('generateApplicationKey', `${KEYS}/generate`, manage, loadApp, loadCertificates, (call) =>
    json(appKeyJson(call, generateKey(call, call.app, Number(call.query.get('validityYears') ?? ''))), 201),
  ),
  get('getApplicationKey', KEY, read, loadApp, loadAppKey, loadCertificates, (call) =>
    json(appKeyJson(call, call.key)),
  ),
  post('cloneApplicationKey', `${KEY}/clone`, manage, loadApp, loadAppKey, loadCertificates, (call) => {
    const id = call.query.get('targetAid') ?? ''
    return json(appKeyJson(call, cloneKey(call, call.key, found('AppInstance', id, call.rows.apps.get(id)))), 201)
  }),
  get('listCsrsForApplication', REQUESTS, read, loadApp, loadCertificates, (call) =>
    json(call.rows.signingRequests.list('byApp', call.app.id).map((each) => signingRequestJson(call, each))),
  ),
  post('generateCsrForApplication', REQUESTS, manage, loadApp, body(RequestInput), loadCertificates, (call) => {
    const { subject, subjectAltNames } = call.body
    const made = createSigningRequest(call, call.app, { subject, dnsNames: subjectAltNames.dnsNames })
    return json(signingRequestJson(call, made), 201)
  }),
  get('getCsrForApplication', REQUEST, read, loadApp, loadSigningRequest, loadCertificates, (call) =>
    json(signingRequestJson(call, call.signingRequest)),
  ),
  del('revokeCsrFromApplication', REQUEST, manage, loadApp, loadSigningRequest, (call) => {
    call.rows.signingRequests.delete(call.signingRequest.id)
    return empty()
  }),
  post(
    'publishCsrFromApplication',
    `${REQUEST}/lifecycle/publish`,
    manage,
    loadApp,
    loadSigningRequest,
    loadCertificates,
    (call) => json(appKeyJson(call, publishCertificate(call, call.app, call.signingRequest, call.bytes)), 201),
  ),
]
