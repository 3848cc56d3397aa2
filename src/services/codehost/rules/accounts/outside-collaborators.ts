import type { CodehostCall, Rows } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import type { Account, Membership } from '#codehost/schema/accounts.ts'
import { addCollaborator } from '../repos/invitations.ts'
import { removeCollaborator } from '../repos/collaborators.ts'
import { roleInOrganization, strongest } from '../repos/permissions.ts'
import { teamRepositories } from '../teams/teams.ts'
import { refuseLastOwner, removeMember } from './members.ts'

/** Returns the users with access to repositories of an organization that they are not members of, ordered by id. */
export function outsideCollaborators(rows: Rows, org: Account): Account[] {
  const found = new Set<number>()
  for (const repo of rows.repos.referring('ownerId', org.id)) {
    for (const { userId } of rows.collaborators.referring('repoId', repo.id)) {
      if (rows.memberships.find('member', org.id, userId)?.state !== 'active') found.add(userId)
    }
  }
  return [...found].toSorted((left, right) => left - right).map((id) => rows.accounts.require(id))
}

/**
 * Ends a membership, and gives the user the permissions of their own that the teams gave before. Emits
 * `organization.member_removed`, `membership.removed` and `member.added`.
 *
 * @throws 403 for the last owner.
 */
export function convertToOutsideCollaborator(
  call: CodehostCall,
  org: Account,
  membership: Membership,
  sender: Account,
): void {
  const { rows } = call
  refuseLastOwner(rows, org, membership)
  const user = rows.accounts.require(membership.userId)
  const held = rows.teamMembers
    .referring('userId', user.id)
    .map(({ teamId }) => rows.teams.require(teamId))
    .filter(({ orgId }) => orgId === org.id)
    .flatMap((team) => teamRepositories(rows, team))
  removeMember(call, org, membership, sender)
  for (const { repo, permission } of held) {
    const own = rows.collaborators.find('user', repo.id, user.id)
    if (own === undefined) addCollaborator(call, repo, user, permission, sender)
    else rows.collaborators.update(own.id, { permission: strongest([own.permission, permission]) ?? permission })
  }
}

/**
 * Takes the permissions of their own away from a user who is no member. Emits `member.removed` for each repository.
 *
 * @throws 422 for a member.
 */
export function removeOutsideCollaborator(call: CodehostCall, org: Account, outsider: Account, sender: Account): void {
  const { rows } = call
  if (roleInOrganization(rows, org, outsider) !== null) {
    throw unprocessable('You cannot specify an organization member to remove as an outside collaborator.')
  }
  for (const each of rows.collaborators.referring('userId', outsider.id)) {
    if (rows.repos.require(each.repoId).ownerId === org.id) removeCollaborator(call, each, sender)
  }
}
