import type { Commit } from '#codehost/git/objects.ts'
import type { TimelineEntry } from '#codehost/rules/issues/timeline.ts'
import type { Site } from '#codehost/call.ts'
import type { Comment, Issue, IssueEvent } from '#codehost/schema/issues.ts'
import type { Review } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { simpleUserByIdJson } from '../accounts/account.ts'
import { authorAssociation } from '#codehost/rules/repos/author-association.ts'
import { commitNodeId, gitUserJson, verificationJson } from '../commits/commit.ts'
import { messageOf, nodeId, time, timeOrNull } from '../format.ts'
import { issueCommentJson } from './issue-comment.ts'
import { issueEventJson } from './issue-event.ts'
import { issueJson } from './issue.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { repositoryJson } from '../repos/repository.ts'

/** An entry of the timeline of an issue or pull request: `timeline-issue-events`. */
export function timelineEntryJson(site: Site, repo: Repo, entry: TimelineEntry) {
  if (entry.kind === 'comment') return commented(site, entry.comment)
  if (entry.kind === 'review') return reviewed(site, repo, entry.review, entry.issue)
  if (entry.kind === 'commit') return committed(site, repo, entry.commit)
  return crossReference(site, entry.event) ?? issueEventJson(site, entry.event)
}

/**
 * Returns the source of a `cross-referenced` event; undefined for every other event, and when the source is deleted.
 */
function crossReference(site: Site, { details, actorId, createdAt, event }: IssueEvent) {
  const { rows } = site
  const { source } = details
  if (typeof source !== 'object' || source === null || !('$issue' in source)) return undefined
  const issue = rows.issues.get(Number(source.$issue))
  if (issue === undefined) return undefined
  return {
    actor: simpleUserByIdJson(site, actorId),
    created_at: time(createdAt),
    updated_at: time(createdAt),
    source: {
      type: 'issue',
      issue: { ...issueJson(site, issue), repository: repositoryJson(site, rows.repos.require(issue.repoId)) },
    },
    event,
  }
}

function commented(site: Site, comment: Comment) {
  return { ...issueCommentJson(site, comment), event: 'commented', actor: simpleUserByIdJson(site, comment.userId) }
}

function reviewed(site: Site, repo: Repo, review: Review, issue: Issue) {
  const { url, page } = repoUrls(site, repo)
  const html = `${page}/pull/${issue.number}#pullrequestreview-${review.id}`
  const pullUrl = `${url}/pulls/${issue.number}`
  return {
    id: review.id,
    node_id: nodeId('PRR', review.id),
    user: simpleUserByIdJson(site, review.userId),
    body: review.body,
    commit_id: review.commitId,
    submitted_at: timeOrNull(review.submittedAt),
    state: review.state.toLowerCase(),
    html_url: html,
    pull_request_url: pullUrl,
    author_association: authorAssociation(site.rows, repo, review.userId),
    _links: { html: { href: html }, pull_request: { href: pullUrl } },
    event: 'reviewed',
  }
}

function committed(site: Site, repo: Repo, commit: Commit) {
  const { url, page } = repoUrls(site, repo)
  return {
    sha: commit.sha,
    node_id: commitNodeId(repo, commit.sha),
    url: `${url}/git/commits/${commit.sha}`,
    html_url: `${page}/commit/${commit.sha}`,
    author: gitUserJson(commit.author),
    committer: gitUserJson(commit.committer),
    tree: { sha: commit.tree, url: `${url}/git/trees/${commit.tree}` },
    message: messageOf(commit),
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${url}/git/commits/${sha}`,
      html_url: `${page}/commit/${sha}`,
    })),
    verification: verificationJson(site, commit),
    event: 'committed',
  }
}
