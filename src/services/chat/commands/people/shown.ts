import type { ChatContext } from '#chat/call.ts'
import { messageJson } from '#chat/json/message.ts'
import { viewJson } from '#chat/json/view.ts'
import { openModals } from '#chat/interactions/views.ts'
import { authorName } from '#chat/rules/messages/author-name.ts'
import { readableText } from '#chat/rules/text/entities.ts'
import { namesOf } from '#chat/rules/text/format.ts'
import type { View } from '#chat/schema/app.ts'
import type { Message } from '#chat/schema/messages.ts'

/** A message as the commands of tests return it: the vendor's members, and the names of its place and author. */
export interface ShownMessage {
  /** The id of its conversation. */
  readonly channel: string
  readonly ts: string
  /** The name of its conversation: `#deploys`, or `@alice` for a direct message with alice. */
  readonly channel_name: string
  /** The name of the person or bot that posted it. */
  readonly from: string
  /** Its text as people read it, with names in place of ids. */
  readonly readable: string
  /** The name of the only person who sees it; null: everybody in the conversation does. */
  readonly ephemeral_to: string | null
  /** Its text in the vendor's markup. */
  readonly text: string
  readonly thread_ts?: string
  readonly blocks?: readonly Readonly<Record<string, unknown>>[]
  /**
   * The apps that did not acknowledge an event of the person's action, as `helper did not acknowledge message: status
   * 500`. Absent when all did.
   */
  readonly warnings?: readonly string[]
  readonly [member: string]: unknown
}

/** A view as the commands of tests return it: the vendor's members, and the errors that the app has set. */
export interface ShownView {
  readonly id: string
  readonly type: 'modal' | 'home'
  readonly callback_id: string
  readonly private_metadata: string
  readonly blocks: readonly Readonly<Record<string, unknown>>[]
  /** The messages beside inputs, by `block_id`, since the last submission. */
  readonly errors: Readonly<Record<string, string>>
  readonly [member: string]: unknown
}

/** Returns a message as tests see it. */
export function showMessage(context: ChatContext, message: Message): ShownMessage {
  const { rows } = context
  const { channelId, ts, text, ephemeralTo } = message
  return {
    ...messageJson(context, message, { withMetadata: true }),
    channel: channelId,
    ts,
    channel_name: placeName(context, message),
    from: authorName(context, message),
    readable: readableText(text, namesOf(context)),
    ephemeral_to: ephemeralTo === null ? null : (rows.users.get(ephemeralTo)?.name ?? ephemeralTo),
    text,
  }
}

/** Returns a view as tests see it. */
export function showView(context: ChatContext, view: View): ShownView {
  const { id, kind, callbackId, privateMetadata, blocks, errors } = view
  return {
    ...viewJson(context, view),
    id,
    type: kind,
    callback_id: callbackId,
    private_metadata: privateMetadata,
    blocks,
    errors,
  }
}

/** Returns the topmost modal of a person as tests see it; null when none is open. */
export function showTop(context: ChatContext, userId: string): ShownView | null {
  const top = openModals(context, userId).at(-1)
  return top === undefined ? null : showView(context, top)
}

function placeName({ rows }: ChatContext, { channelId }: Message): string {
  const { name, people } = rows.conversations.require(channelId)
  if (name !== '') return `#${name}`
  const users = (people ?? '').split(',').flatMap((id) => rows.users.get(id) ?? [])
  const persons = users.filter((user) => user.botId === null).toSorted((one, other) => one.number - other.number)
  return (persons.length === 0 ? users : persons).map((user) => `@${user.name}`).join(', ')
}
