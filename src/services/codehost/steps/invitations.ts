import { findInRepo } from '#codehost/rules/repos/find.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { RepositoryInvitation } from '#codehost/schema/invitations.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import { notFound } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { isExpired } from '#codehost/rules/repos/invitation-lifetime.ts'

/**
 * A step: loads the invitation that the path names. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadRepositoryInvitation({
  rows,
  repo,
  params,
}: CodehostCall & { readonly repo: Repo; readonly params: { readonly invitation_id: string } }): {
  readonly invitation: RepositoryInvitation
} {
  return { invitation: findInRepo(rows.repositoryInvitations, repo, params.invitation_id) }
}

/**
 * A step after one that requires a user: loads the invitation to that user that the path names.
 *
 * @throws 404, also once it has expired.
 */
export function loadOwnInvitation({
  rows,
  clock,
  user,
  params,
}: CodehostCall & { readonly user: Account; readonly params: { readonly invitation_id: string } }): {
  readonly invitation: RepositoryInvitation
} {
  const invitation = rows.repositoryInvitations.get(wholeNumber(params.invitation_id))
  if (invitation?.userId !== user.id || isExpired(invitation, clock.now())) throw notFound()
  return { invitation }
}
