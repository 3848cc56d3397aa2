import type { ChatContext, Actor } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import type { File } from '#chat/schema/messages.ts'
import { documentFile } from '../files/document-file.ts'
import { seconds } from '../timestamps.ts'
import { teamOf } from '../workspaces.ts'
import { newSections } from './edit.ts'

/** A canvas to create. */
export interface CanvasInput {
  readonly title: string
  readonly markdown: string
  readonly channel: Conversation | null
  readonly isOfChannel: boolean
}

/** Returns true when the workspace of a principal has the plan without canvases that stand alone. */
export function isOnFreePlan({ rows }: Pick<ChatContext, 'rows'>, { user }: Actor): boolean {
  return teamOf(rows, user).plan === 'free'
}

/**
 * Creates a canvas with its file, and emits the event.
 *
 * @throws `canvas_creation_failed` for content that a canvas cannot show.
 */
export function createCanvas(context: ChatContext, { user, bot }: Actor, input: CanvasInput): File {
  const { rows, ids, clock } = context
  const sections = newSections(context, input.markdown, 'canvas_creation_failed')
  const createdAt = seconds(clock.now())
  const file = rows.files.insert({
    ...documentFile(context, input.title === '' ? 'Untitled' : input.title),
    userId: user.id,
    botId: bot?.id ?? null,
    filetype: 'quip',
    mimetype: 'application/vnd.slack-docs',
    size: Buffer.byteLength(input.markdown),
  })
  rows.canvases.insert({
    id: file.id,
    channelId: input.channel?.id ?? null,
    isOfChannel: input.isOfChannel,
    threadId: ids.base62(11),
    sections,
    updatedAt: createdAt,
  })
  context.emit({ kind: 'file_created', file, userId: user.id })
  return file
}

/** @throws `channel_canvas_already_exists`, and `free_team_canvas_tab_already_exists` on the plan `free`. */
export function requireNoCanvas(context: ChatContext, actor: Actor, { id }: Conversation): void {
  if (context.rows.canvases.find('ofChannel', id) !== undefined) throw slackFailure('channel_canvas_already_exists')
  const hasTab = context.rows.canvases.count('byChannel', id) > 0
  if (hasTab && isOnFreePlan(context, actor)) throw slackFailure('free_team_canvas_tab_already_exists')
}
