import type { Site } from '#codehost/call.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { SshKey } from '#codehost/schema/ssh-keys.ts'
import { time } from '../format.ts'

/** A key with which its user signs in to git: `key`. */
export function sshKeyJson({ base }: Pick<Site, 'base'>, { id, key, title, createdAt }: SshKey) {
  return {
    key,
    id,
    url: `${base}/user/keys/${id}`,
    title,
    created_at: time(createdAt),
    verified: true,
    read_only: false,
    last_used: null,
  }
}

/** A key of another user: `key-simple`. */
export function publicSshKeyJson({ id, key, createdAt }: SshKey) {
  return { id, key, created_at: time(createdAt), last_used: null }
}

/** A key with which its user signs commits: `ssh-signing-key`. */
export function signingKeyJson({ id, key, title, createdAt }: SshKey) {
  return { key, id, title, created_at: time(createdAt) }
}

/** A key of a repository: `deploy-key`. */
export function deployKeyJson(site: Site, repo: Repo, { id, key, title, createdAt, readOnly, addedById }: SshKey) {
  return {
    id,
    key,
    url: `${repoUrls(site, repo).url}/keys/${id}`,
    title,
    verified: true,
    created_at: time(createdAt),
    read_only: readOnly,
    added_by: site.rows.accounts.get(addedById)?.login ?? null,
    last_used: null,
    enabled: true,
  }
}

/** A deploy key in a webhook payload. */
export function eventDeployKeyJson(site: Site, repo: Repo, key: SshKey) {
  const { added_by: _addedBy, last_used: _lastUsed, enabled: _enabled, ...wire } = deployKeyJson(site, repo, key)
  return wire
}
