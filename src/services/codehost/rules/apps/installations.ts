import { mapView, viewOfIndex, viewOfReference, viewOfRows, type ListView } from '#core/list-view.ts'
import type { AppAccess, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Installation, InstallationToken } from '#codehost/schema/apps.ts'

/** Returns whether an installation includes a repository. */
export function isInInstallation(rows: Rows, installation: Installation, repo: Pick<Repo, 'id' | 'ownerId'>): boolean {
  if (installation.accountId !== repo.ownerId) return false
  if (installation.repositorySelection === 'all') return true
  return rows.installationRepos.find('repo', installation.id, repo.id) !== undefined
}

/** Returns the installation of an app for an account, unless it is suspended. */
export function activeInstallation(rows: Rows, appId: number, accountId: number): Installation | undefined {
  const installation = rows.installations.find('account', appId, accountId)
  return installation?.suspendedAt === null ? installation : undefined
}

/**
 * Returns the installation through which an app's credentials reach a repository; undefined when the installation or
 * the token's own selection does not include it.
 */
export function installationReaching(rows: Rows, access: AppAccess, repo: Repo): Installation | undefined {
  const installation = access.installation ?? activeInstallation(rows, access.app.id, repo.ownerId)
  if (installation === undefined || access.kind === 'app' || !isInInstallation(rows, installation, repo))
    return undefined
  const narrowed = access.issued?.repositoryIds ?? null
  return narrowed === null || narrowed.includes(repo.id) ? installation : undefined
}

/** Returns the repositories of an installation, ordered by id. */
function reposOfInstallation(rows: Rows, installation: Installation): ListView<Repo> {
  if (installation.repositorySelection === 'all') {
    return viewOfReference(rows.repos, 'ownerId', installation.accountId)
  }
  const selected = viewOfIndex(rows.installationRepos, 'byRepo', [installation.id])
  return mapView(selected, ({ repoId }) => rows.repos.require(repoId))
}

/** Returns all repositories of an installation, ordered by id. */
export function allReposOf(rows: Rows, installation: Installation): readonly Repo[] {
  const repos = reposOfInstallation(rows, installation)
  return repos.slice(0, repos.total)
}

/** Returns the repositories that an installation token reaches. */
export function reposOfToken(
  rows: Rows,
  installation: Installation,
  { repositoryIds }: Pick<InstallationToken, 'repositoryIds'>,
): ListView<Repo> {
  if (repositoryIds === null) return reposOfInstallation(rows, installation)
  // Repositories that were deleted or left the installation after the token was made are skipped.
  const found = repositoryIds
    .flatMap((id) => rows.repos.get(id) ?? [])
    .filter((repo) => isInInstallation(rows, installation, repo))
  return viewOfRows(found)
}

/** Returns whether the app of a bot has an active installation for an account. */
export function isInstalled(rows: Rows, bot: Account, accountId: number): boolean {
  return installationOfBot(rows, bot, accountId) !== undefined
}

/** Returns whether the app of a bot has an active installation that includes a repository. */
export function isInstalledOn(rows: Rows, bot: Account, repo: Repo): boolean {
  const installation = installationOfBot(rows, bot, repo.ownerId)
  return installation !== undefined && isInInstallation(rows, installation, repo)
}

function installationOfBot(rows: Rows, bot: Account, accountId: number): Installation | undefined {
  const app = rows.apps.find('bot', bot.id)
  return app === undefined ? undefined : activeInstallation(rows, app.id, accountId)
}
