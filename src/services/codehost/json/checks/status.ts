import type { Site } from '#codehost/call.ts'
import type { CommitStatus } from '#codehost/schema/commits.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { simpleUserByIdJson } from '../accounts/account.ts'
import { nodeId, time } from '../format.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { briefRepositoryJson } from '../repos/repository.ts'

/** A status of a commit: `status`. */
export function statusJson(site: Site, repo: Repo, status: CommitStatus) {
  return { ...simpleStatus(site, repo, status), creator: simpleUserByIdJson(site, status.creatorId) }
}

/** The combined status of a commit: `combined-commit-status`. `latest` holds the newest status of each context. */
export function combinedStatusJson(
  site: Site,
  repo: Repo,
  sha: string,
  latest: readonly CommitStatus[],
  listed: readonly CommitStatus[],
) {
  const { url } = repoUrls(site, repo)
  return {
    state: combinedState(latest),
    statuses: listed.map((status) => simpleStatus(site, repo, status)),
    sha,
    total_count: latest.length,
    repository: briefRepositoryJson(site, repo),
    commit_url: `${url}/commits/${sha}`,
    url: `${url}/commits/${sha}/status`,
  }
}

/** Returns `failure` when one status failed, `pending` when one is pending or there is none, else `success`. */
function combinedState(latest: readonly Pick<CommitStatus, 'state'>[]): 'failure' | 'pending' | 'success' {
  if (latest.some(({ state }) => state === 'failure' || state === 'error')) return 'failure'
  return latest.length === 0 || latest.some(({ state }) => state === 'pending') ? 'pending' : 'success'
}

function simpleStatus(site: Site, repo: Repo, status: CommitStatus) {
  return {
    url: `${repoUrls(site, repo).url}/statuses/${status.sha}`,
    avatar_url: site.urls.of(`/avatars/u/${status.creatorId}?v=4`),
    id: status.id,
    node_id: nodeId('SC', status.id),
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    created_at: time(status.createdAt),
    updated_at: time(status.updatedAt),
  }
}
