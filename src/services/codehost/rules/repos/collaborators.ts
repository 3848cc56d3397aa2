import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Collaborator, Repo } from '#codehost/schema/repos.ts'
import { cancelInvitationsBy } from './invitations.ts'
import { grantedPermissions, strongest } from './permissions.ts'

/**
 * Returns the users with access to a repository, ordered by id. `affiliation` is `all`, `direct` (access that does not
 * come from the organization) or `outside` (direct access without membership in the organization).
 */
export function collaboratorsOf(rows: Rows, repo: Repo, affiliation: string): Account[] {
  const owner = rows.accounts.require(repo.ownerId)
  const found = new Set(rows.collaborators.referring('repoId', repo.id).map(({ userId }) => userId))
  const members = rows.memberships.referring('orgId', owner.id).filter(({ state }) => state === 'active')
  if (affiliation === 'outside') for (const { userId } of members) found.delete(userId)
  else if (owner.type === 'User') found.add(owner.id)
  if (affiliation === 'all') {
    for (const { userId } of members) found.add(userId)
    for (const { teamId } of rows.teamRepos.referring('repoId', repo.id)) {
      for (const { userId } of rows.teamMembers.referring('teamId', teamId)) found.add(userId)
    }
  }
  return [...found]
    .sort((left, right) => left - right)
    .map((id) => rows.accounts.require(id))
    .filter((user) => strongest(grantedPermissions(rows, repo, user)) !== null)
}

/** Takes a user's own permission on a repository away, with what rests on it. Emits `member.removed`. */
export function removeCollaborator(call: CodehostCall, { id, repoId, userId }: Collaborator, sender: Account): void {
  const { rows } = call
  const repo = rows.repos.require(repoId)
  const user = rows.accounts.require(userId)
  rows.collaborators.delete(id)
  cancelInvitationsBy(rows, repo, user)
  for (const issue of rows.issueAssignees.referring('userId', user.id)) {
    const isOfRepo = rows.issues.require(issue.issueId).repoId === repo.id
    if (isOfRepo && strongest(grantedPermissions(rows, repo, user)) === null) rows.issueAssignees.delete(issue.id)
  }
  call.emit({ event: 'member', action: 'removed', repo, sender, member: user })
}
