import { beforeEach, describe, expect, it } from 'vitest'
import type { WebClient } from '@slack/web-api'
import { CLIENTS, clientOf, refusalOf, runChat, type RunningChat } from '#chat/fixtures/chat.fixture.ts'

let chat: RunningChat
let ids: Readonly<Record<string, string>>
runChat((running, found) => {
  chat = running
  ids = found
})

describe.each(CLIENTS)('with @slack/web-api %s', (_version, Client) => {
  let bot: WebClient
  let alice: WebClient
  let item: { channel: string; timestamp: string }
  beforeEach(async () => {
    bot = clientOf(chat, 'xoxb-helper', Client)
    alice = clientOf(chat, 'xoxp-alice', Client)
    const channel = ids['deploys'] ?? ''
    const { ts: timestamp = '' } = await bot.chat.postMessage({ channel, text: 'a' })
    item = { channel, timestamp }
  })

  it('reactions are added once by each user, and shown with their users', async () => {
    await bot.reactions.add({ ...item, name: 'eyes' })
    await alice.reactions.add({ ...item, name: ':eyes:' })
    await alice.reactions.add({ ...item, name: 'thumbsup::skin-tone-3' })
    expect(await refusalOf(bot.reactions.add({ ...item, name: 'eyes' }))).toMatchObject({ error: 'already_reacted' })
    const { message, type, channel } = await bot.reactions.get(item)
    expect([type, channel]).toEqual(['message', item.channel])
    expect(message).toMatchObject({
      reactions: [
        { name: 'eyes', users: [ids['helper'], ids['alice']], count: 2 },
        { name: '+1::skin-tone-3', users: [ids['alice']], count: 1 },
      ],
    })
  })

  it('two names of an emoji are one reaction', async () => {
    await bot.reactions.add({ ...item, name: 'thumbsup' })
    expect(await refusalOf(bot.reactions.add({ ...item, name: '+1' }))).toMatchObject({ error: 'already_reacted' })
    await alice.reactions.add({ ...item, name: '+1' })
    expect((await bot.reactions.get(item)).message?.reactions).toMatchObject([{ name: '+1', count: 2 }])
    await bot.reactions.remove({ ...item, name: 'thumbsup' })
    expect((await bot.reactions.get(item)).message?.reactions).toMatchObject([{ name: '+1', users: [ids['alice']] }])
  })

  it('only an emoji of the vendor or of the workspace is a reaction', async () => {
    for (const name of ['thumbs_up', 'white_tick', 'party_parrot', 'eyes::skin-tone-9']) {
      expect(await refusalOf(bot.reactions.add({ ...item, name }))).toMatchObject({ error: 'invalid_name' })
    }
    chat.setEmoji('party_parrot', 'https://example.com/parrot.gif')
    await bot.reactions.add({ ...item, name: 'party_parrot' })
    await bot.reactions.add({ ...item, name: 'flag-de' })
    const { message } = await bot.reactions.get(item)
    expect(message?.reactions?.map(({ name }) => name)).toEqual(['party_parrot', 'de'])
  })

  it('reactions are removed by those who added them', async () => {
    await alice.reactions.add({ ...item, name: 'eyes' })
    expect(await refusalOf(bot.reactions.remove({ ...item, name: 'eyes' }))).toMatchObject({ error: 'no_reaction' })
    await alice.reactions.remove({ ...item, name: 'eyes' })
    expect((await bot.reactions.get(item)).message).not.toHaveProperty('reactions')
  })

  it('reactions.list has the items to which a user has reacted', async () => {
    await alice.reactions.add({ ...item, name: 'eyes' })
    expect((await bot.reactions.list({ user: ids['alice'] ?? '' })).items).toMatchObject([
      { type: 'message', channel: item.channel, message: { ts: item.timestamp } },
    ])
    expect((await bot.reactions.list({ limit: 5 })).items).toEqual([])
    expect(await refusalOf(bot.reactions.list({ user: 'U0NOBODY' }))).toMatchObject({ error: 'user_not_found' })
  })

  it.each([
    ['invalid_name', { name: 'no such!' }],
    ['message_not_found', { name: 'eyes', timestamp: '1.000001' }],
    ['bad_timestamp', { name: 'eyes', timestamp: 'now' }],
    ['channel_not_found', { name: 'eyes', channel: 'C0NONE' }],
    ['no_item_specified', { name: 'eyes', timestamp: '' }],
  ])('reactions.add refuses with %s: %j', async (error, changes) => {
    expect(await refusalOf(bot.reactions.add({ ...item, ...changes }))).toMatchObject({ error })
  })

  it('pins are listed, and shown in the message', async () => {
    await bot.pins.add(item)
    expect(await refusalOf(bot.pins.add(item))).toMatchObject({ error: 'already_pinned' })
    const { items } = await bot.pins.list({ channel: item.channel })
    expect(items).toMatchObject([
      { type: 'message', created_by: ids['helper'], message: { ts: item.timestamp, pinned_to: [item.channel] } },
    ])
    await bot.pins.remove(item)
    expect(await refusalOf(bot.pins.remove(item))).toMatchObject({ error: 'not_pinned' })
    expect((await bot.pins.list({ channel: item.channel })).items).toEqual([])
  })

  it('pins.remove has Slackbot write to the person whose pin another user removes, and to nobody else', async () => {
    const slackbotTexts = async () => {
      const { channels = [] } = await alice.conversations.list({ types: 'im' })
      const direct = channels.find(({ user }) => user === 'USLACKBOT')
      if (direct === undefined) return []
      const { messages = [] } = await alice.conversations.history({ channel: direct.id ?? '' })
      return messages.map(({ text }) => text)
    }
    await alice.pins.add(item)
    await alice.pins.remove(item)
    expect(await slackbotTexts()).toEqual([])
    await alice.pins.add(item)
    await bot.pins.remove(item)
    const text = `<@${ids['helper']}> unpinned the message you pinned to <#${item.channel}|deploys>.`
    expect(await slackbotTexts()).toEqual([text])
  })

  it('pins.add refuses those who are not in the channel', async () => {
    const channel = ids['random'] ?? ''
    const { ts: timestamp = '' } = await alice.chat.postMessage({ channel, text: 'a' })
    expect(await refusalOf(bot.pins.add({ channel, timestamp }))).toMatchObject({ error: 'not_in_channel' })
  })
})
