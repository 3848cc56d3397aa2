import type { CodehostCall, Principal } from '#codehost/call.ts'
import { archived, forbidden, mustHaveAdminRights, notFound, requiresAuthentication } from '#codehost/errors.ts'
import { acceptedScopes, covers } from '#codehost/oauth/scopes.ts'
import {
  grantedPermissions,
  permissionIncludes,
  permissionOf,
  roleInOrganization,
  strongest,
} from '#codehost/rules/repos/permissions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Permission, Repo } from '#codehost/schema/repos.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'

type With<N extends string> = CodehostCall & { readonly params: { readonly [K in N]: string } }

/** A call after the step that loads the repository, with these parameters in its path. */
export type CallInRepo<N extends string> = Pick<CodehostCall, 'rows' | 'principal'> & {
  readonly repo: Repo
  readonly params: { readonly [K in N]: string }
}

/**
 * A step: requires a user, and a token with one of the scopes if any are named.
 *
 * @throws 401, 403.
 */
export function requireUser(...scopes: readonly string[]) {
  return (call: CodehostCall): { readonly user: Account } => {
    const { user } = requireScopes(call, scopes)
    return { user }
  }
}

/**
 * A step: loads the repository that the path names, if the principal may read it.
 *
 * @throws 404.
 */
export function loadRepo(call: With<'owner' | 'repo'>): { readonly repo: Repo; readonly owner: Account } {
  return findVisibleRepo(call)
}

/**
 * A step for a change to a repository: loads it if the principal may read it, and requires a user with the permission
 * and a token with one of the scopes. Scopes default to `repo`, and `public_repo` for a public repository.
 *
 * @throws 404 when the principal may not read it, 401 without a user, 403 without the scope or the permission and for
 * an archived repository.
 */
export function requireWrite(permission: Permission, ...scopes: readonly string[]) {
  return (call: With<'owner' | 'repo'>) => {
    const found = requirePermissionFor(call, permission, scopes)
    if (found.repo.archived) throw archived()
    return found
  }
}

/** Like {@link requireWrite}, but archived repositories are accepted: for guarded reads, unarchiving and deleting. */
export function requirePermission(permission: Permission, ...scopes: readonly string[]) {
  return (call: With<'owner' | 'repo'>) => requirePermissionFor(call, permission, scopes)
}

/**
 * Like {@link requirePermission}, but permission to read must be explicit too: public read access does not count.
 *
 * @throws 404, 401, and 403 in the words of `failure`.
 */
export function requirePermissionOr(failure: () => Error, permission: Permission, ...scopes: readonly string[]) {
  return (call: With<'owner' | 'repo'>) => {
    const found = findVisibleRepo(call)
    const { user } = requireScopes(call, scopes, failure)
    if (!permissionIncludes(strongest(grantedPermissions(call.rows, found.repo, user)), permission)) throw failure()
    return { ...found, user }
  }
}

/**
 * A step: loads the organization that the path names.
 *
 * @throws 404.
 */
export function loadOrganization(call: With<'org'>): { readonly org: Account } {
  const org = findAccount(call.rows, call.params.org)
  if (org.type !== 'Organization') throw notFound()
  return { org }
}

/**
 * A step: loads the organization that the path names for its members.
 *
 * @throws 404 for other users, 403 without the scope.
 */
export function requireOrganizationMember(...scopes: readonly string[]) {
  return (call: With<'org'>): { readonly org: Account; readonly user: Account } => {
    const { org } = loadOrganization(call)
    const { user } = requireScopes(call, scopes)
    if (roleInOrganization(call.rows, org, user) === null) throw notFound()
    return { org, user }
  }
}

/**
 * A step: loads the organization that the path names for its owners.
 *
 * @throws 404 for users outside it, 403 for members and without the scope.
 */
export function requireOrganizationOwner(...scopes: readonly string[]) {
  return requireOrganizationOwnerSaying('You must be an admin to do that.', ...scopes)
}

/**
 * A step: loads the organization that the path names for its owners.
 *
 * @throws 404 for users outside it, 403 with the message for members, 403 without the scope.
 */
export function requireOrganizationOwnerSaying(message: string, ...scopes: readonly string[]) {
  return (call: With<'org'>): { readonly org: Account; readonly user: Account } => {
    const found = requireOrganizationMember(...scopes)(call)
    if (roleInOrganization(call.rows, found.org, found.user) !== 'admin') throw forbidden(message)
    return found
  }
}

/**
 * A step: loads the organization that the path names for its owners.
 *
 * @throws 403 in the words of `failure` for other users, and for tokens without the scope.
 */
export function requireOrganizationOwnerOr(failure: () => Error, ...scopes: readonly string[]) {
  return (call: With<'org'>): { readonly org: Account; readonly user: Account } => {
    const { org } = loadOrganization(call)
    const { user } = requireScopes(call, scopes, failure)
    if (roleInOrganization(call.rows, org, user) !== 'admin') throw failure()
    return { org, user }
  }
}

/**
 * Returns the principal, if its token has one of the scopes. The response's `X-Accepted-OAuth-Scopes` lists the
 * scopes and those that include them.
 *
 * @throws 401, and 403 in the words of `failure` where the operation has its own.
 */
export function requireScopes(call: CodehostCall, scopes: readonly string[], failure = missingScope): Principal {
  call.responseHeaders['x-accepted-oauth-scopes'] = acceptedScopes(scopes)
  const { principal } = call
  if (principal === null) throw requiresAuthentication()
  if (!covers(principal.scopes, scopes)) throw failure(scopes, principal.scopes)
  return principal
}

function findVisibleRepo(call: With<'owner' | 'repo'>): { readonly repo: Repo; readonly owner: Account } {
  const { rows, params } = call
  const owner = findAccount(rows, params.owner)
  const repo = rows.repos.find('name', owner.id, params.repo.toLowerCase())
  // GitHub answers 404, not 403, to hide private repositories.
  if (repo === undefined || !canRead(call, repo)) throw notFound()
  return { repo, owner }
}

function requirePermissionFor(call: With<'owner' | 'repo'>, permission: Permission, scopes: readonly string[]) {
  const { repo, owner } = findVisibleRepo(call)
  const accepted = scopes.length > 0 ? scopes : repo.private ? ['repo'] : ['public_repo', 'repo']
  const { user } = requireScopes(call, accepted)
  if (!permissionIncludes(permissionOf(call.rows, repo, user), permission)) throw mustHaveAdminRights()
  return { repo, owner, user } as const
}

function missingScope(accepted: readonly string[], granted: readonly string[]): Error {
  const list = (scopes: readonly string[]): string => `[${scopes.map((scope) => `'${scope}'`).join(', ')}]`
  return forbidden(
    'Your token has not been granted the required scopes to execute this request. ' +
      `It requires one of the following scopes: ${list(accepted)}, ` +
      `but your token has only been granted the: ${list(granted)} scopes.`,
  )
}
