import type { Site } from '#codehost/call.ts'
import type { Comment } from '#codehost/schema/issues.ts'
import { simpleUserByIdJson } from '../accounts/account.ts'
import { authorAssociation } from '#codehost/rules/repos/author-association.ts'
import { nodeId, time } from '../format.ts'
import { performedViaJson } from '../apps/integration.ts'
import { reactionRollupJson } from './reaction.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'

/** A comment on an issue or pull request: `issue-comment`. */
export function issueCommentJson(site: Site, comment: Comment) {
  const { rows } = site
  const { id } = comment
  const repo = rows.repos.require(comment.repoId)
  const issue = rows.issues.require(comment.issueId)
  const urls = repoUrls(site, repo)
  const url = `${urls.url}/issues/comments/${id}`
  return {
    url,
    html_url: `${urls.page}/${issue.isPull ? 'pull' : 'issues'}/${issue.number}#issuecomment-${id}`,
    issue_url: `${urls.url}/issues/${issue.number}`,
    id,
    node_id: nodeId('IC', id),
    user: simpleUserByIdJson(site, comment.userId),
    created_at: time(comment.createdAt),
    updated_at: time(comment.updatedAt),
    body: comment.body,
    author_association: authorAssociation(rows, repo, comment.userId),
    reactions: reactionRollupJson(rows, repo.id, `comment ${id}`, url),
    performed_via_github_app: performedViaJson(site, comment),
    ...pinJson(site, comment),
  }
}

/** The pin of a comment that has one. */
function pinJson(site: Site, { pin }: Comment) {
  return pin == null ? {} : { pin: { pinned_at: time(pin.at), pinned_by: simpleUserByIdJson(site, pin.byId) } }
}
