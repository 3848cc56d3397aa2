import type { ChatContext } from '#chat/call.ts'
import type { User } from '#chat/schema/people.ts'
import { personCommand, type PersonCommandInput } from './acting.ts'
import { findOwnConversation } from './find.ts'

/** The input of `pressContextBar`. */
export interface PressContextBarInput extends PersonCommandInput {
  /** The id or name of a code channel. */
  readonly channel: string
  /** The key or the label of an item. */
  readonly item: string
}

/** Presses an action of the context bar of a code channel: the app that has set it gets `code_channel_action`. */
export const pressContextBar = personCommand((context: ChatContext, user: User, input: PressContextBarInput): null => {
  const { rows } = context
  const { id, name } = findOwnConversation(context, user, input.channel)
  const channel = rows.codeChannels.get(id)
  if (channel === undefined) throw new Error(`#${name} is not a code channel`)
  const { contextBarItems: items } = channel
  const item = items.find(({ key }) => key === input.item) ?? items.find(({ label }) => label === input.item)
  if (item?.type !== 'action') {
    const actions = items.filter(({ type }) => type === 'action').map(({ key }) => key)
    const listed = actions.length === 0 ? 'none' : actions.join(', ')
    throw new Error(`no action of the context bar is called ${JSON.stringify(input.item)}; there are ${listed}`)
  }
  context.emit({ kind: 'code_channel_action', appId: channel.appId, channelId: id, userId: user.id, item })
  return null
})
