import { collection, timer, value } from '#core/store.ts'

/** A block of Block Kit as it is stored: checked, with its `block_id`. */
export type Block = Readonly<Record<string, unknown>> & { readonly type: string }

/** A secondary attachment of a message, as it is stored. */
export type Attachment = Readonly<Record<string, unknown>>

/** The metadata of a message. https://docs.slack.dev/messaging/message-metadata */
export interface Metadata {
  readonly event_type: string
  readonly event_payload: Readonly<Record<string, unknown>>
}

/** A message in a conversation. */
export interface Message {
  readonly id: number
  readonly channelId: string
  /** Its time in microseconds, unique in the workspace: the order of messages. */
  readonly at: number
  /** The same as the vendor writes it: `1767225600.000100`. */
  readonly ts: string
  /** The `ts` of the first message of its thread; its own once it has replies; null when it is in no thread. */
  readonly threadTs: string | null
  /** True for a reply that the channel shows, too. */
  readonly isBroadcast: boolean
  /** The user that posted it; null for a bot without a user. */
  readonly userId: string | null
  readonly botId: string | null
  readonly appId: string | null
  /** `channel_join`, `me_message`, … ; null for an ordinary message. */
  readonly subtype: string | null
  /** The name and icon that the app chose for this message. */
  readonly username: string | null
  readonly icons: Readonly<Record<string, string>> | null
  readonly text: string
  /** Null: the message has none, and the wire shows its text as `rich_text`. */
  readonly blocks: readonly Block[] | null
  readonly attachments: readonly Attachment[] | null
  readonly metadata: Metadata | null
  readonly fileIds: readonly string[]
  readonly edited: { readonly user: string; readonly ts: string } | null
  /** The only user that sees it; null: everybody in the conversation does. */
  readonly ephemeralTo: string | null
  readonly clientMessageId: string | null
  /** The run of the custom step that posted it, to which its interactions belong. Absent: none */
  readonly stepId?: string
  /** The members that only its subtype has, in the vendor's form: `{topic: 'a'}`. */
  readonly extra: Readonly<Record<string, unknown>>
  /** The replies of the thread that it begins. */
  readonly replyCount: number
  readonly replyUsers: readonly string[]
  readonly latestReply: string | null
  /** The users that follow its thread. */
  readonly subscribers: readonly string[]
  /** True for the first message of a thread that was deleted while it had replies. */
  readonly isTombstone: boolean
}

/** A reaction of one user to a message or a file. */
export interface Reaction {
  readonly id: number
  /** Null for a reaction to a file. */
  readonly messageId: number | null
  readonly fileId: string | null
  readonly userId: string
  /** Without colons. */
  readonly name: string
}

/** A pinned message. */
export interface Pin {
  readonly id: number
  readonly channelId: string
  readonly messageId: number
  readonly userId: string
  /** Epoch seconds. */
  readonly createdAt: number
}

/** A message to be posted at a later time. */
export interface ScheduledMessage {
  readonly id: string
  readonly number: number
  readonly channelId: string
  /** Epoch seconds. */
  readonly postAt: number
  /** Epoch seconds. */
  readonly createdAt: number
  readonly userId: string | null
  readonly botId: string | null
  readonly appId: string | null
  readonly text: string
  readonly blocks: readonly Block[] | null
  readonly attachments: readonly Attachment[] | null
  readonly metadata: Metadata | null
  readonly threadTs: string | null
  readonly isBroadcast: boolean
}

/** A file. */
export interface File {
  readonly id: string
  readonly number: number
  readonly userId: string
  /** The bot that uploaded it; null for a person. */
  readonly botId: string | null
  readonly name: string
  readonly title: string
  readonly altText: string | null
  readonly mimetype: string
  readonly filetype: string
  readonly size: number
  /** Epoch seconds. */
  readonly createdAt: number
  /** `pending` until its bytes have arrived, `uploaded` until the upload is completed. */
  readonly state: 'pending' | 'uploaded' | 'complete' | 'deleted'
  /** The secret part of its upload URL. */
  readonly uploadKey: string
  /** The secret part of its public URL; null: it has none. */
  readonly publicKey: string | null
  /** Absent: its bytes are in the workspace. */
  readonly remote?: RemoteFile
}

/** The part of a file that is elsewhere. */
export interface RemoteFile {
  /** The app that has registered it. */
  readonly appId: string
  /** The id that the app has given it. */
  readonly externalId: string
  readonly url: string
  readonly hasPreview: boolean
  /** The text that a search finds it by, beside its title. */
  readonly searchText: string
}

/** Returns the key under which a remote file is found by the id that its app has given it. */
export function remoteKey(appId: string, externalId: string): string {
  return `${appId}/${externalId}`
}

/** A file in a conversation, by the message that shares it. */
export interface Share {
  readonly id: number
  readonly fileId: string
  readonly channelId: string
  readonly ts: string
  readonly threadTs: string | null
  readonly messageId: number
}

/** The collections of messages and files. */
export const messageCollections = {
  messages: collection<Message>()({
    unique: { ts: ['channelId', 'ts'] },
    indexes: {
      /** The messages that the channel shows to everybody, without the replies of threads. */
      history: [(message) => (isInHistory(message) ? message.channelId : undefined), 'at'],
      /** The replies of threads. */
      replies: [
        (message) => (isReply(message) ? message.channelId : undefined),
        (message) => message.threadTs ?? '',
        'at',
      ],
      /** Everything, with ephemeral messages. */
      byChannel: ['channelId', 'at'],
    },
  }),
  reactions: collection<Reaction>()({
    unique: { one: ['messageId', 'name', 'userId'], onFile: ['fileId', 'name', 'userId'] },
    indexes: { byMessage: ['messageId'], byFile: ['fileId'], byUser: ['userId'] },
    references: { messageId: { to: 'messages', onDelete: 'cascade' } },
  }),
  pins: collection<Pin>()({
    unique: { message: ['messageId'] },
    indexes: { byChannel: ['channelId'] },
    references: { messageId: { to: 'messages', onDelete: 'cascade' } },
  }),
  scheduledMessages: collection<ScheduledMessage>()({ indexes: { byTime: ['postAt', 'number'] } }),
  files: collection<File>()({
    unique: {
      uploadKey: ['uploadKey'],
      remote: [
        ({ remote, state }) =>
          remote === undefined || state === 'deleted' ? undefined : remoteKey(remote.appId, remote.externalId),
      ],
    },
    indexes: {
      byNumber: ['number'],
      /** The remote files of an app. */
      remotes: [({ remote, state }) => (state === 'deleted' ? undefined : remote?.appId), 'number'],
    },
  }),
  fileContents: value<Uint8Array, [fileId: string]>(),
  shares: collection<Share>()({
    indexes: { byFile: ['fileId'], byMessage: ['messageId'] },
    references: { messageId: { to: 'messages', onDelete: 'cascade' } },
  }),
  /** The time of the newest message, in microseconds. */
  lastMessageAt: value(0),
  postScheduled: timer<{ readonly id: string }>(),
  remind: timer<{ readonly id: string }>(),
}

/** Returns true for a reply in a thread. */
function isReply({ threadTs, ts, ephemeralTo }: Pick<Message, 'threadTs' | 'ts' | 'ephemeralTo'>): boolean {
  return ephemeralTo === null && threadTs !== null && threadTs !== ts
}

function isInHistory(message: Message): boolean {
  return message.ephemeralTo === null && (message.isBroadcast || !isReply(message))
}
