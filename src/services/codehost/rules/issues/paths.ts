import type { CodehostCall, Rows } from '../../call.ts'
import { notFound } from '../../errors.ts'
import type { Comment, Issue, Milestone } from '../../schema/issues.ts'
import type { Repo } from '../../schema/repos.ts'

type CallInRepo<N extends string> = Pick<CodehostCall, 'rows'> & {
  readonly repo: Repo
  readonly params: { readonly [K in N]: string }
}

/** A step, after one that found the repository: the issue or pull request of the path. 404. */
export function loadIssue({ rows, repo, params }: CallInRepo<'issue_number'>): { readonly issue: Issue } {
  return { issue: findIssue(rows, repo, params.issue_number) }
}

/** A step, after one that found the repository: the comment of the path, on an issue or pull request. 404. */
export function loadComment({ rows, repo, params }: CallInRepo<'comment_id'>): { readonly comment: Comment } {
  const comment = rows.comments.get(wholeNumber(params.comment_id))
  if (comment?.repoId !== repo.id) throw notFound()
  return { comment }
}

/** A step, after one that found the repository: the milestone of the path. 404. */
export function loadMilestone({ rows, repo, params }: CallInRepo<'milestone_number'>): {
  readonly milestone: Milestone
} {
  const milestone = rows.milestones.find('number', repo.id, wholeNumber(params.milestone_number))
  if (milestone === undefined) throw notFound()
  return { milestone }
}

/** The issue or pull request with this number. Throws 404. */
function findIssue(rows: Rows, repo: Repo, number: string): Issue {
  const issue = rows.issues.find('number', repo.id, wholeNumber(number))
  if (issue === undefined) throw notFound()
  return issue
}

/** The number that a path names. Throws 404 when it is none. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw notFound()
  return Number(text)
}
