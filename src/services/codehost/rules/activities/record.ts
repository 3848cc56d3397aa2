import type { CodehostContext } from '#codehost/call.ts'
import type { Activity } from '#codehost/schema/activities.ts'
import type { RepositoryEvent } from '#codehost/schema/events.ts'

type Recorded = Pick<Activity, 'type'> & Partial<Pick<Activity, 'action' | 'subjectId' | 'ref' | 'before' | 'after'>>

const ISSUE_ACTIONS: readonly string[] = [
  'opened',
  'closed',
  'reopened',
  'assigned',
  'unassigned',
  'labeled',
  'unlabeled',
]

/**
 * Adds an event to the activities of its sender and its repository, if timelines show such events.
 * https://docs.github.com/rest/using-the-rest-api/github-event-types
 */
export function recordActivity(
  { rows, clock }: Pick<CodehostContext, 'rows'> & { readonly clock: Pick<CodehostContext['clock'], 'now'> },
  event: RepositoryEvent,
): void {
  const recorded = activityOf(event)
  if (recorded === null) return
  const { type, action = null, subjectId = null, ref = null, before = null, after = null } = recorded
  rows.activities.insert({
    action,
    subjectId,
    ref,
    before,
    after,
    type,
    actorId: event.sender.id,
    repoId: event.repo.id,
    createdAt: clock.now(),
  })
}

function activityOf(event: RepositoryEvent): Recorded | null {
  switch (event.event) {
    case 'create':
      return { type: 'CreateEvent', ref: event.ref.name }
    case 'delete':
      return { type: 'DeleteEvent', ref: event.ref.name }
    case 'push': {
      const { ref, before, after } = event.move
      return /^0+$/.test(after) ? null : { type: 'PushEvent', ref, before, after }
    }
    case 'fork':
      return { type: 'ForkEvent', action: 'forked', subjectId: event.fork.id }
    case 'public':
      return { type: 'PublicEvent' }
    case 'watch':
      return { type: 'WatchEvent', action: 'started' }
    case 'release':
      return event.action === 'published'
        ? { type: 'ReleaseEvent', action: event.action, subjectId: event.release.id }
        : null
    default:
      return conversationOf(event)
  }
}

function conversationOf(event: RepositoryEvent): Recorded | null {
  const { event: name, action = '' } = event
  if (name === 'issues' && ISSUE_ACTIONS.includes(action)) {
    return { type: 'IssuesEvent', action, subjectId: event.issue.id }
  }
  if (name === 'pull_request' && ISSUE_ACTIONS.includes(action)) {
    return { type: 'PullRequestEvent', action, subjectId: event.pull.id }
  }
  if (name === 'issue_comment' && action === 'created') {
    return { type: 'IssueCommentEvent', action, subjectId: event.comment.id }
  }
  if (name === 'pull_request_review' && action === 'submitted') {
    return { type: 'PullRequestReviewEvent', action: 'created', subjectId: event.review.id }
  }
  if (name === 'pull_request_review_comment' && action === 'created') {
    return { type: 'PullRequestReviewCommentEvent', action, subjectId: event.comment.id }
  }
  return null
}
