import { notFound } from '#mail/errors.ts'
import { uuidOf } from '#mail/rules/uuid.ts'
import type { ApiKey } from '#mail/schema/domains.ts'
import type { PathContext } from '#mail/call.ts'

/**
 * A step that loads the API key of the path.
 *
 * @throws 404.
 */
export function loadApiKey({ rows, params }: PathContext<'api_key_id'>): {
  readonly key: ApiKey
} {
  const key = rows.apiKeys.find('uuid', uuidOf(params.api_key_id))
  if (key === undefined) throw notFound('API key')
  return { key }
}
