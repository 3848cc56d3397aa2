import type { PageWindow } from '../../../../core/pagination.ts'
import type { Page } from '../../../../core/store.ts'
import type { AppAccess, Rows } from '../../call.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Repo } from '../../schema/repos.ts'
import type { Installation, InstallationToken } from '../../schema/apps.ts'

/** Whether an installation has a repository in it. */
export function isInInstallation(rows: Rows, installation: Installation, repo: Pick<Repo, 'id' | 'ownerId'>): boolean {
  if (installation.accountId !== repo.ownerId) return false
  if (installation.repositorySelection === 'all') return true
  return rows.installationRepos.find('repo', installation.id, repo.id) !== undefined
}

/** The installation of an app in the place of an account, unless it is suspended. */
export function activeInstallation(rows: Rows, appId: number, accountId: number): Installation | undefined {
  const installation = rows.installations.find('account', appId, accountId)
  return installation?.suspendedAt === null ? installation : undefined
}

/**
 * The installation by which credentials of an app reach a repository; undefined where they do not: it is not in the
 * installation, or the token was narrowed to others.
 */
export function installationReaching(rows: Rows, access: AppAccess, repo: Repo): Installation | undefined {
  const installation = access.installation ?? activeInstallation(rows, access.app.id, repo.ownerId)
  if (installation === undefined || access.kind === 'app' || !isInInstallation(rows, installation, repo))
    return undefined
  const narrowed = access.issued?.repositoryIds ?? null
  return narrowed === null || narrowed.includes(repo.id) ? installation : undefined
}

/** A page of the repositories of an installation, in the order of their ids. */
function reposOfInstallation(rows: Rows, installation: Installation, window: PageWindow): Page<Repo> {
  if (installation.repositorySelection === 'all') {
    return rows.repos.pageReferring('ownerId', installation.accountId, window)
  }
  const { rows: selected, total } = rows.installationRepos.page('byRepo', [installation.id], window)
  return { rows: selected.map(({ repoId }) => rows.repos.require(repoId)), total }
}

/** Every repository of an installation, in the order of their ids. */
export function allReposOf(rows: Rows, installation: Installation): readonly Repo[] {
  return reposOfInstallation(rows, installation, { offset: 0, limit: Number.MAX_SAFE_INTEGER }).rows
}

/** A page of the repositories that a token of an installation reaches. */
export function reposOfToken(
  rows: Rows,
  installation: Installation,
  { repositoryIds }: Pick<InstallationToken, 'repositoryIds'>,
  window: PageWindow,
): Page<Repo> {
  if (repositoryIds === null) return reposOfInstallation(rows, installation, window)
  // What was deleted or left the installation since is not in it any more.
  const found = repositoryIds
    .flatMap((id) => rows.repos.get(id) ?? [])
    .filter((repo) => isInInstallation(rows, installation, repo))
  return { rows: found.slice(window.offset, window.offset + window.limit), total: found.length }
}

/** Whether the app of a bot is installed, and not suspended, in the place of an account. */
export function isInstalled(rows: Rows, bot: Account, accountId: number): boolean {
  return installationOfBot(rows, bot, accountId) !== undefined
}

/** Whether the app of a bot is installed, and not suspended, on a repository. */
export function isInstalledOn(rows: Rows, bot: Account, repo: Repo): boolean {
  const installation = installationOfBot(rows, bot, repo.ownerId)
  return installation !== undefined && isInInstallation(rows, installation, repo)
}

function installationOfBot(rows: Rows, bot: Account, accountId: number): Installation | undefined {
  const app = rows.apps.find('bot', bot.id)
  return app === undefined ? undefined : activeInstallation(rows, app.id, accountId)
}
