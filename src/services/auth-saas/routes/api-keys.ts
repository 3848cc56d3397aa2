import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { maybe, maybeMetadata, maybeText, text } from '#auth-saas/rules/body-parts.ts'
import { type AuthCall, del, get, patch, post } from '#auth-saas/call.ts'
import { notFound, paramMissing } from '#auth-saas/errors.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { apiKeyJson } from '#auth-saas/json/instance.ts'
import { answerPage } from '#auth-saas/json/page.ts'
import { rowsOf } from '#auth-saas/rules/lists.ts'
import type { ApiKey } from '#auth-saas/schema/instance.ts'
import { commonFields, updatedNow } from '#auth-saas/rules/common-fields.ts'
import { loadApiKey } from '#auth-saas/steps/api-keys.ts'

const ApiKeyInput = v.strictObject({
  type: maybe(v.literal('api_key')),
  name: v.pipe(text, v.minLength(1), v.maxLength(256)),
  description: maybeText,
  subject: text,
  claims: maybeMetadata,
  scopes: maybe(v.array(text)),
  created_by: maybeText,
  seconds_until_expiration: maybe(v.pipe(v.number(), v.minValue(1), v.maxValue(315_360_000))),
})

const ApiKeyChanges = v.strictObject({
  subject: maybeText,
  description: maybeText,
  claims: maybeMetadata,
  scopes: maybe(v.array(text)),
  seconds_until_expiration: maybe(v.pipe(v.number(), v.minValue(1), v.maxValue(315_360_000))),
})

/** The operations about the API keys of users and organizations. */
export const apiKeysRoutes: readonly Route[] = [
  get('ListApiKeys', '/v1/api_keys', (call) => {
    const { rows, query } = call
    const subject = query.get('subject')
    if (subject === null) throw paramMissing('subject')
    const search = query.get('query')?.toLowerCase() ?? ''
    const invalid = query.get('include_invalid') === 'true'
    const matches = (row: ApiKey): boolean =>
      row.subject === subject &&
      (invalid || isUsable(call, row)) &&
      (row.name.toLowerCase().includes(search) || row.id === search)
    return answerPage(call, rowsOf(call, rows.apiKeys, { matches }), (row) => apiKeyJson(call, row))
  }),

  post('CreateApiKey', '/v1/api_keys', body(ApiKeyInput), (call) => {
    const { rows, ids, clock, body: input } = call
    const { subject } = input
    if (rows.users.get(subject) === undefined && rows.organizations.get(subject) === undefined) {
      throw notFound(`No user or organization was found with id ${subject}`)
    }
    const seconds = input.seconds_until_expiration ?? null
    const row = rows.apiKeys.insert({
      ...commonFields(call, 'ak', `ak_${ids.hex(32)}`),
      name: input.name,
      description: input.description ?? null,
      subject,
      secret: `ak_${ids.secret.base62(48)}`,
      scopes: input.scopes ?? [],
      claims: input.claims ?? null,
      createdBy: input.created_by ?? null,
      revoked: false,
      revocationReason: null,
      expiresAt: seconds === null ? null : clock.now() + seconds * 1000,
      lastUsedAt: null,
    })
    return json(apiKeyJson(call, row, row.secret))
  }),

  get('GetApiKey', '/v1/api_keys/:api_key_id', loadApiKey, (call) => json(apiKeyJson(call, call.apiKey))),

  patch('UpdateApiKey', '/v1/api_keys/:api_key_id', loadApiKey, body(ApiKeyChanges), (call) => {
    const { rows, apiKey, clock, body: input } = call
    const seconds = input.seconds_until_expiration
    const changed = rows.apiKeys.update(apiKey.id, {
      description: input.description === undefined ? apiKey.description : input.description,
      claims: input.claims === undefined ? apiKey.claims : input.claims,
      scopes: input.scopes ?? apiKey.scopes,
      expiresAt: seconds === undefined ? apiKey.expiresAt : seconds === null ? null : clock.now() + seconds * 1000,
      ...updatedNow(call),
    })
    return json(apiKeyJson(call, changed))
  }),

  del('DeleteApiKey', '/v1/api_keys/:api_key_id', loadApiKey, (call) => {
    call.rows.apiKeys.delete(call.apiKey.id)
    return deleted('api_key', call.apiKey.id)
  }),

  post(
    'RevokeApiKey',
    '/v1/api_keys/:api_key_id/revoke',
    loadApiKey,
    body(v.strictObject({ revocation_reason: maybeText })),
    (call) => {
      const changes = { revoked: true, revocationReason: call.body.revocation_reason ?? null, ...updatedNow(call) }
      return json(apiKeyJson(call, call.rows.apiKeys.update(call.apiKey.id, changes)))
    },
  ),

  get('GetApiKeySecret', '/v1/api_keys/:api_key_id/secret', loadApiKey, (call) => json({ secret: call.apiKey.secret })),

  post('VerifyApiKey', '/v1/api_keys/verify', body(v.strictObject({ secret: text })), (call) => {
    const { rows, clock, body: input } = call
    const row = rows.apiKeys.find('secret', input.secret)
    if (row === undefined || !isUsable(call, row)) throw notFound('API key not found')
    return json(apiKeyJson(call, rows.apiKeys.update(row.id, { lastUsedAt: clock.now() })))
  }),
]

function isUsable({ clock }: AuthCall, { revoked, expiresAt }: ApiKey): boolean {
  return !revoked && (expiresAt === null || expiresAt > clock.now())
}
