import type { Account } from '#codehost/schema/accounts.ts'
import type { Target } from '#codehost/rules/repos/targets.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { permissionOf, permissionIncludes, roleInOrganization } from '#codehost/rules/repos/permissions.ts'
import { notFound } from '#codehost/errors.ts'
import { covers } from '#codehost/oauth/scopes.ts'
import { READ_HOOKS } from '#codehost/rules/hooks/hooks.ts'
import { requireScopes } from './access.ts'
import type { Hook } from '#codehost/schema/hooks.ts'

/** The values that the steps of hook routes add to the call. */
export interface HooksContext {
  readonly user: Account
  readonly target: Target
}

type RepositoryCall = CodehostCall & { readonly params: { readonly owner: string; readonly repo: string } }

type OrganizationCall = CodehostCall & { readonly params: { readonly org: string } }

type HookCall = CodehostCall & { readonly params: { readonly hook_id: string } }

/**
 * A step: loads the repository in the path for its administrators. A token with only hook scopes also reaches private
 * repositories.
 *
 * @throws 404 for everyone else, 401, and 403 without the scope.
 */
export function requireRepositoryHooks(...scopes: readonly string[]) {
  return (call: RepositoryCall): HooksContext => {
    const { rows, params, principal } = call
    const owner = findAccount(rows, params.owner)
    const repo = rows.repos.find('name', owner.id, params.repo.toLowerCase())
    const permission = repo === undefined ? null : permissionOf(rows, repo, principal?.user ?? null)
    if (repo === undefined || permission === null) throw notFound()
    if (repo.private && principal !== null && !covers(principal.scopes, READ_HOOKS)) throw notFound()
    const { user } = requireScopes(call, scopes)
    if (!permissionIncludes(permission, 'admin')) throw notFound()
    return { user, target: { repo, org: null } }
  }
}

/**
 * A step: loads the organization in the path for its owners.
 *
 * @throws 404 for everyone else, 401 and 403.
 */
export function requireOrganizationHooks(call: OrganizationCall): HooksContext {
  const org = findAccount(call.rows, call.params.org)
  if (org.type !== 'Organization') throw notFound()
  const { user } = requireScopes(call, ['admin:org_hook'])
  if (roleInOrganization(call.rows, org, user) !== 'admin') throw notFound()
  return { user, target: { repo: null, org } }
}

/**
 * A step after one of those two: loads the hook that the path names.
 *
 * @throws 404.
 */
export function loadHook(call: HookCall & HooksContext): { readonly hook: Hook } {
  const hook = call.rows.hooks.get(Number(call.params.hook_id))
  const { repo, org } = call.target
  if (hook === undefined || hook.repoId !== (repo?.id ?? null) || hook.orgId !== (org?.id ?? null)) throw notFound()
  return { hook }
}
