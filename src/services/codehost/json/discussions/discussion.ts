import type { Site } from '#codehost/call.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { discussionLabels } from '#codehost/rules/discussions/discussions.ts'
import type { Discussion, DiscussionCategory, DiscussionComment } from '#codehost/schema/discussions.ts'
import { simpleUserByIdJson, simpleUserOrNullJson } from '../accounts/account.ts'
import { authorAssociation } from '#codehost/rules/repos/author-association.ts'
import { nodeId, time, timeOrNull } from '../format.ts'
import { labelJson } from '../issues/label.ts'
import { reactionRollupJson } from '../issues/reaction.ts'

/** Returns the URL of the page of a discussion. */
export function discussionPage(site: Site, { repoId, number }: Pick<Discussion, 'repoId' | 'number'>): string {
  return `${repoUrls(site, site.rows.repos.require(repoId)).page}/discussions/${number}`
}

/** Returns the URL of a comment on the page of its discussion. */
export function discussionCommentPage(site: Site, { id, discussionId }: DiscussionComment): string {
  return `${discussionPage(site, site.rows.discussions.require(discussionId))}#discussioncomment-${id}`
}

/** A discussion: `discussion` of webhook payloads. */
export function discussionJson(site: Site, discussion: Discussion) {
  const { rows } = site
  const { id, number, answerId } = discussion
  const repo = rows.repos.require(discussion.repoId)
  const repositoryUrl = repoUrls(site, repo).url
  const url = `${repositoryUrl}/discussions/${number}`
  const answer = rows.discussionComments.get(answerId)
  return {
    repository_url: repositoryUrl,
    category: categoryJson(rows.discussionCategories.require(discussion.categoryId)),
    answer_html_url: answer === undefined ? null : discussionCommentPage(site, answer),
    answer_chosen_at: timeOrNull(discussion.answerChosenAt),
    answer_chosen_by: simpleUserOrNullJson(site, discussion.answerChosenById),
    html_url: discussionPage(site, discussion),
    id,
    node_id: nodeId('D', id),
    number,
    title: discussion.title,
    user: simpleUserByIdJson(site, discussion.userId),
    labels: discussionLabels(rows, discussion).map((label) => labelJson(site, label)),
    state: discussion.locked ? 'locked' : discussion.state,
    state_reason: discussion.stateReason,
    locked: discussion.locked,
    comments: rows.discussionComments.countReferring('discussionId', id),
    created_at: time(discussion.createdAt),
    updated_at: time(discussion.updatedAt),
    author_association: authorAssociation(rows, repo, discussion.userId),
    active_lock_reason: discussion.activeLockReason,
    body: discussion.body,
    reactions: reactionRollupJson(rows, repo.id, `discussion ${id}`, url),
    timeline_url: `${url}/timeline`,
  }
}

/** A category of discussions. */
export function categoryJson(category: DiscussionCategory) {
  return {
    id: category.id,
    node_id: nodeId('DIC', category.id),
    repository_id: category.repoId,
    emoji: category.emoji,
    name: category.name,
    description: category.description ?? '',
    created_at: time(category.createdAt),
    updated_at: time(category.updatedAt),
    slug: category.slug,
    is_answerable: category.answerable,
  }
}

/** A comment of a discussion: `webhooks_comment`. */
export function discussionCommentJson(site: Site, comment: DiscussionComment) {
  const { rows } = site
  const { id, discussionId, parentId } = comment
  const repo = rows.repos.require(comment.repoId)
  const repositoryUrl = repoUrls(site, repo).url
  return {
    id,
    node_id: nodeId('DC', id),
    html_url: discussionCommentPage(site, comment),
    parent_id: parentId,
    child_comment_count: rows.discussionComments.count('replies', id),
    repository_url: repositoryUrl,
    discussion_id: discussionId,
    author_association: authorAssociation(rows, repo, comment.userId),
    user: simpleUserByIdJson(site, comment.userId),
    created_at: time(comment.createdAt),
    updated_at: time(comment.updatedAt),
    body: comment.body,
    reactions: reactionRollupJson(
      rows,
      repo.id,
      `discussion comment ${id}`,
      `${repositoryUrl}/discussions/comments/${id}`,
    ),
  }
}
