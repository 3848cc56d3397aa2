import type { Work } from '../call.ts'
import type { ApiKey } from '../schema-domains.ts'

/** What a new key is made from. Without a token it gets one that is made up. */
export type ApiKeyWishes = Pick<ApiKey, 'name' | 'permission' | 'domainId'> & { readonly token?: string }

/** Adds a key, and returns it with its token, which is shown this once. */
export function addApiKey(
  { rows, ids, clock }: Pick<Work, 'rows' | 'ids' | 'clock'>,
  { token = `re_${ids.base62(8)}_${ids.base62(24)}`, ...wishes }: ApiKeyWishes,
): { readonly key: ApiKey; readonly token: string } {
  const key = rows.apiKeys.insert({ uuid: ids.uuid(), ...wishes, createdAt: clock.now(), lastUsedAt: null })
  rows.apiTokens.insert({ id: token, apiKeyId: key.id })
  return { key, token }
}
