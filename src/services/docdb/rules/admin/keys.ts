import type { DocdbCall, DocdbContext } from '#docdb/call.ts'
import { resourceNotFound } from '#docdb/errors/admin.ts'
import type { AccessToken, ApiKey, Invitation, Organization, Project, ServiceAccount } from '#docdb/schema/admin.ts'
import type { ServiceAccountSecret } from '#docdb/schema/admin.ts'
import { newObjectId } from './object-id.ts'

/** How long an access token can be used, in milliseconds. */
const TOKEN_LIFETIME = 3_600_000

/** How long an invitation can be accepted, in milliseconds. */
const INVITATION_LIFETIME = 30 * 24 * 3_600_000

type Place = { readonly organization: Organization } | { readonly project: Project }

/** A request about the keys or accounts of an organization or a project. */
type PlaceCall<P extends string> = Pick<DocdbCall, 'rows' | 'path'> &
  Place & { readonly params: Readonly<Record<P, string>> }

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

/**
 * A step after `loadOrganization` or `loadProject` that loads the API key of the path.
 *
 * @throws 404.
 */
export function loadApiKey(call: PlaceCall<'apiUserId'>): { readonly key: ApiKey } {
  const key = call.rows.apiKeys.get(call.params.apiUserId)
  if (key === undefined || key.orgId !== organizationOf(call)) throw resourceNotFound(call.path)
  return { key }
}

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
 * A step after `loadOrganization` or `loadProject` that loads the service account of the path.
 *
 * @throws 404.
 */
export function loadServiceAccount(call: PlaceCall<'clientId'>): { readonly account: ServiceAccount } {
  const account = call.rows.serviceAccounts.find('clientId', call.params.clientId)
  if (account === undefined || account.orgId !== organizationOf(call)) throw resourceNotFound(call.path)
  return { account }
}

function organizationOf(call: Place): string {
  return 'organization' in call ? call.organization.id : call.project.orgId
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
