import type { CodehostCall } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { isInReach } from '../apps/fine-grained.ts'
import { installationReaching } from '../apps/installations.ts'
import { covers } from '#codehost/oauth/scopes.ts'
import { permissionOf } from './permissions.ts'

/** Returns whether the principal may read a repository. A private one needs a token with `repo` or `repo:read` too. */
export function canRead(call: Pick<CodehostCall, 'rows' | 'principal'>, repo: Repo): boolean {
  if (!repo.private) return true
  const { principal } = call
  if (principal === null) return false
  if (principal.app !== null && installationReaching(call.rows, principal.app, repo) === undefined) return false
  if (!isInReach(call.rows, principal, repo)) return false
  return covers(principal.scopes, ['repo:read']) && permissionOf(call.rows, repo, principal.user) !== null
}

/**
 * Returns whether the principal may only read public data: an anonymous one, or one without the permission.
 */
export function isPublicOnly({ principal }: Pick<CodehostCall, 'principal'>): boolean {
  return principal === null || principal.app?.publicOnly === true || principal.fineGrained?.publicOnly === true
}
