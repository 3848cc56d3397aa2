import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import type { CommitComment } from '#codehost/schema/commits.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { wholeNumber } from '../issues/paths.ts'

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
  const comment = rows.commitComments.get(wholeNumber(params.comment_id))
  if (comment?.repoId !== repo.id) throw notFound()
  return { comment }
}
