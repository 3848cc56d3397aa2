import type { ChatContext } from '#chat/call.ts'
import type { Canvas, CanvasComment } from '#chat/schema/canvases.ts'
import { nextMessageTime, timestampOf } from '../timestamps.ts'

// https://docs.slack.dev/reference/methods/agents.conversations.getCanvas

type Context = Pick<ChatContext, 'rows' | 'clock' | 'ids'>

/** A new comment on a canvas. */
export interface CommentInput {
  readonly userId: string
  readonly text: string
  /** Words of the canvas that it is about. Default: the canvas as a whole */
  readonly quote?: string
}

/**
 * Adds a comment to a canvas.
 *
 * @throws Error for words that no section of the canvas has.
 */
export function addComment(
  context: Context,
  canvas: Canvas,
  { userId, text, quote = '' }: CommentInput,
): CanvasComment {
  const { rows, ids } = context
  const section = quote === '' ? undefined : canvas.sections.find(({ markdown }) => markdown.includes(quote))
  if (quote !== '' && section === undefined) {
    const sections = canvas.sections.map(({ markdown }) => JSON.stringify(markdown)).join(', ')
    throw new Error(`no section of the canvas contains ${JSON.stringify(quote)}; there are ${sections}`)
  }
  return rows.canvasComments.insert({
    id: `temp:C:${ids.base62(28)}`,
    canvasId: canvas.id,
    sectionId: section?.id ?? null,
    quotedText: quote,
    text,
    userId,
    ts: timestampOf(nextMessageTime(context)),
    isResolved: false,
    replies: [],
  })
}

/** Finds a comment of a canvas. @throws Error for an unknown one. */
export function findComment({ rows }: Pick<Context, 'rows'>, canvas: Canvas, id: string): CanvasComment {
  const comment = rows.canvasComments.get(id)
  if (comment?.canvasId === canvas.id) return comment
  const all = rows.canvasComments.list('byCanvas', canvas.id).map((each) => `${each.id} (${each.text})`)
  throw new Error(`the canvas has no comment ${id}; there are ${all.length === 0 ? 'none' : all.join(', ')}`)
}

/** Answers a comment. */
export function replyToComment(
  context: Context,
  { id, replies }: CanvasComment,
  { userId, text }: CommentInput,
): CanvasComment {
  const reply = { text, userId, ts: timestampOf(nextMessageTime(context)) }
  return context.rows.canvasComments.update(id, { replies: [...replies, reply] })
}

/**
 * Returns the comments of a canvas, oldest first: those whose section is still there, and not the resolved ones unless
 * they are asked for.
 */
export function commentsOf(
  { rows }: Pick<Context, 'rows'>,
  canvas: Canvas,
  withResolved: boolean,
): readonly CanvasComment[] {
  const sections = new Set(canvas.sections.map(({ id }) => id))
  return rows.canvasComments
    .list('byCanvas', canvas.id)
    .filter(({ sectionId }) => sectionId === null || sections.has(sectionId))
    .filter(({ isResolved }) => withResolved || !isResolved)
}
