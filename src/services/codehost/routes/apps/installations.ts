import { empty, json } from '#core/answer.ts'
import { viewOfReference } from '#core/list-view.ts'
import { pageWindow } from '#core/pagination.ts'
import { routesFor } from '#core/routes.ts'
import { requireOrganizationOwner, requireUser } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { mustHaveAdminRights, notAccessibleByIntegration, notFound, unprocessable } from '#codehost/errors.ts'
import { installationJson } from '#codehost/json/apps/installation.ts'
import { repositoryJson } from '#codehost/json/repos/repository.ts'
import { linksTo, pageRequest, answerNamedPage } from '#codehost/json/pagination.ts'
import { addRepository, removeRepository } from '#codehost/rules/apps/installation-changes.ts'
import { allReposOf, isInInstallation, reposOfToken } from '#codehost/rules/apps/installations.ts'
import {
  grantedPermissions,
  permissionIncludes,
  permissionOf,
  roleInOrganization,
  strongest,
} from '#codehost/rules/repos/permissions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { App, Installation } from '#codehost/schema/apps.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import { requireInstallation, requireUserOfApp } from '#codehost/steps/apps.ts'

const { get, put, del } = routesFor<CodehostCall>()

const REPOSITORY = '/user/installations/:installation_id/repositories/:repository_id'

type RepoSelectionCall = CodehostCall & {
  readonly user: Account
  readonly params: { readonly installation_id: string; readonly repository_id: string }
}

/** Installations of GitHub Apps, for the users of the apps. https://docs.github.com/rest/apps/installations */
export const installationsRoutes = [
  get('apps/list-repos-accessible-to-installation', '/installation/repositories', requireInstallation, (call) => {
    const { rows, installation, issued, actor } = call
    const request = pageRequest(call)
    const { offset, limit } = pageWindow(request)
    const repos = reposOfToken(rows, installation, issued)
    const selection = issued.repositoryIds === null ? installation.repositorySelection : 'selected'
    return json(
      {
        total_count: repos.total,
        repository_selection: selection,
        repositories: repos.slice(offset, limit).map((repo) => repositoryJson(call, repo, actor)),
      },
      200,
      linksTo(call, request, repos.total),
    )
  }),
  del('apps/revoke-installation-access-token', '/installation/token', requireInstallation, (call) => {
    call.rows.installationTokens.delete(call.issued.id)
    return empty()
  }),
  get(
    'orgs/list-app-installations',
    '/orgs/:org/installations',
    requireOrganizationOwner('admin:org', 'read:org'),
    (call) =>
      answerNamedPage(
        call,
        'installations',
        viewOfReference(call.rows.installations, 'accountId', call.org.id),
        (installation) => installationJson(call, installation),
      ),
  ),
  get('apps/list-installations-for-authenticated-user', '/user/installations', requireUserOfApp, (call) => {
    const { rows, app, user } = call
    const found = rows.installations.referring('appId', app.id).filter((each) => canUseInstallation(call, each, user))
    return answerNamedPage(call, 'installations', found, (installation) => installationJson(call, installation))
  }),
  get(
    'apps/list-installation-repos-for-authenticated-user',
    '/user/installations/:installation_id/repositories',
    requireUserOfApp,
    loadInstallationOfUser,
    (call) => {
      const { rows, installation, user } = call
      const found = allReposOf(rows, installation).filter((repo) => hasExplicitAccess(call, repo, user))
      return answerNamedPage(call, 'repositories', found, (repo) => repositoryJson(call, repo, user))
    },
  ),
  put(
    'apps/add-repo-to-installation-for-authenticated-user',
    REPOSITORY,
    requirePersonalToken,
    requireUser('repo'),
    loadSelectedRepo,
    (call) => {
      const { installation, repo, user } = call
      // An installation on all repositories has the repository already.
      if (installation.repositorySelection === 'selected') addRepository(call, installation, repo, user)
      return empty()
    },
  ),
  del(
    'apps/remove-repo-from-installation-for-authenticated-user',
    REPOSITORY,
    requirePersonalToken,
    requireUser('repo'),
    loadSelectedRepo,
    (call) => {
      const { rows, installation, repo, user } = call
      if (!isInInstallation(rows, installation, repo)) throw notFound()
      if (installation.repositorySelection === 'all') {
        throw unprocessable('Cannot remove a repository from an installation on all repositories.')
      }
      if (rows.installationRepos.countReferring('installationId', installation.id) === 1) {
        throw unprocessable('Cannot remove the last repository of an installation.')
      }
      removeRepository(call, installation, repo, user)
      return empty()
    },
  ),
]

/**
 * A step after {@link requireUserOfApp}: loads the installation that the path names, if the user has access to it or
 * to one of its repositories.
 *
 * @throws 404.
 */
function loadInstallationOfUser(
  call: CodehostCall & { readonly app: App; readonly user: Account } & {
    readonly params: { readonly installation_id: string }
  },
): { readonly installation: Installation } {
  const installation = call.rows.installations.get(wholeNumber(call.params.installation_id))
  if (installation?.appId !== call.app.id || !canUseInstallation(call, installation, call.user)) throw notFound()
  return { installation }
}

/**
 * A step: requires a token of a user's own, because the vendor reserves the operation for these.
 *
 * @throws 403 for tokens of GitHub Apps.
 */
function requirePersonalToken({ principal }: CodehostCall): void {
  if (principal !== null && principal.app !== null) throw notAccessibleByIntegration()
}

/**
 * A step: loads the installation and the repository that the path names, for administrators of the repository.
 *
 * @throws 404, 403.
 */
function loadSelectedRepo({ rows, params, user }: RepoSelectionCall): {
  readonly installation: Installation
  readonly repo: Repo
} {
  const installation = rows.installations.get(wholeNumber(params.installation_id))
  const repo = rows.repos.get(wholeNumber(params.repository_id))
  if (installation === undefined || repo?.ownerId !== installation.accountId) throw notFound()
  const held = permissionOf(rows, repo, user)
  if (held === null) throw notFound()
  if (!permissionIncludes(held, 'admin')) throw mustHaveAdminRights()
  return { installation, repo }
}

/**
 * Returns whether a user has access to an installation: in their own account, in their organization, or on a repository
 * to which they have explicit access.
 */
function canUseInstallation({ rows }: Pick<CodehostCall, 'rows'>, installation: Installation, user: Account): boolean {
  const account = rows.accounts.require(installation.accountId)
  if (account.id === user.id || roleInOrganization(rows, account, user) !== null) return true
  return allReposOf(rows, installation).some((repo) => hasExplicitAccess({ rows }, repo, user))
}

/** Returns whether a user has explicit access to a repository. Public read access does not count. */
function hasExplicitAccess({ rows }: Pick<CodehostCall, 'rows'>, repo: Repo, user: Account): boolean {
  return strongest(grantedPermissions(rows, repo, user)) !== null
}
