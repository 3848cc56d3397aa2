import { SeedProblem } from '#core/service.ts'
import type { ChatContext } from '#chat/call.ts'
import { addMember, createConversation } from '#chat/rules/conversations/create.ts'
import { addMessage } from '#chat/rules/messages/post.ts'
import { findUser, SLACKBOT } from '#chat/rules/people.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import type { User } from '#chat/schema/people.ts'
import type { Section } from '#chat/seed.ts'

type Channel = NonNullable<Section['channels']>[number]

const GENERAL: Channel = {
  name: 'general',
  topic: '',
  purpose: '',
  is_private: false,
  members: undefined,
  messages: [],
}

/** Creates the channels of a seed, with their members and messages. */
export function seedChannels(context: ChatContext, { channels = [GENERAL] }: Section): void {
  for (const [index, channel] of channels.entries()) seedChannel(context, channel, index)
}

function seedChannel(context: ChatContext, seeded: Channel, index: number): void {
  const { rows, clock } = context
  const path = ['channels', index] as const
  const { name, topic, purpose, is_private: isPrivate, members } = seeded
  if (rows.conversations.find('name', name) !== undefined) {
    throw new SeedProblem([...path, 'name'], `another channel is named ${JSON.stringify(name)}`)
  }
  const everybody = rows.users.list('byNumber').filter(({ id }) => id !== SLACKBOT)
  const listed = members?.map((each, at) => personNamed(context, each, [...path, 'members', at]))
  const creator = (listed ?? everybody)[0]?.id ?? SLACKBOT
  const caption = (value: string) =>
    value === '' ? { value, creator: '', lastSet: 0 } : { value, creator, lastSet: seconds(clock.now()) }
  const conversation = createConversation(context, {
    kind: isPrivate ? 'private' : 'public',
    name,
    creator,
    isGeneral: name === 'general' && !isPrivate,
    topic: caption(topic),
    purpose: caption(purpose),
  })
  // A deactivated person is in no channel.
  const active = (listed ?? everybody).filter(({ deleted }) => !deleted)
  addMembers(
    context,
    conversation,
    active.map(({ id }) => id),
  )
  for (const [at, message] of seeded.messages.entries()) {
    seedMessage(context, conversation, message, [...path, 'messages', at])
  }
}

/** Adds members to a conversation. */
export function addMembers(context: ChatContext, { id }: Conversation, userIds: readonly string[]): void {
  for (const userId of userIds) addMember(context, id, userId)
}

function seedMessage(
  context: ChatContext,
  { id: channelId }: Conversation,
  { user, text, thread }: Channel['messages'][number],
  path: readonly (string | number)[],
): void {
  const parent = addMessage(context, { channelId, text, ...authorNamed(context, user, [...path, 'user']) })
  for (const [at, reply] of thread.entries()) {
    const author = authorNamed(context, reply.user, [...path, 'thread', at, 'user'])
    addMessage(context, { channelId, text: reply.text, threadTs: parent.ts, ...author })
  }
}

function authorNamed(context: ChatContext, name: string | undefined, path: readonly (string | number)[]) {
  const { rows } = context
  const user = name === undefined ? rows.users.list('byNumber').at(0) : personNamed(context, name, path)
  const bot = rows.bots.get(user?.botId)
  return { userId: user?.id ?? null, botId: bot?.id ?? null, appId: bot?.appId ?? null }
}

function personNamed(context: ChatContext, name: string, path: readonly (string | number)[]): User {
  const found = findUser(context, name)
  if (found !== undefined) return found
  const names = context.rows.users.list('byNumber').map((each) => each.name)
  throw new SeedProblem(path, `no user or bot is named ${JSON.stringify(name)}`, names)
}
