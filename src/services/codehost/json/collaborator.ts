import type { Site } from '../call.ts'
import type { Account } from '../schema/accounts.ts'
import type { Permission, Repo } from '../schema/repos.ts'
import { simpleUser } from './account.ts'
import { nodeId, time } from './format.ts'
import { permissions, repository } from './repository.ts'

// Our permission names and the vendor's role names.
const ROLES = { pull: 'read', triage: 'triage', push: 'write', maintain: 'maintain', admin: 'admin' } as const

/** Returns the vendor's name of the role that grants a permission. */
export function roleName(permission: Permission) {
  return ROLES[permission]
}

/** A user with access to a repository beyond what is public: `collaborator`. */
export function collaboratorJson(site: Site, user: Account, held: Permission | null) {
  return {
    ...simpleUser(site, user),
    permissions: permissions(held),
    role_name: held === null ? 'none' : roleName(held),
  }
}

/** A user's permission for a repository in the four levels that GitHub had before roles: admin, write, read, none. */
export function permissionLevel(site: Site, user: Account, held: Permission | null) {
  const legacy = { pull: 'read', triage: 'read', push: 'write', maintain: 'write', admin: 'admin' }
  return {
    permission: held === null ? 'none' : legacy[held],
    user: collaboratorJson(site, user, held),
    role_name: held === null ? 'none' : roleName(held),
  }
}

/** An invitation to a repository. */
export interface Invitation {
  readonly id: number
  readonly repo: Repo
  readonly invitee: Account
  readonly inviter: Account
  readonly permission: Permission
  /** When the invitation was sent, in epoch milliseconds. */
  readonly at: number
}

/** An invitation: `repository-invitation`. */
export function invitationJson(site: Site, { id, repo, invitee, inviter, permission, at }: Invitation) {
  const wire = repository(site, repo)
  return {
    id,
    node_id: nodeId('RI', id),
    repository: wire,
    invitee: simpleUser(site, invitee),
    inviter: simpleUser(site, inviter),
    permissions: roleName(permission),
    created_at: time(at),
    expired: false,
    url: `${site.base}/user/repository_invitations/${id}`,
    html_url: `${wire.html_url}/invitations`,
  }
}
