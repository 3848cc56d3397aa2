import type { ChatContext } from '#chat/call.ts'
import { joinConversation } from '#chat/rules/conversations/change.ts'
import { createUser } from '#chat/rules/people.ts'

// Changes of the workspace that people make outside the Web API.

/** The input of `addUser`. */
export interface AddUserInput {
  /** The handle. */
  readonly name: string
  /** Default: the handle */
  readonly real_name?: string
  /** Default: the handle at example.com */
  readonly email?: string
}

/**
 * Adds a person to the workspace and to #general, and emits `team_join`.
 *
 * @throws when another user has the name or the address.
 */
export function addUser(
  context: ChatContext,
  { name, real_name: realName = name, email = `${name}@example.com` }: AddUserInput,
): { readonly id: string; readonly name: string } {
  const { rows } = context
  if (typeof name !== 'string' || !/^[a-z0-9][a-z0-9._-]{0,79}$/.test(name)) {
    throw new TypeError(`addUser: expected a name of lower-case letters and digits, got ${JSON.stringify(name)}`)
  }
  if (rows.users.find('name', name) !== undefined) throw new Error(`another user is named ${JSON.stringify(name)}`)
  if (rows.users.find('email', email.toLowerCase()) !== undefined)
    throw new Error(`${email}: another user has this address`)
  const user = createUser(context, { name, realName, email, isAdmin: false, tz: 'America/Los_Angeles', botId: null })
  context.emit({ kind: 'user_joined_team', user })
  const general = rows.conversations.list('byNumber').find(({ isGeneral }) => isGeneral)
  if (general !== undefined) joinConversation(context, general, user.id)
  return { id: user.id, name }
}

/** The input of `setEmoji`. */
export interface SetEmojiInput {
  /** Without colons. */
  readonly name: string
  /** The URL of an image, or `alias:name`; null removes the emoji. */
  readonly value: string | null
}

/** Adds, replaces or removes a custom emoji, and emits `emoji_changed`. */
export function setEmoji(context: ChatContext, { name, value }: SetEmojiInput): void {
  if (typeof name !== 'string' || (value !== null && typeof value !== 'string')) {
    throw new TypeError(`setEmoji: expected a name and a URL or null, got ${JSON.stringify({ name, value })}`)
  }
  const { [name]: _before, ...others } = context.rows.emoji.get()
  context.rows.emoji.set(value === null ? others : { ...others, [name]: value })
  context.emit({ kind: 'emoji_changed', name, value })
}
