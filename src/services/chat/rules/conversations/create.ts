import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Caption, Conversation, ConversationKind, Membership } from '#chat/schema/conversations.ts'
import { newId } from '../new-id.ts'
import { NOTHING_READ } from '../timestamps.ts'

const NO_CAPTION: Caption = { value: '', creator: '', lastSet: 0 }

/** Adds a conversation without members. */
export function createConversation(
  context: ChatContext,
  input: { readonly kind: ConversationKind; readonly name: string; readonly creator: string } & Partial<
    Pick<Conversation, 'topic' | 'purpose' | 'isGeneral' | 'people'>
  > & { readonly teamId?: string | undefined },
): Conversation {
  const { rows, clock } = context
  const { teamId, ...fields } = input
  return rows.conversations.insert({
    ...(teamId === undefined ? {} : { teamId }),
    topic: NO_CAPTION,
    purpose: NO_CAPTION,
    isGeneral: false,
    people: null,
    ...fields,
    id: newId(context, input.kind === 'im' ? 'D' : 'C'),
    number: rows.numbers.next(),
    createdAt: clock.now(),
    updatedAt: clock.now(),
    archived: false,
    previousNames: [],
  })
}

/**
 * Makes a user a member of a conversation, without a message. Returns the membership, also that of a user who was a
 * member.
 */
export function addMember({ rows, clock }: ChatContext, channelId: string, userId: string): Membership {
  const before = rows.memberships.find('member', channelId, userId)
  if (before !== undefined) return before
  return rows.memberships.insert({ channelId, userId, joinedAt: clock.now(), lastRead: NOTHING_READ, isOpen: true })
}

/** Returns the key by which a direct message of these people is found. */
export function peopleKey(userIds: readonly string[]): string {
  return [...new Set(userIds)].toSorted().join(',')
}

/**
 * Returns the direct message of the opener and these people; makes it when there is none.
 *
 * @throws `cannot_dm_bot` when there are bots only, which have no direct messages at the vendor.
 */
export function openDirectMessage(context: ChatContext, opener: string, userIds: readonly string[]): Conversation {
  const { rows } = context
  const members = [...new Set([opener, ...userIds])]
  const isBot = (id: string): boolean => (rows.users.get(id)?.botId ?? null) !== null
  if (members.every(isBot)) throw slackFailure('cannot_dm_bot')
  const people = peopleKey(members)
  const before = rows.conversations.find('people', people)
  if (before !== undefined) return before
  const kind = members.length <= 2 ? 'im' : 'mpim'
  const name = kind === 'im' ? '' : groupName(context, members)
  const conversation = createConversation(context, { kind, name, creator: opener, people })
  for (const userId of members) addMember(context, conversation.id, userId)
  return conversation
}

/** The name of a group direct message: `mpdm-alice--bob--carol-1`. */
function groupName({ rows }: ChatContext, userIds: readonly string[]): string {
  return `mpdm-${userIds.map((id) => rows.users.require(id).name).join('--')}-1`
}
