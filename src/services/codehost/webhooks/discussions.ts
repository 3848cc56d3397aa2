import type { Site } from '#codehost/call.ts'
import { categoryJson, discussionCommentJson, discussionJson } from '#codehost/json/discussions/discussion.ts'
import { labelJson } from '#codehost/json/issues/label.ts'
import type { EventOf } from '#codehost/schema/events.ts'
import { bodyChanges } from './changes.ts'
import type { Members } from './members.ts'

/** Returns the members of the payloads about discussions. */
export function discussionMembers(site: Site, event: EventOf<'discussion' | 'discussion_comment'>): Members {
  const { rows } = site
  if (event.event === 'discussion_comment') {
    return {
      changes: bodyChanges(event),
      comment: discussionCommentJson(site, event.comment),
      discussion: discussionJson(site, rows.discussions.require(event.comment.discussionId)),
    }
  }
  const { action, answer, discussion, label } = event
  return {
    discussion: discussionJson(site, discussion),
    changes: discussionChanges(site, event),
    ...(label === undefined ? {} : { label: labelJson(site, label) }),
    ...(answer === undefined
      ? {}
      : { [action === 'answered' ? 'answer' : 'old_answer']: discussionCommentJson(site, answer) }),
  }
}

function discussionChanges({ rows }: Site, { action, before, discussion }: EventOf<'discussion'>): Members | undefined {
  if (before === undefined) return undefined
  if (action === 'category_changed') {
    return { category: { from: categoryJson(rows.discussionCategories.require(before.categoryId)) } }
  }
  return {
    ...(before.title === discussion.title ? {} : { title: { from: before.title } }),
    ...(before.body === discussion.body ? {} : { body: { from: before.body } }),
  }
}
