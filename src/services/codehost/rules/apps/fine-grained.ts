import type { FineGrainedLimits, Principal, Rows } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { AppPermissions } from '#codehost/schema/apps.ts'

/**
 * Returns the permissions of a fine-grained personal access token over the resources of an account; undefined for those
 * of another account, and once an organization has revoked the access.
 */
export function permissionsInAccount(
  rows: Rows,
  { resourceOwnerId, permissions, grantId }: FineGrainedLimits,
  accountId: number,
): AppPermissions | undefined {
  const isGranted = grantId === null || rows.organizationTokens.get(grantId)?.grantedAt != null
  return resourceOwnerId === accountId && isGranted ? permissions : undefined
}

/** Returns the permissions of a fine-grained personal access token over a repository; undefined out of its reach. */
export function permissionsInRepo(
  rows: Rows,
  limits: FineGrainedLimits,
  repo: Pick<Repo, 'id' | 'ownerId'>,
): AppPermissions | undefined {
  const isSelected = limits.repositoryIds === null || limits.repositoryIds.includes(repo.id)
  return isSelected ? permissionsInAccount(rows, limits, repo.ownerId) : undefined
}

/** Returns whether the principal reaches a repository, as far as its token is fine-grained. */
export function isInReach(rows: Rows, { fineGrained }: Principal, repo: Pick<Repo, 'id' | 'ownerId'>): boolean {
  return fineGrained === undefined || permissionsInRepo(rows, fineGrained, repo) !== undefined
}
