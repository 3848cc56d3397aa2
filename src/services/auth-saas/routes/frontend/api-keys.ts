import { defined } from '#core/objects.ts'
import type { Route } from '#core/routes.ts'
import { get, patch, post } from '#auth-saas/call.ts'
import { paramInvalid, paramMissing } from '#auth-saas/errors.ts'
import { json } from '#auth-saas/json/answer.ts'
import { apiKeyJson } from '#auth-saas/json/instance.ts'
import { answerPage } from '#auth-saas/json/page.ts'
import { addApiKey, isFoundKey } from '#auth-saas/rules/api-keys.ts'
import { updatedNow } from '#auth-saas/rules/common-fields.ts'
import { rowsOf } from '#auth-saas/rules/lists.ts'
import type { ApiKey } from '#auth-saas/schema/instance.ts'
import { loadApiKey } from '#auth-saas/steps/api-keys.ts'
import { loadTokenHolder, requireKeysOf } from '#auth-saas/steps/frontend/token-holder.ts'
import { formOf, requiredField } from './form.ts'

/** The API keys of the signed-in user and of the user's organizations, as the components manage them. */
export const frontendApiKeysRoutes: readonly Route[] = [
  get('frontend/getApiKeys', '/api_keys', loadTokenHolder, (call) => {
    const { rows, query } = call
    const subject = query.get('subject')
    if (subject === null) throw paramMissing('subject')
    requireKeysOf(call, subject, 'read')
    const search = { subject, query: query.get('query') ?? '', includeInvalid: query.get('include_invalid') === 'true' }
    const matches = (row: ApiKey): boolean => isFoundKey(call, row, search)
    return answerPage(call, rowsOf(call, rows.apiKeys, { matches }), (row) => apiKeyJson(call, row))
  }),

  post('frontend/createApiKey', '/api_keys', loadTokenHolder, (call) => {
    const form = formOf(call)
    const subject = form.get('subject') ?? call.user.id
    requireKeysOf(call, subject, 'manage')
    const row = addApiKey(call, {
      name: requiredField(form, 'name'),
      description: form.get('description'),
      subject,
      scopes: [],
      claims: null,
      createdBy: call.user.id,
      secondsUntilExpiration: secondsIn(form),
    })
    return json(apiKeyJson(call, row, row.secret), 201)
  }),

  patch('frontend/updateApiKey', '/api_keys/:api_key_id', loadTokenHolder, loadApiKey, (call) => {
    const { rows, apiKey } = call
    requireKeysOf(call, apiKey.subject, 'manage')
    const form = formOf(call)
    const changes = defined({ description: form.get('description') ?? undefined })
    return json(apiKeyJson(call, rows.apiKeys.update(apiKey.id, { ...changes, ...updatedNow(call) })))
  }),

  post('frontend/revokeApiKey', '/api_keys/:api_key_id/revoke', loadTokenHolder, loadApiKey, (call) => {
    const { rows, apiKey } = call
    requireKeysOf(call, apiKey.subject, 'manage')
    const revocationReason = formOf(call).get('revocation_reason')
    return json(
      apiKeyJson(call, rows.apiKeys.update(apiKey.id, { revoked: true, revocationReason, ...updatedNow(call) })),
    )
  }),
]

/** The longest lifetime of a key, in seconds: ten years. */
const LONGEST = 315_360_000

function secondsIn(form: URLSearchParams): number | null {
  const text = form.get('seconds_until_expiration')
  if (text === null || text === '') return null
  const seconds = Number(text)
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= LONGEST) return seconds
  throw paramInvalid('seconds_until_expiration', `seconds_until_expiration must be between 1 and ${LONGEST}.`)
}
