import { collection, type Row } from '#core/store.ts'
import { inWorkspace } from './people.ts'

/** A public or private channel, a direct message, a group direct message. */
export type ConversationKind = 'public' | 'private' | 'im' | 'mpim'

/** A topic or a purpose. */
export interface Caption {
  readonly value: string
  /** The user that set it; empty when nobody has. */
  readonly creator: string
  /** Epoch seconds; 0 when nobody has set it. */
  readonly lastSet: number
}

/** A conversation. */
export interface Conversation extends Row {
  readonly id: string
  /** The further workspace that hosts it; absent: that of the instance. */
  readonly teamId?: string
  readonly number: number
  readonly kind: ConversationKind
  /** Empty for a direct message. */
  readonly name: string
  readonly topic: Caption
  readonly purpose: Caption
  readonly creator: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly archived: boolean
  /** True for the channel that everybody is in and nobody can leave. */
  readonly isGeneral: boolean
  readonly previousNames: readonly string[]
  /** The ids of the people of a direct message, sorted and joined by a comma; null for channels. */
  readonly people: string | null
}

/** The membership of a user in a conversation. */
export interface Membership {
  readonly id: number
  readonly channelId: string
  readonly userId: string
  readonly joinedAt: number
  /** The timestamp of the last message that the user has read; `0000000000.000000` when none. */
  readonly lastRead: string
  /** False for a direct message that the user has closed. */
  readonly isOpen: boolean
}

/** A link, pinned to the top of a channel. */
export interface Bookmark {
  readonly id: string
  readonly number: number
  readonly channelId: string
  readonly title: string
  readonly link: string
  readonly emoji: string
  readonly type: string
  readonly entityId: string | null
  readonly rank: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly updatedBy: string
}

/** The collections of conversations. */
export const conversationCollections = {
  conversations: collection<Conversation>()({
    unique: {
      name: [({ name, teamId }) => (name === '' ? undefined : inWorkspace(teamId, name))],
      people: ['people'],
    },
    indexes: { byNumber: ['number'] },
  }),
  memberships: collection<Membership>()({
    unique: { member: ['channelId', 'userId'] },
    indexes: { byChannel: ['channelId'], byUser: ['userId'] },
    references: { channelId: { to: 'conversations', onDelete: 'cascade' } },
  }),
  bookmarks: collection<Bookmark>()({ indexes: { byChannel: ['channelId', 'number'] } }),
}
