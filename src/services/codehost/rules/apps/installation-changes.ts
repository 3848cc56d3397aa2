import type { CodehostContext } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Installation } from '#codehost/schema/apps.ts'

type InstallationContext = Pick<CodehostContext, 'rows' | 'clock' | 'emit'>

/** Emits `installation.created` to the app. */
export function emitInstallationCreated(
  context: InstallationContext,
  installation: Installation,
  sender: Account,
): void {
  context.emit({ event: 'installation', action: 'created', sender, installation })
}

/** Deletes an installation with its tokens. Emits `installation.deleted` to the app. */
export function uninstall(context: InstallationContext, installation: Installation, sender: Account): void {
  context.emit({ event: 'installation', action: 'deleted', sender, installation })
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
  context.emit({ event: 'installation', action: 'suspend', sender, installation: suspended })
}

/** Undoes {@link suspend}. Emits `installation.unsuspend` to the app. */
export function unsuspend(context: InstallationContext, installation: Installation, sender: Account): void {
  if (installation.suspendedAt === null) return
  const columns = { suspendedAt: null, suspendedById: null, updatedAt: context.clock.now() }
  const active = context.rows.installations.update(installation.id, columns)
  context.emit({ event: 'installation', action: 'unsuspend', sender, installation: active })
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
  const installation = context.rows.installations.update(id, { updatedAt: context.clock.now() })
  context.emit({ event: 'installation_repositories', action, sender, installation, changed: repo })
}
