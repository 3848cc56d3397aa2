import { defined } from '#core/objects.ts'
import type { DocdbContext } from '#docdb/call.ts'
import type { ApiKey, Organization, Project } from '#docdb/schema/admin.ts'
import { newObjectId } from './object-id.ts'
import { reassigned } from './roles.ts'

/** Adds an API key with a private half of its own, unless one is given. */
export function addApiKey(
  context: DocdbContext,
  { id: orgId }: Pick<Organization, 'id'>,
  input: Pick<ApiKey, 'description' | 'roles'> & Partial<Pick<ApiKey, 'publicKey' | 'privateKey'>>,
): ApiKey {
  const { rows, ids } = context
  return rows.apiKeys.insert({
    id: newObjectId(context),
    orgId,
    publicKey: ids.from('abcdefghijklmnopqrstuvwxyz', 8),
    privateKey: ids.secret.uuid(),
    ...input,
  })
}

/** The fields of an API key that an update replaces; `roles` are those in one organization or project. */
export interface ApiKeyChanges {
  readonly description?: string | undefined
  readonly roles?: readonly string[] | undefined
}

/** Changes the description of an API key, and its roles in one place. */
export function changeApiKey(
  { rows }: Pick<DocdbContext, 'rows'>,
  key: ApiKey,
  place: Organization | Project,
  { description, roles }: ApiKeyChanges,
): ApiKey {
  const assigned = roles === undefined ? undefined : reassigned(key.roles, place, roles)
  return rows.apiKeys.update(key.id, defined({ description, roles: assigned }))
}
