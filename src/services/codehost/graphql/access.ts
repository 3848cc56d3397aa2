import type { CodehostCall } from '#codehost/call.ts'
import { covers } from '#codehost/oauth/scopes.ts'
import { isGranted } from '#codehost/rules/apps/gate.ts'
import { permissionIncludes, permissionOf } from '#codehost/rules/repos/permissions.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Permission, Repo } from '#codehost/schema/repos.ts'
import { requiresAuthentication } from '#codehost/errors.ts'
import { FieldFailure, fieldNotAccessible } from './failures.ts'

/** Returns the user who asks. */
export function viewerOf({ principal }: Pick<CodehostCall, 'principal'>): Account {
  if (principal === null) throw requiresAuthentication()
  return principal.user
}

/** Returns the repository of an owner with this name, or a former one, if the principal may read it. */
export function visibleRepo(call: CodehostCall, owner: Account, name: string, followRenames = true): Repo | undefined {
  const { rows } = call
  const former = followRenames ? rows.formerRepositories.find('name', owner.id, name.toLowerCase()) : undefined
  const repo = rows.repos.find('name', owner.id, name.toLowerCase()) ?? rows.repos.get(former?.repoId)
  return repo !== undefined && canRead(call, repo) ? repo : undefined
}

/**
 * Requires that a GitHub App may read this kind of data of a private repository: `issues=read`.
 *
 * @throws `FORBIDDEN`.
 */
export function requireGranted(call: CodehostCall, repo: Repo, permissions: string): void {
  if (!isGranted(call, repo, permissions)) throw fieldNotAccessible(call)
}

/**
 * Requires a token with one of the scopes that the vendor names for a field.
 *
 * @throws `INSUFFICIENT_SCOPES`.
 */
export function requireFieldScopes({ principal }: CodehostCall, field: string, scopes: readonly string[]): void {
  const granted = principal?.scopes ?? []
  if (principal?.app !== null || covers(granted, scopes)) return
  throw insufficientScopes(`The '${field}' field requires`, scopes, granted)
}

/** Returns the vendor's error for a token without the scopes of a field. */
export function insufficientScopes(
  requirement: string,
  scopes: readonly string[],
  granted: readonly string[],
): FieldFailure {
  const list = (names: readonly string[]): string => `[${names.map((name) => `'${name}'`).join(', ')}]`
  return new FieldFailure(
    'INSUFFICIENT_SCOPES',
    'Your token has not been granted the required scopes to execute this query. ' +
      `${requirement} one of the following scopes: ${list(scopes)}, ` +
      `but your token has only been granted the: ${list(granted)} scopes. ` +
      "Please modify your token's scopes at: https://github.com/settings/tokens.",
  )
}

/** Returns whether the viewer has a permission on a repository. */
export function viewerHas(call: CodehostCall, repo: Repo, permission: Permission): boolean {
  return permissionIncludes(permissionOf(call.rows, repo, call.principal?.user ?? null), permission)
}
