import { ownMember } from '#core/objects.ts'
import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { File, Message, Reaction } from '#chat/schema/messages.ts'
import { isEmojiName, mainName } from './text/emoji.ts'

/** A message or a file. */
export type Item = { readonly message: Message } | { readonly file: File }

/** The largest number of distinct reactions to an item, and of reactions of one user to it. */
const [MOST_NAMES, MOST_OF_USER] = [50, 23]

/**
 * Returns the name under which the vendor keeps a reaction: that of an emoji of the vendor or of the workspace.
 *
 * @throws `invalid_name`.
 */
export function reactionName({ rows }: Pick<ChatContext, 'rows'>, input: string): string {
  const name = input.replaceAll(/^:+|:+$/g, '')
  if (ownMember(rows.emoji.get(), name) !== undefined) return name
  if (!isEmojiName(name)) throw slackFailure('invalid_name')
  return mainName(name)
}

/** Returns the reactions to an item, in the order in which they were added. */
function reactionsTo({ rows }: Pick<ChatContext, 'rows'>, item: Item): Reaction[] {
  return 'message' in item
    ? rows.reactions.list('byMessage', item.message.id)
    : rows.reactions.list('byFile', item.file.id)
}

/**
 * Adds a reaction.
 *
 * @throws `already_reacted`, `too_many_emoji` and `too_many_reactions`.
 */
export function addReaction(context: ChatContext, item: Item, userId: string, name: string): void {
  const reactions = reactionsTo(context, item)
  if (reactions.some((each) => each.name === name && each.userId === userId)) throw slackFailure('already_reacted')
  const names = new Set(reactions.map((each) => each.name))
  if (!names.has(name) && names.size >= MOST_NAMES) throw slackFailure('too_many_emoji')
  if (reactions.filter((each) => each.userId === userId).length >= MOST_OF_USER)
    throw slackFailure('too_many_reactions')
  const place =
    'message' in item ? { messageId: item.message.id, fileId: null } : { messageId: null, fileId: item.file.id }
  context.rows.reactions.insert({ ...place, userId, name })
  context.emit({ kind: 'reaction_added', userId, name, item })
}

/**
 * Removes a reaction.
 *
 * @throws `no_reaction`.
 */
export function removeReaction(context: ChatContext, item: Item, userId: string, name: string): void {
  const found = reactionsTo(context, item).find((each) => each.name === name && each.userId === userId)
  if (found === undefined) throw slackFailure('no_reaction')
  context.rows.reactions.delete(found.id)
  context.emit({ kind: 'reaction_removed', userId, name, item })
}
