import type { CodehostContext } from '../../call.ts'
import { simpleUser } from '../../json/account.ts'
import { eventInstallation, installedRepository } from '../../json/installation.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Repo } from '../../schema/repos.ts'
import type { Installation } from '../../schema/apps.ts'
import { emitToApp, eventSite } from '../../webhooks.ts'
import { allReposOf } from './installations.ts'

type InstallationContext = Pick<CodehostContext, 'rows' | 'clock' | 'origin' | 'emit'>

/** Tells an app that it was installed: `installation` created. */
export function emitInstallationCreated(
  changing: InstallationContext,
  installation: Installation,
  sender: Account,
): void {
  emitInstallation(changing, installation, 'created', sender, { repositories: reposOf(changing, installation) })
}

/** Ends an installation with its tokens, and tells the app: `installation` deleted. */
export function uninstall(changing: InstallationContext, installation: Installation, sender: Account): void {
  emitInstallation(changing, installation, 'deleted', sender, {
    repositories: reposOf(changing, installation),
    requester: null,
  })
  changing.rows.installations.delete(installation.id)
}

/** Has an installation do nothing until it is unsuspended, and tells the app: `installation` suspend. Once is enough. */
export function suspend(changing: InstallationContext, installation: Installation, by: Account, sender: Account): void {
  if (installation.suspendedAt !== null) return
  const at = changing.clock.now()
  const columns = { suspendedAt: at, suspendedById: by.id, updatedAt: at }
  const suspended = changing.rows.installations.update(installation.id, columns)
  emitInstallation(changing, suspended, 'suspend', sender, {
    repositories: reposOf(changing, suspended),
    requester: null,
  })
}

/** Undoes {@link suspend}, and tells the app: `installation` unsuspend. */
export function unsuspend(changing: InstallationContext, installation: Installation, sender: Account): void {
  if (installation.suspendedAt === null) return
  const columns = { suspendedAt: null, suspendedById: null, updatedAt: changing.clock.now() }
  const active = changing.rows.installations.update(installation.id, columns)
  emitInstallation(changing, active, 'unsuspend', sender, { repositories: reposOf(changing, active), requester: null })
}

/** Adds a repository to a selection, and tells the app: `installation_repositories` added. Nothing where it is in it. */
export function addRepository(
  changing: InstallationContext,
  installation: Installation,
  repo: Repo,
  sender: Account,
): void {
  const { installationRepos } = changing.rows
  if (installationRepos.find('repo', installation.id, repo.id) !== undefined) return
  installationRepos.insert({ installationId: installation.id, repoId: repo.id })
  emitRepositories(changing, installation, 'added', repo, sender)
}

/** Takes a repository out of a selection, and tells the app: `installation_repositories` removed. */
export function removeRepository(
  changing: InstallationContext,
  installation: Installation,
  repo: Repo,
  sender: Account,
): void {
  const { installationRepos } = changing.rows
  const held = installationRepos.find('repo', installation.id, repo.id)
  if (held === undefined) return
  installationRepos.delete(held.id)
  emitRepositories(changing, installation, 'removed', repo, sender)
}

function emitRepositories(
  changing: InstallationContext,
  { id }: Installation,
  action: 'added' | 'removed',
  repo: Repo,
  sender: Account,
): void {
  const { rows, clock } = changing
  const installation = rows.installations.update(id, { updatedAt: clock.now() })
  const wire = installedRepository(changing, repo)
  const site = eventSite(changing)
  emitToApp(changing, rows.apps.require(installation.appId), 'installation_repositories', {
    action,
    installation: eventInstallation(site, installation),
    repository_selection: installation.repositorySelection,
    repositories_added: action === 'added' ? [wire] : [],
    repositories_removed: action === 'removed' ? [wire] : [],
    requester: null,
    sender: simpleUser(site, sender),
  })
}

function emitInstallation(
  changing: InstallationContext,
  installation: Installation,
  action: string,
  sender: Account,
  extra: Readonly<Record<string, unknown>>,
): void {
  const site = eventSite(changing)
  emitToApp(changing, changing.rows.apps.require(installation.appId), 'installation', {
    action,
    installation: eventInstallation(site, installation),
    ...extra,
    sender: simpleUser(site, sender),
  })
}

function reposOf(changing: InstallationContext, installation: Installation) {
  return allReposOf(changing.rows, installation).map((repo) => installedRepository(changing, repo))
}
