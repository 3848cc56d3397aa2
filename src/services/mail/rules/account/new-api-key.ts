import type { MailContext } from '#mail/call.ts'
import type { ApiKey } from '#mail/schema/domains.ts'

/** The fields of a new key; a token is generated when absent. */
export type NewApiKey = Pick<ApiKey, 'name' | 'permission' | 'domainId'> & { readonly token?: string }

/** Adds a key and returns it with its token, which answers show only this once. */
export function addApiKey(
  { rows, ids, clock }: Pick<MailContext, 'rows' | 'ids' | 'clock'>,
  { token = `re_${ids.secret.base62(8)}_${ids.secret.base62(24)}`, ...input }: NewApiKey,
): { readonly key: ApiKey; readonly token: string } {
  const key = rows.apiKeys.insert({ uuid: ids.uuid(), ...input, createdAt: clock.now(), lastUsedAt: null })
  rows.apiTokens.insert({ id: token, apiKeyId: key.id })
  return { key, token }
}
