import type { Site } from '#codehost/call.ts'
import type { Commit } from '#codehost/git/objects.ts'
import { latestRuns } from '#codehost/rules/checks/checks.ts'
import { commitAt } from '#codehost/rules/git/objects.ts'
import type { CheckSuite } from '#codehost/schema/checks.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { messageOf, nodeId, time } from '../format.ts'
import { integrationJson } from '../apps/integration.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { briefRepositoryJson } from '../repos/repository.ts'

/** A check suite: `check-suite`. */
export function checkSuiteJson(site: Site, repo: Repo, suite: CheckSuite) {
  return {
    ...eventCheckSuiteJson(site, repo, suite),
    rerequestable: true,
    runs_rerequestable: true,
    repository: briefRepositoryJson(site, repo),
  }
}

/** A check suite in the payload of a `check_suite` event. */
export function eventCheckSuiteJson(site: Site, repo: Repo, suite: CheckSuite) {
  const { url } = repoUrls(site, repo)
  const commit = commitAt(site.rows, repo, suite.headSha)
  return {
    ...shortCheckSuiteJson(site, repo, suite),
    latest_check_runs_count: latestRuns(site.rows.checkRuns.referring('suiteId', suite.id)).length,
    check_runs_url: `${url}/check-suites/${suite.id}/check-runs`,
    // The commit exists: a suite is only created for an existing commit, and commits are never deleted.
    head_commit: commit === null ? null : simpleCommitJson(commit),
  }
}

/** A check suite in the payload of a `check_run` event. */
export function shortCheckSuiteJson(site: Site, repo: Repo, suite: CheckSuite) {
  const { url } = repoUrls(site, repo)
  return {
    id: suite.id,
    node_id: nodeId('CS', suite.id),
    head_branch: suite.headBranch,
    head_sha: suite.headSha,
    status: suite.status,
    conclusion: suite.conclusion,
    url: `${url}/check-suites/${suite.id}`,
    before: commitAt(site.rows, repo, suite.headSha)?.parents[0] ?? null,
    after: suite.headSha,
    pull_requests: minimalPullsJson(site, repo, suite.headSha),
    app: integrationJson(site, site.rows.apps.get(suite.appId) ?? null),
    created_at: time(suite.createdAt),
    updated_at: time(suite.updatedAt),
  }
}

/** The open pull requests with this head commit whose head branch is in the same repository: `pull-request-minimal`. */
export function minimalPullsJson(site: Site, repo: Repo, sha: string) {
  const { rows } = site
  const { url } = repoUrls(site, repo)
  const ref = { id: repo.id, url, name: repo.name }
  return rows.pulls.list('headSha', repo.id, sha).flatMap((pull) => {
    const issue = rows.issues.require(pull.issueId)
    if (issue.state !== 'open' || pull.headRepoId !== repo.id) return []
    return {
      url: `${url}/pulls/${issue.number}`,
      id: pull.id,
      number: issue.number,
      head: { ref: pull.headRef, sha: pull.headSha, repo: ref },
      base: { ref: pull.baseRef, sha: pull.baseSha, repo: ref },
    }
  })
}

/** A commit inside a check suite or a workflow run: `simple-commit`. */
export function simpleCommitJson(commit: Commit) {
  const { sha, tree, author, committer } = commit
  return {
    id: sha,
    tree_id: tree,
    message: messageOf(commit),
    timestamp: time(committer.at),
    author: { name: author.name, email: author.email },
    committer: { name: committer.name, email: committer.email },
  }
}
