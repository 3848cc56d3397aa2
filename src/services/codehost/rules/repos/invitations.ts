import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { RepositoryInvitation } from '#codehost/schema/invitations.ts'
import type { Permission, Repo } from '#codehost/schema/repos.ts'
import { isExpired } from './invitation-lifetime.ts'

/** Invites a user to a repository. An invitation that is pending is updated; one that has expired is replaced. */
export function inviteCollaborator(
  { rows, clock }: Pick<CodehostCall, 'rows' | 'clock'>,
  repo: Repo,
  user: Account,
  permission: Permission | undefined,
  inviter: Account,
): RepositoryInvitation {
  const pending = rows.repositoryInvitations.find('user', repo.id, user.id)
  if (pending !== undefined && !isExpired(pending, clock.now())) {
    return rows.repositoryInvitations.update(pending.id, { permission: permission ?? pending.permission })
  }
  if (pending !== undefined) rows.repositoryInvitations.delete(pending.id)
  return rows.repositoryInvitations.insert({
    repoId: repo.id,
    userId: user.id,
    inviterId: inviter.id,
    permission: permission ?? 'push',
    createdAt: clock.now(),
  })
}

/** Makes a user a collaborator. Emits `member.added`. */
export function addCollaborator(
  call: CodehostCall,
  repo: Repo,
  user: Account,
  permission: Permission,
  sender: Account,
): void {
  call.rows.collaborators.insert({ repoId: repo.id, userId: user.id, permission })
  call.emit({ event: 'member', action: 'added', repo, sender, member: user, permission })
}

/** Deletes the pending invitations that a user sent for a repository, as the vendor does when the user loses access. */
export function cancelInvitationsBy(rows: Rows, repo: Repo, inviter: Account): void {
  for (const { id, inviterId } of rows.repositoryInvitations.referring('repoId', repo.id)) {
    if (inviterId === inviter.id) rows.repositoryInvitations.delete(id)
  }
}
