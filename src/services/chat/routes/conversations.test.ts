import { beforeEach, describe, expect, it } from 'vitest'
import type { WebClient } from '@slack/web-api'
import { CLIENTS, pageList, clientOf, refusalOf, runChat, type RunningChat } from '#chat/fixtures/chat.fixture.ts'

let chat: RunningChat
let ids: Readonly<Record<string, string>>
runChat((running, found) => {
  chat = running
  ids = found
})

const id = (name: string): string => ids[name] ?? name

describe.each(CLIENTS)('with @slack/web-api %s', (_version, Client) => {
  let bot: WebClient
  let alice: WebClient
  let bob: WebClient
  beforeEach(() => {
    bot = clientOf(chat, 'xoxb-helper', Client)
    alice = clientOf(chat, 'xoxp-alice', Client)
    bob = clientOf(chat, 'xoxp-bob', Client)
  })
  const subtypes = async (channel: string) =>
    ((await alice.conversations.history({ channel })).messages ?? []).map(({ subtype }) => subtype)
  const namesOf = (channels: { name?: string }[] = []) => channels.map(({ name }) => name)

  it('conversations.list shows public channels, and private ones to their members', async () => {
    const types = 'public_channel,private_channel'
    expect(namesOf((await bot.conversations.list({ types })).channels)).toEqual(['general', 'deploys', 'random'])
    expect(namesOf((await alice.conversations.list({ types })).channels)).toContain('secret')
    expect(namesOf((await alice.conversations.list()).channels)).not.toContain('secret')
    expect(await refusalOf(bot.conversations.list({ types: 'channel' }))).toMatchObject({ error: 'invalid_types' })
  })

  it('conversations.list has pages, followed by a cursor', async () => {
    const names: unknown[] = []
    for await (const page of bot.paginate('conversations.list', { limit: 2 })) {
      names.push(...namesOf(pageList(page, 'channels') as { name?: string }[]))
    }
    expect(names).toEqual(['general', 'deploys', 'random'])
    expect(await refusalOf(bot.conversations.list({ cursor: 'x' }))).toMatchObject({ error: 'invalid_cursor' })
    expect(await refusalOf(bot.conversations.list({ limit: 1001 }))).toMatchObject({ error: 'invalid_limit' })
  })

  it('conversations.unarchive makes its caller a member', async () => {
    const { channel } = await bob.conversations.create({ name: 'attic' })
    const attic = channel?.id ?? ''
    await bob.conversations.archive({ channel: attic })
    await alice.conversations.unarchive({ channel: attic })
    expect((await alice.conversations.members({ channel: attic })).members).toEqual([ids['bob'], ids['alice']])
  })

  it('bots have no direct messages with one another or with themselves', async () => {
    const helper = ids['helper'] ?? ''
    expect(await refusalOf(bot.conversations.open({ users: helper }))).toMatchObject({ error: 'cannot_dm_bot' })
    expect(await refusalOf(bot.chat.postMessage({ channel: helper, text: 'a' }))).toMatchObject({
      error: 'cannot_dm_bot',
    })
    expect((await alice.conversations.open({ users: helper })).ok).toBe(true)
  })

  it('no member is left out when those of a page leave before the next is read', async () => {
    const { channel: joint } = await alice.conversations.create({ name: 'joint' })
    const jointId = joint?.id ?? ''
    await alice.conversations.invite({ channel: jointId, users: `${ids['bob']},${ids['carol']},${ids['helper']}` })
    const page = await alice.conversations.members({ channel: jointId, limit: 2 })
    expect(page.members).toEqual([ids['alice'], ids['bob']])
    await alice.conversations.kick({ channel: jointId, user: ids['bob'] ?? '' })
    const cursor = page.response_metadata?.next_cursor ?? ''
    expect((await alice.conversations.members({ channel: jointId, limit: 2, cursor })).members).toEqual([
      ids['carol'],
      ids['helper'],
    ])
  })

  it('no scheduled message is left out when those of a page are deleted before the next is read', async () => {
    const channel = ids['deploys'] ?? ''
    const post_at = Math.floor(chat.clock.now() / 1000) + 3600
    for (const text of ['a', 'b', 'c', 'd']) await bot.chat.scheduleMessage({ channel, text, post_at })
    const seen: (string | undefined)[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const { scheduled_messages: messages = [], response_metadata: metadata } = await bot.chat.scheduledMessages.list({
        limit: 2,
        cursor,
      })
      for (const { id = '', text } of messages) {
        seen.push(text)
        await bot.chat.deleteScheduledMessage({ channel, scheduled_message_id: id })
      }
      cursor = metadata?.next_cursor === '' ? undefined : metadata?.next_cursor
    }
    expect(seen).toEqual(['a', 'b', 'c', 'd'])
  })

  it('conversations.list with the limit 0 has a page of the usual length', async () => {
    expect(namesOf((await bot.conversations.list({ limit: 0 })).channels)).toEqual(['general', 'deploys', 'random'])
  })

  it('conversations.info describes a channel as its reader sees it', async () => {
    const { channel } = await bot.conversations.info({ channel: id('deploys'), include_num_members: true })
    expect(channel).toMatchObject({
      name: 'deploys',
      is_channel: true,
      is_private: false,
      is_member: true,
      num_members: 2,
      topic: { value: 'What goes out' },
    })
    expect((await bot.conversations.info({ channel: id('random') })).channel?.is_member).toBe(false)
    expect(await refusalOf(bot.conversations.info({ channel: id('secret') }))).toMatchObject({
      error: 'channel_not_found',
    })
  })

  it('conversations.history goes through a channel by pages and by times', async () => {
    const stamps: string[] = []
    for (const text of ['1', '2', '3', '4', '5']) {
      stamps.push((await bot.chat.postMessage({ channel: id('deploys'), text })).ts ?? '')
    }
    const texts: unknown[] = []
    for await (const page of bot.paginate('conversations.history', { channel: id('deploys'), limit: 2 })) {
      texts.push((pageList(page, 'messages') as { text?: string }[]).map(({ text }) => text))
    }
    expect(texts).toEqual([['5', '4'], ['3', '2'], ['1']])
    const between = async (options: object) =>
      (await bot.conversations.history({ channel: id('deploys'), ...options })).messages?.map(({ text }) => text)
    const [, second = '', , fourth = ''] = stamps
    expect(await between({ oldest: second, latest: fourth })).toEqual(['3'])
    expect(await between({ oldest: second, latest: fourth, inclusive: true })).toEqual(['4', '3', '2'])
    const wrong = bot.conversations.history({ channel: id('deploys'), oldest: 'yesterday' })
    expect(await refusalOf(wrong)).toMatchObject({ error: 'invalid_ts_oldest' })
  })

  it('conversations.replies goes through a thread, and answers a reply alone', async () => {
    const { ts = '' } = await bot.chat.postMessage({ channel: id('deploys'), text: '0' })
    for (const text of ['1', '2', '3']) {
      await bot.chat.postMessage({ channel: id('deploys'), text, thread_ts: ts })
    }
    const pages: unknown[] = []
    for await (const page of bot.paginate('conversations.replies', { channel: id('deploys'), ts, limit: 3 })) {
      pages.push((pageList(page, 'messages') as { text?: string }[]).map(({ text }) => text))
    }
    expect(pages).toEqual([
      ['0', '1', '2'],
      ['0', '3'],
    ])
    const absent = bot.conversations.replies({ channel: id('deploys'), ts: '1.000001' })
    expect(await refusalOf(absent)).toMatchObject({ error: 'thread_not_found' })
  })

  it('conversations.create makes a channel whose first member is its creator', async () => {
    const { channel } = await bot.conversations.create({ name: 'new-things', is_private: true })
    expect(channel).toMatchObject({ name: 'new-things', is_private: true, is_member: true, creator: id('helper') })
    expect((await bot.conversations.members({ channel: channel?.id ?? '' })).members).toEqual([id('helper')])
  })

  it.each([
    ['name_taken', 'deploys'],
    ['invalid_name_required', ''],
    ['invalid_name_maxlength', 'a'.repeat(81)],
    ['invalid_name_specials', 'New Things'],
    ['invalid_name_punctuation', '---'],
  ])('conversations.create refuses with %s: %s', async (error, name) => {
    expect(await refusalOf(bot.conversations.create({ name }))).toMatchObject({ error })
  })

  it('conversations.archive and unarchive leave their messages', async () => {
    const channel = id('deploys')
    await alice.conversations.archive({ channel })
    expect((await alice.conversations.info({ channel })).channel?.is_archived).toBe(true)
    expect(namesOf((await alice.conversations.list({ exclude_archived: true })).channels)).not.toContain('deploys')
    expect(await refusalOf(alice.conversations.archive({ channel }))).toMatchObject({ error: 'already_archived' })
    await alice.conversations.unarchive({ channel })
    expect(await refusalOf(alice.conversations.unarchive({ channel }))).toMatchObject({ error: 'not_archived' })
    expect(await subtypes(channel)).toEqual(['channel_unarchive', 'channel_archive'])
    expect(await refusalOf(alice.conversations.archive({ channel: id('general') }))).toMatchObject({
      error: 'cant_archive_general',
    })
  })

  it('conversations.rename keeps the earlier name', async () => {
    const channel = id('deploys')
    const { channel: renamed } = await alice.conversations.rename({ channel, name: 'releases' })
    expect(renamed).toMatchObject({ name: 'releases', previous_names: ['deploys'] })
    const [message] = (await alice.conversations.history({ channel })).messages ?? []
    expect(message).toMatchObject({ subtype: 'channel_name', old_name: 'deploys', name: 'releases' })
    expect(await refusalOf(bob.conversations.rename({ channel: id('random'), name: 'x' }))).toMatchObject({
      error: 'not_authorized',
    })
  })

  it('conversations.setTopic and setPurpose are announced once', async () => {
    const channel = id('deploys')
    const { channel: changed } = await bot.conversations.setTopic({ channel, topic: 'Fridays' })
    expect(changed).toMatchObject({ topic: { value: 'Fridays', creator: id('helper'), last_set: 1_767_268_800 } })
    await bot.conversations.setTopic({ channel, topic: 'Fridays' })
    await bot.conversations.setPurpose({ channel, purpose: 'Releases' })
    expect(await subtypes(channel)).toEqual(['channel_purpose', 'channel_topic'])
    expect(await refusalOf(bot.conversations.setTopic({ channel, topic: 'a'.repeat(251) }))).toMatchObject({
      error: 'too_long',
    })
    expect(await refusalOf(bot.conversations.setTopic({ channel: id('random'), topic: 'a' }))).toMatchObject({
      error: 'not_in_channel',
    })
  })

  it('conversations.join and leave change the members, with a message', async () => {
    const channel = id('random')
    expect((await bot.conversations.join({ channel })).channel).toMatchObject({ is_member: true })
    expect(await bot.conversations.join({ channel })).toMatchObject({
      warning: 'already_in_channel',
      response_metadata: { warnings: ['already_in_channel'] },
    })
    expect((await bot.conversations.members({ channel })).members).toContain(id('helper'))
    await bot.conversations.leave({ channel })
    expect(await subtypes(channel)).toEqual(['channel_leave', 'channel_join'])
    expect(await bot.conversations.leave({ channel })).toMatchObject({ not_in_channel: true })
    expect(await refusalOf(bot.conversations.leave({ channel: id('general') }))).toMatchObject({
      error: 'cant_leave_general',
    })
    expect(await refusalOf(alice.conversations.leave({ channel: id('secret') }))).toMatchObject({
      error: 'last_member',
    })
    expect(await refusalOf(bob.conversations.join({ channel: id('secret') }))).toMatchObject({
      error: 'channel_not_found',
    })
  })

  it('conversations.invite adds members, and says which users it cannot add', async () => {
    const channel = id('deploys')
    await bot.conversations.invite({ channel, users: `${id('bob')},${id('carol')}` })
    expect((await bot.conversations.members({ channel })).members).toEqual(
      expect.arrayContaining([id('bob'), id('carol')]),
    )
    const [message] = (await alice.conversations.history({ channel })).messages ?? []
    expect(message).toMatchObject({ subtype: 'channel_join', inviter: id('helper') })
    const invite = (users: string) => refusalOf(bot.conversations.invite({ channel, users }))
    expect(await invite(id('bob'))).toMatchObject({ error: 'already_in_channel' })
    expect(await invite(id('helper'))).toMatchObject({ error: 'cant_invite_self' })
    expect(await invite('U0NOBODY')).toMatchObject({ error: 'user_not_found' })
    expect(await invite(`${id('bob')},U0NOBODY`)).toMatchObject({
      errors: [
        { user: id('bob'), ok: false, error: 'already_in_channel' },
        { user: 'U0NOBODY', ok: false, error: 'user_not_found' },
      ],
    })
    expect(await refusalOf(bot.conversations.invite({ channel: id('random'), users: id('carol') }))).toMatchObject({
      error: 'not_in_channel',
    })
  })

  it('conversations.kick removes a member', async () => {
    const channel = id('deploys')
    await alice.conversations.kick({ channel, user: id('helper') })
    expect((await alice.conversations.members({ channel })).members).toEqual([id('alice')])
    const kick = (where: string, user: string) =>
      refusalOf(alice.conversations.kick({ channel: id(where), user: id(user) }))
    expect(await kick('deploys', 'helper')).toMatchObject({ error: 'not_in_channel' })
    expect(await kick('deploys', 'alice')).toMatchObject({ error: 'cant_kick_self' })
    expect(await kick('general', 'bob')).toMatchObject({ error: 'cant_kick_from_general' })
  })

  it('conversations.open and close keep one direct message for the same people', async () => {
    const opened = await bot.conversations.open({ users: id('bob'), return_im: true })
    expect(opened.channel).toMatchObject({ is_im: true, user: id('bob'), is_open: true })
    const channel = opened.channel?.id ?? ''
    expect(await bot.conversations.open({ users: id('bob') })).toMatchObject({
      already_open: true,
      channel: { id: channel },
    })
    await bot.conversations.close({ channel })
    expect(await bot.conversations.close({ channel })).toMatchObject({ already_closed: true })
    expect((await bot.conversations.open({ channel })).channel?.id).toBe(channel)
    const group = await bot.conversations.open({ users: `${id('alice')},${id('bob')}` })
    expect((await bot.conversations.info({ channel: group.channel?.id ?? '' })).channel).toMatchObject({
      is_mpim: true,
      name: 'mpdm-helper--alice--bob-1',
    })
    const types = 'im,mpim'
    expect((await bot.conversations.list({ types })).channels).toHaveLength(2)
    expect((await clientOf(chat, 'xoxp-bob', Client).users.conversations({ types })).channels).toHaveLength(2)
    expect(await refusalOf(bot.apiCall('conversations.open'))).toMatchObject({ error: 'users_list_not_supplied' })
    expect(await refusalOf(bot.conversations.open({ users: 'U0NOBODY' }))).toMatchObject({ error: 'user_not_found' })
  })

  it('conversations.mark moves what a member has read', async () => {
    const { channel: direct = '', ts = '' } = await bot.chat.postMessage({ channel: id('bob'), text: 'a' })
    await bot.chat.postMessage({ channel: direct, text: 'b' })
    const unread = async () => (await bob.conversations.info({ channel: direct })).channel
    expect(await unread()).toMatchObject({ unread_count: 2, unread_count_display: 2 })
    await bob.conversations.mark({ channel: direct, ts })
    expect(await unread()).toMatchObject({ unread_count: 1, unread_count_display: 1, last_read: ts })
    expect(await refusalOf(bob.conversations.mark({ channel: direct, ts: 'x' }))).toMatchObject({
      error: 'invalid_timestamp',
    })
  })

  it('a message is read by its author', async () => {
    const { channel: direct = '' } = await bot.chat.postMessage({ channel: id('bob'), text: 'a' })
    const { ts } = await bob.chat.postMessage({ channel: direct, text: 'b' })
    expect((await bob.conversations.info({ channel: direct })).channel).toMatchObject({
      unread_count: 0,
      last_read: ts,
    })
    expect((await bot.conversations.info({ channel: direct })).channel).toMatchObject({ unread_count: 1 })
  })

  it('methods of channels refuse a direct message', async () => {
    const { channel: direct = '' } = await bot.chat.postMessage({ channel: id('bob'), text: 'a' })
    for (const refused of [
      bot.conversations.archive({ channel: direct }),
      bot.conversations.invite({ channel: direct, users: id('alice') }),
      bot.conversations.setTopic({ channel: direct, topic: 'a' }),
      bot.conversations.join({ channel: direct }),
      bot.conversations.leave({ channel: direct }),
      bot.conversations.rename({ channel: direct, name: 'a' }),
    ]) {
      expect(await refusalOf(refused)).toMatchObject({ error: 'method_not_supported_for_channel_type' })
    }
    expect(await refusalOf(alice.conversations.history({ channel: direct }))).toMatchObject({
      error: 'channel_not_found',
    })
  })
})
