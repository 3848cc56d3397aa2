import type { Site } from '#codehost/call.ts'
import { isExpired } from '#codehost/rules/repos/invitation-lifetime.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { RepositoryInvitation } from '#codehost/schema/invitations.ts'
import type { Permission } from '#codehost/schema/repos.ts'
import { simpleUserJson, simpleUserByIdJson } from '../accounts/account.ts'
import { nodeId, time } from '../format.ts'
import { briefRepositoryJson, permissionsJson } from './repository.ts'

// Our permission names and the vendor's role names.
const ROLES = { pull: 'read', triage: 'triage', push: 'write', maintain: 'maintain', admin: 'admin' } as const

/** Our permission for each of the vendor's role names. */
export const PERMISSION_OF_ROLE = {
  read: 'pull',
  triage: 'triage',
  write: 'push',
  maintain: 'maintain',
  admin: 'admin',
} as const

/** Returns the vendor's name of the role that grants a permission. */
export function roleName(permission: Permission) {
  return ROLES[permission]
}

/** A user with access to a repository beyond what is public: `collaborator`. */
export function collaboratorJson(site: Site, user: Account, held: Permission | null) {
  return {
    ...simpleUserJson(site, user),
    permissions: permissionsJson(held),
    role_name: held === null ? 'none' : roleName(held),
  }
}

/** A user's permission for a repository in the four levels that GitHub had before roles: admin, write, read, none. */
export function permissionLevelJson(site: Site, user: Account, held: Permission | null) {
  const legacy = { pull: 'read', triage: 'read', push: 'write', maintain: 'write', admin: 'admin' }
  return {
    permission: held === null ? 'none' : legacy[held],
    user: collaboratorJson(site, user, held),
    role_name: held === null ? 'none' : roleName(held),
  }
}

/**
 * An invitation to a repository: `repository-invitation`. `now`, in epoch milliseconds, decides whether it has expired.
 */
export function invitationJson(site: Site, invitation: RepositoryInvitation, now: number) {
  const { id, repoId, userId, inviterId, permission, createdAt } = invitation
  const wire = briefRepositoryJson(site, site.rows.repos.require(repoId))
  return {
    id,
    node_id: nodeId('RI', id),
    repository: wire,
    invitee: simpleUserByIdJson(site, userId),
    inviter: simpleUserByIdJson(site, inviterId),
    permissions: roleName(permission),
    created_at: time(createdAt),
    expired: isExpired(invitation, now),
    url: `${site.base}/user/repository_invitations/${id}`,
    html_url: `${wire.html_url}/invitations`,
  }
}
