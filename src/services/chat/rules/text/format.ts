import type { ChatContext } from '#chat/call.ts'
import { namedEmoji } from './emoji.ts'
import { escapeText, linkUrls, normalizeText, resolveNames, type Names } from './entities.ts'

/** The options with which an app posts a text. */
export interface FormatOptions {
  /** `full` links URLs, channels and names; `none` leaves the text as it is. */
  readonly parse?: string | undefined
  /** Resolves `@name` and `#channel`. */
  readonly linkNames?: boolean | undefined
}

/**
 * Returns a text as the vendor keeps it: escaped, with its emoji by their names, and its references resolved: `<@U…>`,
 * `<#C…>`, `<!here>`. https://docs.slack.dev/messaging/formatting-message-text
 */
export function formatText(context: Pick<ChatContext, 'rows'>, text: string, options: FormatOptions): string {
  const { parse, linkNames } = options
  const normal = namedEmoji(normalizeText(text))
  const named = parse === 'full' || linkNames === true ? resolveNames(normal, namesOf(context)) : normal
  return parse === 'none' && linkNames !== true ? named : linkUrls(named)
}

/** Returns what a person types as the vendor keeps it: names are mentions, and nothing in it is markup. */
export function formatTyped(context: Pick<ChatContext, 'rows'>, text: string): string {
  return linkUrls(resolveNames(namedEmoji(escapeText(text)), namesOf(context)))
}

/** Returns the names of the workspace. */
export function namesOf({ rows }: Pick<ChatContext, 'rows'>): Names {
  const nameOf = (id: string): string | undefined => {
    const user = rows.users.get(id)
    return rows.bots.get(user?.botId)?.name ?? user?.name
  }
  return {
    userId: (name) =>
      rows.users.find('name', name.toLowerCase())?.id ??
      rows.bots.list('byNumber').find((bot) => bot.name.toLowerCase() === name.toLowerCase())?.userId ??
      undefined,
    channelId: (name) => rows.conversations.find('name', name)?.id,
    userName: nameOf,
    channelName: (id) => rows.conversations.get(id)?.name,
    usergroupId: (handle) => rows.userGroups.find('handle', handle)?.id,
    usergroupHandle: (id) => rows.userGroups.get(id)?.handle,
  }
}
