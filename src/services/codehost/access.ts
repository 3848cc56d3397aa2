import type { CodehostCall, Principal, Rows } from './call.ts'
import { archived, forbidden, mustHaveAdminRights, notFound, requiresAuthentication } from './errors.ts'
import { covers } from './scopes.ts'
import { reaching } from './rules/apps/installations.ts'
import { grantedPermissions, includes, permissionOf, roleInOrganization, strongest } from './rules/repos/permissions.ts'
import type { Account } from './schema/accounts.ts'
import type { Permission, Repo } from './schema/repos.ts'

type With<N extends string> = CodehostCall & { readonly params: { readonly [K in N]: string } }

/** The account with this login. Throws 404. */
export function findAccount(rows: Rows, login: string): Account {
  const account = rows.accounts.find('login', login.toLowerCase())
  if (account === undefined) throw notFound()
  return account
}

/** A step: there is a user, and the token has one of the scopes, if any are named. 401, 403. */
export function signedIn(...scopes: readonly string[]) {
  return (call: CodehostCall): { readonly user: Account } => {
    const { user } = requireScopes(call, scopes)
    return { user }
  }
}

/** A step: the repository of the path, if the principal may see it. 404. */
export function readable(call: With<'owner' | 'repo'>): { readonly repo: Repo; readonly owner: Account } {
  return visibleRepo(call)
}

/**
 * A step for a change to a repository: it is there and visible (404), there is a user (401) with a fitting scope and the
 * permission (403), and it is not archived (403). Scopes default to `public_repo` for a public repository and `repo`.
 */
export function changes(permission: Permission, ...scopes: readonly string[]) {
  return (call: With<'owner' | 'repo'>) => {
    const found = guarded(call, permission, scopes)
    if (found.repo.archived) throw archived()
    return found
  }
}

/** A step as {@link changes}, for what an archived repository allows too: reading what is guarded, unarchiving, deleting. */
export function guards(permission: Permission, ...scopes: readonly string[]) {
  return (call: With<'owner' | 'repo'>) => guarded(call, permission, scopes)
}

/**
 * A step as {@link guards}, for what is kept from those too who may only read what anyone may, and refused (403) in the words
 * of `refusal`.
 */
export function entrusts(refusal: () => Error, permission: Permission, ...scopes: readonly string[]) {
  return (call: With<'owner' | 'repo'>) => {
    const found = visibleRepo(call)
    const { user } = requireScopes(call, scopes, refusal)
    if (!includes(strongest(grantedPermissions(call.rows, found.repo, user)), permission)) throw refusal()
    return { ...found, user }
  }
}

/** A step: the organization of the path. 404. */
export function organization(call: With<'org'>): { readonly org: Account } {
  const org = findAccount(call.rows, call.params.org)
  if (org.type !== 'Organization') throw notFound()
  return { org }
}

/** A step: the organization of the path, for its members. 404 for strangers, 403 without the scope. */
export function organizationMember(...scopes: readonly string[]) {
  return (call: With<'org'>): { readonly org: Account; readonly user: Account } => {
    const { org } = organization(call)
    const { user } = requireScopes(call, scopes)
    if (roleInOrganization(call.rows, org, user) === null) throw notFound()
    return { org, user }
  }
}

/** A step: the organization of the path, for its owners. 404 for strangers, 403 for members and without the scope. */
export function organizationOwner(...scopes: readonly string[]) {
  return (call: With<'org'>): { readonly org: Account; readonly user: Account } => {
    const found = organizationMember(...scopes)(call)
    if (roleInOrganization(call.rows, found.org, found.user) !== 'admin') {
      throw forbidden('You must be an admin to do that.')
    }
    return found
  }
}

/** A step: the organization of the path, for its owners; others and tokens without the scope are refused (403) by `refusal`. */
export function entrustsOwners(refusal: () => Error, ...scopes: readonly string[]) {
  return (call: With<'org'>): { readonly org: Account; readonly user: Account } => {
    const { org } = organization(call)
    const { user } = requireScopes(call, scopes, refusal)
    if (roleInOrganization(call.rows, org, user) !== 'admin') throw refusal()
    return { org, user }
  }
}

/**
 * The principal, if its token has one of the scopes. Says on the response which would do. 401; 403, in the words of `refusal`
 * where the operation has its own.
 */
export function requireScopes(call: CodehostCall, scopes: readonly string[], refusal = missingScope): Principal {
  call.responseHeaders['x-accepted-oauth-scopes'] = scopes.join(', ')
  const { principal } = call
  if (principal === null) throw requiresAuthentication()
  if (!covers(principal.scopes, scopes)) throw refusal(scopes, principal.scopes)
  return principal
}

/** Whether the principal may see a repository: a private one needs a token with `repo` too. */
export function canSee(call: Pick<CodehostCall, 'rows' | 'principal'>, repo: Repo): boolean {
  if (!repo.private) return true
  const { principal } = call
  if (principal === null) return false
  if (principal.app !== null && reaching(call.rows, principal.app, repo) === undefined) return false
  return covers(principal.scopes, ['repo']) && permissionOf(call.rows, repo, principal.user) !== null
}

/** Whether the principal may see no more than everyone: a stranger, or a GitHub App without the permission to. */
export function isStranger({ principal }: Pick<CodehostCall, 'principal'>): boolean {
  return principal === null || principal.app?.publicOnly === true
}

function visibleRepo(call: With<'owner' | 'repo'>): { readonly repo: Repo; readonly owner: Account } {
  const { rows, params } = call
  const owner = findAccount(rows, params.owner)
  const repo = rows.repos.find('name', owner.id, params.repo.toLowerCase())
  // GitHub answers 404, not 403, to hide private repositories.
  if (repo === undefined || !canSee(call, repo)) throw notFound()
  return { repo, owner }
}

function guarded(call: With<'owner' | 'repo'>, permission: Permission, scopes: readonly string[]) {
  const { repo, owner } = visibleRepo(call)
  const accepted = scopes.length > 0 ? scopes : repo.private ? ['repo'] : ['public_repo', 'repo']
  const { user } = requireScopes(call, accepted)
  if (!includes(permissionOf(call.rows, repo, user), permission)) throw mustHaveAdminRights()
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
