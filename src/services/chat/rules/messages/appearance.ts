import * as v from 'valibot'
import { flag, text } from '../arguments.ts'
import type { ChatCall, Actor } from '#chat/call.ts'
import { requireScope } from '../scopes.ts'
import type { MessageInput } from './post.ts'

/** The arguments that choose the name and icon of a message. */
export const APPEARANCE = {
  username: v.optional(text),
  icon_url: v.optional(text),
  icon_emoji: v.optional(text),
  as_user: v.optional(flag),
  unfurl_links: v.optional(flag),
  unfurl_media: v.optional(flag),
}

type Arguments = {
  readonly username?: string | undefined
  readonly icon_url?: string | undefined
  readonly icon_emoji?: string | undefined
}

/**
 * Returns the name and icon that an app has chosen for a message, with the subtype `bot_message`.
 * https://docs.slack.dev/reference/scopes/chat.write.customize
 *
 * @throws `missing_scope` without `chat:write.customize`.
 */
export function appearanceOf(
  { principal }: ChatCall & { readonly principal: Actor },
  { username, icon_url: url, icon_emoji: emoji }: Arguments,
): Pick<MessageInput, 'subtype' | 'username' | 'icons'> {
  if (principal.bot === null || (!username && !url && !emoji)) return {}
  requireScope(principal, ['chat:write.customize'])
  return {
    subtype: 'bot_message',
    username: username || principal.bot.name,
    ...(emoji
      ? { icons: { emoji: emoji.startsWith(':') ? emoji : `:${emoji}:` } }
      : url
        ? { icons: { image_48: url } }
        : {}),
  }
}
