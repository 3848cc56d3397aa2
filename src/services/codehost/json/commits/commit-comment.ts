import type { Site } from '#codehost/call.ts'
import type { CommitComment } from '#codehost/schema/commits.ts'
import { simpleUserByIdJson } from '../accounts/account.ts'
import { authorAssociation } from '#codehost/rules/repos/author-association.ts'
import { nodeId, time } from '../format.ts'
import { reactionRollupJson } from '../issues/reaction.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'

/** A comment on a commit in the payload of a `commit_comment` event. */
export function eventCommitCommentJson(site: Site, comment: CommitComment) {
  const { rows } = site
  const repo = rows.repos.require(comment.repoId)
  const { url, page } = repoUrls(site, repo)
  return {
    url: `${url}/comments/${comment.id}`,
    html_url: `${page}/commit/${comment.sha}#commitcomment-${comment.id}`,
    id: comment.id,
    node_id: nodeId('CC', comment.id),
    user: simpleUserByIdJson(site, comment.userId),
    position: comment.position,
    line: comment.line,
    path: comment.path,
    commit_id: comment.sha,
    created_at: time(comment.createdAt),
    updated_at: time(comment.updatedAt),
    author_association: authorAssociation(rows, repo, comment.userId),
    body: comment.body,
  }
}

/** A comment on a commit: `commit-comment`. */
export function commitCommentJson(site: Site, comment: CommitComment) {
  const wire = eventCommitCommentJson(site, comment)
  const subject = `commit comment ${comment.id}`
  return { ...wire, reactions: reactionRollupJson(site.rows, comment.repoId, subject, wire.url) }
}
