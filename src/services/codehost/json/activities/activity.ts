import type { Site } from '#codehost/call.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Activity } from '#codehost/schema/activities.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { time } from '../format.ts'
import { issueCommentJson } from '../issues/issue-comment.ts'
import { eventIssueJson } from '../issues/issue.ts'
import { reviewCommentJson } from '../pulls/review-comment.ts'
import { eventReviewJson } from '../pulls/review.ts'
import { releaseJson } from '../releases/release.ts'
import { repositoryJson } from '../repos/repository.ts'

/** Something that a user did: `event`. Null when its subject is gone. */
export function activityJson(site: Site, activity: Activity) {
  const { rows } = site
  const payload = payloadJson(site, activity)
  if (payload === null) return null
  const repo = rows.repos.require(activity.repoId)
  const owner = rows.accounts.require(repo.ownerId)
  const { url, fullName } = repoUrls(site, repo)
  return {
    id: String(activity.id),
    type: activity.type,
    actor: { ...actorJson(site, rows.accounts.require(activity.actorId)) },
    repo: { id: repo.id, name: fullName, url },
    payload,
    public: !repo.private,
    created_at: time(activity.createdAt),
    ...(owner.type === 'Organization' ? { org: actorJson(site, owner) } : {}),
  }
}

function actorJson({ base, urls }: Site, { id, login, type }: Account) {
  return {
    id,
    login,
    ...(type === 'Organization' ? {} : { display_login: login.replace(/\[bot\]$/, '') }),
    gravatar_id: '',
    url: `${base}/${type === 'Organization' ? 'orgs' : 'users'}/${encodeURIComponent(login)}`,
    avatar_url: urls.of(`/avatars/u/${id}?v=4`),
  }
}

function payloadJson(site: Site, activity: Activity): object | null {
  const { rows } = site
  const { type, action, ref } = activity
  const id = activity.subjectId ?? 0
  const repo = rows.repos.require(activity.repoId)
  switch (type) {
    case 'CreateEvent':
      return {
        ...refJson(ref ?? ''),
        master_branch: repo.defaultBranch,
        description: repo.description,
        pusher_type: 'user',
      }
    case 'DeleteEvent':
      return { ...refJson(ref ?? ''), pusher_type: 'user' }
    case 'PushEvent':
      return { repository_id: repo.id, push_id: activity.id, ref, head: activity.after, before: activity.before }
    case 'ForkEvent': {
      const fork = rows.repos.get(id)
      return fork === undefined ? null : { action, forkee: { ...repositoryJson(site, fork), public: !fork.private } }
    }
    case 'PublicEvent':
      return {}
    case 'WatchEvent':
      return { action }
    case 'ReleaseEvent': {
      const release = rows.releases.get(id)
      return release === undefined ? null : { action, release: releaseJson(site, repo, release) }
    }
    case 'IssuesEvent': {
      const issue = rows.issues.get(id)
      return issue === undefined ? null : { action, issue: eventIssueJson(site, issue) }
    }
    case 'IssueCommentEvent': {
      const comment = rows.comments.get(id)
      const issue = rows.issues.get(comment?.issueId)
      if (comment === undefined || issue === undefined) return null
      return { action, issue: eventIssueJson(site, issue), comment: issueCommentJson(site, comment) }
    }
    default:
      return pullPayloadJson(site, repo, activity)
  }
}

function pullPayloadJson(site: Site, repo: Repo, { type, action, subjectId }: Activity): object | null {
  const { rows } = site
  const review = type === 'PullRequestReviewEvent' ? rows.reviews.get(subjectId) : undefined
  const comment = type === 'PullRequestReviewCommentEvent' ? rows.reviewComments.get(subjectId) : undefined
  const pull = rows.pulls.get(type === 'PullRequestEvent' ? subjectId : (review?.pullId ?? comment?.pullId))
  if (pull === undefined) return null
  const { number } = rows.issues.require(pull.issueId)
  return {
    action,
    ...(type === 'PullRequestEvent' ? { number } : {}),
    pull_request: minimalPullJson(site, repo, pull, number),
    ...(review === undefined ? {} : { review: eventReviewJson(site, review) }),
    ...(comment === undefined ? {} : { comment: reviewCommentJson(site, comment) }),
  }
}

/** A pull request in an activity: `pull-request-minimal`. */
function minimalPullJson(site: Site, repo: Repo, pull: Pull, number: number) {
  const side = (ref: string, sha: string, of: Repo) => ({
    ref,
    sha,
    repo: { id: of.id, url: repoUrls(site, of).url, name: of.name },
  })
  return {
    url: `${repoUrls(site, repo).url}/pulls/${number}`,
    id: pull.id,
    number,
    head: side(pull.headRef, pull.headSha, site.rows.repos.get(pull.headRepoId) ?? repo),
    base: side(pull.baseRef, pull.baseSha, repo),
  }
}

function refJson(fullRef: string) {
  const [, kind, name = ''] = /^refs\/(heads|tags)\/(.+)$/.exec(fullRef) ?? []
  return { ref: name, ref_type: kind === 'tags' ? 'tag' : 'branch', full_ref: fullRef }
}
