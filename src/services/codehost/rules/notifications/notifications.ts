import type { CodehostContext, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { RepositoryEvent } from '#codehost/schema/events.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { NotificationReason, ThreadSubscription } from '#codehost/schema/notifications.ts'
import type { Release } from '#codehost/schema/releases.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Team } from '#codehost/schema/teams.ts'
import { permissionOf } from '../repos/permissions.ts'
import { mentionedAccounts } from './mentions.ts'

interface NotificationContext {
  readonly rows: Rows
  readonly clock: Pick<CodehostContext['clock'], 'now'>
}

/** The subject that users are notified of. */
interface News {
  readonly issue: Issue | null
  readonly release: Release | null
  readonly commentId: number | null
  /** A new text, whose mentions count. */
  readonly text: string | null
  /** Users and teams that are addressed apart from the text. */
  readonly addressed: readonly (readonly [Account, NotificationReason])[]
  /** True when those who take part and those who watch hear of it too. */
  readonly isForAll: boolean
}

/**
 * Adds what an event tells to the notifications of the users whom it concerns: those who are mentioned, assigned or
 * asked for a review, who take part, and who watch the repository; never its sender.
 * https://docs.github.com/subscriptions-and-notifications/concepts/about-notifications
 */
export function addNotifications(context: NotificationContext, event: RepositoryEvent): void {
  const news = newsOf(context.rows, event)
  if (news === null) return
  const { rows } = context
  if (news.commentId !== null && news.issue !== null) joinThread(context, news.issue, event.sender)
  for (const [userId, reason] of recipientsOf(rows, event.repo, news)) {
    const user = rows.accounts.require(userId)
    const hears = user.id !== event.sender.id && user.type === 'User' && permissionOf(rows, event.repo, user) !== null
    if (hears) addThread(context, event.repo, news, user, reason)
  }
}

/** Makes a user who comments one of those who hear of the issue from now on. */
export function joinThread({ rows, clock }: NotificationContext, issue: Issue, { id: userId }: Account): void {
  const { id: issueId, repoId } = issue
  if (rows.notificationThreads.find('issue', userId, issueId) !== undefined) return
  const unseen = { releaseId: null, unread: false, isDone: true, commentId: null, lastReadAt: null }
  rows.notificationThreads.insert({ ...unseen, userId, repoId, issueId, reason: 'comment', updatedAt: clock.now() })
}

function newsOf(rows: Rows, event: RepositoryEvent): News | null {
  switch (event.event) {
    case 'issues':
    case 'pull_request': {
      const issue = event.event === 'issues' ? event.issue : rows.issues.require(event.pull.issueId)
      if (event.action === 'opened') return newsAbout({ issue, text: issue.body, isForAll: true })
      if (event.action === 'closed' || event.action === 'reopened') return newsAbout({ issue, isForAll: true })
      if (event.action === 'edited') return newsAbout({ issue, text: issue.body })
      if (event.action === 'assigned' && event.assignee !== undefined) {
        return newsAbout({ issue, addressed: [[event.assignee, 'assign']] })
      }
      return event.event === 'pull_request' && event.action === 'review_requested'
        ? newsAbout({ issue, addressed: requested(rows, event.requestedReviewer, event.requestedTeam) })
        : null
    }
    case 'issue_comment': {
      if (event.action !== 'created') return null
      const { issueId, id, body } = event.comment
      return newsAbout({ issue: rows.issues.require(issueId), commentId: id, text: body, isForAll: true })
    }
    case 'pull_request_review':
    case 'pull_request_review_comment': {
      if (event.action !== 'submitted' && event.action !== 'created') return null
      const { pullId, body } = event.event === 'pull_request_review' ? event.review : event.comment
      const issue = rows.issues.require(rows.pulls.require(pullId).issueId)
      return newsAbout({ issue, text: body, isForAll: true })
    }
    case 'release':
      return event.action === 'published' ? newsAbout({ issue: null, release: event.release, isForAll: true }) : null
    default:
      return null
  }
}

/** Returns news, with what they have by default: a literal that adds members behind a spread takes far longer. */
function newsAbout({
  issue,
  release = null,
  commentId = null,
  text = null,
  addressed = [],
  isForAll = false,
}: Pick<News, 'issue'> & Partial<News>): News {
  return { issue, release, commentId, text, addressed, isForAll }
}

function requested(rows: Rows, user: Account | undefined, team: Team | undefined): News['addressed'] {
  const members = team === undefined ? [] : rows.teamMembers.referring('teamId', team.id)
  const users = [...(user === undefined ? [] : [user]), ...members.map(({ userId }) => rows.accounts.require(userId))]
  return users.map((each) => [each, 'review_requested'] as const)
}

/** Returns who hears of the news, with the most specific reason of each. */
function recipientsOf(rows: Rows, repo: Repo, news: News): ReadonlyMap<number, NotificationReason> {
  const reasons = new Map<number, NotificationReason>()
  const add = (userId: number, reason: NotificationReason): void => {
    if (!reasons.has(userId)) reasons.set(userId, reason)
  }
  for (const [user, reason] of news.addressed) add(user.id, reason)
  for (const [user, reason] of mentionedAccounts(rows, news.text)) add(user.id, reason)
  if (news.isForAll && news.issue !== null) for (const [id, reason] of participants(rows, news.issue)) add(id, reason)
  if (news.isForAll)
    for (const { userId } of rows.subscriptions.list('byRepo', repo.id, false)) add(userId, 'subscribed')
  return reasons
}

/** Returns whether a user hears of an issue: by a wish, by watching its repository, or by taking part. */
export function subscriptionState(rows: Rows, issue: Issue, { id }: Account): ThreadSubscription['state'] {
  const wished = rows.threadSubscriptions.find('user', id, issue.id)
  if (wished !== undefined) return wished.state
  const watched = rows.subscriptions.find('user', issue.repoId, id)
  if (watched !== undefined) return watched.ignored ? 'ignored' : 'subscribed'
  for (const [userId] of participants(rows, issue)) if (userId === id) return 'subscribed'
  return 'unsubscribed'
}

/** Returns who takes part in an issue or pull request, with their reasons. */
function* participants(rows: Rows, issue: Issue): Generator<readonly [number, NotificationReason]> {
  const wished = rows.threadSubscriptions.referring('issueId', issue.id)
  const isUnsubscribed = (userId: number): boolean =>
    wished.some((wish) => wish.userId === userId && wish.state === 'unsubscribed')
  const known = rows.notificationThreads.referring('issueId', issue.id)
  for (const { userId, reason } of known) {
    if (reason !== 'subscribed' && !isUnsubscribed(userId)) yield [userId, reason]
  }
  if (!isUnsubscribed(issue.userId)) yield [issue.userId, 'author']
  for (const { userId } of rows.issueAssignees.referring('issueId', issue.id)) {
    if (!isUnsubscribed(userId)) yield [userId, 'assign']
  }
  for (const { userId, state } of wished) if (state === 'subscribed') yield [userId, 'manual']
}

function addThread(
  context: NotificationContext,
  repo: Repo,
  news: News,
  user: Account,
  reason: NotificationReason,
): void {
  const { rows, clock } = context
  const { issue, release, commentId } = news
  const isIgnored =
    rows.subscriptions.find('user', repo.id, user.id)?.ignored === true ||
    (issue !== null && rows.threadSubscriptions.find('user', user.id, issue.id)?.state === 'ignored')
  if (isIgnored) return
  const threads = rows.notificationThreads
  const before =
    issue === null ? threads.find('release', user.id, release?.id ?? 0) : threads.find('issue', user.id, issue.id)
  const changes = { reason, unread: true, isDone: false, commentId, updatedAt: clock.now() }
  if (before !== undefined) {
    threads.update(before.id, changes)
    return
  }
  const subject = { issueId: issue?.id ?? null, releaseId: release?.id ?? null }
  threads.insert({ userId: user.id, repoId: repo.id, ...subject, ...changes, lastReadAt: null })
}
