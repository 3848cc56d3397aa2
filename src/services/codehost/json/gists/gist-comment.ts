import type { Site } from '#codehost/call.ts'
import type { GistComment } from '#codehost/schema/gists.ts'
import { simpleUserByIdJson } from '../accounts/account.ts'
import { nodeId, time } from '../format.ts'

/** A comment on a gist: `gist-comment`. */
export function gistCommentJson(site: Site, comment: GistComment) {
  const gist = site.rows.gists.require(comment.gistId)
  return {
    id: comment.id,
    node_id: nodeId('GC', comment.id),
    url: `${site.base}/gists/${gist.name}/comments/${comment.id}`,
    body: comment.body,
    user: simpleUserByIdJson(site, comment.userId),
    created_at: time(comment.createdAt),
    updated_at: time(comment.updatedAt),
    author_association: comment.userId === gist.ownerId ? 'OWNER' : 'NONE',
  }
}
