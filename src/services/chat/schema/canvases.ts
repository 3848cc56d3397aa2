import { collection, type Row } from '#core/store.ts'

/** A piece of a canvas that has an id of its own: a heading, a paragraph, a list, … */
export interface CanvasSection {
  /** `temp:C:` and 28 letters and digits. */
  readonly id: string
  /** `h1`, `h2` or `h3`, or another of the vendor's types of sections. */
  readonly type: string
  readonly markdown: string
}

/** The content of a canvas; its title, its owner and its times are those of the file with its id. */
export interface Canvas extends Row {
  readonly id: string
  /** The conversation in which it is a tab; null for one that stands alone. */
  readonly channelId: string | null
  /** True for the one canvas that belongs to its channel. */
  readonly isOfChannel: boolean
  readonly threadId: string
  readonly sections: readonly CanvasSection[]
  /** Epoch seconds. */
  readonly updatedAt: number
}

/** A reply to a comment on a canvas. */
interface CanvasReply {
  readonly text: string
  /** The time of the reply, as messages have it. */
  readonly ts: string
  readonly userId: string
}

/** A comment on a canvas, with its replies. */
export interface CanvasComment extends CanvasReply {
  readonly id: string
  readonly canvasId: string
  /** The section that it is about; null for the canvas as a whole. */
  readonly sectionId: string | null
  /** The words of the section that it is about; empty for the canvas as a whole. */
  readonly quotedText: string
  readonly isResolved: boolean
  readonly replies: readonly CanvasReply[]
}

/** The access of somebody to a canvas or a list. */
export type AccessLevel = 'read' | 'write' | 'owner'

/** The access of a user, or of everybody in a conversation, to a canvas or a list. */
export interface DocumentAccess {
  readonly id: number
  readonly fileId: string
  /** The id of a user or a conversation. */
  readonly holderId: string
  readonly level: AccessLevel
}

/** The collections of canvases. */
export const canvasCollections = {
  canvases: collection<Canvas>()({
    unique: { ofChannel: [({ channelId, isOfChannel }) => (isOfChannel ? (channelId ?? undefined) : undefined)] },
    indexes: { byChannel: [({ channelId }) => channelId ?? undefined, 'id'] },
    references: { id: { to: 'files', onDelete: 'cascade' } },
  }),
  canvasComments: collection<CanvasComment>()({
    indexes: { byCanvas: ['canvasId', 'ts'] },
    references: { canvasId: { to: 'canvases', onDelete: 'cascade' } },
  }),
  documentAccess: collection<DocumentAccess>()({
    unique: { holder: ['fileId', 'holderId'] },
    indexes: { byFile: ['fileId'] },
    references: { fileId: { to: 'files', onDelete: 'cascade' } },
  }),
}
