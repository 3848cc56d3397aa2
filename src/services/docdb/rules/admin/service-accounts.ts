import { HOUR } from '#core/duration.ts'
import { defined } from '#core/objects.ts'
import type { DocdbContext } from '#docdb/call.ts'
import type { AccessToken, Organization, Project, ServiceAccount, ServiceAccountSecret } from '#docdb/schema/admin.ts'
import { newObjectId } from './object-id.ts'
import { reassigned } from './roles.ts'

/** How long an access token can be used, in milliseconds. */
const TOKEN_LIFETIME = HOUR

/** Adds a service account with its first secret. */
export function addServiceAccount(
  context: DocdbContext,
  { id: orgId }: Pick<Organization, 'id'>,
  input: Pick<ServiceAccount, 'name' | 'description' | 'roles'> & { readonly secretLifetime: number },
): ServiceAccount {
  const { rows, ids, clock } = context
  const { secretLifetime, ...rest } = input
  return rows.serviceAccounts.insert({
    id: newObjectId(context),
    orgId,
    clientId: `mdb_sa_id_${ids.hex(24)}`,
    ...rest,
    secrets: [newSecret(context, secretLifetime)],
    createdAt: clock.now(),
  })
}

/** Returns a new secret of a service account; `lifetime` in milliseconds. */
export function newSecret(context: DocdbContext, lifetime: number): ServiceAccountSecret {
  const createdAt = context.clock.now()
  const value = `mdb_sa_sk_${context.ids.secret.base62(40)}`
  return { id: newObjectId(context), value, createdAt, expiresAt: createdAt + lifetime }
}

/**
 * Issues an access token to a client that proves its secret. A client that is no service account gets one too where the
 * seed lists no keys, as every API key is accepted there. Returns null for a client that proves nothing.
 */
export function issueToken(context: DocdbContext, clientId: string, secret: string): AccessToken | null {
  const { rows, ids, clock } = context
  const account = rows.serviceAccounts.find('clientId', clientId)
  const isKnown =
    account === undefined
      ? !rows.keysAreListed.get() && clientId !== '' && secret !== ''
      : account.secrets.some(({ value, expiresAt }) => value === secret && expiresAt > clock.now())
  if (!isKnown) return null
  return rows.accessTokens.insert({
    id: `eyJ${ids.secret.base62(180)}`,
    serviceAccountId: account?.id ?? null,
    clientId,
    expiresAt: clock.now() + TOKEN_LIFETIME,
  })
}

/** The fields of a service account that an update replaces; `roles` are those in one organization or project. */
export interface ServiceAccountChanges {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly roles?: readonly string[] | undefined
}

/** Changes the name and the description of a service account, and its roles in one place. */
export function changeServiceAccount(
  { rows }: Pick<DocdbContext, 'rows'>,
  account: ServiceAccount,
  place: Organization | Project,
  { name, description, roles }: ServiceAccountChanges,
): ServiceAccount {
  const assigned = roles === undefined ? undefined : reassigned(account.roles, place, roles)
  return rows.serviceAccounts.update(account.id, defined({ name, description, roles: assigned }))
}
