import type { Site } from '#codehost/call.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Team } from '#codehost/schema/teams.ts'
import { mergeabilityOf } from '#codehost/rules/pulls/mergeable.ts'
import { pullChanges } from '#codehost/rules/pulls/changes.ts'
import { simpleUserJson, simpleUserByIdJson, simpleUserOrNullJson } from '../accounts/account.ts'
import { authorAssociation } from '#codehost/rules/repos/author-association.ts'
import { nodeId, time, timeOrNull } from '../format.ts'
import { labelJson } from '../issues/label.ts'
import { milestoneJson } from '../issues/milestone.ts'
import { eventRepositoryJson, repositoryJson } from '../repos/repository.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { eventTeamJson, simpleTeamJson, teamJson } from '../teams/team.ts'
import { memoised } from '../memoised.ts'

/** A pull request on its own: `pull-request`. */
export function pullJson(site: Site, pull: Pull) {
  const parts = {
    team: (team: Team) => simpleTeamJson(site, team),
    repository: (repo: Repo) => repositoryJson(site, repo),
  }
  return { ...writer(site, site.rows.repos.require(pull.repoId), parts)(pull), ...facts(site, pull) }
}

/** The members of a pull request of which the vendor does not know yet whether it can be merged. */
const UNTESTED = { merge_commit_sha: null, mergeable: null, rebaseable: null, mergeable_state: 'unknown' } as const

/** A pull request that has just been opened: `pull-request`. Its next reader learns whether it can be merged. */
export function openedPullJson(site: Site, pull: Pull) {
  return { ...pullJson(site, pull), ...UNTESTED }
}

/** A pull request in a list: `pull-request-simple`. */
export function simplePullJson(site: Site, pull: Pull) {
  return pullWriter(site, site.rows.repos.require(pull.repoId))(pull)
}

/**
 * Returns a function that writes pull requests of one repository like {@link simplePullJson}. Repositories that they
 * share are written once.
 */
export function pullWriter(site: Site, repo: Repo) {
  return writer(site, repo, { team: (team) => teamJson(site, team), repository: (each) => repositoryJson(site, each) })
}

/** A pull request in the payload of a `pull_request` event. */
export function eventPullJson(site: Site, pull: Pull, action: string) {
  return { ...simpleEventPullJson(site, pull), ...facts(site, pull), ...(action === 'opened' ? UNTESTED : {}) }
}

/** A pull request in the payload of an event about its reviews. */
export function simpleEventPullJson(site: Site, pull: Pull) {
  const parts = {
    team: (team: Team) => eventTeamJson(site, team),
    repository: (repo: Repo) => eventRepositoryJson(site, repo),
  }
  return writer(site, site.rows.repos.require(pull.repoId), parts)(pull)
}

function autoMergeJson(site: Site, { autoMerge }: Pull) {
  if (autoMerge == null) return null
  return {
    enabled_by: simpleUserByIdJson(site, autoMerge.enabledById),
    merge_method: autoMerge.method,
    commit_title: autoMerge.title ?? '',
    commit_message: autoMerge.message ?? '',
  }
}

/** The computed members of a pull request, from its commits and from the requirements of its base branch. */
function facts(site: Site, pull: Pull) {
  const { rows } = site
  const { commits, files } = pullChanges(rows, pull)
  const { mergeable, rebaseable, state } = mergeabilityOf(rows, pull)
  const sum = (field: 'additions' | 'deletions') => files.reduce((all, file) => all + file[field], 0)
  return {
    merged: pull.merged,
    mergeable,
    rebaseable,
    mergeable_state: state,
    merged_by: simpleUserOrNullJson(site, pull.mergedById),
    comments: rows.issues.require(pull.issueId).comments,
    review_comments: rows.reviewComments.count('byPull', pull.id, false),
    maintainer_can_modify: pull.maintainerCanModify,
    commits: commits.length,
    additions: sum('additions'),
    deletions: sum('deletions'),
    changed_files: files.length,
  }
}

/** The functions for the parts of a pull request that differ between wire shapes. */
interface Parts<T, R> {
  readonly team: (team: Team) => T
  readonly repository: (repo: Repo) => R
}

