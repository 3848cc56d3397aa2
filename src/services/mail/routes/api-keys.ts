import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { invalidAccess, notFound } from '#mail/errors.ts'
import { timestamp } from '#mail/json/format.ts'
import { newestFirst } from '#mail/rules/page.ts'
import { addApiKey } from '#mail/rules/account/new-api-key.ts'
import type { KeyPermission } from '#mail/schema/domains.ts'
import * as v from 'valibot'
import { loadApiKey } from '#mail/steps/api-keys.ts'
import { answerWholeList } from '#mail/json/page.ts'

const { get, post, patch, del } = routesFor<MailCall>()

// The vendor accepts an empty name.
const name = v.pipe(v.string(), v.maxLength(50, 'The `name` field must have at most 50 characters.'))

const ApiKeyInput = v.object({
  name,
  permission: v.optional(v.string(), 'full_access'),
  domain_id: v.nullish(v.string()),
})

const ApiKeyChanges = v.object({ name })

/** The account's API keys. https://resend.com/docs/api-reference/api-keys/create-api-key */
export const apiKeysRoutes = [
  post('api-keys/create', '/api-keys', body(ApiKeyInput), (call) => {
    const { name, permission, domain_id } = call.body
    if (!isPermission(permission)) throw invalidAccess()
    const { key, token } = addApiKey(call, { name, permission, domainId: domainIdOf(call, permission, domain_id) })
    return json({ id: key.uuid, token }, 201)
  }),
  get('api-keys/list', '/api-keys', (call) =>
    answerWholeList(call, newestFirst(call.rows.apiKeys), (key) => ({
      id: key.uuid,
      name: key.name,
      created_at: timestamp(key.createdAt),
      last_used_at: key.lastUsedAt === null ? null : timestamp(key.lastUsedAt),
    })),
  ),
  patch('api-keys/update', '/api-keys/:api_key_id', loadApiKey, body(ApiKeyChanges), ({ rows, key, body }) =>
    json({ object: 'api_key', id: rows.apiKeys.update(key.id, { name: body.name }).uuid }),
  ),
  del('api-keys/remove', '/api-keys/:api_key_id', loadApiKey, ({ rows, key }) => {
    rows.apiKeys.delete(key.id)
    return json({ object: 'api_key', id: key.uuid, deleted: true })
  }),
]

function isPermission(text: string): text is KeyPermission {
  return text === 'full_access' || text === 'sending_access'
}

/**
 * Returns the domain that a new key is bound to. Only a key with `sending_access` is bound; other permissions ignore
 * `domain_id`.
 */
function domainIdOf({ rows }: MailCall, permission: KeyPermission, uuid: string | null | undefined): number | null {
  if (uuid === null || uuid === undefined || permission !== 'sending_access') return null
  const domain = rows.domains.find('uuid', uuid)
  if (domain === undefined) throw notFound('Domain')
  return domain.id
}
