import type { Site } from '#codehost/call.ts'
import { simpleUserJson } from '#codehost/json/accounts/account.ts'
import { issueCommentJson } from '#codehost/json/issues/issue-comment.ts'
import { eventIssueJson, issueJson } from '#codehost/json/issues/issue.ts'
import { issueTypeJson } from '#codehost/json/issues/issue-type.ts'
import { labelJson } from '#codehost/json/issues/label.ts'
import { milestoneJson } from '#codehost/json/issues/milestone.ts'
import { eventPullJson, simpleEventPullJson } from '#codehost/json/pulls/pull.ts'
import { reviewCommentJson, threadJson } from '#codehost/json/pulls/review-comment.ts'
import { eventReviewJson } from '#codehost/json/pulls/review.ts'
import { eventRepositoryJson } from '#codehost/json/repos/repository.ts'
import { eventTeamJson } from '#codehost/json/teams/team.ts'
import type { Members } from './members.ts'
import type { EventOf, PullSubject } from '#codehost/schema/events.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import { bodyChanges, issueChanges, labelChanges, milestoneChanges, retargetChanges } from './changes.ts'

/** Returns the members of the payloads about issues. */
export function issueMembers(
  site: Site,
  event: EventOf<'issue_comment' | 'issue_dependencies' | 'issues' | 'label' | 'milestone' | 'sub_issues'>,
): Members {
  switch (event.event) {
    case 'issue_comment':
      return {
        changes: bodyChanges(event),
        issue: eventIssueJson(site, site.rows.issues.require(event.comment.issueId)),
        comment: issueCommentJson(site, event.comment),
      }
    case 'issue_dependencies':
    case 'sub_issues':
      return relationMembers(site, event)
    case 'issues':
      return { issue: eventIssueJson(site, event.issue), ...subjectMembers(site, event) }
    case 'label':
      return { label: labelJson(site, event.label), changes: labelChanges(event) }
    case 'milestone':
      return { milestone: milestoneJson(site, event.milestone, event.counts), changes: milestoneChanges(event) }
  }
}

/** The issues of a relation; the repository of the other issue where the event is about one side of it. */
function relationMembers(site: Site, event: EventOf<'issue_dependencies' | 'sub_issues'>): Members {
  const repositoryOf = ({ repoId }: Issue) => eventRepositoryJson(site, site.rows.repos.require(repoId))
  if (event.event === 'sub_issues') {
    const { action, parent, subIssue } = event
    const isOfParent = action.startsWith('sub_issue')
    return {
      sub_issue_id: subIssue.id,
      sub_issue: issueJson(site, subIssue),
      ...(isOfParent ? { sub_issue_repo: repositoryOf(subIssue) } : {}),
      parent_issue_id: parent.id,
      parent_issue: issueJson(site, parent),
      ...(isOfParent ? {} : { parent_issue_repo: repositoryOf(parent) }),
    }
  }
  const { action, blocked, blocking } = event
  return {
    blocked_issue_id: blocked.id,
    blocked_issue: issueJson(site, blocked),
    blocking_issue_id: blocking.id,
    blocking_issue: issueJson(site, blocking),
    ...(action.startsWith('blocking')
      ? { blocked_issue_repo: repositoryOf(blocked) }
      : { blocking_issue_repo: repositoryOf(blocking) }),
  }
}

/** Returns the members of the payloads about pull requests and their reviews. */
export function pullMembers(
  site: Site,
  event: EventOf<'pull_request' | 'pull_request_review' | 'pull_request_review_comment' | 'pull_request_review_thread'>,
): Members {
  const { rows } = site
  switch (event.event) {
    case 'pull_request':
      return {
        number: rows.issues.require(event.pull.issueId).number,
        pull_request: eventPullJson(site, event.pull, event.action),
        ...subjectMembers(site, event),
      }
    case 'pull_request_review':
      return {
        changes: bodyChanges(event),
        review: eventReviewJson(site, event.review),
        pull_request: simpleEventPullJson(site, rows.pulls.require(event.review.pullId)),
      }
    case 'pull_request_review_comment':
      return {
        changes: bodyChanges(event),
        comment: reviewCommentJson(site, event.comment),
        pull_request: simpleEventPullJson(site, rows.pulls.require(event.comment.pullId)),
      }
    case 'pull_request_review_thread':
      return {
        thread: threadJson(site, event.root),
        pull_request: simpleEventPullJson(site, rows.pulls.require(event.root.pullId)),
      }
  }
}

/** Members of `issues` and `pull_request` about what changed. */
function subjectMembers(site: Site, event: PullSubject & { readonly pull?: Pull }): Members {
  const { label, assignee, milestone, before, requestedReviewer, requestedTeam, beforeRetarget, beforePush } = event
  const { transferredTo, issueType } = event
  const issue = before === undefined ? undefined : site.rows.issues.require(before.id)
  return {
    ...(label === undefined ? {} : { label: labelJson(site, label) }),
    ...(assignee === undefined ? {} : { assignee: simpleUserJson(site, assignee) }),
    ...(milestone === undefined ? {} : { milestone: milestoneJson(site, milestone) }),
    ...(issueType === undefined ? {} : { type: issueTypeJson(issueType) }),
    ...(before === undefined || issue === undefined ? {} : { changes: issueChanges(before, issue) }),
    ...(transferredTo === undefined ? {} : { changes: transferChanges(site, transferredTo) }),
    ...(beforeRetarget === undefined ? {} : { changes: retargetChanges(beforeRetarget) }),
    ...(beforePush === undefined ? {} : { before: beforePush.headSha, after: event.pull?.headSha }),
    ...(requestedReviewer === undefined ? {} : { requested_reviewer: simpleUserJson(site, requestedReviewer) }),
    ...(requestedTeam === undefined ? {} : { requested_team: eventTeamJson(site, requestedTeam) }),
  }
}

function transferChanges(site: Site, issue: Issue) {
  const repository = eventRepositoryJson(site, site.rows.repos.require(issue.repoId))
  return { new_issue: eventIssueJson(site, issue), new_repository: repository }
}
