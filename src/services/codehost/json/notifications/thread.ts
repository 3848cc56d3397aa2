import type { Site } from '#codehost/call.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { NotificationThread, ThreadSubscription } from '#codehost/schema/notifications.ts'
import { time, timeOrNull } from '../format.ts'
import { briefRepositoryJson } from '../repos/repository.ts'

/** Writes the news of an issue, a pull request or a release: `thread`. */
export function threadJson(site: Site, thread: NotificationThread) {
  const repo = site.rows.repos.require(thread.repoId)
  const url = `${site.base}/notifications/threads/${thread.id}`
  return {
    id: String(thread.id),
    unread: thread.unread,
    reason: thread.reason,
    updated_at: time(thread.updatedAt),
    last_read_at: timeOrNull(thread.lastReadAt),
    subject: subjectJson(site, thread, repoUrls(site, repo).url),
    repository: briefRepositoryJson(site, repo),
    url,
    subscription_url: `${url}/subscription`,
  }
}

function subjectJson({ rows }: Site, { issueId, releaseId, commentId }: NotificationThread, url: string) {
  const release = rows.releases.get(releaseId)
  if (release !== undefined) {
    const releaseUrl = `${url}/releases/${release.id}`
    const title = release.name === null || release.name === '' ? release.tagName : release.name
    return { title, url: releaseUrl, latest_comment_url: releaseUrl, type: 'Release' }
  }
  const issue = rows.issues.require(issueId ?? 0)
  const issueUrl = `${url}/${issue.isPull ? 'pulls' : 'issues'}/${issue.number}`
  const isShown = commentId !== null && rows.comments.get(commentId) !== undefined
  return {
    title: issue.title,
    url: issueUrl,
    latest_comment_url: isShown ? `${url}/issues/comments/${commentId}` : issueUrl,
    type: issue.isPull ? 'PullRequest' : 'Issue',
  }
}

/** A user's wish about a thread: `thread-subscription`. Without one, the user takes part, and is subscribed. */
export function threadSubscriptionJson(
  { base }: Pick<Site, 'base'>,
  thread: NotificationThread,
  subscription: ThreadSubscription | undefined,
) {
  const url = `${base}/notifications/threads/${thread.id}`
  return {
    subscribed: subscription === undefined || subscription.state === 'subscribed',
    ignored: subscription?.state === 'ignored',
    reason: thread.reason,
    created_at: time(subscription?.createdAt ?? thread.updatedAt),
    url: `${url}/subscription`,
    thread_url: url,
  }
}
