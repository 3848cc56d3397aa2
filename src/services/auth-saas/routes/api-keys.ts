import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { maybe, maybeMetadata, maybeText, text } from '#auth-saas/rules/body-parts.ts'
import { del, get, patch, post } from '#auth-saas/call.ts'
import { notFound, paramMissing } from '#auth-saas/errors.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { apiKeyJson } from '#auth-saas/json/instance.ts'
import { answerPage } from '#auth-saas/json/page.ts'
import { rowsOf } from '#auth-saas/rules/lists.ts'
import type { ApiKey } from '#auth-saas/schema/instance.ts'
import { addApiKey, isFoundKey, isUsableKey } from '#auth-saas/rules/api-keys.ts'
import { updatedNow } from '#auth-saas/rules/common-fields.ts'
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
    const search = {
      subject,
      query: query.get('query') ?? '',
      includeInvalid: query.get('include_invalid') === 'true',
    }
    const matches = (row: ApiKey): boolean => isFoundKey(call, row, search)
    return answerPage(call, rowsOf(call, rows.apiKeys, { matches }), (row) => apiKeyJson(call, row))
  }),

  post('CreateApiKey', '/v1/api_keys', body(ApiKeyInput), (call) => {
    const { body: input } = call
    const row = addApiKey(call, {
      name: input.name,
      description: input.description ?? null,
      subject: input.subject,
      scopes: input.scopes ?? [],
      claims: input.claims ?? null,
      createdBy: input.created_by ?? null,
      secondsUntilExpiration: input.seconds_until_expiration ?? null,
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
    if (row === undefined || !isUsableKey(call, row)) throw notFound('API key not found')
    return json(apiKeyJson(call, rows.apiKeys.update(row.id, { lastUsedAt: clock.now() })))
  }),
]
