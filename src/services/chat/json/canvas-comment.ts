import type { CanvasComment } from '#chat/schema/canvases.ts'

/** The largest number of comments, and of replies to one, that a canvas is shown with: the newest ones. */
export const MOST_COMMENTS = 100

/**
 * Returns a comment on a canvas with its newest replies.
 * https://docs.slack.dev/reference/methods/agents.conversations.getCanvas
 */
export function canvasCommentJson({ id, userId, text, ts, quotedText, isResolved, replies }: CanvasComment) {
  return {
    id,
    user_id: userId,
    text,
    ts,
    quoted_text: quotedText,
    is_resolved: isResolved,
    replies: replies.slice(-MOST_COMMENTS).map((reply) => ({ user_id: reply.userId, text: reply.text, ts: reply.ts })),
    has_more_replies: replies.length > MOST_COMMENTS,
  }
}
