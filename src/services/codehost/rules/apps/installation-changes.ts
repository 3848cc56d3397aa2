import type { CodehostContext } from '#codehost/call.ts'
import { simpleUser } from '#codehost/json/accounts/account.ts'
import { eventInstallation, installedRepository } from '#codehost/json/apps/installation.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Installation } from '#codehost/schema/apps.ts'
import { emitToApp, eventSite } from '#codehost/webhooks.ts'
import { allReposOf } from './installations.ts'

type InstallationContext = Pick<CodehostContext, 'rows' | 'clock' | 'origin' | 'urls' | 'emit'>

/** Emits `installation.created` to the app. */
export function emitInstallationCreated(
  context: InstallationContext,
  installation: Installation,
  sender: Account,
): void {
  emitInstallation(context, installation, 'created', sender, { repositories: reposOf(context, installation) })
}

/** Deletes an installation with its tokens. Emits `installation.deleted` to the app. */
export function uninstall(context: InstallationContext, installation: Installation, sender: Account): void {
  emitInstallation(context, installation, 'deleted', sender, {
    repositories: reposOf(context, installation),
    requester: null,
  })
  context.rows.installations.delete(installation.id)
}

/**
 * Suspends an installation, which blocks its credentials. Emits `installation.suspend` to the app. Does nothing for a
 * suspended installation.
 */
export function suspend(context: InstallationContext, installation: Installation, by: Account, sender: Account): void {
  if (installation.suspendedAt !== null) return
  const at = context.clock.now()
  const columns = { suspendedAt: at, suspendedById: by.id, updatedAt: at }
  const suspended = context.rows.installations.update(installation.id, columns)
  emitInstallation(context, suspended, 'suspend', sender, {
    repositories: reposOf(context, suspended),
    requester: null,
  })
}

/** Undoes {@link suspend}. Emits `installation.unsuspend` to the app. */
export function unsuspend(context: InstallationContext, installation: Installation, sender: Account): void {
  if (installation.suspendedAt === null) return
  const columns = { suspendedAt: null, suspendedById: null, updatedAt: context.clock.now() }
  const active = context.rows.installations.update(installation.id, columns)
  emitInstallation(context, active, 'unsuspend', sender, { repositories: reposOf(context, active), requester: null })
}

/**
 * Adds a repository to the selection of an installation. Emits `installation_repositories.added` to the app. Does
 * nothing for a selected repository.
 */
export function addRepository(
  context: InstallationContext,
  installation: Installation,
  repo: Repo,
  sender: Account,
): void {
  const { installationRepos } = context.rows
  if (installationRepos.find('repo', installation.id, repo.id) !== undefined) return
  installationRepos.insert({ installationId: installation.id, repoId: repo.id })
  emitRepositories(context, installation, 'added', repo, sender)
}

/** Removes a repository from the selection of an installation. Emits `installation_repositories.removed` to the app. */
export function removeRepository(
  context: InstallationContext,
  installation: Installation,
  repo: Repo,
  sender: Account,
): void {
  const { installationRepos } = context.rows
  const held = installationRepos.find('repo', installation.id, repo.id)
  if (held === undefined) return
  installationRepos.delete(held.id)
  emitRepositories(context, installation, 'removed', repo, sender)
}

function emitRepositories(
  context: InstallationContext,
  { id }: Installation,
  action: 'added' | 'removed',
  repo: Repo,
  sender: Account,
): void {
  const { rows, clock } = context
  const installation = rows.installations.update(id, { updatedAt: clock.now() })
  const wire = installedRepository(context, repo)
  const site = eventSite(context)
  emitToApp(context, rows.apps.require(installation.appId), 'installation_repositories', {
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
  context: InstallationContext,
  installation: Installation,
  action: string,
  sender: Account,
  extra: Readonly<Record<string, unknown>>,
): void {
  const site = eventSite(context)
  emitToApp(context, context.rows.apps.require(installation.appId), 'installation', {
    action,
    installation: eventInstallation(site, installation),
    ...extra,
    sender: simpleUser(site, sender),
  })
}

function reposOf(context: InstallationContext, installation: Installation) {
  return allReposOf(context.rows, installation).map((repo) => installedRepository(context, repo))
}
