import type { Site } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Installation, InstallationToken } from '#codehost/schema/apps.ts'
import { simpleUserJson, simpleUserOrNullJson } from '../accounts/account.ts'
import { nodeId, time, timeOrNull, withMillis } from '../format.ts'
import { repositoryJson } from '../repos/repository.ts'

/** An installation of an app in an account: `installation`. */
export function installationJson(site: Site, installation: Installation) {
  const { id, client_id, ...rest } = installationFacts(site, installation)
  return { id, client_id, ...rest }
}

/** An installation in a webhook payload, without the members that only the REST API has. */
export function eventInstallationJson(site: Site, installation: Installation) {
  return { ...installationFacts(site, installation), client_id: undefined }
}

function installationFacts(site: Site, installation: Installation) {
  const { rows, base, origin } = site
  const { id, accountId } = installation
  const app = rows.apps.require(installation.appId)
  const account = rows.accounts.require(accountId)
  const settings = account.type === 'Organization' ? `organizations/${account.login}/settings` : 'settings'
  return {
    id,
    client_id: app.clientId,
    account: simpleUserJson(site, account),
    repository_selection: installation.repositorySelection,
    access_tokens_url: `${base}/app/installations/${id}/access_tokens`,
    repositories_url: `${base}/installation/repositories`,
    html_url: `${origin}/${settings}/installations/${id}`,
    app_id: app.id,
    app_slug: app.slug,
    target_id: accountId,
    target_type: account.type,
    permissions: installation.permissions,
    events: installation.events,
    created_at: withMillis(time(installation.createdAt)),
    updated_at: withMillis(time(installation.updatedAt)),
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: simpleUserOrNullJson(site, installation.suspendedById),
    suspended_at: timeOrNull(installation.suspendedAt),
  }
}

/** A repository in the payload of an event about an installation. */
export function installedRepositoryJson({ rows }: Pick<Site, 'rows'>, repo: Repo) {
  const owner = rows.accounts.require(repo.ownerId)
  return {
    id: repo.id,
    node_id: nodeId('R', repo.id),
    name: repo.name,
    full_name: `${owner.login}/${repo.name}`,
    private: repo.private,
  }
}

/** A new token of an installation: `installation-token`. It lists repositories only when it was restricted to them. */
export function installationTokenJson(site: Site, installation: Installation, token: InstallationToken) {
  const { rows } = site
  const { id, expiresAt, permissions, repositoryIds } = token
  const bot = rows.accounts.require(rows.apps.require(installation.appId).botId)
  return {
    token: id,
    expires_at: time(expiresAt),
    permissions,
    repository_selection: repositoryIds === null ? installation.repositorySelection : 'selected',
    ...(repositoryIds === null
      ? {}
      : { repositories: repositoryIds.map((each) => repositoryJson(site, rows.repos.require(each), bot)) }),
  }
}
