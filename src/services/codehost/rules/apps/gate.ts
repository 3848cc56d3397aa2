import type { AppAccess, CodehostCall, Principal, Rows } from '../../call.ts'
import { notAccessibleByIntegration, notFound } from '../../errors.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Repo } from '../../schema/repos.ts'
import type { AppPermissions } from '../../schema/apps.ts'
import { neededFor, isPublicRead, isSufficient, type NeededAccess } from './permissions.ts'
import { activeInstallation, installationReaching } from './installations.ts'

/** What the vendor says of an operation for which no permission is needed. */
const NO_PERMISSION = 'allows_permissionless_access=true'

/** Permissions that a person gives an app over their account, wherever it is installed. */
const ACCOUNT_PERMISSION = /^(?:emails|followers|profile|starring)=/

/**
 * Lets credentials of a GitHub App do the operation, or refuses it: 403 without its permission, 404 for a private repository
 * that is not in the installation. What is public may be read anywhere; the principal is then one that sees nothing else.
 * https://docs.github.com/rest/authentication/permissions-required-for-github-apps
 */
export function admitApp(call: CodehostCall, principal: Principal, access: AppAccess): Principal {
  const { operation, method, rows } = call
  const needed = neededFor(operation)
  if (operation === null || needed === undefined) throw notAccessibleByIntegration()
  // Whether it is the app, an installation or a person is asked by the steps of those few operations, in their own words.
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
 * Whether the principal may read something of a repository that it may see: credentials of a GitHub App need the permission
 * unless the repository is public, and where an operation goes through many repositories only their list tells which.
 */
export function isGranted(
  { rows, principal }: Pick<CodehostCall, 'rows' | 'principal'>,
  repo: Repo,
  permissions: string,
): boolean {
  const access = principal?.app ?? null
  if (access === null || !repo.private) return true
  const reached = installationReaching(rows, access, repo)
  return reached !== undefined && isSufficient(access.issued?.permissions ?? reached.permissions, permissions)
}

/** The permissions that credentials have over what a path names; null: none. */
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
