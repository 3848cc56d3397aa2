import type { Site } from '#codehost/call.ts'
import { repositoriesOf } from '#codehost/rules/accounts/organization-tokens.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { OrganizationToken } from '#codehost/schema/fine-grained-tokens.ts'
import { simpleUserByIdJson } from '../accounts/account.ts'
import { nodeId, time, timeOrNull } from '../format.ts'

/** A token that asks for access: `organization-programmatic-access-grant-request`. `now` is the present time. */
export function tokenRequestJson(site: Site, token: OrganizationToken, now: number) {
  return {
    id: token.id,
    reason: token.reason,
    ...accessJson(site, token, 'personal-access-token-requests'),
    created_at: time(token.requestedAt),
    ...stateJson(token, now),
  }
}

/** A token that has access: `organization-programmatic-access-grant`. `now` is the present time. */
export function tokenGrantJson(site: Site, token: OrganizationToken, now: number) {
  return {
    id: token.id,
    ...accessJson(site, token, 'personal-access-tokens'),
    access_granted_at: time(token.grantedAt ?? token.requestedAt),
    ...stateJson(token, now),
  }
}

/** A token that asks for access, in an event: `personal-access-token-request`. */
export function eventTokenRequestJson(site: Site, token: OrganizationToken) {
  const { permissions, repositoryIds } = token
  const named = repositoryIds === null ? null : repositoriesOf(site.rows, token)
  return {
    id: token.id,
    owner: simpleUserByIdJson(site, token.userId),
    permissions_added: permissions,
    permissions_upgraded: {},
    permissions_result: permissions,
    repository_selection: selectionOf(token),
    repository_count: named?.length ?? null,
    repositories:
      named?.map((repo) => ({
        id: repo.id,
        node_id: nodeId('R', repo.id),
        name: repo.name,
        full_name: repoUrls(site, repo).fullName,
        private: repo.private,
      })) ?? null,
    created_at: time(token.requestedAt),
    ...stateJson(token, token.requestedAt),
  }
}

function accessJson(site: Site, token: OrganizationToken, folder: string) {
  const { login } = site.rows.accounts.require(token.orgId)
  return {
    owner: simpleUserByIdJson(site, token.userId),
    repository_selection: selectionOf(token),
    repositories_url: `${site.base}/orgs/${login}/${folder}/${token.id}/repositories`,
    permissions: token.permissions,
  }
}

function selectionOf({ repositoryIds }: OrganizationToken): 'all' | 'none' | 'subset' {
  if (repositoryIds === null) return 'all'
  return repositoryIds.length === 0 ? 'none' : 'subset'
}

function stateJson({ tokenId, name, expiresAt }: OrganizationToken, now: number) {
  return {
    token_id: tokenId,
    token_name: name,
    token_expired: expiresAt !== null && expiresAt <= now,
    token_expires_at: timeOrNull(expiresAt),
    token_last_used_at: null,
  }
}
