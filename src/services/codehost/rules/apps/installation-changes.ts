import type { CodehostContext } from '../../call.ts'
import { simpleUser } from '../../json/account.ts'
import { eventInstallation, installedRepository } from '../../json/installation.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Repo } from '../../schema/repos.ts'
import type { Installation } from '../../schema/apps.ts'
import { emitToApp, eventSite } from '../../webhooks.ts'
import { allReposOf } from './installations.ts'

type InstallationContext = Pick<CodehostContext, 'rows' | 'clock' | 'origin' | 'emit'>

/** Emits `installation.created` to the app. */
export function emitInstallationCreated(
  changing: InstallationContext,
  installation: Installation,
  sender: Account,
): void {
  emitInstallation(changing, installation, 'created', sender, { repositories: reposOf(changing, installation) })
}

/** Deletes an installation with its tokens. Emits `installation.deleted` to the app. */
export function uninstall(changing: InstallationContext, installation: Installation, sender: Account): void {
  emitInstallation(changing, installation, 'deleted', sender, {
    repositories: reposOf(changing, installation),
    requester: null,
  })
  changing.rows.installations.delete(installation.id)
}

/**
 * Suspends an installation, which blocks its credentials. Emits `installation.suspend` to the app. Does nothing for a
 * suspended installation.
 */
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

/** Undoes {@link suspend}. Emits `installation.unsuspend` to the app. */
export function unsuspend(changing: InstallationContext, installation: Installation, sender: Account): void {
  if (installation.suspendedAt === null) return
  const columns = { suspendedAt: null, suspendedById: null, updatedAt: changing.clock.now() }
  const active = changing.rows.installations.update(installation.id, columns)
  emitInstallation(changing, active, 'unsuspend', sender, { repositories: reposOf(changing, active), requester: null })
}

/**
 * Adds a repository to the selection of an installation. Emits `installation_repositories.added` to the app. Does
 * nothing for a selected repository.
 */
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

/** Removes a repository from the selection of an installation. Emits `installation_repositories.removed` to the app. */
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
