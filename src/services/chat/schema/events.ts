import type { AgentThread } from './agents.ts'
import type { ContextBarItem } from './code-channels.ts'
import type { AppRequest } from './app-approvals.ts'
import type { WorkObject } from './entities.ts'
import type { ConnectInvite, InviteRequest } from './connect.ts'
import type { Bookmark, Conversation } from './conversations.ts'
import type { File, Message } from './messages.ts'
import type { StepExecution } from './functions.ts'
import type { View } from './app.ts'
import type { App, Token, User, UserGroup } from './people.ts'

/**
 * A change in the workspace, which rules emit. `json/events/` makes the vendor's events of it, for the apps that may
 * see it. Rows are those after the change.
 */
export type WorkspaceEvent =
  | { readonly kind: 'message'; readonly message: Message }
  /** `previous` is the row before the change. */
  | { readonly kind: 'message_changed'; readonly message: Message; readonly previous: Message }
  | { readonly kind: 'message_deleted'; readonly previous: Message; readonly deletedBy: string | null }
  | ReactionEvent<'reaction_added'>
  | ReactionEvent<'reaction_removed'>
  | PinEvent<'pin_added'>
  | PinEvent<'pin_removed'>
  | ConversationEvent<'conversation_created'>
  | (ConversationEvent<'conversation_renamed'> & { readonly oldName: string })
  | ConversationEvent<'conversation_archived'>
  | ConversationEvent<'conversation_unarchived'>
  /** A direct message that a user opens or closes. */
  | ConversationEvent<'conversation_opened'>
  | ConversationEvent<'conversation_closed'>
  | (ConversationEvent<'member_joined'> & { readonly inviterId: string | null })
  /** `removerId` is null when the user leaves without another's help. */
  | (ConversationEvent<'member_left'> & { readonly removerId: string | null })
  | { readonly kind: 'user_changed'; readonly user: User; readonly previous: User }
  | { readonly kind: 'user_joined_team'; readonly user: User }
  | { readonly kind: 'dnd_updated'; readonly user: User }
  /** `value` is null for an emoji that was removed. */
  | { readonly kind: 'emoji_changed'; readonly name: string; readonly value: string | null }
  | FileEvent<'file_created'>
  | FileEvent<'file_deleted'>
  | FileEvent<'file_changed'>
  /** A file that everybody sees now, by its first share in a public channel. */
  | FileEvent<'file_made_public'>
  | (FileEvent<'file_shared'> & { readonly message: Message })
  | (FileEvent<'file_unshared'> & { readonly message: Message })
  | GroupEvent<'user_group_created'>
  | GroupEvent<'user_group_updated'>
  | (GroupEvent<'user_group_members_changed'> & {
      readonly added: readonly string[]
      readonly removed: readonly string[]
    })
  | BookmarkEvent<'bookmark_created'>
  | BookmarkEvent<'bookmark_updated'>
  | BookmarkEvent<'bookmark_deleted'>
  | HomeOpened
  | AssistantEvent<'assistant_thread_started'>
  | AssistantEvent<'assistant_thread_context_changed'>
  /** The person looks at something else beside the Messages tab of an agent. */
  | AssistantEvent<'app_context_changed'>
  | StreamsStopped
  /** The title of an agent's session, which a person has changed. */
  | {
      readonly kind: 'agent_session_title_changed'
      readonly thread: AgentThread
      readonly userId: string
      readonly previousTitle: string
    }
  /** An action of the context bar of a code channel, which a person has pressed. */
  | {
      readonly kind: 'code_channel_action'
      /** The app that has set it. */
      readonly appId: string
      readonly channelId: string
      readonly userId: string
      readonly item: ContextBarItem
    }
  | EntityOpened
  /** A custom step that a workflow runs. */
  | { readonly kind: 'step_started'; readonly execution: StepExecution }
  | TokensRevoked
  /** An invitation to a shared channel. `userId` is the person who did it, or for `received` the recipient. */
  | {
      readonly kind: 'connect_invite'
      readonly change: 'received' | 'accepted' | 'approved' | 'declined'
      readonly invite: ConnectInvite
      readonly userId: string
    }
  /** A person who asks for leave to invite somebody of another workspace. */
  | { readonly kind: 'invite_requested'; readonly request: InviteRequest }
  /** A channel that another workspace is connected to, or no longer. */
  | {
      readonly kind: 'channel_shared' | 'channel_unshared'
      readonly conversation: Conversation
      readonly teamId: string
    }
  /** A person who asks for leave to install an app. */
  | { readonly kind: 'app_requested'; readonly request: AppRequest }
  /** An app that is no longer installed. */
  | { readonly kind: 'app_uninstalled'; readonly app: App }

interface ReactionEvent<K extends string> {
  readonly kind: K
  readonly userId: string
  /** Without colons. */
  readonly name: string
  readonly item: { readonly message: Message } | { readonly file: File }
}

interface PinEvent<K extends string> {
  readonly kind: K
  readonly userId: string
  readonly message: Message
}

interface ConversationEvent<K extends string> {
  readonly kind: K
  readonly conversation: Conversation
  /** The user who created, joined, left, … */
  readonly userId: string
}

interface FileEvent<K extends string> {
  readonly kind: K
  readonly file: File
  readonly userId: string
}

interface GroupEvent<K extends string> {
  readonly kind: K
  readonly group: UserGroup
}

interface BookmarkEvent<K extends string> {
  readonly kind: K
  readonly bookmark: Bookmark
  readonly userId: string
}

/** A tab of an app, which a person has opened. */
export interface HomeOpened {
  readonly kind: 'home_opened'
  readonly app: App
  readonly userId: string
  /** The direct message of the person and the app's bot. */
  readonly channelId: string
  readonly tab: 'home' | 'messages'
  /** The place that the person looks at, for an agent; undefined for another app. */
  readonly agentThread: AgentThread | undefined
  /** The view of the home tab; undefined while the app has published none. */
  readonly view: View | undefined
}

/** A Work Object that a person has opened. */
export interface EntityOpened {
  readonly kind: 'entity_opened'
  readonly workObject: WorkObject
  readonly message: Message
  readonly userId: string
  readonly triggerId: string
}

/** Tokens of an app that are revoked. */
export interface TokensRevoked {
  readonly kind: 'tokens_revoked'
  readonly app: App
  readonly tokens: readonly Token[]
}

interface AssistantEvent<K extends string> {
  readonly kind: K
  readonly thread: AgentThread
  /** The person who has the assistant open. */
  readonly userId: string
}

/** Messages that an app was streaming, and that a person has stopped. */
interface StreamsStopped {
  readonly kind: 'streams_stopped'
  readonly messages: readonly Message[]
  readonly userId: string
}
