import { findInRepo } from '#codehost/rules/repos/find.ts'
import type { Rows } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Issue, Comment, Milestone } from '#codehost/schema/issues.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import { notFound } from '#codehost/errors.ts'
import type { CallInRepo } from './access.ts'

/**
 * A step: loads the issue or pull request that the path names. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadIssue({ rows, repo, params }: CallInRepo<'issue_number'>): { readonly issue: Issue } {
  return { issue: findIssue(rows, repo, params.issue_number) }
}

/**
 * A step: loads the comment on an issue or pull request that the path names. Runs after the step that loads the
 * repository.
 *
 * @throws 404.
 */
export function loadComment({ rows, repo, params }: CallInRepo<'comment_id'>): { readonly comment: Comment } {
  return { comment: findInRepo(rows.comments, repo, params.comment_id) }
}

/**
 * A step: loads the milestone that the path names. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadMilestone({ rows, repo, params }: CallInRepo<'milestone_number'>): {
  readonly milestone: Milestone
} {
  const milestone = rows.milestones.find('number', repo.id, wholeNumber(params.milestone_number))
  if (milestone === undefined) throw notFound()
  return { milestone }
}

/**
 * Returns the issue or pull request with this number.
 *
 * @throws 404.
 */
function findIssue(rows: Rows, repo: Repo, number: string): Issue {
  const issue = rows.issues.find('number', repo.id, wholeNumber(number))
  if (issue === undefined) throw notFound()
  return issue
}
