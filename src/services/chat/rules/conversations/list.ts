import { ownMember } from '#core/objects.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Conversation, ConversationKind } from '#chat/schema/conversations.ts'

const KIND_OF_TYPE: Readonly<Record<string, ConversationKind>> = {
  public_channel: 'public',
  private_channel: 'private',
  im: 'im',
  mpim: 'mpim',
}

/**
 * Returns the kinds that the argument `types` names; public channels when it is absent.
 *
 * @throws `invalid_types`.
 */
export function kindsOf(types: readonly string[] | undefined): readonly ConversationKind[] {
  if (types === undefined || types.length === 0) return ['public']
  return types.map((type) => {
    const kind = ownMember(KIND_OF_TYPE, type)
    if (kind === undefined) throw slackFailure('invalid_types')
    return kind
  })
}

/** Returns true for a conversation whose kind is one of the kinds; archived ones may be left out. */
export function isListed(
  { archived }: Conversation,
  kind: ConversationKind,
  kinds: readonly ConversationKind[],
  excludeArchived: boolean | undefined,
): boolean {
  return kinds.includes(kind) && !(archived && excludeArchived === true)
}
