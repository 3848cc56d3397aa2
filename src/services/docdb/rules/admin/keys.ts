import type { DocdbCall, DocdbContext } from '../../call.ts'
import { resourceNotFound } from '../../errors-admin.ts'
import type { AccessToken, ApiKey, Invitation, Organization, Project, ServiceAccount } from '../../schema/admin.ts'
import type { ServiceAccountSecret } from '../../schema/admin.ts'
import { newObjectId } from './object-id.ts'

/** How long an access token can be used, in milliseconds. */
const TOKEN_LIFETIME = 3_600_000

/** How long an invitation can be accepted, in milliseconds. */
const INVITATION_LIFETIME = 30 * 24 * 3_600_000

type In<P extends string> = Pick<DocdbCall, 'rows' | 'path'> & {
  readonly organization: Organization
  readonly params: Readonly<Record<P, string>>
}

/** Adds an API key with a private half of its own, unless one is given. */
export function addApiKey(
  context: DocdbContext,
  organization: Organization,
  input: Pick<ApiKey, 'description' | 'roles'> & Partial<Pick<ApiKey, 'publicKey' | 'privateKey'>>,
): ApiKey {
  const { rows, ids } = context
  return rows.apiKeys.insert({
    id: newObjectId(context),
    orgId: organization.id,
    publicKey: ids.from('abcdefghijklmnopqrstuvwxyz', 8),
    privateKey: ids.secret.uuid(),
    ...input,
  })
}

/** A step after `loadOrganization` that loads the API key of the path. Throws 404. */
export function loadApiKey({ rows, organization, params, path }: In<'apiUserId'>): { readonly key: ApiKey } {
  const key = rows.apiKeys.get(params.apiUserId)
  if (key === undefined || key.orgId !== organization.id) throw resourceNotFound(path)
  return { key }
}

/** Adds a service account with its first secret. */
export function addServiceAccount(
  context: DocdbContext,
  organization: Organization,
  input: Pick<ServiceAccount, 'name' | 'description' | 'roles'> & { readonly secretLifetime: number },
): ServiceAccount {
  const { rows, ids, clock } = context
  const { secretLifetime, ...rest } = input
  return rows.serviceAccounts.insert({
    id: newObjectId(context),
    orgId: organization.id,
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

/** A step after `loadOrganization` that loads the service account of the path. Throws 404. */
export function loadServiceAccount({ rows, organization, params, path }: In<'clientId'>): {
  readonly account: ServiceAccount
} {
  const account = rows.serviceAccounts.find('clientId', params.clientId)
  if (account === undefined || account.orgId !== organization.id) throw resourceNotFound(path)
  return { account }
}

/** Issues an access token to a service account. */
export function issueToken({ rows, ids, clock }: DocdbContext, account: ServiceAccount): AccessToken {
  return rows.accessTokens.insert({
    id: `eyJ${ids.secret.base62(180)}`,
    serviceAccountId: account.id,
    expiresAt: clock.now() + TOKEN_LIFETIME,
  })
}

/** Adds an invitation to an organization, or to one of its projects. */
export function addInvitation(
  context: DocdbContext,
  place: Organization | Project,
  input: Pick<Invitation, 'username' | 'roles' | 'inviterUsername'>,
): Invitation {
  const createdAt = context.clock.now()
  const where = 'orgId' in place ? { orgId: place.orgId, projectId: place.id } : { orgId: place.id, projectId: null }
  const times = { createdAt, expiresAt: createdAt + INVITATION_LIFETIME }
  return context.rows.invitations.insert({ id: newObjectId(context), ...where, ...input, ...times })
}
