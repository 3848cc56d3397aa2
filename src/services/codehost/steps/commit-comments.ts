import { findInRepo } from '#codehost/rules/repos/find.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { CommitComment } from '#codehost/schema/commits.ts'

/**
 * A step: loads the commit comment that the path names. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadCommitComment({
  rows,
  repo,
  params,
}: CodehostCall & { readonly repo: Repo; readonly params: { readonly comment_id: string } }): {
  readonly comment: CommitComment
} {
  return { comment: findInRepo(rows.commitComments, repo, params.comment_id) }
}
