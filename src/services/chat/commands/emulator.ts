import type { Waiting } from '#core/controls.ts'
import type { EmulatorBase } from '#core/emulator-base.ts'
import type { SuggestedPrompt } from '../schema/agents.ts'
import type { ChatAnswers } from '#chat/answer-types.generated.ts'
import type { ChatOperations } from '#chat/operation-types.generated.ts'
import type { InteractionResult } from './people/acting.ts'
import type { ShownAssistant } from './people/assistant.ts'
import type { ShownComment } from './people/canvases.ts'
import type { ExternalInvite } from './people/connect.ts'
import type { ShownEntity } from './people/entities.ts'
import type { UploadedFile } from './people/messages.ts'
import type { StepResult } from './people/steps.ts'
import type { MessageFilter } from './people/watch.ts'
import type { ShownMessage, ShownView } from './people/shown.ts'

/** A running stand-in for Slack. */
export interface ChatEmulator extends EmulatorBase<'chat', ChatOperations, ChatAnswers> {
  /**
   * Plays a person of the workspace, by name or id. Every method rejects for an unknown person; the error lists the
   * names.
   */
  as(user: string): ChatPerson
  readonly messages: ChatMessages
  /**
   * Returns a conversation as text: a line for each message, with its buttons, files and reactions, the replies of
   * threads indented. Times are left out, so that it can be compared with a snapshot.
   */
  transcript(channel: string): string
  /**
   * Sends `url_verification` to the events URL of an app (the only one, when none is named), as the vendor does when
   * the URL is entered. Rejects when the app does not answer with the challenge.
   */
  verifyEventsUrl(options?: { readonly app?: string }): Promise<{ readonly url: string }>
  /**
   * Sets the URL to which an app gets everything: events, interactions and all its commands. For an app that is started
   * after the seed was written, on a port that was free. A reset puts the URLs of the seed back.
   */
  setRequestUrl(url: string, options?: { readonly app?: string }): void
  /** Asks the Socket Mode connections of an app to reconnect, and closes them. Returns their number. */
  disconnect(options?: { readonly app?: string }): { readonly closed: number }
  /**
   * Adds a person to the workspace and to #general. Apps get `team_join` and `member_joined_channel`.
   *
   * @throws when another user has the name or the address.
   */
  addUser(user: { readonly name: string; readonly real_name?: string; readonly email?: string }): {
    readonly id: string
    readonly name: string
  }
  /**
   * Runs a custom step of an app (of the only app, unless one is named) as a workflow does: the app gets
   * `function_executed`. Resolves when the app has completed the step, with its outputs or its error.
   */
  runStep(
    callbackId: string,
    inputs?: Readonly<Record<string, unknown>>,
    options?: Waiting & { readonly app?: string },
  ): Promise<StepResult>
  /** Sets a custom emoji to the URL of an image or to `alias:name`; null removes it. Apps get `emoji_changed`. */
  setEmoji(name: string, value: string | null): void
}

/** The messages that apps post. */
interface ChatMessages {
  /**
   * Returns the next message that matches the filter: the oldest that no earlier `next` has returned. Messages of the
   * seed and those that the test itself has said are left out. Waits for a message when there is none yet. Rejects at a
   * reset, and after `timeout` (5 s) with a list of the messages that were posted.
   */
  next(filter?: MessageFilter & Waiting): Promise<ShownMessage>
}

/**
 * A message as methods take it: one that was returned, an object with `channel` and `ts`, or a text, which names the
 * newest message that contains it.
 */
type MessageTarget = string | { readonly channel: string; readonly ts: string }

/** A view as methods take it: one that was returned, its id, its `callback_id` or its title. */
type ViewTarget = string | { readonly id: string }

/**
 * A person of the workspace. Methods that cause requests to apps resolve when the apps have answered, and reject when
 * an app fails to answer an interaction.
 */
