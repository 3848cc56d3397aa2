import type { AppAccess, CodehostCall, FineGrainedLimits, Principal, Rows } from '#codehost/call.ts'
import { notAccessibleByIntegration, notAccessibleByToken, notFound } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { AppPermissions } from '#codehost/schema/apps.ts'
import { neededFor, isPublicRead, isSufficient, type NeededAccess } from './permissions.ts'
import { permissionsInAccount, permissionsInRepo } from './fine-grained.ts'
import { activeInstallation, installationReaching } from './installations.ts'

/** The vendor's header value for operations that need no permission. */
const NO_PERMISSION = 'allows_permissionless_access=true'

/** Permissions that a user grants an app over their own account, independently of installations. */
const ACCOUNT_PERMISSION = /^(?:emails|followers|profile|starring)=/

/**
 * Admits credentials of a GitHub App to the operation, or refuses them: 403 without the permission, 404 for a private
 * repository outside the installation. Public data may be read everywhere; the returned principal then sees nothing
 * else.
 * https://docs.github.com/rest/authentication/permissions-required-for-github-apps
 */
export function admitApp(call: CodehostCall, principal: Principal, access: AppAccess): Principal {
  const { operation, method, rows } = call
  const needed = neededFor(operation)
  if (operation === null || needed === undefined) throw notAccessibleByIntegration()
  // Operations for the app or for an installation have steps of their own that check the kind of the credentials.
  if (needed.by === 'app' || needed.by === 'installation' || access.kind === 'app') return principal
  call.responseHeaders['x-accepted-github-permissions'] = needed.permissions || NO_PERMISSION
  if (needed.by === 'user' && access.kind !== 'user') throw notAccessibleByIntegration()
  const repo = repoOfPath(call)
  const held = heldPermissions(rows, access, needed, repo, accountOfPath(call))
  if (held === 'hidden') throw notFound()
  if (held !== null && isSufficient(held, needed.permissions)) return principal
  if (!isPublicRead(operation, method) || repo?.private === true) throw notAccessibleByIntegration()
  return { ...principal, app: { ...access, publicOnly: true } }
}

/**
 * Admits a fine-grained personal access token to the operation like {@link admitApp}.
 * https://docs.github.com/rest/authentication/permissions-required-for-fine-grained-personal-access-tokens
 */
export function admitToken(call: CodehostCall, principal: Principal, limits: FineGrainedLimits): Principal {
  const { operation, method, rows } = call
  const needed = neededFor(operation)
  if (operation === null || needed === undefined) throw notAccessibleByToken()
  // Operations for the app or for an installation have steps of their own that check the kind of the credentials.
  if (needed.by === 'app' || needed.by === 'installation') return principal
  call.responseHeaders['x-accepted-github-permissions'] = needed.permissions || NO_PERMISSION
  const repo = repoOfPath(call)
  const held = repo === undefined ? heldInAccount(call, limits) : permissionsInRepo(rows, limits, repo)
  if (held === undefined && repo?.private === true) throw notFound()
  if (held !== undefined && isSufficient(held, needed.permissions)) return principal
  if (!isPublicRead(operation, method) || repo?.private === true) throw notAccessibleByToken()
  return { ...principal, fineGrained: { ...limits, publicOnly: true } }
}

function heldInAccount(call: CodehostCall, limits: FineGrainedLimits): AppPermissions | undefined {
  const account = accountOfPath(call)
  return account === undefined ? limits.permissions : permissionsInAccount(call.rows, limits, account.id)
}

/** Returns the refusal of credentials that lack a permission, in the vendor's words for their kind. */
export function notAccessible({ principal }: Pick<CodehostCall, 'principal'>): Error {
  return principal?.fineGrained === undefined ? notAccessibleByIntegration() : notAccessibleByToken()
}

/** Returns whether the principal has permissions in place of scopes: a GitHub App, or a fine-grained token. */
export function hasPermissions(principal: Principal | null): boolean {
  return principal !== null && (principal.app !== null || principal.fineGrained !== undefined)
}

/**
 * Returns whether the principal may read data of this kind in a repository that it can see. GitHub Apps need the
 * permission in private repositories. Operations over many repositories call this for each of them.
 */
export function isGranted(
  { rows, principal }: Pick<CodehostCall, 'rows' | 'principal'>,
  repo: Repo,
  permissions: string,
): boolean {
  if (!hasPermissions(principal) || !repo.private) return true
  return holdsPermission({ rows, principal }, repo, permissions)
}

/** Returns whether a GitHub App's credentials or a fine-grained token have a permission over a repository. */
export function holdsPermission(
  { rows, principal }: Pick<CodehostCall, 'rows' | 'principal'>,
  repo: Repo,
  permissions: string,
): boolean {
  const limits = principal?.fineGrained
  if (limits !== undefined) return isSufficient(permissionsInRepo(rows, limits, repo) ?? {}, permissions)
  const access = principal?.app ?? null
  const reached = access === null ? undefined : installationReaching(rows, access, repo)
  return reached !== undefined && isSufficient(access?.issued?.permissions ?? reached.permissions, permissions)
}

/**
 * Returns the permissions of the credentials over the repository or account in the path; null for none, `hidden` for a
 * private repository out of reach.
 */
function heldPermissions(
  rows: Rows,
  access: AppAccess,
  { permissions }: NeededAccess,
  repo: Repo | undefined,
  account: Account | undefined,
): AppPermissions | 'hidden' | null {
  const { app, installation, issued } = access
  if (repo !== undefined) {
    const reached = installationReaching(rows, access, repo)
    if (reached === undefined && repo.private) return 'hidden'
    if (ACCOUNT_PERMISSION.test(permissions)) return app.permissions
    return reached === undefined ? null : (issued?.permissions ?? reached.permissions)
  }
  if (account !== undefined) {
    if (installation !== null) return installation.accountId === account.id ? (issued?.permissions ?? null) : null
    return activeInstallation(rows, app.id, account.id)?.permissions ?? null
  }
  return issued?.permissions ?? app.permissions
}

function repoOfPath({ rows, params }: CodehostCall): Repo | undefined {
  const { owner, repo } = params
  if (owner === undefined || repo === undefined) return undefined
  const account = rows.accounts.find('login', owner.toLowerCase())
  return account === undefined ? undefined : rows.repos.find('name', account.id, repo.toLowerCase())
}

function accountOfPath({ rows, params }: CodehostCall): Account | undefined {
  const { org, org_id: id } = params
  if (id !== undefined) return rows.accounts.get(Number(id))
  return org === undefined ? undefined : rows.accounts.find('login', org.toLowerCase())
}
