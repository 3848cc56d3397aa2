import { describe, expect } from 'vitest'
import type { WebClient } from '@slack/web-api'
import {
  CLIENTS,
  pageList,
  SEED,
  clientOf,
  expectPublishedTypes,
  idsOf,
  refusalOf,
  chatTest,
  startChat,
} from '#chat/fixtures/chat.fixture.ts'
import { pngOf } from '#chat/errors/png.fixture.ts'

const identity = { token: 'xoxp-identity', user: 'alice', scopes: ['identity.basic', 'identity.email'] }
const { tokens, ...rest } = SEED.chat
const it = chatTest({
  seed: {
    chat: {
      ...rest,
      tokens: [...tokens, identity],
      emoji: { shipit: 'https://example.com/shipit.png' },
      profile_fields: [
        { label: 'Floor', type: 'options_list', possible_values: ['1', '2'] },
        { label: 'Badge', hint: 'Its number', is_hidden: true },
      ],
    },
  },
}).extend('ids', async ({ chat }) => await idsOf(chat))

it.afterEach(({ chat }) => expectPublishedTypes(chat))

describe.each(CLIENTS)('with @slack/web-api %s', (_version, Client) => {
  let bot: WebClient
  let alice: WebClient
  it.beforeEach(({ chat }) => {
    bot = clientOf(chat, 'xoxb-helper', Client)
    alice = clientOf(chat, 'xoxp-alice', Client)
  })
  const id = (ids: Readonly<Record<string, string>>, name: string): string => ids[name] ?? name

  it('users.list has people, bots and Slackbot', async () => {
    const { members = [] } = await bot.users.list({})
    expect(members.map(({ name }) => name)).toEqual(['alice', 'bob', 'carol', 'slackbot', 'helper'])
    expect(members.at(-1)).toMatchObject({ is_bot: true, profile: { bot_id: expect.stringMatching(/^B/) as string } })
    const pages: unknown[] = []
    for await (const page of bot.paginate('users.list', { limit: 3 })) {
      pages.push((pageList(page, 'members') as unknown[]).length)
    }
    expect(pages).toEqual([3, 2])
  })

  it('users.info has the time zone at this moment', async ({ ids }) => {
    const { user } = await bot.users.info({ user: id(ids, 'bob'), include_locale: true })
    expect(user).toMatchObject({
      name: 'bob',
      real_name: 'Bob Stone',
      tz: 'Europe/Berlin',
      tz_offset: 3600,
      tz_label: 'Central European Standard Time',
      locale: 'en-US',
      profile: { email: 'bob@example.com', first_name: 'Bob', last_name: 'Stone' },
    })
    expect(await refusalOf(bot.users.info({ user: 'U0NOBODY' }))).toMatchObject({ error: 'user_not_found' })
  })

  it('users.info has a negative tz_offset west of Greenwich', async ({ ids }) => {
    expect((await bot.users.info({ user: id(ids, 'carol') })).user).toMatchObject({ tz_offset: -12_600 })
  })

  it('users.setPhoto shows the crop box of an image in every size, until users.deletePhoto', async ({ chat, ids }) => {
    const { user } = await alice.users.info({ user: id(ids, 'alice') })
    const { profile } = await alice.users.setPhoto({ image: pngOf(640, 512), crop_x: 10, crop_y: 20, crop_w: 300 })
    const changed = (await alice.users.info({ user: id(ids, 'alice') })).user?.profile
    expect(changed).toMatchObject({ ...profile, is_custom_image: true })
    expect(changed?.avatar_hash).not.toBe(user?.profile?.avatar_hash)
    const original = await chat.fetch(profile?.image_original ?? '')
    expect(original.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await original.arrayBuffer())).toEqual(pngOf(640, 512))
    const small = await (await chat.fetch(profile?.image_72 ?? '')).text()
    expect(small).toContain('width="72" height="72" viewBox="10 20 300 300"')
    expect(small).toContain(`data:image/png;base64,${pngOf(640, 512).toString('base64')}`)
    await alice.users.deletePhoto({})
    expect((await alice.users.info({ user: id(ids, 'alice') })).user?.profile).toEqual(user?.profile)
  })

  it('users.setPhoto reads the size of a GIF and of a JPEG', async () => {
    const gif = Buffer.from('47494638396100020001000000', 'hex')
    const jpeg = Buffer.from('ffd8ffe000040000ffffc0000b080200040101011100', 'hex')
    expect((await alice.users.setPhoto({ image: gif })).profile).toHaveProperty('image_1024')
    expect(await refusalOf(alice.users.setPhoto({ image: jpeg }))).toMatchObject({ error: 'too_large' })
    expect(await refusalOf(alice.users.setPhoto({ image: jpeg.subarray(0, 8) }))).toMatchObject({ error: 'bad_image' })
  })

  it('users.lookupByEmail finds a person in any case of the address', async ({ ids }) => {
    expect((await bot.users.lookupByEmail({ email: 'Bob@Example.com' })).user?.id).toBe(id(ids, 'bob'))
    expect(await refusalOf(bot.users.lookupByEmail({ email: 'x@example.com' }))).toMatchObject({
      error: 'users_not_found',
    })
  })

  it('users.conversations has the conversations that both are in or can see', async ({ ids }) => {
    const { channels = [] } = await bot.users.conversations({ user: id(ids, 'alice') })
    expect(channels.map(({ name }) => name)).toEqual(['general', 'deploys', 'random'])
  })

  it('users.setPresence is what others see', async ({ ids }) => {
    await alice.users.setPresence({ presence: 'away' })
    expect(await bot.users.getPresence({ user: id(ids, 'alice') })).toMatchObject({ presence: 'away' })
    expect(await alice.users.getPresence({ user: id(ids, 'alice') })).toMatchObject({
      manual_away: true,
      online: false,
    })
    await alice.users.setPresence({ presence: 'auto' })
    expect(await bot.users.getPresence({ user: id(ids, 'alice') })).toMatchObject({ presence: 'active' })
    expect(await refusalOf(alice.users.setPresence({ presence: 'here' as 'auto' }))).toMatchObject({
      error: 'invalid_presence',
    })
  })

  it('users.profile.set changes the profile that users.profile.get answers', async ({ chat, ids }) => {
    const profile = { status_text: 'Lunch', status_emoji: ':taco:', status_expiration: 0, first_name: 'Alicia' }
    expect((await alice.users.profile.set({ profile })).profile).toMatchObject({
      status_text: 'Lunch',
      real_name: 'Alicia Ito',
    })
    expect((await bot.users.profile.get({ user: id(ids, 'alice') })).profile).toMatchObject({ status_emoji: ':taco:' })
    await alice.users.profile.set({ name: 'title', value: 'Engineer' })
    expect((await alice.users.profile.get({})).profile).toMatchObject({ title: 'Engineer', email: 'alice@example.com' })
    const bob = clientOf(chat, 'xoxp-bob', Client)
    expect(await refusalOf(bob.users.profile.set({ user: id(ids, 'alice'), profile }))).toMatchObject({
      error: 'not_admin',
    })
    expect(await refusalOf(bot.users.profile.set({ profile }))).toMatchObject({ error: 'not_allowed_token_type' })
    const reserved = alice.users.profile.set({ profile: { display_name: 'everyone' } })
    expect(await refusalOf(reserved)).toMatchObject({ error: 'reserved_name' })
  })

  it('a status has an emoji of the workspace, by default a speech balloon, and stays without an end', async () => {
    const set = async (profile: Record<string, unknown>) => (await alice.users.profile.set({ profile })).profile
    const later = 1_767_269_000
    expect(await set({ status_text: 'Lunch', status_emoji: '', status_expiration: later })).toMatchObject({
      status_emoji: ':speech_balloon:',
      status_expiration: later,
    })
    expect(await set({ status_text: 'Away', status_emoji: ':palm_tree:' })).toMatchObject({
      status_expiration: 0,
      status_emoji_display_info: [{ emoji_name: 'palm_tree', unicode: '1f334' }],
    })
    for (const [emoji, error] of [
      [':no_such_emoji:', 'profile_status_set_failed_not_valid_emoji'],
      ['palm_tree', 'profile_status_set_failed_not_emoji_syntax'],
    ]) {
      expect(await refusalOf(set({ status_text: 'a', status_emoji: emoji }))).toMatchObject({ error })
    }
  })

  it('a status ends at its time, unless another has replaced it', async ({ chat }) => {
    const status = async () => (await alice.users.profile.get({})).profile?.status_text
    const until = (minutes: number) => Math.floor(chat.clock.now() / 1000) + minutes * 60
    await alice.users.profile.set({ profile: { status_text: 'Lunch', status_expiration: until(5) } })
    await alice.users.profile.set({ profile: { status_text: 'Nap', status_expiration: until(10) } })
    chat.clock.advance('6m')
    expect(await status()).toBe('Nap')
    chat.clock.advance('5m')
    const { profile } = await alice.users.profile.get({})
    expect(profile).toMatchObject({ status_text: '', status_emoji: '', status_expiration: 0 })
  })

  it('team.profile.get has the custom fields of the workspace, whose labels users.profile.get can answer', async () => {
    const { profile } = await bot.team.profile.get({})
    expect(profile?.fields).toMatchObject([
      { label: 'Floor', type: 'options_list', possible_values: ['1', '2'], ordering: 0, is_hidden: false },
      { label: 'Badge', type: 'text', hint: 'Its number', possible_values: null, ordering: 1, is_hidden: true },
    ])
    const hidden = await bot.team.profile.get({ visibility: 'hidden' })
    expect(hidden.profile?.fields?.map(({ label }) => label)).toEqual(['Badge'])
    const [floor] = profile?.fields ?? []
    const fields = { [floor?.id ?? '']: { value: '2', alt: '' } }
    await alice.users.profile.set({ profile: { fields } })
    const answer = await alice.users.profile.get({ include_labels: true })
    expect(answer.profile?.fields).toEqual({ [floor?.id ?? '']: { value: '2', alt: '', label: 'Floor' } })
  })

  it('users.profile.set leaves the custom fields that it does not name', async () => {
    const set = (fields: object) => alice.users.profile.set({ profile: { fields } })
    await set({ Xf0DESK: { value: '12', alt: '' }, Xf0TEAM: { value: 'Red', alt: '' } })
    await set({ Xf0TEAM: { value: 'Blue', alt: 'the blue one' } })
    expect((await alice.users.profile.get({})).profile?.fields).toEqual({
      Xf0DESK: { value: '12', alt: '' },
      Xf0TEAM: { value: 'Blue', alt: 'the blue one' },
    })
  })

  it('users.identity answers what the scopes allow', async ({ chat }) => {
    const signedIn = clientOf(chat, 'xoxp-identity', Client)
    const { user, team } = await signedIn.users.identity({})
    expect([user?.name, user?.email, team?.id]).toEqual(['Alice Ito', 'alice@example.com', expect.stringMatching(/^T/)])
    expect(user).not.toHaveProperty('image_48')
    expect(await refusalOf(alice.users.identity({}))).toMatchObject({
      error: 'missing_scope',
      needed: 'identity.basic',
    })
  })

  it('team.info, bots.info and emoji.list describe the workspace', async () => {
    expect((await bot.team.info({})).team).toMatchObject({
      name: 'Acme',
      domain: 'acme',
      icon: { image_default: true },
    })
    const { bot_id: botId = '', user_id: userId } = await bot.auth.test()
    expect((await bot.bots.info({ bot: botId })).bot).toMatchObject({ id: botId, name: 'helper', user_id: userId })
    expect(await refusalOf(bot.bots.info({ bot: 'B0NONE' }))).toMatchObject({ error: 'bot_not_found' })
    expect((await bot.emoji.list({})).emoji).toEqual({ shipit: 'https://example.com/shipit.png' })
  })

  it('user groups are created, changed, filled, disabled and enabled', async ({ ids }) => {
    const { usergroup } = await bot.usergroups.create({
      name: 'On Call',
      handle: 'oncall',
      channels: id(ids, 'deploys'),
    })
    const group = usergroup?.id ?? ''
    expect(usergroup).toMatchObject({ handle: 'oncall', prefs: { channels: [id(ids, 'deploys')] }, users: [] })
    await bot.usergroups.update({ usergroup: group, description: 'Who to wake' })
    await bot.usergroups.users.update({ usergroup: group, users: `${id(ids, 'alice')},${id(ids, 'bob')}` })
    expect((await bot.usergroups.users.list({ usergroup: group })).users).toEqual([id(ids, 'alice'), id(ids, 'bob')])
    const list = async (options = {}) => (await bot.usergroups.list(options)).usergroups ?? []
    expect(await list({ include_count: true, include_users: true })).toMatchObject([
      { description: 'Who to wake', user_count: 2, users: [id(ids, 'alice'), id(ids, 'bob')] },
    ])
    await bot.usergroups.disable({ usergroup: group })
    expect(await list()).toEqual([])
    expect(await list({ include_disabled: true })).toMatchObject([{ deleted_by: id(ids, 'helper') }])
    await bot.usergroups.enable({ usergroup: group })
    expect(await list()).toHaveLength(1)
    const refused = (call: Promise<unknown>) => refusalOf(call)
    expect(await refused(bot.usergroups.create({ name: 'on call' }))).toMatchObject({ error: 'name_already_exists' })
    expect(await refused(bot.usergroups.create({ name: 'b', handle: 'oncall' }))).toMatchObject({
      error: 'handle_already_exists',
    })
    expect(await refusalOf(bot.usergroups.create({ name: 'All', handle: 'deploys' }))).toMatchObject({
      error: 'handle_already_exists',
    })
    expect(await refused(bot.usergroups.enable({ usergroup: 'S0' }))).toMatchObject({ error: 'no_such_subteam' })
    expect(await refused(bot.usergroups.users.update({ usergroup: group, users: 'U0' }))).toMatchObject({
      error: 'invalid_users',
    })
  })

  it('bookmarks are added, edited, listed and removed', async ({ ids }) => {
    const channel_id = id(ids, 'deploys')
    const link = 'https://example.com/runbook'
    const { bookmark } = await bot.bookmarks.add({ channel_id, title: 'Runbook', type: 'link', link })
    const bookmark_id = bookmark?.id ?? ''
    await bot.bookmarks.edit({ channel_id, bookmark_id, title: 'The runbook' })
    expect((await bot.bookmarks.list({ channel_id })).bookmarks).toMatchObject([{ title: 'The runbook', link }])
    await bot.bookmarks.remove({ channel_id, bookmark_id })
    expect(await refusalOf(bot.bookmarks.remove({ channel_id, bookmark_id }))).toMatchObject({
      error: 'not_found',
    })
    expect(await refusalOf(bot.bookmarks.add({ channel_id, title: 'a', type: 'link', link: 'x' }))).toMatchObject({
      error: 'invalid_link',
    })
  })

  it('reminders come as direct messages of Slackbot when their time is there', async ({ chat, ids }) => {
    const { reminder } = await alice.reminders.add({ text: 'stand up', time: 'in 15 minutes' })
    expect(reminder).toMatchObject({ text: 'stand up', time: 1_767_269_700, user: id(ids, 'alice'), complete_ts: 0 })
    const one = { reminder: reminder?.id ?? '' }
    expect((await alice.reminders.info(one)).reminder).toEqual(reminder)
    chat.clock.advance('15m')
    const { channels = [] } = await alice.conversations.list({ types: 'im' })
    const { messages } = await alice.conversations.history({ channel: channels[0]?.id ?? '' })
    expect(messages).toMatchObject([{ user: 'USLACKBOT', text: 'Reminder: stand up' }])
    await alice.reminders.complete(one)
    expect((await alice.reminders.list({})).reminders).toMatchObject([{ complete_ts: 1_767_269_700 }])
    await alice.reminders.delete(one)
    expect(await refusalOf(alice.reminders.info(one))).toMatchObject({ error: 'not_found' })
    expect(await refusalOf(alice.reminders.add({ text: 'a', time: 'whenever' }))).toMatchObject({
      error: 'cannot_parse',
    })
    expect(await refusalOf(bot.reminders.list({}))).toMatchObject({ error: 'not_allowed_token_type' })
  })

  it('a daily reminder comes again at the same time of the next day', async ({ chat }) => {
    const recurrence = { frequency: 'daily' as const }
    const { reminder } = await alice.reminders.add({ text: 'stand up', time: 'in 15 minutes', recurrence })
    expect(reminder).toMatchObject({ recurring: true })
    const times = async () => {
      const { channels = [] } = await alice.conversations.list({ types: 'im' })
      const { messages = [] } = await alice.conversations.history({ channel: channels[0]?.id ?? '' })
      return messages.map(({ ts = '' }) => new Date(Number(ts) * 1000).toISOString().slice(0, 16)).toReversed()
    }
    chat.clock.advance('15m')
    chat.clock.advance('1d')
    expect(await times()).toEqual(['2026-01-01T12:15', '2026-01-02T12:15'])
    chat.clock.advance('1d')
    expect(await times()).toEqual(['2026-01-01T12:15', '2026-01-02T12:15', '2026-01-03T12:15'])
  })

  // Thursday noon in UTC is 13:00 for bob, who is in Berlin.
  it.for([
    ['tomorrow', '2026-01-02T08:00', false],
    ['Tomorrow at 5pm', '2026-01-02T16:00', false],
    ['at 2:30 PM', '2026-01-01T13:30', false],
    ['at 9am', '2026-01-02T08:00', false],
    ['today at 18:00', '2026-01-01T17:00', false],
    ['on Monday', '2026-01-05T08:00', false],
    ['next Thursday at noon', '2026-01-08T11:00', false],
    ['July 4th at 10am', '2026-07-04T08:00', false],
    ['2026-03-01', '2026-03-01T08:00', false],
    ['in an hour', '2026-01-01T13:00', false],
    ['every Thursday', '2026-01-08T08:00', true],
    ['every thursday at 2pm', '2026-01-01T13:00', true],
    ['every weekday at 9:15am', '2026-01-02T08:15', true],
    ['every Monday and Wednesday', '2026-01-05T08:00', true],
    ['every day at 8pm', '2026-01-01T19:00', true],
  ] as const)('a reminder “%s” comes at %s', async ([time, first, recurring], { chat }) => {
    const bob = clientOf(chat, 'xoxp-bob', Client)
    const { reminder } = await bob.reminders.add({ text: 'tea', time })
    expect(reminder).toMatchObject({ recurring })
    const due = Date.parse(`${first}:00Z`)
    const messages = async () => {
      const { channels = [] } = await bob.conversations.list({ types: 'im' })
      const [direct] = channels
      return direct === undefined
        ? []
        : ((await bob.conversations.history({ channel: direct.id ?? '' })).messages ?? [])
    }
    chat.clock.set(due - 1000)
    expect(await messages()).toEqual([])
    chat.clock.set(due)
    expect(await messages()).toMatchObject([{ text: 'Reminder: tea' }])
  })

  it('a reminder of every day comes at the same local time when the clocks change', async ({ chat }) => {
    const bob = clientOf(chat, 'xoxp-bob', Client)
    chat.clock.set('2026-03-28T00:00:00Z')
    await bob.reminders.add({ text: 'tea', time: 'every day at 9am' })
    chat.clock.set('2026-03-30T12:00:00Z')
    const { channels = [] } = await bob.conversations.list({ types: 'im' })
    const { messages = [] } = await bob.conversations.history({ channel: channels[0]?.id ?? '' })
    const times = messages.map(({ ts = '' }) => new Date(Number(ts) * 1000).toISOString().slice(0, 16))
    expect(times).toEqual(['2026-03-30T07:00', '2026-03-29T07:00', '2026-03-28T08:00'])
  })

  it('a deactivated person has neither roles nor a time zone', async () => {
    const users = [{ name: 'alice' }, { name: 'gone', email: 'gone@example.com', deleted: true }]
    const seed = { chat: { users, tokens: [{ token: 'xoxp-alice', user: 'alice' }] } }
    await using space = await startChat({ seed })
    const web = clientOf(space, 'xoxp-alice', Client)
    const { members = [] } = await web.users.list({})
    const gone = members.find(({ name }) => name === 'gone')
    const { channels } = await web.conversations.list()
    expect((await web.conversations.members({ channel: channels?.[0]?.id ?? '' })).members).not.toContain(gone?.id)
    expect(Object.keys(gone ?? {}).toSorted()).toEqual([
      'deleted',
      'id',
      'is_app_user',
      'is_bot',
      'name',
      'profile',
      'team_id',
      'updated',
    ])
    expect(gone).toMatchObject({ deleted: true, profile: { email: 'gone@example.com' } })
  })

  it('the offset of a time zone follows the clock', async ({ chat, ids }) => {
    const offset = async () => (await bot.users.info({ user: id(ids, 'bob') })).user?.tz_offset
    expect(await offset()).toBe(3600)
    chat.clock.set('2026-07-01T00:00:00Z')
    expect(await offset()).toBe(7200)
  })

  it('dnd.setSnooze lasts until its end or dnd.endSnooze', async ({ chat, ids }) => {
    expect(await alice.dnd.setSnooze({ num_minutes: 30 })).toMatchObject({
      snooze_enabled: true,
      snooze_remaining: 1800,
      snooze_endtime: 1_767_270_600,
    })
    expect(await alice.dnd.endSnooze()).toMatchObject({ snooze_enabled: false })
    expect(await refusalOf(alice.dnd.endSnooze())).toMatchObject({ error: 'snooze_not_active' })
    await alice.dnd.setSnooze({ num_minutes: 30 })
    chat.clock.advance('31m')
    expect(await alice.dnd.info({})).toMatchObject({ dnd_enabled: false, snooze_enabled: false })
    expect((await bot.dnd.teamInfo({ users: id(ids, 'alice') })).users).toHaveProperty(id(ids, 'alice'))
    expect(await refusalOf(alice.apiCall('dnd.setSnooze'))).toMatchObject({ error: 'missing_duration' })
    expect(await alice.dnd.endDnd()).toMatchObject({ ok: true })
  })

  it('search.messages finds what a person can see', async ({ chat, ids }) => {
    const post = (channel: string, text: string) => alice.chat.postMessage({ channel: id(ids, channel), text })
    await post('deploys', 'the red deploy')
    await post('secret', 'a red secret')
    await bot.chat.postMessage({ channel: id(ids, 'deploys'), text: 'red again' })
    const bob = clientOf(chat, 'xoxp-bob', Client)
    const find = async (client: WebClient, query: string) =>
      (await client.search.messages({ query })).messages?.matches?.map(({ text }) => text)
    expect(await find(alice, 'red')).toEqual(['red again', 'a red secret', 'the red deploy'])
    expect(await find(bob, 'red')).toEqual(['red again', 'the red deploy'])
    expect(await find(alice, 'red in:#deploys from:@alice')).toEqual(['the red deploy'])
    expect(await find(alice, '"red deploy"')).toEqual(['the red deploy'])
    expect(await find(alice, 'red -again')).toEqual(['a red secret', 'the red deploy'])
    const { channel } = await bob.conversations.open({ users: id(ids, 'alice') })
    await bob.chat.postMessage({ channel: channel?.id ?? '', text: 'red R&D steam for <@' + id(ids, 'alice') + '>' })
    expect(await find(alice, 'R&D')).toHaveLength(1)
    expect(await find(alice, 'red tea')).toEqual([])
    expect(await find(alice, 'stea* in:@bob')).toHaveLength(1)
    await post('deploys', '東京タワーで会う')
    expect(await find(alice, 'タワー')).toHaveLength(1)
    expect(await find(alice, `red in:<#${id(ids, 'secret')}|secret>`)).toEqual(['a red secret'])
    expect(await refusalOf(alice.search.messages({ query: ' ' }))).toMatchObject({ error: 'no_query' })
    expect(await refusalOf(bot.search.messages({ query: 'a' }))).toMatchObject({ error: 'not_allowed_token_type' })
  })

  // 02:00 UTC is the evening before for alice, who is in Los Angeles.
  it.for([
    ['after:2026-01-31', ['c', 'b']],
    ['after:2026-02-01', ['c']],
    ['before:2026-02-01', ['a']],
    ['on:2026-02-01', ['b']],
    ['on:02/01/2026', ['b']],
    ['during:january', ['a']],
    ['during:2026-02', ['c', 'b']],
    ['on:today', ['c']],
    ['after:yesterday', ['c']],
    ['-on:today', ['b', 'a']],
    ['before:2026', []],
    ['on:someday', []],
  ] as const)(
    'search.messages finds by date, in the time zone of the person: %s',
    async ([query, found], { chat, ids }) => {
      for (const [text, at] of [
        ['a', '2026-02-01T02:00:00Z'],
        ['b', '2026-02-02T02:00:00Z'],
        ['c', '2026-02-10T12:00:00Z'],
      ] as const) {
        chat.clock.set(at)
        await alice.chat.postMessage({ channel: id(ids, 'deploys'), text })
      }
      const { messages } = await alice.search.messages({ query: `${query} in:#deploys from:me` })
      expect(messages?.matches?.map(({ text }) => text)).toEqual(found)
    },
  )
})
