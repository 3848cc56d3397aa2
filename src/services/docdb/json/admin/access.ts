import type { DocdbCall } from '#docdb/call.ts'
import type { AccessEntry, ApiKey, CustomRole, DatabaseUser, Invitation, ServiceAccount } from '#docdb/schema/admin.ts'
import { selfLinksJson } from './links.ts'
import { momentJson } from './moment.ts'

/** Writes a database user, without the password. */
export function databaseUserJson(call: DocdbCall, user: DatabaseUser) {
  const { projectId, databaseName, username, deleteAfter, description } = user
  const path = `/groups/${projectId}/databaseUsers/${encodeURIComponent(databaseName)}/${encodeURIComponent(username)}`
  return {
    awsIAMType: user.awsIAMType,
    databaseName,
    ...(deleteAfter === null ? {} : { deleteAfterDate: momentJson(deleteAfter) }),
    ...(description === null ? {} : { description }),
    groupId: projectId,
    labels: user.labels,
    ldapAuthType: user.ldapAuthType,
    links: selfLinksJson(call, path),
    oidcAuthType: user.oidcAuthType,
    roles: user.roles,
    scopes: user.scopes,
    username,
    x509Type: user.x509Type,
  }
}

/** Writes an entry of an access list. */
export function accessEntryJson(call: DocdbCall, entry: AccessEntry) {
  const { projectId, ipAddress, cidrBlock, awsSecurityGroup, comment, deleteAfter } = entry
  return {
    ...(awsSecurityGroup === null ? {} : { awsSecurityGroup }),
    ...(cidrBlock === null ? {} : { cidrBlock }),
    ...(comment === null ? {} : { comment }),
    ...(deleteAfter === null ? {} : { deleteAfterDate: momentJson(deleteAfter) }),
    groupId: projectId,
    ...(ipAddress === null ? {} : { ipAddress }),
    links: selfLinksJson(call, `/groups/${projectId}/accessList/${encodeURIComponent(entry.entry)}`),
  }
}

/** Writes a custom role of database users. */
export function customRoleJson({ roleName, actions, inheritedRoles }: CustomRole) {
  return { actions, inheritedRoles, roleName }
}

/** Writes an API key. The private half is whole only in the answer to its creation, where `isNew` is true. */
export function apiKeyJson(call: DocdbCall, key: ApiKey, isNew = false) {
  const { id, orgId, publicKey, privateKey, description, roles } = key
  return {
    desc: description,
    id,
    links: selfLinksJson(call, `/orgs/${orgId}/apiKeys/${id}`),
    privateKey: isNew ? privateKey : `********-****-****-${privateKey.slice(-12)}`,
    publicKey,
    roles: roles.map(({ projectId, roleName }) =>
      projectId === null ? { orgId, roleName } : { groupId: projectId, roleName },
    ),
  }
}

/**
 * Writes a service account with its roles in a project, or in its organization. The value of a secret is only in the
 * answer to its creation.
 */
export function serviceAccountJson(
  account: ServiceAccount,
  { projectId = null, newSecretId }: { readonly projectId?: string | null; readonly newSecretId?: string } = {},
) {
  const { clientId, createdAt, description, name, roles, secrets } = account
  return {
    clientId,
    createdAt: momentJson(createdAt),
    description,
    name,
    roles: roles.filter((each) => each.projectId === projectId).map(({ roleName }) => roleName),
    secrets: secrets.map((secret) => serviceAccountSecretJson(secret, secret.id === newSecretId)),
  }
}

/** Writes a secret of a service account. */
export function serviceAccountSecretJson(secret: ServiceAccount['secrets'][number], isNew = false) {
  const { id, value, createdAt, expiresAt } = secret
  return {
    createdAt: momentJson(createdAt),
    expiresAt: momentJson(expiresAt),
    id,
    ...(isNew ? { secret: value } : { maskedSecretValue: `mdb_sa_sk_...${value.slice(-4)}` }),
  }
}

/** Writes an invitation to an organization or a project. */
export function invitationJson({ rows, base }: DocdbCall, invitation: Invitation) {
  const { id, orgId, projectId, username, roles, inviterUsername, createdAt, expiresAt } = invitation
  const path = projectId === null ? `/orgs/${orgId}/invites/${id}` : `/groups/${projectId}/invites/${id}`
  return {
    createdAt: momentJson(createdAt),
    expiresAt: momentJson(expiresAt),
    ...(projectId === null
      ? { orgId, orgName: rows.organizations.require(orgId).name }
      : { groupId: projectId, groupName: rows.projects.require(projectId).name }),
    id,
    inviterUsername,
    links: selfLinksJson({ base }, path),
    roles,
    ...(projectId === null ? { teamIds: [] } : {}),
    username,
  }
}
