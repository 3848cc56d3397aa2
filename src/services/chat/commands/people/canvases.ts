import type { ChatContext } from '#chat/call.ts'
import { canvasCommentJson } from '#chat/json/canvas-comment.ts'
import { findCanvas } from '#chat/rules/canvases/access.ts'
import { addComment, findComment, replyToComment } from '#chat/rules/canvases/comments.ts'
import type { User } from '#chat/schema/people.ts'
import { personCommand, type PersonCommandInput } from './acting.ts'

/** The input of `commentOnCanvas`. */
export interface CommentOnCanvasInput extends PersonCommandInput {
  /** The id of the canvas. */
  readonly canvas: string
  readonly text: string
  /** Words of the canvas that the comment is about. Default: the canvas as a whole */
  readonly quote?: string
  /** The id of the comment that is answered. Default: a new comment */
  readonly comment?: string
}

/** A comment on a canvas, as `agents.conversations.getCanvas` answers it. */
export interface ShownComment {
  readonly id: string
  readonly user_id: string
  readonly text: string
  readonly ts: string
  /** The words that it is about; empty for the canvas as a whole. */
  readonly quoted_text: string
  readonly is_resolved: boolean
  /** At most the newest hundred. */
  readonly replies: readonly { readonly user_id: string; readonly text: string; readonly ts: string }[]
  readonly has_more_replies: boolean
}

/** Comments on a canvas, or answers a comment of it. */
export const commentOnCanvas = personCommand(
  (context: ChatContext, user: User, input: CommentOnCanvasInput): ShownComment => {
    const { canvas } = findCanvas(context, input.canvas, user.id)
    const { text, quote, comment } = input
    const written = { userId: user.id, text, ...(quote === undefined ? {} : { quote }) }
    if (comment === undefined) return canvasCommentJson(addComment(context, canvas, written))
    return canvasCommentJson(replyToComment(context, findComment(context, canvas, comment), written))
  },
)

/** The input of `resolveComment`. */
export interface ResolveCommentInput extends PersonCommandInput {
  /** The id of the canvas. */
  readonly canvas: string
  /** The id of the comment. */
  readonly comment: string
}

/** Marks a comment of a canvas as resolved. */
export const resolveComment = personCommand(
  (context: ChatContext, user: User, input: ResolveCommentInput): ShownComment => {
    const { canvas } = findCanvas(context, input.canvas, user.id)
    const { id } = findComment(context, canvas, input.comment)
    return canvasCommentJson(context.rows.canvasComments.update(id, { isResolved: true }))
  },
)