export interface ChatPerson {
  /**
   * Posts a message. `channel` is `#deploys`, an id, or `@helper` for a direct message. Names in the text become
   * mentions. `thread` is the message to reply to.
   */
  say(channel: string, text: string, options?: { readonly thread?: MessageTarget }): Promise<ShownMessage>
  /** Adds a reaction: `eyes`. */
  react(message: MessageTarget, name: string): Promise<ShownMessage>
  /** Removes a reaction. */
  unreact(message: MessageTarget, name: string): Promise<ShownMessage>
  /** Uploads a file without sharing it; its id is a value of a file input. */
  upload(name: string, content: string | Uint8Array): Promise<UploadedFile>
  /** Presses a button of a message or view, by its text or `action_id`. */
  click(target: MessageTarget | ViewTarget, element: string): Promise<InteractionResult>
  /**
   * Chooses a value in a menu, a date picker or another input: an option by its text or value, a person or channel by
   * name.
   */
  choose(target: MessageTarget | ViewTarget, element: string, value: unknown): Promise<InteractionResult>
  /** Types into a menu with external options, and returns the options that the app offers. */
  options(target: MessageTarget | ViewTarget, element: string, query?: string): Promise<readonly unknown[]>
  /** Types a slash command, in the first channel that the person is in unless one is named. */
  command(command: string, text?: string, options?: { readonly channel?: string }): Promise<InteractionResult>
  /** Runs a global shortcut, or a message shortcut when a message is named, of the only app unless one is named. */
  shortcut(
    callbackId: string,
    options?: { readonly message?: MessageTarget; readonly app?: string },
  ): Promise<InteractionResult>
  /**
   * Fills the inputs of a modal and submits it. Values are found by the `action_id`, `block_id` or label of their
   * input. Rejects when a required input is empty, as the vendor's client does not submit then.
   */
  submit(view: ViewTarget, values?: Readonly<Record<string, unknown>>): Promise<InteractionResult>
  /**
   * Closes the topmost modal or the one that is named, with those above it; `all` closes all. Returns the topmost modal
   * that is still open.
   */
  close(view?: ViewTarget, options?: { readonly all?: boolean }): Promise<ShownView | null>
  /** Opens the home tab of an app, which gets `app_home_opened`; of the only app, unless one is named. */
  openHome(app?: string): Promise<{ readonly app: string }>
  /**
   * Opens a Work Object of a message (the first one, or by its link, title or the id of its `external_ref`): its app
   * gets `entity_details_requested`. Waits until the app presents the details with `entity.presentDetails`.
   */
  openEntity(message: MessageTarget, entity?: string, options?: Waiting): Promise<ShownEntity>
  /**
   * Invites somebody of another workspace to a channel by address. Where the workspace has `connect_requests: true`, an
   * app gets `shared_channel_invite_requested` and approves or denies it.
   */
  inviteExternal(
    channel: string,
    email: string,
    options?: { readonly external_limited?: boolean },
  ): Promise<ExternalInvite>
  /**
   * Waits until the person has a modal open on top, and returns it: any, or the one with this title, `callback_id` or
   * id.
   */
  modal(view?: string, options?: Waiting): Promise<ShownView>
  /**
   * Opens a new thread with the assistant of an app (of the only app, unless one is named), which gets
   * `assistant_thread_started`; `channel` is the one that the person looks at. Of an agent (`agent_view`) it opens the
   * Messages tab: the app gets `app_home_opened` with that tab.
   */
  openAssistant(app?: string, options?: { readonly channel?: string }): Promise<ShownAssistant>
  /**
   * Looks at another channel beside the assistant, or at none: the app gets `assistant_thread_context_changed`, an
   * agent `app_context_changed`.
   */
  switchChannel(assistant: MessageTarget, channel?: string): Promise<ShownAssistant>
  /** Gives the thread of an assistant another title: the app gets `agent_session_title_changed`. */
  renameAssistant(assistant: MessageTarget, title: string): Promise<ShownAssistant>
  /** Returns the thread of an assistant as it is now: its title, status and prompts. */
  assistant(assistant: MessageTarget): ShownAssistant
  /** Waits until the app has suggested prompts in the thread, and returns them. */
  prompts(assistant: MessageTarget, options?: Waiting): Promise<readonly SuggestedPrompt[]>
  /** Presses a suggested prompt by its title, when the app has suggested some: its message is posted in the thread. */
  pressPrompt(assistant: MessageTarget, title: string, options?: Waiting): Promise<ShownMessage>
  /**
   * Stops the message that an app streams, the newest one unless one is named: the app gets `agent_session_stopped`,
   * and its next piece is refused with `stopped_by_user`.
   */
  stopStream(message?: MessageTarget): Promise<ShownMessage>
  /**
   * Presses an action of the context bar of a code channel, by its key or its label: the app that has set it gets
   * `code_channel_action`.
   */
  pressContextBar(channel: string, item: string): Promise<null>
  /**
   * Comments on a canvas by its id: on the words `quote` of it, or on the whole. With the id of a `comment` it answers
   * that one. `agents.conversations.getCanvas` has the comments.
   */
  commentOnCanvas(canvas: string, text: string, options?: { quote?: string; comment?: string }): Promise<ShownComment>
  /** Marks a comment of a canvas, and what was answered to it, as resolved. */
  resolveComment(canvas: string, comment: string): Promise<ShownComment>
  /** Waits until an app has published its home tab for the person, and returns it. */
  home(app?: string, options?: Waiting): Promise<ShownView>
}
