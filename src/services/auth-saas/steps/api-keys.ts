import type { AuthCall } from '#auth-saas/call.ts'
import { noSuch } from '#auth-saas/errors.ts'
import type { ApiKey } from '#auth-saas/schema/instance.ts'

/**
 * Adds the API key that the path names.
 *
 * @throws 404 for an unknown one.
 */
export const loadApiKey = ({ rows, params }: AuthCall): { readonly apiKey: ApiKey } => {
  const apiKey = rows.apiKeys.get(params['api_key_id'])
  if (apiKey === undefined) throw noSuch('API key', params['api_key_id'] ?? '')
  return { apiKey }
}