function writer<T, R>(site: Site, repo: Repo, parts: Parts<T, R>) {
  const { rows } = site
  const { repositoryUrl, page, user, association, team, label, milestone, head, base } = sharedParts(site, repo, parts)

  return (pull: Pull) => {
    const issue = rows.issues.require(pull.issueId)
    const links = pullLinks(repositoryUrl, `${page}/pull/${issue.number}`, issue, pull)
    const assignees = rows.issueAssignees.referring('issueId', issue.id).map(({ userId }) => user(userId))
    const requested = rows.requestedReviewers.referring('pullId', pull.id)
    return {
      url: links.url,
      id: pull.id,
      node_id: nodeId('PR', pull.id),
      html_url: links.page,
      diff_url: `${links.page}.diff`,
      patch_url: `${links.page}.patch`,
      issue_url: links.issue,
      number: issue.number,
      state: issue.state,
      locked: issue.locked,
      title: issue.title,
      user: user(issue.userId),
      body: issue.body,
      created_at: time(issue.createdAt),
      updated_at: time(issue.updatedAt),
      closed_at: timeOrNull(issue.closedAt),
      merged_at: timeOrNull(pull.mergedAt),
      merge_commit_sha: pull.mergeCommitSha,
      assignee: assignees[0] ?? null,
      assignees,
      requested_reviewers: requested.flatMap(({ userId }) => (userId === null ? [] : [user(userId)])),
      requested_teams: requested.flatMap(({ teamId }) => (teamId === null ? [] : [team(teamId)])),
      labels: rows.issueLabels.referring('issueId', issue.id).map(({ labelId }) => label(labelId)),
      milestone: issue.milestoneId === null ? null : milestone(issue.milestoneId),
      draft: pull.draft,
      commits_url: links.commits,
      review_comments_url: links.reviewComments,
      review_comment_url: links.reviewComment,
      comments_url: links.comments,
      statuses_url: links.statuses,
      head: head(pull),
      base: base(pull),
      _links: linksJson(links),
      author_association: association(issue.userId),
      auto_merge: autoMergeJson(site, pull),
      active_lock_reason: issue.activeLockReason,
    }
  }
}

/** Returns the writers of the parts that the pull requests of a repository share. Most parts are written once. */
function sharedParts<T, R>(site: Site, repo: Repo, parts: Parts<T, R>) {
  const { rows } = site
  const { url: repositoryUrl, page } = repoUrls(site, repo)
  const owner = simpleUserJson(site, rows.accounts.require(repo.ownerId))
  const user = memoised((id) => simpleUserByIdJson(site, id))
  const written = memoised((id) => parts.repository(rows.repos.require(id)))
  return {
    repositoryUrl,
    page,
    user,
    association: memoised((id) => authorAssociation(rows, repo, id)),
    team: memoised((id) => parts.team(rows.teams.require(id))),
    label: memoised((id) => labelJson(site, rows.labels.require(id))),
    milestone: memoised((id) => milestoneJson(site, rows.milestones.require(id))),
    head: ({ headOwner, headRef, headSha, headRepoId }: Pull) => {
      const account = rows.accounts.find('login', headOwner.toLowerCase())
      return {
        label: `${headOwner}:${headRef}`,
        ref: headRef,
        sha: headSha,
        user: account === undefined ? null : user(account.id),
        repo: headRepoId === null ? null : written(headRepoId),
      }
    },
    base: ({ baseRef, baseSha }: Pull) => ({
      label: `${owner.login}:${baseRef}`,
      ref: baseRef,
      sha: baseSha,
      user: owner,
      repo: written(repo.id),
    }),
  }
}

function linksJson(links: ReturnType<typeof pullLinks>) {
  return {
    self: { href: links.url },
    html: { href: links.page },
    issue: { href: links.issue },
    comments: { href: links.comments },
    review_comments: { href: links.reviewComments },
    review_comment: { href: links.reviewComment },
    commits: { href: links.commits },
    statuses: { href: links.statuses },
  }
}

function pullLinks(repositoryUrl: string, page: string, { number }: Issue, { headSha }: Pull) {
  const url = `${repositoryUrl}/pulls/${number}`
  const issue = `${repositoryUrl}/issues/${number}`
  return {
    url,
    page,
    issue,
    comments: `${issue}/comments`,
    commits: `${url}/commits`,
    reviewComments: `${url}/comments`,
    reviewComment: `${repositoryUrl}/pulls/comments{/number}`,
    statuses: `${repositoryUrl}/statuses/${headSha}`,
  }
}
