import { groupBy } from '#chat/rules/group-by.ts'
import type { Reaction } from '#chat/schema/messages.ts'

/** Returns the reactions by their name, in the order in which the names were used first. */
export function groupReactions(reactions: readonly Reaction[]) {
  const byName = groupBy(reactions, ({ name }) => name)
  return [...byName].map(([name, each]) => ({ name, users: each.map(({ userId }) => userId), count: each.length }))
}
